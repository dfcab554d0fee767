// What a chart makes of its values before they are drawn.
import { textOf, type Row } from "../api/record.ts";

const millisecondsOfDay = 86_400_000;
/** More days than a report covers are not filled in. */
const maxDays = 400;

/** Days without rows have a place on the axis, too: all of the period that was asked for, where it is known. */
export function everyDay(rows: readonly Row[], name: string, period?: readonly [from: string, to: string]): readonly Row[] {
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
