// Text of several lines.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** Text of several lines; 2,000 characters unless `max` says otherwise; not a column of the list by default. */
export const textarea: Builder<string, TextOptions> = fieldOf("textarea");

export const textareaKind = fieldKind(textual({ kind: "textarea", limit: 2000, listed: false }));
