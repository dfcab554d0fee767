// The formulas of a resource over its model, and what they change in a row that is written.
import { formulaValues, type FormulaField, type Formulas } from "./formulas.ts";
import { kindData, type FieldModel, type ResourceModel } from "./model.ts";

function formulaField({ name, wire, data, traits, fields }: FieldModel): FormulaField {
  const { scale, formulas } = kindData(data);
  return { name, wire, scale: scale ?? traits.scale ?? 0, formulas, fields: fields.map(formulaField) };
}

/** Part of a resource that formulas are read from. */
export type WithFormulas = Pick<ResourceModel, "fields"> & { readonly data?: Pick<ResourceModel["data"], "formulas" | "rules"> };

const cached = new WeakMap<WithFormulas, Formulas>();

/** The formulas of a resource. */
export function formulasOf(resource: WithFormulas): Formulas {
  let formulas = cached.get(resource);
  if (formulas === undefined) {
    formulas = { formulas: resource.data?.formulas, fields: resource.fields.map(formulaField) };
    cached.set(resource, formulas);
  }
  return formulas;
}

/** A write of a row: what it sets, and the row as it is stored. */
interface WrittenRow {
  readonly values: Readonly<Record<string, unknown>>;
  readonly current?: Readonly<Record<string, unknown>> | undefined;
  readonly now?: string;
}

/** What formulas change in a row that is written: their own fields, and the rows of lines that are written. */
export function followingValues(resource: WithFormulas, { values, current, now }: WrittenRow): Record<string, unknown> {
  const followed = formulaValues(formulasOf(resource), { ...current, ...values }, now);
  const isOther = (name: string, value: unknown) => current === undefined || String(current[name] ?? "") !== String(value ?? "");
  return Object.fromEntries(
    Object.entries(followed).filter(([name, value]) => (Array.isArray(value) ? name in values : name in values || isOther(name, value))),
  );
}
