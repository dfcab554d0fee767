// What the kinds of field that refer to other rows have in common.
import { z } from "zod";
import {
  builderOf,
  type CommonOptions,
  type Field,
  type FieldData,
  type KindBuilder,
  type ModeOf,
  type Requirement,
} from "../schema/field.ts";
import type { FieldKind } from "../schema/field-kind.ts";
import type { KindTraits } from "../schema/kind-traits.ts";
import type { Condition, Scalar } from "../schema/text.ts";
import type { FieldNameOf, ResourceName } from "../schema/names.ts";
import { scalars, searchMode, uniqueness, type CommonData, type Members } from "./option-shapes.ts";
import { plainTraits } from "./traits.ts";

/** Required value of the target's field: a value, one of several, or the value of a field of this row. */
type Filter = Scalar | readonly Scalar[] | { readonly field: string };

interface ReferenceOptions<T, WI> {
  /**
   * A field of the same record that narrows the choice; changing it clears this field. A program that sends both must send a pair that
   * fits; if it sends only this one, the other follows. Default: none.
   */
  within?: WI;
  /** The field of the target that is shown. Default: the target's title. */
  show?: FieldNameOf<T>;
  /** The field of the target whose value is stored. Default: its id. */
  valueField?: FieldNameOf<T>;
  /**
   * Only rows of the target whose fields have these values: a value, one of several, or the value of a field of the same record. Default:
   * all rows that may be chosen.
   */
  filter?: { readonly [K in FieldNameOf<T>]?: Filter };
  /** In the search panel: by one row, or by several. Default: not searched. */
  search?: "equal" | "in";
  /** The default id of a new row. Default: nothing. */
  default?: string;
  /**
   * Shows the other side of a link that the target stores: the first row of the target whose field of this name refers to this row. Updated
   * with every write of that field; the list can be searched by it. With `readonly: true`. Default: none.
   */
  inverseOf?: FieldNameOf<T>;
  /** No two rows of the tenant refer to the same row. Default: any number may. */
  unique?: "tenant";
}

/** The data behind ref, refs and tree-ref. */
export interface ReferenceData extends FieldData {
  /** The target resource, before the labels. */
  readonly to: string;
  readonly within?: string;
  readonly show?: string;
  readonly valueField?: string;
  readonly filter?: Readonly<Record<string, Filter>>;
  readonly inverseOf?: string;
}

/** The type of the three builders; V is the value in rows and forms. */
export type ReferenceBuilder<V> = KindBuilder &
  (<
    const T extends ResourceName,
    const WI extends string | undefined = undefined,
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
  >(
    to: T,
    zh: string,
    en: string,
    options?: ReferenceOptions<NoInfer<T>, WI> & CommonOptions<R, RO, W, Q>,
  ) => Field<V, ModeOf<R, RO>, [WI, W | Q, undefined, true]>);

/** The run-time half of the three builders: plain data. */
export function referenceOf(fieldKind: FieldKind) {
  // The phantom members of Field exist for the type checker only, so data of this shape is every such Field.
  return builderOf(fieldKind, (to: string, zh: string, en: string, options?: object) => ({
    kind: fieldKind.kind,
    to,
    label: [zh, en] as const,
    ...options,
  })) as never;
}

/** Ids are 64-bit integers as text. */
export const idPattern = /^[1-9][0-9]{0,18}$/u;

/** Most rows that one field may refer to; a whole menu tree has fewer. */
export const maxReferences = 5000;

/** What the three kinds have in common. */
export const referencing = {
  options: {
    to: z.string(),
    within: z.string().optional(),
    show: z.string().optional(),
    valueField: z.string().optional(),
    inverseOf: z.string().optional(),
    filter: z.record(z.string(), z.union([scalars, z.strictObject({ field: z.string() })])).optional(),
    search: searchMode,
    unique: uniqueness,
    default: z.string().optional(),
  } satisfies Members<Omit<ReferenceData, keyof CommonData | "multiple">>,
  screenOptions: ["isParent"],
  listed: true,
  searches: ["equal", "in"],
  isLong: () => false,
  given: "selected",
  labelKey: "stem",
  canNarrow: true,
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
  asks: "resource",
} as const satisfies Partial<FieldKind>;

/** The traits of the three kinds. */
export const referenceTraits = {
  ...plainTraits,
  cell: "label",
  search: "widget",
  paste: "reference",
  rowWidth: 180,
} as const satisfies Partial<KindTraits>;
