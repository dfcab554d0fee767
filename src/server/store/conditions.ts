// Conditions of definitions ("only rows that hold this") as SQL.
import type { ResourceModel } from "#schema/model";
import { isRelative, temporalOf, timeNamed } from "#schema/local-time";
import {
  alternativesOf,
  comparisonsIn,
  isComparison,
  isNegation,
  type AllOf,
  type Comparator,
  type Comparison,
  type Condition,
  type Expected,
  type Operand,
  type Scalar,
} from "#schema/text";
import { fromWire } from "#schema/wire";
import { columnOf, type StoredColumn } from "./columns.ts";
import { literal, quoted } from "./names.ts";

/**
 * A piece of a WHERE clause: its text is made with the placeholders of its parameters, and with that of the tenant where the
 * rows are of one: a distributed database needs it beside every table of tenants that the piece reads.
 */
export interface SqlFragment {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly sql: (places: readonly string[], tenant?: string) => string;
}

function listOf(expected: Scalar | readonly Scalar[]): readonly Scalar[] {
  return typeof expected === "object" ? expected : [expected];
}

/** Values of a condition are compared as text, as `meets` does; an empty one means "none" (schema/text.ts). */
function valuesFragment(column: StoredColumn, expected: Exclude<Expected, Comparison>, alias: string): SqlFragment {
  const isNegated = isNegation(expected);
  const values = listOf(isNegated ? expected.not : expected).map((value) => fromWire(column.wire, value));
  const present = values.filter((value) => value !== null).map(String);
  const admitsNone = present.length < values.length;
  const columnSql = `${alias}.${quoted(column.column)}`;
  return {
    shape: `${column.column}${isNegated ? "!" : "="}${admitsNone ? "0" : ""}`,
    parameters: [present],
    sql: ([place]) => {
      const inList = column.columnType === "text" ? `${columnSql} = ANY(${place}::text[])` : `${columnSql}::text = ANY(${place}::text[])`;
      const exact = column.columnType === "integer" || column.columnType === "id" ? `${columnSql} = ANY(${place}::bigint[])` : inList;
      if (isNegated) return admitsNone ? `(${columnSql} IS NOT NULL AND NOT (${exact}))` : `(${columnSql} IS NULL OR NOT (${exact}))`;
      return admitsNone ? `(${columnSql} IS NULL OR ${exact})` : exact;
    },
  };
}

const symbols: Readonly<Record<Comparator, string>> = { gt: ">", ge: ">=", lt: "<", le: "<=", eq: "=", ne: "<>" };

/** Rows as a statement calls them, and local time. */
interface Rows {
  readonly resource: ResourceModel;
  readonly alias: string;
  readonly now: string;
}

/** A piece without parameters. */
const plain = (text: string): SqlFragment => ({ shape: text, parameters: [], sql: () => text });

const isTime = ({ columnType }: StoredColumn): boolean => columnType === "date" || columnType === "datetime";

/** Both sides as one type: numbers of different kinds compare as they are, a moment with a day by its day. */
function comparedWithColumn(column: StoredColumn, comparator: Comparator, other: StoredColumn, alias: string): SqlFragment {
  const isDay = isTime(column) && isTime(other) && column.columnType !== other.columnType;
  const side = ({ column: name }: StoredColumn) => `${alias}.${quoted(name)}${isDay ? "::date" : ""}`;
  return plain(`${side(column)} ${symbols[comparator]} ${side(other)}`);
}

function comparedWithValue(column: StoredColumn, comparator: Comparator, value: string, alias: string): SqlFragment {
  const isDay = column.columnType === "datetime" && temporalOf(value) === "day";
  const type = isDay
    ? "date"
    : column.columnType === "datetime"
      ? "timestamp"
      : isTime(column)
        ? "date"
        : column.columnType === "time"
          ? "time"
          : "numeric";
  const given = column.columnType === "date" ? value.slice(0, 10) : value;
  return {
    shape: `${column.column}${symbols[comparator]}${type}`,
    parameters: [given],
    sql: ([place]) => `${alias}.${quoted(column.column)}${isDay ? "::date" : ""} ${symbols[comparator]} ${place}::${type}`,
  };
}

function comparedWith(column: StoredColumn, comparator: Comparator, operand: Operand, { resource, alias, now }: Rows): SqlFragment {
  if (typeof operand === "object") return comparedWithColumn(column, comparator, columnOf(resource, operand.field), alias);
  return comparedWithValue(column, comparator, timeNamed(String(operand), now), alias);
}

/** A comparison with an empty value is unknown, so that rows without one do not meet it. */
function comparisonFragments(column: StoredColumn, comparison: Comparison, rows: Rows): readonly SqlFragment[] {
  const name = `${rows.alias}.${quoted(column.column)}`;
  const none = column.isArray ? `coalesce(cardinality(${name}), 0) = 0` : `${name} IS NULL`;
  const { empty } = comparison;
  return [
    ...(empty === undefined ? [] : [plain(empty ? none : `NOT (${none})`)]),
    ...comparisonsIn(comparison).map(([comparator, operand]) => comparedWith(column, comparator, operand, rows)),
  ];
}

function allFragments(all: AllOf, rows: Rows): readonly SqlFragment[] {
  return Object.entries(all).flatMap(([name, expected]) => {
    const column = columnOf(rows.resource, name);
    return isComparison(expected) ? comparisonFragments(column, expected, rows) : [valuesFragment(column, expected, rows.alias)];
  });
}

/** The pieces of a condition over the rows of a resource, which the statement calls by this alias. */
export function conditionFragments(
  resource: ResourceModel,
  condition: Condition,
  { alias = "t", now }: { readonly alias?: string; readonly now: string },
): readonly SqlFragment[] {
  const [only, ...others] = alternativesOf(condition).map((all) => allFragments(all, { resource, alias, now }));
  if (only === undefined || others.length === 0) return only ?? [];
  return [anyOf([only, ...others].map(allOf))];
}

/** Several pieces as one; each takes its own placeholders. */
function joined(fragments: readonly SqlFragment[], word: "AND" | "OR"): SqlFragment {
  return {
    shape: `(${fragments.map(({ shape }) => shape).join(` ${word} `)})`,
    parameters: fragments.flatMap(({ parameters }) => parameters),
    sql: (places, tenant) => {
      let taken = 0;
      const parts = fragments.map(({ parameters, sql }) => sql(places.slice(taken, (taken += parameters.length)), tenant));
      return `(${parts.join(` ${word} `)})`;
    },
  };
}

export const allOf = (fragments: readonly SqlFragment[]): SqlFragment => joined(fragments, "AND");
const anyOf = (fragments: readonly SqlFragment[]): SqlFragment => joined(fragments, "OR");

/** Conditions of constraints compare with no present ({@link isConstantCondition}). */
const unused = "";

/** A condition as the text of a constraint of the table itself, without parameters. */
export function constraintSql(resource: ResourceModel, condition: Condition, alias = quoted(resource.table)): string {
  const pieces = conditionFragments(resource, condition, { alias, now: unused }).map(({ parameters, sql }) =>
    sql(parameters.map((parameter) => literal(Array.isArray(parameter) ? `{${parameter.map(elementOf).join(",")}}` : String(parameter)))),
  );
  return pieces.length === 0 ? "true" : pieces.join(" AND ");
}

const elementOf = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`;

/** A constraint is kept at all times, so it cannot compare with the present. */
export function isConstant(comparison: Comparison): boolean {
  return comparisonsIn(comparison).every(([, operand]) => typeof operand !== "string" || !isRelative(operand));
}

export function isConstantCondition(condition: Condition): boolean {
  return alternativesOf(condition).every((all) => Object.values(all).every((one) => !isComparison(one) || isConstant(one)));
}
