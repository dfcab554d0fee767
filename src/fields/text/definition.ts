// A line of text.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

export const textKind = fieldKind({
  ...textual({ kind: "text", name: ["文本", "Text"], limit: 255, listed: true }),
  baseColumns: ["tenantId"],
  meaning: "free",
});

/** A line of text; 255 characters unless `max` says otherwise. */
export const text: Builder<string, TextOptions> = fieldOf(textKind);
