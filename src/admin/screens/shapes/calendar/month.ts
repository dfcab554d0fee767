// The days of a month in its weeks, and on which of them a row is.
import { textOf, type Row } from "../../../api/wire-data.ts";

const isDay = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/;
const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** What an address names: a month, or a day of it; anything else is today's month. */
export function seenAt(text: string | undefined, today: string): { readonly month: string; readonly day: string | undefined } {
  if (text !== undefined && isMonth.test(text)) return { month: text, day: undefined };
  if (text !== undefined && isDay.test(text) && dayAfter(text, 0) === text) return { month: text.slice(0, 7), day: text };
  return { month: today.slice(0, 7), day: undefined };
}

export function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? "" : new Date(time + days * 86_400_000).toISOString().slice(0, 10);
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The weeks that have a day of the month, from Monday to Sunday. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const monday = dayAfter(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7));
  const next = `${monthAfter(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let day = monday; day < next; day = dayAfter(day, 7)) weeks.push(Array.from({ length: 7 }, (_one, index) => dayAfter(day, index)));
  return weeks;
}

interface Dated {
  readonly from: string;
  readonly to?: string;
}

/** The rows of each of the days, in their order; a row of a period is on all of its days. */
export function rowsByDay(rows: readonly Row[], { from, to }: Dated, days: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const byDay = new Map<string, Row[]>(days.map((day) => [day, []]));
  for (const row of rows) {
    const first = textOf(row[from]).slice(0, 10);
    const last = (to === undefined ? "" : textOf(row[to]).slice(0, 10)) || first;
    for (const day of days) if (first <= day && day <= last) byDay.get(day)?.push(row);
  }
  return byDay;
}
