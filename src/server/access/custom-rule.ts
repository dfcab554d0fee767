// The custom rule of a data scope: a condition in JSON, checked against the definition of the rows it limits. Never SQL: the columns it
// names must exist, and its values must fit their types.
import type { ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { columnsByName, containing, valueFor, type Filter } from "../crud/sql/filters.ts";
import type { ColumnType } from "../../fields/column.ts";
import type { StoredColumn } from "../store/columns.ts";
import { comparedWith, currents, holds, type Comparison, type Current, type RowRule } from "./row-rule.ts";

export const ruleLimits = { characters: 2000, depth: 5, comparisons: 50, members: 200, text: 200 } as const;

const operators = ["eq", "ne", "in", "gt", "ge", "lt", "le", "like", "isNull"] as const;
type Operator = (typeof operators)[number];

/** Column types without an order. */
const unordered: ReadonlySet<ColumnType> = new Set(["text", "id", "none"]);
const orders: Readonly<Partial<Record<Operator, Filter["operator"]>>> = { gt: "gt", ge: "ge", lt: "lt", le: "le" };

/** The problem with a rule, for its author. */
export class RuleFault extends Error {
  constructor(readonly text: Text) {
    super(text[1]);
    this.name = "RuleFault";
  }
}

function fault(place: string, [zh, en]: Text): never {
  throw new RuleFault(place === "" ? [zh, en] : [`${place}：${zh}`, `${place}: ${en}`]);
}

interface Reading {
  readonly resource: ResourceModel;
  /** Comparisons parsed so far. */
  count: number;
}

type Members = ReadonlyMap<string, unknown>;

function membersOf(value: unknown, place: string): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) fault(place, ["须为对象", "must be an object"]);
  return new Map(Object.entries(value));
}

function refuseOthers(members: Members, allowed: readonly string[], place: string): void {
  const other = [...members.keys()].find((name) => !allowed.includes(name));
  if (other !== undefined) fault(place, [`不认识“${other.slice(0, 40)}”`, `“${other.slice(0, 40)}” means nothing here`]);
}

/** The parsed rule of a JSON text for the rows of a resource. Throws RuleFault where it is invalid. */
export function readCustomRule(resource: ResourceModel, json: string): RowRule {
  if (json.trim() === "") fault("", ["请输入自定义规则", "Please enter the custom rule"]);
  if (json.length > ruleLimits.characters)
    fault("", [`规则最长 ${ruleLimits.characters} 个字符`, `A rule has at most ${ruleLimits.characters} characters`]);
  return readNode({ resource, count: 0 }, parsed(json), "", 1);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return fault("", ["规则须为 JSON，不接受 SQL", "The rule must be JSON; SQL is not taken"]);
  }
}

function readNode(reading: Reading, value: unknown, place: string, depth: number): RowRule {
  if (depth > ruleLimits.depth) fault(place, [`嵌套最多 ${ruleLimits.depth} 层`, `Conditions may be nested ${ruleLimits.depth} deep`]);
  const members = membersOf(value, place);
  for (const joint of ["and", "or"] as const) {
    if (!members.has(joint)) continue;
    refuseOthers(members, [joint], place);
    const parts = members.get(joint);
    const path = place === "" ? joint : `${place}.${joint}`;
    if (!Array.isArray(parts) || parts.length === 0) fault(path, ["须为非空数组", "must be a list with at least one condition"]);
    const rules = parts.map((part: unknown, index) => readNode(reading, part, `${path}[${index}]`, depth + 1));
    return joint === "and" ? { all: rules } : { any: rules };
  }
  refuseOthers(members, ["field", "op", "value"], place);
  reading.count += 1;
  if (reading.count > ruleLimits.comparisons)
    fault("", [`最多 ${ruleLimits.comparisons} 个条件`, `A rule has at most ${ruleLimits.comparisons} comparisons`]);
  return readComparison(reading.resource, members, place);
}

/** A column of the definition, by its name on the wire or in the table. Secrets and structured values are compared with nothing. */
export function comparableColumn(resource: ResourceModel, name: string): StoredColumn | undefined {
  const column = columnsByName(resource).get(name);
  return column?.field?.traits.isSecret === true ? undefined : column;
}

function readComparison(resource: ResourceModel, members: Members, place: string): RowRule {
  const [name, op] = [members.get("field"), members.get("op")];
  const column = typeof name === "string" ? comparableColumn(resource, name) : undefined;
  if (column === undefined) {
    const shown = typeof name === "string" ? name.slice(0, 40) : "";
    fault(place, [`“${resource.label[0]}”没有字段“${shown}”`, `“${resource.label[1]}” has no field “${shown}”`]);
  }
  const operator = operators.find((one) => one === op);
  if (operator === undefined) fault(place, [`op 须为 ${operators.join("、")} 之一`, `op must be one of ${operators.join(", ")}`]);
  return comparisonOf(column, operator, members.get("value"), place);
}

function comparisonOf(column: StoredColumn, operator: Operator, value: unknown, place: string): RowRule {
  const current = currentIn(value, place);
  if (current !== undefined) return withCurrent(column, operator, current, place);
  switch (operator) {
    case "isNull":
      if (value !== undefined && typeof value !== "boolean")
        fault(place, ["isNull 的 value 须为 true 或 false", "The value of isNull is true or false"]);
      return plain(column, value === false ? "notnull" : "null", undefined);
    case "in":
      if (!Array.isArray(value) || value.length === 0 || value.length > ruleLimits.members) {
        fault(place, [
          `in 的 value 须为 1 至 ${ruleLimits.members} 个值的数组`,
          `The value of in is a list of 1 to ${ruleLimits.members} values`,
        ]);
      }
      return plain(
        column,
        "in",
        value.map((member: unknown) => literalOf(column, member, place)),
      );
    case "like":
      if (column.columnType !== "text" || column.isArray)
        fault(place, [`字段“${column.name}”不是文本，不能用 like`, `“${column.name}” is not a text, so like cannot be used`]);
      return { filter: containing(column, literalOf(column, value, place)) };
    case "eq":
      return plain(column, "equal", literalOf(column, value, place));
    case "ne":
      return differs(plain(column, "notequal", literalOf(column, value, place)));
    default: {
      if (unordered.has(column.columnType) || column.isArray)
        fault(place, [
          `字段“${column.name}”没有大小之分，不能用 ${operator}`,
          `“${column.name}” has no order, so ${operator} cannot be used`,
        ]);
      return plain(column, orders[operator] ?? "equal", literalOf(column, value, place));
    }
  }
}

function plain(column: StoredColumn, operator: Filter["operator"], parameter: unknown): Comparison {
  return { filter: { column, operator, parameter, ignoresCase: false } };
}

/** A row that holds nothing differs from every value. */
function differs(comparison: Comparison): Comparison {
  return { ...comparison, filter: { ...comparison.filter, includeNull: true } };
}

/** The placeholder that a value is: `{"current": "user"}`. */
function currentIn(value: unknown, place: string): Current | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const members = membersOf(value, place);
  refuseOthers(members, ["current"], place);
  const current = currents.find((one) => one === members.get("current"));
  return current ?? fault(place, [`current 须为 ${currents.join("、")} 之一`, `current must be one of ${currents.join(", ")}`]);
}

function withCurrent(column: StoredColumn, operator: Operator, current: Current, place: string): RowRule {
  if (!holds(column, current))
    fault(place, [`字段“${column.name}”不能与当前 ${current} 比较`, `“${column.name}” does not match the placeholder current ${current}`]);
  const comparison = comparedWith(column, current);
  if (comparison.filter.operator === "in") {
    if (operator !== "in") fault(place, [`当前 ${current} 是多个值，须用 in`, `current ${current} is several values: use in`]);
    return comparison;
  }
  if (operator === "eq") return comparison;
  if (operator !== "ne") fault(place, [`当前 ${current} 只能用 eq 或 ne`, `current ${current} can be compared by eq and ne only`]);
  return differs({ ...comparison, filter: { ...comparison.filter, operator: "notequal" } });
}

const kinds: Readonly<Record<StoredColumn["columnType"], Text>> = {
  text: ["文本", "a text"],
  none: ["文本", "a text"],
  id: ["ID", "an id"],
  integer: ["整数", "a whole number"],
  decimal: ["数字", "a number"],
  date: ["日期 yyyy-MM-dd", "a date yyyy-MM-dd"],
  datetime: ["日期或时间 yyyy-MM-dd HH:mm:ss", "a date or a time yyyy-MM-dd HH:mm:ss"],
  time: ["时间 HH:mm:ss", "a time HH:mm:ss"],
};

/** A value that the column can hold, as the parameter that it is compared with. */
function literalOf(column: StoredColumn, value: unknown, place: string): string {
  const isNumeric = column.columnType === "id" || column.columnType === "integer" || column.columnType === "decimal";
  const isNumber =
    isNumeric && typeof value === "number" && (column.columnType === "decimal" ? Number.isFinite(value) : Number.isSafeInteger(value));
  const text = isNumber ? String(value) : typeof value === "string" ? value : undefined;
  const converted =
    text === undefined || text === "" || text.length > ruleLimits.text || text.includes("\0") ? undefined : valueFor(column, text);
  const [zh, en] = kinds[column.columnType];
  return (
    converted ??
    fault(place, [
      `字段“${column.name}”的值须为${zh}，最长 ${ruleLimits.text} 个字符`,
      `The value of “${column.name}” must be ${en} of at most ${ruleLimits.text} characters`,
    ])
  );
}
