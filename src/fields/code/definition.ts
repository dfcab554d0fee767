// A number or key that people read and machines compare: document numbers, serial numbers, dictionary codes.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

export const codeKind = fieldKind({
  ...textual({ kind: "code", name: ["编码", "Code"], limit: 64, listed: true }),
  baseColumns: ["tenantId"],
  meaning: "code",
  traits: { ...lineTraits, cell: "own", input: { className: "tf-code", isProse: false } },
});

/** A code, shown in a fixed-width face and copied with one click; 64 characters unless `max` says otherwise. */
export const code: Builder<string, TextOptions> = fieldOf(codeKind);
