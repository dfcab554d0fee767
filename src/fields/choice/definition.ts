// One (or several) of a fixed list that the definition itself holds.
import { z } from "zod";
import type { Condition } from "../../schema/text.ts";
import type { CommonOptions, Field, FieldData, ModeOf, Requirement } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { EachOnce, Option } from "../options.ts";

interface ChoiceOptions<V, M> {
  default?: V;
  search?: "equal" | "in";
  multiple?: M;
}

export interface ChoiceData extends FieldData {
  readonly options: readonly Option[];
}

/** One of the options; `multiple: true` admits several, as texts. Values are numbers or texts on the wire, as written here. */
export const choice: <
  const O extends readonly Option[],
  const R extends Requirement = undefined,
  const RO extends true | undefined = undefined,
  const W extends Condition | undefined = undefined,
  const M extends true | undefined = undefined,
>(zh: string, en: string, options: { options: O & EachOnce<O> } & ChoiceOptions<NoInfer<O[number][0]>, M> & CommonOptions<R, RO, W>) =>
  Field<M extends true ? string[] : O[number][0], ModeOf<R, RO>, [undefined, W, undefined, false]> =
  (zh: string, en: string, options: object) => ({ kind: "choice", label: [zh, en] as const, ...options });

export const choiceKind = fieldKind<ChoiceData>({
  kind: "choice",
  wire: (field) => (field.multiple ? "list" : typeof field.options[0]?.[0] === "number" ? "number" : "text"),
  listed: true,
  searches: ["equal", "in"],
  value(field) {
    const values = field.options.map(([value]) => value);
    return field.multiple ? z.array(z.literal(values.map(String))).max(values.length) : z.literal(values);
  },
  sample(field, context) {
    const value = field.options[context.number % field.options.length]?.[0];
    return field.multiple ? [String(value)] : value;
  },
  forbidden: (field) => [
    { value: field.multiple ? ["no such option"] : typeof field.options[0]?.[0] === "number" ? 987_654 : "no such option", code: "option", limit: "options" },
  ],
});
