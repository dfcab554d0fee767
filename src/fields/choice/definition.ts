// One (or several) of a fixed list that the definition itself holds.
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
import { varchar, type ColumnKind } from "../column.ts";
import { isTrue, option, scalar, searchMode, uniqueness, type CommonData, type Members } from "../option-shapes.ts";
import type { EachOnce, Option } from "../options.ts";

interface ChoiceOptions<V, M> {
  /** The value of a new row. Default: nothing. */
  default?: V;
  /** The values that forms offer, if others are written by the server only; a hook refuses those in calls. Default: all. */
  offered?: readonly V[];
  /** Values of other clients, and the option that each of them means; answers contain the option. Default: no other value is accepted. */
  aliases?: Readonly<Record<string, V>>;
  /** In the search panel: by one value, or by several. Default: not searched. */
  search?: "equal" | "in";
  /** Several values, as texts. */
  multiple?: M;
  /** No two rows of the tenant, or of the platform, have the same value. Default: values may repeat. */
  unique?: Uniqueness;
}

interface ChoiceData extends FieldData {
  /** The values with their names in both languages, and a colour. */
  readonly options: readonly Option[];
  readonly offered?: readonly (string | number)[];
  readonly aliases?: Readonly<Record<string, string | number>>;
}

const column: ColumnKind = {
  columnType: (field) => (field.wire === "number" ? "integer" : "text"),
  type: (field) => (field.wire === "list" ? "text[]" : field.wire === "number" ? "integer" : varchar(64)),
  defaultOperator: "equal",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};

const choiceKind = fieldKind<ChoiceData>({
  ...chosen,
  kind: "choice",
  name: ["选项", "Choice"],
  wire: (field) => (field.multiple ? "list" : typeof field.options[0]?.[0] === "number" ? "number" : "text"),
  options: {
    options: z.array(option).min(1),
    default: scalar.optional(),
    offered: z.array(scalar).min(1).optional(),
    aliases: z.record(z.string(), scalar).optional(),
    search: searchMode,
    multiple: isTrue,
    unique: uniqueness,
  } satisfies Members<Omit<ChoiceData, keyof CommonData>>,
  screenOptions: ["offered"],
  column,
  searches: ["equal", "in"],
  choices: (field) => field.options,
  canBeUnique: true,
  baseColumns: ["status"],
  asks: "options",
  traits: { ...chosenTraits, widget: "options", paste: "option" },
  value(field) {
    const values = field.options.map(([value]) => value);
    return field.multiple ? z.array(z.literal(values.map(String))).max(values.length) : z.literal(values);
  },
  sample(field, context) {
    const value = field.options[context.number % field.options.length]?.[0];
    return field.multiple ? [String(value)] : value;
  },
  forbidden: (field) => [
    {
      value: field.multiple ? ["no such option"] : typeof field.options[0]?.[0] === "number" ? 987_654 : "no such option",
      code: "option",
      limit: "options",
    },
  ],
});

/** One of the options; `multiple: true` permits several, as texts. Values are numbers or texts on the wire, as written here. */
export const choice: KindBuilder &
  (<
    const O extends readonly Option[],
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
    const M extends true | undefined = undefined,
  >(
    zh: string,
    en: string,
    options: { options: O & EachOnce<O> } & ChoiceOptions<NoInfer<O[number][0]>, M> & CommonOptions<R, RO, W, Q>,
  ) => Field<M extends true ? string[] : O[number][0], ModeOf<R, RO>, [undefined, W | Q, undefined, false]>) = builderOf(
  choiceKind,
  (zh: string, en: string, options: object) => ({ kind: choiceKind.kind, label: [zh, en] as const, ...options }),
);
