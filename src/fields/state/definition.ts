// A life cycle: named states, moved by actions and events only.
import { z } from "zod";
import { builderOf, type Field, type FieldData, type KindBuilder } from "../../schema/field.ts";
import type { Text } from "../../schema/text.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { chosen, chosenTraits } from "../chosen.ts";
import { smallNumberColumn } from "../column.ts";
import { searchMode, type Members } from "../option-shapes.ts";
import type { Option } from "../options.ts";

interface StateData extends FieldData {
  /** The states by their names, after the labels: value on the wire, names in both languages, colour. */
  readonly states: Readonly<Record<string, Option<number>>>;
  readonly initial?: string;
  readonly final?: readonly string[];
}

interface StateOptions<S> {
  /** In the search panel: by one state, or by several. Default: not searched. */
  search?: "equal" | "in";
  list?: boolean;
  help?: Text;
  /** The state of a new row. Default: the first one. */
  initial?: keyof S;
  /**
   * Final states whose colour suggests that something is left to do: `expired` in orange. Green and red states, and those without a colour
   * except the first, may be final anyway. Default: none.
   */
  final?: readonly (keyof S)[];
}

/** The state in which a row begins, as its value on the wire. */
function initialState(field: StateData): number {
  const name = field.initial ?? Object.keys(field.states)[0];
  const initial = name === undefined ? undefined : field.states[name];
  if (initial === undefined) throw new Error(`the life cycle ${field.label[1]} has no state ${String(name)}`);
  return initial[0];
}

const stateKind = fieldKind<StateData>({
  ...chosen,
  kind: "state",
  name: ["状态", "State"],
  wire: () => "number",
  options: {
    states: z.record(
      z.string(),
      z.union([z.tuple([z.number(), z.string(), z.string()]), z.tuple([z.number(), z.string(), z.string(), z.string()])]),
    ),
    initial: z.string().optional(),
    final: z.array(z.string()).min(1).optional(),
    search: searchMode,
  } satisfies Members<Pick<StateData, "states" | "initial" | "final" | "search">>,
  screenOptions: [],
  column: smallNumberColumn,
  searches: ["equal", "in"],
  // Actions and events set it, and nobody is asked for it.
  given: "entered",
  choices: (field) => Object.values(field.states),
  initial: initialState,
  canBeUnique: false,
  baseColumns: ["status"],
  asks: "states",
  traits: { ...chosenTraits, widget: "own", isGroup: true, rowWidth: 160 },
  value: (field) => z.literal(Object.values(field.states).map(([value]) => value)),
  sample: (field) => initialState(field),
  forbidden: () => [],
});

/** A life cycle. It has names for users and code, and numbers on the wire. No submit sets it; actions and events change it. */
export const state: KindBuilder &
  (<const S extends Readonly<Record<string, Option<number>>>>(
    zh: string,
    en: string,
    states: S,
    more?: StateOptions<S>,
  ) => Field<S[keyof S][0], "readonly", [undefined, undefined, keyof S & string, false]>) = builderOf(
  stateKind,
  (zh: string, en: string, states: object, more?: object) => ({
    kind: stateKind.kind,
    label: [zh, en] as const,
    states,
    readonly: true,
    ...more,
  }),
);
