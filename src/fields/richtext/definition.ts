// Text with headings, lists, links and pictures, as HTML of a small allowed set.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { longTextColumn } from "../column.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { plainTraits } from "../traits.ts";
import { cleanHtml, picturesIn } from "../clean-html.ts";

const { pattern: _pattern, patternMessage: _patternMessage, search: _search, unique: _unique, ...options } = textOptions;

const cleaned = (value: unknown): unknown => (typeof value === "string" ? cleanHtml(value) : value);

const richtextKind = fieldKind({
  ...textual({ kind: "richtext", name: ["富文本", "Rich text"], limit: 100_000, listed: false, isLongColumn: true }),
  options,
  // Also when it is read: rows may be older than this rule, or come from somewhere else.
  column: { ...longTextColumn, toColumn: cleaned, fromColumn: cleaned },
  picturesIn,
  isLong: () => true,
  exported: "words",
  canBeUnique: false,
  traits: { ...plainTraits, cell: "own", width: 220, widget: "own", isWide: true, isGroup: true, view: "own", isLoggedAsText: true },
  sample: (field, context) => `<p>${field.label[1]} ${context.number}</p>`,
});

/** Formatted text (HTML, cleaned on the server); 100,000 characters unless `max` says otherwise. */
export const richtext: Builder<string, Omit<TextOptions, "pattern" | "search" | "unique">> = fieldOf(richtextKind);
