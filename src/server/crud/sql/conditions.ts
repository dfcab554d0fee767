// Conditions of definitions ("only rows that hold this") as SQL.
import type { ResourceModel } from "#schema/model";
import type { Condition, Expected, Scalar } from "#schema/text";
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

/** Values of a condition are compared as text, as `meets` does; an empty one stands for "none" (schema/text.ts). */
function pieceOf(column: StoredColumn, expected: Expected, alias: string): SqlFragment {
  const isNegation = isNegated(expected);
  const values = listOf(isNegation ? expected.not : expected).map((value) => fromWire(column.wire, value));
  const present = values.filter((value) => value !== null).map(String);
  const admitsNone = present.length < values.length;
  const held = `${alias}.${quoted(column.column)}`;
  return {
    shape: `${column.column}${isNegation ? "!" : "="}${admitsNone ? "0" : ""}`,
    parameters: [present],
    sql: ([place]) => {
      const inList = column.family === "text" ? `${held} = ANY(${place}::text[])` : `${held}::text = ANY(${place}::text[])`;
      const exact = column.family === "integer" || column.family === "id" ? `${held} = ANY(${place}::bigint[])` : inList;
      if (isNegation) return admitsNone ? `(${held} IS NOT NULL AND NOT (${exact}))` : `(${held} IS NULL OR NOT (${exact}))`;
      return admitsNone ? `(${held} IS NULL OR ${exact})` : exact;
    },
  };
}

/** The pieces of a condition over the rows of a resource, which the statement calls by this alias. */
export function conditionPieces(resource: ResourceModel, condition: Condition, alias = "t"): readonly SqlFragment[] {
  return Object.entries(condition).map(([name, expected]) => pieceOf(columnOf(resource, name), expected, alias));
}
