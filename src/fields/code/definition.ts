// A number or key that people read and machines compare: document numbers, serial numbers, dictionary codes.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** A code, shown in a fixed-width face and copied with one click; 64 characters unless `max` says otherwise. */
export const code: Builder<string, TextOptions> = fieldOf("code");

export const codeKind = fieldKind(textual({ kind: "code", limit: 64, listed: true }));
