// Conditions of a list in groups (docs/wire.md §5.2): what a parameter may say, as it travels, in an address and in a saved view.
import { isRecord, parsedJson } from "./json.ts";
import { reportOperators } from "./report.ts";
import type { Text } from "./text.ts";

/** The parameter of a list. */
export const conditionsParameter = "conditions";

/** Comparisons: those of reports, and two more of lists. */
const conditionOperators = [...reportOperators, "notlike", "likeright"] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** One comparison: of a field, or of a field of a row that is referred to (`memberId.levelId`). */
export interface ListCondition {
  readonly field: string;
  readonly operator: ConditionOperator;
  /** As a filter takes it; several joined by commas; the name of a relative time for `during`. */
  readonly value?: string;
}

/** Conditions of which all hold, or any. */
export interface ConditionGroup {
  readonly of: "all" | "any";
  readonly items: readonly ConditionItem[];
}

/** A field that conditions may be about. */
export interface ConditionField {
  readonly path: string;
  readonly label: string;
  /** Whose field it is, where it is one of other rows. */
  readonly of?: string;
  /** Its resource and name, for its input. */
  readonly resource: string;
  readonly name: string;
  readonly type: "number" | "time" | "text" | "several";
}

export type ConditionItem = ListCondition | ConditionGroup;

export const conditionLimits = {
  /** Characters of the parameter. */
  length: 4_000,
  /** Comparisons in all groups together. */
  count: 20,
  /** Groups within groups, the outermost counted. */
  depth: 3,
  /** Characters of a value that is no list. */
  value: 500,
} as const;

export const isGroup = (item: ConditionItem): item is ConditionGroup => "items" in item;

/** The comparisons of a group, in all groups below it. */
export const comparisonsOf = (item: ConditionItem): readonly ListCondition[] =>
  isGroup(item) ? item.items.flatMap(comparisonsOf) : [item];

const noJson: Text = ["筛选条件不是有效的 JSON", "The conditions are no JSON"];
const malformed: Text = [
  "筛选条件的格式不正确：应为 { all: […] } 或 { any: […] }，每项有 field、operator 和 value",
  "The conditions are malformed: they are { all: […] } or { any: […] }, of which each has field, operator and value",
];
const tooLong: Text = [
  `筛选条件不能超过 ${conditionLimits.length} 个字符`,
  `The conditions are longer than ${conditionLimits.length} characters`,
];
const tooMany: Text = [`筛选条件最多 ${conditionLimits.count} 项`, `There are more than ${conditionLimits.count} conditions`];
const tooDeep: Text = [
  `条件组最多嵌套 ${conditionLimits.depth - 1} 层`,
  `Groups of conditions are nested more than ${conditionLimits.depth - 1} levels deep`,
];

const isOperator = (value: unknown): value is ConditionOperator => conditionOperators.some((one) => one === value);

function conditionIn({ field, operator, value, ...others }: Record<string, unknown>): ListCondition | undefined {
  if (typeof field !== "string" || field === "" || !isOperator(operator) || Object.keys(others).length > 0) return undefined;
  if (value === undefined) return { field, operator };
  return typeof value === "string" ? { field, operator, value } : undefined;
}

function groupIn(sent: unknown, depth: number): ConditionGroup | { readonly fault: Text } {
  if (!isRecord(sent)) return { fault: malformed };
  const [[of, items] = [], ...others] = Object.entries(sent);
  if ((of !== "all" && of !== "any") || !Array.isArray(items) || others.length > 0) return { fault: malformed };
  if (depth > conditionLimits.depth) return { fault: tooDeep };
  const read: ConditionItem[] = [];
  for (const item of items.map((one: unknown) => one)) {
    const one = isRecord(item) && "field" in item ? conditionIn(item) : groupIn(item, depth + 1);
    if (one === undefined) return { fault: malformed };
    if ("fault" in one) return one;
    read.push(one);
  }
  return { of, items: read };
}

/** The conditions of a parameter, or what is wrong with it. */
export function readConditions(text: string): ConditionGroup | { readonly fault: Text } {
  if (text.length > conditionLimits.length) return { fault: tooLong };
  const sent = parsedJson(text);
  if (sent === undefined) return { fault: noJson };
  const group = groupIn(sent, 1);
  return "items" in group && comparisonsOf(group).length > conditionLimits.count ? { fault: tooMany } : group;
}

const asSent = (item: ConditionItem): unknown => (isGroup(item) ? { [item.of]: item.items.map(asSent) } : item);

/** The parameter of conditions; "" where there are none. */
export function writeConditions(group: ConditionGroup): string {
  return comparisonsOf(group).length === 0 ? "" : JSON.stringify(asSent(group));
}

/** The paths of the fields that a parameter names. */
export function fieldsOfConditions(text: string): readonly string[] {
  const group = readConditions(text);
  return "fault" in group ? [] : [...new Set(comparisonsOf(group).map(({ field }) => field))];
}

/** Conditions in two parts: what can be used, and what is left out with fields that somebody does not see; each "" where there is none. */
export function splitConditions(text: string, isHidden: (path: string) => boolean): { readonly used: string; readonly leftOut: string } {
  const group = readConditions(text);
  // What cannot be read now is not lost.
  if ("fault" in group) return { used: "", leftOut: text };
  const names = (item: ConditionItem): boolean => comparisonsOf(item).some(({ field }) => isHidden(field));
  if (!names(group)) return { used: text, leftOut: "" };
  // Without one of its alternatives a group would find other rows.
  if (group.of === "any") return { used: "", leftOut: text };
  const part = (isOut: boolean) => writeConditions({ of: "all", items: group.items.filter((item) => names(item) === isOut) });
  return { used: part(false), leftOut: part(true) };
}

/** Rows that meet both; each may be "". Of two, one that cannot be read is dropped. */
export function joinedConditions(one: string, other: string): string {
  if (one === "" || other === "") return one + other;
  const groups = [one, other].map(readConditions);
  const items = groups.flatMap((group): readonly ConditionItem[] => ("fault" in group ? [] : group.of === "all" ? group.items : [group]));
  return writeConditions({ of: "all", items });
}
