// Yes or no, 1 or 0 on the wire.
import { z } from "zod";
import type { Text } from "../../schema/text.ts";
import { fieldOf, type Builder, type FieldData } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { chosen, chosenTraits } from "../chosen.ts";
import { smallNumberColumn } from "../column.ts";
import { searchMode, text, type CommonData, type Members } from "../option-shapes.ts";

interface BoolOptions {
  /** The value of a new row. Default: nothing. */
  default?: 0 | 1;
  /** In the search panel. Default: not searched. */
  search?: "equal";
  /** The name of 1. Default: 是, Yes. */
  yes?: Text;
  /** The name of 0. Default: 否, No. */
  no?: Text;
}

interface BoolData extends FieldData {
  readonly yes?: Text;
  readonly no?: Text;
}

const boolKind = fieldKind<BoolData>({
  ...chosen,
  kind: "bool",
  name: ["是/否", "Yes or no"],
  wire: () => "number",
  options: { yes: text.optional(), no: text.optional(), default: z.literal([0, 1]).optional(), search: searchMode } satisfies Members<
    Omit<BoolData, keyof CommonData | "unique" | "multiple">
  >,
  screenOptions: [],
  column: smallNumberColumn,
  choices: ({ yes = ["是", "Yes"], no = ["否", "No"] }) => [
    [1, ...yes, "green"],
    [0, ...no],
  ],
  canBeUnique: false,
  baseColumns: ["status", "isDeleted"],
  asks: "nothing",
  traits: { ...chosenTraits, widget: "own", rowWidth: 80, paste: "flag" },
  searches: ["equal"],
  value: () => z.literal([0, 1]),
  sample: (_field, context) => context.number % 2,
  forbidden: () => [{ value: 2, code: "option", limit: "options" }],
});

/** Yes or no: 1 or 0 on the wire and in rows. */
export const bool: Builder<0 | 1, BoolOptions> = fieldOf(boolKind);
