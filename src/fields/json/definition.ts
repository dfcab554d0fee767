// Structured data without a shape of its own.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Json } from "../../schema/json.ts";
import { jsonColumn } from "../column.ts";
import { structured } from "../structured.ts";
import { plainTraits } from "../traits.ts";

const jsonKind = fieldKind({
  kind: "json",
  ...structured,
  name: ["JSON", "JSON"],
  wire: () => "json",
  options: {},
  screenOptions: [],
  column: jsonColumn,
  isLong: () => true,
  asks: "nothing",
  traits: { ...plainTraits, cell: "own", width: 220, widget: "own", isWide: true, view: "own", isLoggedAsText: true },
  listed: false,
  value: () => z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  sample: (_field, context) => ({ number: context.number }),
  forbidden: () => [{ value: "not an object", code: "type", limit: "type" }],
});

/** Structured data, edited as text and validated as JSON; at most 64 KiB as text. */
export const json: Builder<Json, object> = fieldOf(jsonKind);
