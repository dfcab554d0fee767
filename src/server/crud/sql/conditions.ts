// Conditions of definitions ("only rows that hold this") as SQL.
import type { ResourceModel } from "#schema/model";
import { alternativesOf, type Condition, type Expected, type Scalar } from "#schema/text";
import { fromWire } from "#schema/wire";
import { columnOf, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";

/** A piece of a WHERE clause: its text is made with the placeholders of its parameters. */
export interface SqlFragment {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly sql: (places: readonly string[]) => string;
}

function isNegated(expected: Expected): expected is { readonly not: Scalar | readonly Scalar[] } {
  return typeof expected === "object" && !Array.isArray(expected);
}

function listOf(expected: Scalar | readonly Scalar[]): readonly Scalar[] {
  return typeof expected === "object" ? expected : [expected];
}

/** Values of a condition are compared as text, as `meets` does; an empty one means "none" (schema/text.ts). */
function fragmentOf(column: StoredColumn, expected: Expected, alias: string): SqlFragment {
  const isNegation = isNegated(expected);
  const values = listOf(isNegation ? expected.not : expected).map((value) => fromWire(column.wire, value));
  const present = values.filter((value) => value !== null).map(String);
  const admitsNone = present.length < values.length;
  const columnSql = `${alias}.${quoted(column.column)}`;
  return {
    shape: `${column.column}${isNegation ? "!" : "="}${admitsNone ? "0" : ""}`,
    parameters: [present],
    sql: ([place]) => {
      const inList = column.columnType === "text" ? `${columnSql} = ANY(${place}::text[])` : `${columnSql}::text = ANY(${place}::text[])`;
      const exact = column.columnType === "integer" || column.columnType === "id" ? `${columnSql} = ANY(${place}::bigint[])` : inList;
      if (isNegation) return admitsNone ? `(${columnSql} IS NOT NULL AND NOT (${exact}))` : `(${columnSql} IS NULL OR NOT (${exact}))`;
      return admitsNone ? `(${columnSql} IS NULL OR ${exact})` : exact;
    },
  };
}

/** The pieces of a condition over the rows of a resource, which the statement calls by this alias. */
export function conditionFragments(resource: ResourceModel, condition: Condition, alias = "t"): readonly SqlFragment[] {
  const [only, ...others] = alternativesOf(condition).map((all) =>
    Object.entries(all).map(([name, expected]) => fragmentOf(columnOf(resource, name), expected, alias)),
  );
  if (only === undefined || others.length === 0) return only ?? [];
  return [anyOf([only, ...others].map(allOf))];
}

/** Several pieces as one; each takes its own placeholders. */
function joined(fragments: readonly SqlFragment[], word: "AND" | "OR"): SqlFragment {
  return {
    shape: `(${fragments.map(({ shape }) => shape).join(` ${word} `)})`,
    parameters: fragments.flatMap(({ parameters }) => parameters),
    sql: (places) => {
      let taken = 0;
      const parts = fragments.map(({ parameters, sql }) => sql(places.slice(taken, (taken += parameters.length))));
      return `(${parts.join(` ${word} `)})`;
    },
  };
}

const allOf = (fragments: readonly SqlFragment[]): SqlFragment => joined(fragments, "AND");
const anyOf = (fragments: readonly SqlFragment[]): SqlFragment => joined(fragments, "OR");
