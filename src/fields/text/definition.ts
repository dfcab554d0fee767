// A line of text.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** A line of text; 255 characters unless `max` says otherwise. */
export const text: Builder<string, TextOptions> = fieldOf("text");

export const textKind = fieldKind(textual({ kind: "text", limit: 255, listed: true }));
