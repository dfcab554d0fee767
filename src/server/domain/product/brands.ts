// Brands stand under a letter: the one that people give, else that of their name.
import { registerLetter } from "#schema/initials";
import type { SubmitEffect } from "../../contract.ts";

/** A letter that came from the name follows a new name; one that somebody chose stays. */
function letterOf(
  values: { readonly name?: string | null; readonly initial?: string | null },
  current: { readonly name: string | null; readonly initial: string | null } | undefined,
): string {
  const { name, initial } = { ...current, ...values };
  const isChosen = (initial ?? "") !== "" && !(initial === current?.initial && initial === registerLetter(current?.name ?? ""));
  return isChosen ? (initial ?? "") : registerLetter(name ?? "");
}

const brand: SubmitEffect<"brand"> = {
  beforeChange: (_tx, _context, { values, current }) => {
    values.initial = letterOf(values, current);
    return Promise.resolve();
  },
};

const productBrand: SubmitEffect<"product-brand"> = {
  beforeChange: (_tx, _context, { values, current }) => {
    values.initial = letterOf(values, current);
    return Promise.resolve();
  },
};

export const brandHooks = { submit: brand, restore: {} };
export const productBrandHooks = { submit: productBrand, restore: {} };
