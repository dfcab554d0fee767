// What a chart makes of its values before they are drawn.
import { textOf, type Row } from "../../api/wire-data.ts";

const millisecondsOfDay = 86_400_000;
/** More days than a report covers are not filled in. */
const maxDays = 400;
const maxMonths = 400;

/** Whether a time is a month, "2025-03", and not a day. */
export const isMonth = (time: string): boolean => /^\d{4}-\d{2}$/.test(time);

const monthIn = (time: string): number => Number(time.slice(0, 4)) * 12 + Number(time.slice(5, 7)) - 1;

/** Months without rows have a place on the axis, too: all of the period. */
function everyMonth(rows: readonly Row[], name: string, period: readonly string[]): readonly Row[] {
  const byMonth = new Map(rows.map((row) => [textOf(row[name]), row]));
  const months = [...byMonth.keys(), ...period.map((day) => day.slice(0, 7))].toSorted();
  const [first, last] = [monthIn(months[0] ?? ""), monthIn(months.at(-1) ?? "")];
  const count = last - first + 1;
  if (!(count <= maxMonths)) return rows;
  return Array.from({ length: count }, (_month, index) => {
    const month = first + index;
    const text = `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
    return byMonth.get(text) ?? { [name]: text };
  });
}

/** Days without rows have a place on the axis, too: all of the period that was asked for, where it is known. Of months the same. */
export function everyDay(rows: readonly Row[], name: string, period: readonly string[] = []): readonly Row[] {
  if (isMonth(textOf(rows[0]?.[name]))) return everyMonth(rows, name, period);
  const byDay = new Map(rows.map((row) => [textOf(row[name]), row]));
  const days = [...byDay.keys(), ...period.map((day) => day.slice(0, 10))].toSorted();
  const [first, last] = [Date.parse(days[0] ?? ""), Date.parse(days.at(-1) ?? "")];
  const count = (last - first) / millisecondsOfDay + 1;
  if (!(count <= maxDays)) return rows;
  return Array.from({ length: count }, (_day, index) => {
    const day = new Date(first + index * millisecondsOfDay).toISOString().slice(0, 10);
    return byDay.get(day) ?? { [name]: day };
  });
}

/** How many lines lie upon each other where this one does, and how many of them it lies upon. */
interface Layer {
  readonly at: number;
  readonly of: number;
}

type Values = readonly number[];

/** Whether a line would hide part of another one; that both lie on zero hides nothing that people look for. */
function meets(one: Values, other: Values): boolean {
  if (one.join() === other.join()) return true;
  return one.some((value, index) => {
    const [next, isLast] = [one[index + 1], index + 1 === one.length];
    return !isLast && value === other[index] && next === other[index + 1] && (value !== 0 || next !== 0);
  });
}

/** The layers of series that lie upon one another. */
export function layersOf(series: readonly { readonly values: Values }[]): readonly Layer[] {
  const places: number[] = [];
  const groups: number[] = [];
  for (const [index, { values }] of series.entries()) {
    const below = series.slice(0, index).flatMap((other, place) => (meets(values, other.values) ? [place] : []));
    places.push(below.length === 0 ? 0 : Math.max(...below.map((place) => places[place] ?? 0)) + 1);
    groups.push(below.length === 0 ? index : (groups[below[0] ?? 0] ?? index));
  }
  return series.map((_one, index) => {
    const at = places[index] ?? 0;
    return { at, of: Math.max(...places.filter((_place, other) => groups[other] === groups[index])) + 1 };
  });
}

/** Of a line that is alone or below others there is no dash; what lies upon it leaves gaps, so that each of them has a part to be seen in. */
export function dashOf({ at, of }: Layer): readonly [dash: number, gap: number] | undefined {
  return at === 0 ? undefined : [(of - at) * dashLength, at * dashLength];
}

/** The width of a line, px: what others lie upon shows on both sides of them. */
export const widthOf = ({ at, of }: Layer): number => 2 + 2 * (of - 1 - at);

/** px */
const dashLength = 9;

/** The mark of a series beside its name: its colour, with the gaps of its line. */
export function markOf(colour: string, layer: Layer | undefined): string {
  const [dash, gap] = (layer === undefined ? undefined : dashOf(layer)) ?? [1, 0];
  return gap === 0
    ? `var(${colour})`
    : `repeating-linear-gradient(90deg, var(${colour}) 0 ${(dash / (dash + gap)) * 6}px, transparent 0 6px)`;
}
