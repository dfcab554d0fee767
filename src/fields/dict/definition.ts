// An entry of a dictionary that administrators maintain; system-wide, or the tenant's own.
import { z } from "zod";
import type { Condition } from "../../schema/text.ts";
import {
  builderOf,
  type CommonOptions,
  type Field,
  type FieldData,
  type KindBuilder,
  type ModeOf,
  type Requirement,
  type Uniqueness,
} from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { chosen, chosenTraits } from "../chosen.ts";
import { keyColumn } from "../column.ts";
import { isTrue, searchMode, uniqueness, type CommonData, type Members } from "../option-shapes.ts";

interface DictOptions<M> {
  /** The key of a new row. Default: nothing. */
  default?: string;
  /** In the search panel: by one entry, or by several. Default: not searched. */
  search?: "equal" | "in";
  /** Several entries. */
  multiple?: M;
  /** The tenant's own (business) dictionary instead of the platform's. */
  business?: true;
  /** The keys are whole numbers on the wire, -1 for none; for columns that are integers in Blade. Default: texts. */
  integer?: true;
  /** No two rows of the tenant, or of the platform, have the same value. Default: values may repeat. */
  unique?: Uniqueness;
}

interface DictData extends FieldData {
  /** The code of the dictionary, before the labels. */
  readonly dictionary: string;
  readonly business?: true;
  readonly integer?: true;
}

const dictKind = fieldKind<DictData>({
  ...chosen,
  kind: "dict",
  name: ["字典", "Dictionary"],
  wire: (field) => (field.multiple ? "list" : field.integer ? "key" : "text"),
  options: {
    dictionary: z.string().min(1),
    business: isTrue,
    integer: isTrue,
    default: z.string().optional(),
    search: searchMode,
    multiple: isTrue,
    unique: uniqueness,
  } satisfies Members<Omit<DictData, keyof CommonData>>,
  screenOptions: ["dictionary", "business"],
  column: { ...keyColumn(64), ordersAsNumber: ({ wire }) => wire === "key" },
  searches: ["equal", "in"],
  labelKey: "name",
  canBeUnique: true,
  baseColumns: [],
  asks: "dictionary",
  traits: { ...chosenTraits, cell: "own", width: 120, widget: "own", view: "own", paste: "entry" },
  value: (field) => (field.multiple ? z.array(z.string().min(1).max(64)).max(100) : z.string().min(1).max(64)),
  sample(field, context) {
    const key = context.dictionaryKey(field.dictionary, field.business === true);
    return field.multiple && key !== undefined ? [key] : key;
  },
  forbidden: () => [],
});

/** An entry of the dictionary of that code; its key is text everywhere except on the wire, where it may be a number (`integer`). */
export const dict: KindBuilder &
  (<
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
    const M extends true | undefined = undefined,
  >(
    dictionary: string,
    zh: string,
    en: string,
    options?: DictOptions<M> & CommonOptions<R, RO, W, Q>,
  ) => Field<M extends true ? string[] : string, ModeOf<R, RO>, [undefined, W | Q, undefined, true]>) = builderOf(
  dictKind,
  (dictionary: string, zh: string, en: string, options?: object) => ({
    kind: dictKind.kind,
    dictionary,
    label: [zh, en] as const,
    ...options,
  }),
);
