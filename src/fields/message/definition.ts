// A sentence that the server writes for people, in both languages.
import { z } from "zod";
import { builderOf, type CommonOptions, type Field, type KindBuilder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { jsonColumn } from "../column.ts";
import { inLanguage } from "../../schema/text.ts";
import { structured } from "../structured.ts";
import { plainTraits } from "../traits.ts";

export const messageKind = fieldKind({
  kind: "message",
  ...structured,
  name: ["双语消息", "Message in both languages"],
  wire: () => "text",
  options: {},
  screenOptions: [],
  // Sentences that were stored in one language are shown to readers of both.
  column: { ...jsonColumn, fromText: (column) => `CASE WHEN ${column} <> '' THEN jsonb_build_array(${column}, ${column}) END` },
  isLong: () => false,
  exported: "sentence",
  localized: (value, language) => {
    const [zh, en]: readonly unknown[] = Array.isArray(value) ? value : [];
    return typeof zh === "string" && typeof en === "string" ? inLanguage([zh, en], language) : null;
  },
  asks: "nothing",
  traits: { ...plainTraits, cell: "text", width: 260, widget: "shown", isWide: true, isGroup: true },
  listed: true,
  value: () => z.array(z.string()).length(2),
  sample: (_field, context) => [`消息${context.number}`, `Message ${context.number}`],
  forbidden: () => [{ value: "one text", code: "type", limit: "type" }],
});

/** A sentence that the server writes, [zh, en]; users read it in their language. Read-only. */
export const message: KindBuilder &
  ((
    zh: string,
    en: string,
    options?: CommonOptions,
  ) => Field<readonly [zh: string, en: string], "readonly", [undefined, undefined, undefined, false]>) = builderOf(
  messageKind,
  (zh: string, en: string, options?: CommonOptions) => ({ kind: messageKind.kind, label: [zh, en] as const, readonly: true, ...options }),
);
