// Filters and sorting as Blade's query parameters (contract §5). The dialect decides what differs between back-ends.
import type { ScreenField } from "../../schema/screen.ts";
import { textOf } from "../api/record.ts";
import type { Dialect } from "../api/dialect.ts";

/** How a field is filtered: text within, equality, one of several, from–to. */
export type FilterOperator = "contains" | "eq" | "in" | "between";

export interface FieldFilter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: unknown;
}

export interface FieldSort {
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** Kinds whose values are looked for as a part unless the suffix says otherwise (contract §5). */
const textKinds: ReadonlySet<string> = new Set(["text", "textarea", "richtext", "code", "phone", "email", "url", "icon", "color"]);

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;

function endOf(kind: string, value: string, time: string): string {
  return kind !== "time" && dayOnly.test(value) ? `${value} ${time}` : value;
}

/**
 * Suffixes of from and to. Moments have those the specification names, whose ends are exclusive (contract §5); a day must not lose its
 * own first and last day, so the ends of days are inclusive.
 */
const rangeSuffixes: Readonly<Record<string, readonly [from: string, to: string]>> = {
  datetime: ["_dategt", "_datelt"],
  date: ["_datege", "_datele"],
};

function rangeQuery(name: string, kind: string, value: unknown): Record<string, string> {
  const [from, to] = Array.isArray(value) ? value.map(textOf) : [];
  const [fromSuffix, toSuffix] = rangeSuffixes[kind] ?? ["_ge", "_le"];
  return {
    ...(from === undefined || from === "" ? {} : { [name + fromSuffix]: endOf(kind, from, "00:00:00") }),
    ...(to === undefined || to === "" ? {} : { [name + toSuffix]: endOf(kind, to, "23:59:59") }),
  };
}

/** The query parameters of one filter; none where its value is empty (contract §5). */
export function filterQuery(filter: FieldFilter, field: Pick<ScreenField, "kind"> | undefined, dialect: Dialect): Record<string, string> {
  const { field: name, value } = filter;
  const kind = field?.kind ?? "";
  if (filter.operator === "between") return rangeQuery(name, kind, value);
  const values = (Array.isArray(value) ? value : [value]).map(textOf).filter((one) => one !== "");
  const [first] = values;
  if (first === undefined) return {};
  if (filter.operator === "contains") return { [name]: first };
  if (values.length > 1 && dialect.filters.several) return { [`${name}_in`]: values.join(",") };
  return { [name + dialect.filters.equal(textKinds.has(kind))]: first };
}

/** createTime → create_time: sort columns are names of columns (contract §5, §10.10). */
export function columnOf(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

export function sortQuery(sorts: readonly FieldSort[]): Record<string, string> {
  const columns = (order: "asc" | "desc") => sorts.filter((sort) => sort.order === order).map((sort) => columnOf(sort.field)).join(",");
  const ascs = columns("asc");
  const descs = columns("desc");
  return { ...(ascs === "" ? {} : { ascs }), ...(descs === "" ? {} : { descs }) };
}
