// A life cycle: named states, moved by actions and events only.
import { z } from "zod";
import type { Field, FieldData } from "../../schema/field.ts";
import type { Text } from "../../schema/text.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Option } from "../options.ts";

export interface StateData extends FieldData {
  /** The name used in definitions → value on the wire, names for people, colour. */
  readonly states: Readonly<Record<string, Option<number>>>;
  readonly initial?: string;
}

interface StateOptions<S> {
  search?: "equal" | "in";
  list?: boolean;
  help?: Text;
  /** The state of a new row; the first one unless said. */
  initial?: keyof S;
}

/** A life cycle. Names for people and code, numbers on the wire. No submit ever sets it; actions and events move it. */
export const state: <const S extends Readonly<Record<string, Option<number>>>>(zh: string, en: string, states: S, more?: StateOptions<S>) =>
  Field<S[keyof S][0], "readonly", [undefined, undefined, keyof S & string, false]> =
  (zh: string, en: string, states: object, more?: object) => ({ kind: "state", label: [zh, en] as const, states, readonly: true, ...more });

/** The state in which a row begins, as its value on the wire. */
export function initialState(field: StateData): number {
  const name = field.initial ?? Object.keys(field.states)[0];
  const initial = name === undefined ? undefined : field.states[name];
  if (initial === undefined) throw new Error(`the life cycle ${field.label[1]} has no state ${String(name)}`);
  return initial[0];
}

export const stateKind = fieldKind<StateData>({
  kind: "state",
  wire: () => "number",
  listed: true,
  searches: ["equal", "in"],
  value: (field) => z.literal(Object.values(field.states).map(([value]) => value)),
  sample: (field) => initialState(field),
  forbidden: () => [],
});
