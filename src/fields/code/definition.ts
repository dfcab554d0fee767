// A number or key that people read and machines compare: document numbers, serial numbers, dictionary codes.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Members } from "../option-shapes.ts";
import { capitalOptions, textOptions, textual, type CapitalOptions, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

interface CodeOptions extends TextOptions, CapitalOptions {}

const plain = textual({ kind: "code", name: ["编码", "Code"], limit: 64, listed: true });

const codeKind = fieldKind({
  ...plain,
  options: { ...textOptions, ...capitalOptions } satisfies Members<CodeOptions>,
  screenOptions: [...plain.screenOptions, "capitals"],
  baseColumns: ["tenantId"],
  meaning: "code",
  isScanned: true,
  traits: { ...lineTraits, cell: "own", input: { className: "tf-code", isProse: false } },
});

/** A code, shown in a fixed-width face and copied with one click; 64 characters unless `max` says otherwise. */
export const code: Builder<string, CodeOptions> = fieldOf(codeKind);
