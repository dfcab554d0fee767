// Days of seed rows relative to the day of the installation, so that views of the last days are not empty.
import type { SeedRow } from "./seed.ts";

const token = /\{-(\d{1,3})d(#?)\}/g;

/** A day of a seed row, or a timestamp with `time` ("09:12:00"): this many days before the installation. */
export function daysAgo(days: number, time?: string): string {
  return time === undefined ? `{-${days}d}` : `{-${days}d} ${time}`;
}

/** The same day as part of document numbers, yyyyMMdd: `SC${numberedDaysAgo(3)}0001`. */
export function numberedDaysAgo(days: number): string {
  return `{-${days}d#}`;
}

function dayBefore(today: string, days: number): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString().slice(0, 10);
}

/** A text with the days in it written out. */
export function dayWritten(text: string, today: string): string {
  return text.replace(token, (_all, days: string, isNumber: string) => {
    const day = dayBefore(today, Number(days));
    return isNumber === "" ? day : day.replaceAll("-", "");
  });
}

function valueWithDays(value: unknown, today: string): unknown {
  if (typeof value === "string") return dayWritten(value, today);
  if (Array.isArray(value)) return value.map((one: unknown) => valueWithDays(one, today));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueWithDays(inner, today)]));
}

/**
 * A seed row with its days written out, and those of rows inside it.
 *
 * @param today the day of the installation, yyyy-MM-dd
 */
export function withDays(row: SeedRow, today: string): SeedRow {
  // Only letters inside texts change, so that a row stays a row.
  return valueWithDays(row, today) as SeedRow;
}
