// An administrative division: province, city, district, held by its code.
import { z } from "zod";
import { fieldOf, type CommonOptions, type Field, type KindBuilder, type ModeOf, type Requirement } from "../../schema/field.ts";
import type { Condition } from "../../schema/text.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { chosen } from "../chosen.ts";
import { varchar, type ColumnKind } from "../column.ts";
import { searchMode } from "../option-shapes.ts";
import { referenceTraits } from "../reference.ts";

/** Codes begin with that of the division above, so a search for a province finds its districts. */
const column: ColumnKind = {
  columnType: () => "text",
  type: () => varchar(12),
  defaultOperator: "prefix",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};

interface RegionOptions {
  /** In the search panel: the division with all its descendants. Default: not searched. */
  search?: "equal";
  /** The code of a new row. Default: nothing. */
  default?: string;
}

const regionKind = fieldKind({
  ...chosen,
  kind: "region",
  name: ["行政区划", "Administrative division"],
  wire: () => "text",
  options: { search: searchMode, default: z.string().optional() },
  screenOptions: [],
  column,
  reference: { fixed: { resource: "region", valueField: "code", source: "lazy-tree" }, isSeveral: false, nodes: "never" },
  labelKey: "stem",
  canBeUnique: true,
  baseColumns: [],
  asks: "nothing",
  traits: { ...referenceTraits, width: 180, widget: "own", rowWidth: 200 },
  searches: ["equal"],
  value: () => z.string().regex(/^[0-9]{2,12}$/u),
  sample: (_field, context) => context.referenceTo("region", "code"),
  forbidden: () => [{ value: "贵州", code: "pattern", limit: "pattern" }],
});

/** The code of an administrative division, chosen level by level. */
export const region: KindBuilder &
  (<
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
  >(
    zh: string,
    en: string,
    options?: RegionOptions & CommonOptions<R, RO, W, Q>,
  ) => Field<string, ModeOf<R, RO>, [undefined, W | Q, undefined, true]>) = fieldOf(regionKind);
