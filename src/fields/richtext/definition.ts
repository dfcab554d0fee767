// Text with headings, lists, links and pictures, as HTML of a small allowed set.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** Formatted text (HTML, cleaned on the server); 100,000 characters unless `max` says otherwise. */
export const richtext: Builder<string, Omit<TextOptions, "pattern" | "search" | "unique">> = fieldOf("richtext");

export const richtextKind = fieldKind({
  ...textual({ kind: "richtext", limit: 100_000, listed: false }),
  sample: (field, context) => `<p>${field.label[1]} ${context.number}</p>`,
});
