// A line of text.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Members } from "../option-shapes.ts";
import { capitalOptions, textOptions, textual, type CapitalOptions, type TextOptions } from "../textual.ts";

interface LineOptions extends TextOptions, CapitalOptions {
  /** The field with the English text for lists and titles, if it is not empty. Default: the text in both languages. */
  english?: string;
}

const plain = textual({ kind: "text", name: ["文本", "Text"], limit: 255, listed: true });

const textKind = fieldKind({
  ...plain,
  options: { ...textOptions, ...capitalOptions, english: z.string().optional() } satisfies Members<LineOptions>,
  screenOptions: [...plain.screenOptions, "english", "capitals"],
  baseColumns: ["tenantId"],
  meaning: "free",
});

/** A line of text; 255 characters unless `max` says otherwise. */
export const text: Builder<string, LineOptions> = fieldOf(textKind);
