// A comparison of a report, or of conditions in groups, as filters of the list of its rows.
import { relativeTimes, type ListFilter, type RelativeTime } from "#schema/report";
import type { ConditionOperator } from "#schema/list-conditions";
import type { Text } from "#schema/text";
import type { StoredColumn } from "../../store/columns.ts";
import { isTemporal } from "./fields.ts";
import { daysMeant } from "./times.ts";

const isRelativeTime = (value: string): value is RelativeTime => relativeTimes.some((one) => one === value);

interface Comparison {
  readonly operator: ConditionOperator;
  readonly value?: string;
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Whether a comparison has come out as what is wrong with it; no parameter of a list is a list itself. */
export const isFault = (read: ListFilter | { readonly fault: Text }): read is { readonly fault: Text } => Array.isArray(read["fault"]);

/** The parameters of the list, or what is wrong with the value; `today` is the day that relative times begin from. */
export function filterOfComparison(
  { operator, value = "" }: Comparison,
  column: StoredColumn,
  today: string,
): ListFilter | { readonly fault: Text } {
  const { name } = column;
  if (operator === "null" || operator === "notnull") return { [`${name}_${operator}`]: "1" };
  if (value === "") return { fault: ["请输入筛选值", "Enter a value to filter by"] };
  if (operator === "during") {
    if (!isTemporal(column) || !isRelativeTime(value)) return { fault: ["请选择时间范围", "Choose a range of time"] };
    const { from, to } = daysMeant(value, today);
    return { [`${name}_datege`]: from, [`${name}_datelt`]: to };
  }
  if (operator === "within") return { [name]: value };
  if (column.columnType === "datetime" && isDay(value)) {
    if (operator === "le" || operator === "gt") return { [`${name}_${operator}`]: `${value} 23:59:59` };
    if (operator === "equal") return { [`${name}_ge`]: value, [`${name}_le`]: `${value} 23:59:59` };
  }
  return { [`${name}_${operator}`]: value };
}
