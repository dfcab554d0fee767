// What a chart makes of its values before they are drawn.
import { textOf, type Row } from "../api/record.ts";

const millisecondsOfDay = 86_400_000;
/** More days than a report covers are not filled in. */
const maxDays = 400;

/** Whether a time is a month, "2025-03", and not a day. */
export const isMonth = (time: string): boolean => /^\d{4}-\d{2}$/.test(time);

const monthIn = (time: string): number => Number(time.slice(0, 4)) * 12 + Number(time.slice(5, 7)) - 1;

/** Months without rows have a place on the axis, too. */
function everyMonth(rows: readonly Row[], name: string): readonly Row[] {
  const byMonth = new Map(rows.map((row) => [textOf(row[name]), row]));
  const months = [...byMonth.keys()].toSorted();
  const [first, last] = [monthIn(months[0] ?? ""), monthIn(months.at(-1) ?? "")];
  return Array.from({ length: last - first + 1 }, (_month, index) => {
    const month = first + index;
    const text = `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
    return byMonth.get(text) ?? { [name]: text };
  });
}

/** Days without rows have a place on the axis, too: all of the period that was asked for, where it is known. Of months the same. */
export function everyDay(rows: readonly Row[], name: string, period?: readonly [from: string, to: string]): readonly Row[] {
  if (isMonth(textOf(rows[0]?.[name]))) return everyMonth(rows, name);
  const byDay = new Map(rows.map((row) => [textOf(row[name]), row]));
  const days = [...byDay.keys(), ...(period ?? []).map((day) => day.slice(0, 10))].toSorted();
  const [first, last] = [Date.parse(days[0] ?? ""), Date.parse(days.at(-1) ?? "")];
  const count = (last - first) / millisecondsOfDay + 1;
  if (!(count <= maxDays)) return rows;
  return Array.from({ length: count }, (_day, index) => {
    const day = new Date(first + index * millisecondsOfDay).toISOString().slice(0, 10);
    return byDay.get(day) ?? { [name]: day };
  });
}

/** Which series lie upon one before them, and would hide it. */
export function covering(series: readonly { readonly values: readonly number[] }[]): readonly boolean[] {
  const seen = new Set<string>();
  return series.map(({ values }) => {
    const key = values.join();
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}
