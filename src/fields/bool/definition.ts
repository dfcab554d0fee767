// Yes or no, 1 or 0 on the wire.
import { z } from "zod";
import type { Text } from "../../schema/text.ts";
import { fieldOf, type Builder, type FieldData } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";

export interface BoolOptions {
  default?: 0 | 1;
  search?: "equal";
  /** What 1 and 0 are called; 是/Yes and 否/No unless said. */
  yes?: Text;
  no?: Text;
}

export interface BoolData extends FieldData {
  readonly yes?: Text;
  readonly no?: Text;
}

/** Yes or no: 1 or 0 on the wire and in rows (contract §2.1). */
export const bool: Builder<0 | 1, BoolOptions> = fieldOf("bool");

export const boolKind = fieldKind<BoolData>({
  kind: "bool",
  wire: () => "number",
  listed: true,
  searches: ["equal"],
  value: () => z.literal([0, 1]),
  sample: (_field, context) => context.number % 2,
  forbidden: () => [{ value: 2, code: "option", limit: "options" }],
});
