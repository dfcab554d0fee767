// Numbers and days as people of each language write them.
import type { Language } from "../../../schema/text.ts";
import { isMonth } from "./series.ts";

const localeOf = (language: Language): string => (language === "en" ? "en-US" : "zh-CN");

/** From here on a number is shortened where there is little room: 12.3M, 1234.5万. */
const shortFrom = 10_000_000;

/** "1,234" */
export function wholeNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 }).format(value);
}

/** A number for a stat card: whole until it gets too long for one. */
export function cardNumber(value: number, language: Language): string {
  return value < shortFrom
    ? wholeNumber(value, language)
    : new Intl.NumberFormat(localeOf(language), { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** A number for an axis: "1.2万", "12K". */
export function axisNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language), { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** A day of the server's calendar, independent of the browser's time zone. */
function dayOf(day: string): Date {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`);
}

/** "3/12" */
export function shortDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { month: "numeric", day: "numeric", timeZone: "UTC" }).format(dayOf(day));
}

/** "2025年3月" */
function shortMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { year: "numeric", month: "short", timeZone: "UTC" }).format(dayOf(`${month}-01`));
}

/** A day, or a month written as "2025-03". */
export const shortTime = (time: string, language: Language): string =>
  isMonth(time) ? shortMonth(time, language) : shortDay(time, language);

/** "2025年3月", "March 2025" */
export function longMonth(month: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { year: "numeric", month: "long", timeZone: "UTC" }).format(dayOf(`${month}-01`));
}

/** "周三" */
export function weekday(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { weekday: "short", timeZone: "UTC" }).format(dayOf(day));
}

/** "2025年3月12日星期三" */
export function longDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: "full", timeZone: "UTC" }).format(dayOf(day));
}
