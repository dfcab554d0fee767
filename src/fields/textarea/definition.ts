// Text of several lines.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

export interface TextareaOptions extends TextOptions {
  /** "changes": the text is the record of a write (schema/changes.ts), and shown as a difference; any other text as it is. */
  view?: "changes";
}

/** Text of several lines; 2,000 characters unless `max` says otherwise; not a column of the list by default. */
export const textarea: Builder<string, TextareaOptions> = fieldOf("textarea");

export const textareaKind = fieldKind(textual({ kind: "textarea", limit: 2000, listed: false }));
