// What screens know of the kinds of field: generated from their definitions, so that the browser loads none of these.
import { kindTraits } from "../../generated/kinds.ts";
import type { ScreenTraits } from "../schema/kind-traits.ts";
import { plainScreenTraits } from "./traits.ts";

const all: ReadonlyMap<string, ScreenTraits> = new Map(
  Object.entries(kindTraits).map(([kind, traits]) => [kind, { ...plainScreenTraits, ...traits }]),
);

/** Whether a field can be a column of a list: not one of which lists show no value. */
export function canBeColumn(field: { readonly kind: string; readonly screenOnly?: boolean }): boolean {
  const { isSecret, holdsRows } = traitsOf(field);
  return !isSecret && !holdsRows && field.screenOnly !== true;
}

/** The traits of a field's kind; those of a plain text where there is no such kind. */
export function traitsOf({ kind }: { readonly kind: string }): ScreenTraits {
  return all.get(kind) ?? plainScreenTraits;
}
