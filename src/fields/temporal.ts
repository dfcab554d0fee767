// What dates and times look like on the wire (docs/wire.md §2.1): local time as text, without a zone.
import type { TimeLimit } from "../schema/local-time.ts";

export interface TimeOptions {
  /** In the search panel: from and to, or one value. Default: not searched. */
  search?: "range" | "equal";
  /** The moment the form opens. Default: nothing. */
  default?: "now";
}

/** Options of days and moments. Words such as "today" and "+30d" are read in the installation's local time. */
export interface DayOptions {
  /** In the search panel: from and to, or one value. Default: not searched. */
  search?: "range" | "equal";
  /**
   * The value of a new row. `"now"` is the moment a form opens; others are relative to the day of writing, and also apply to programs.
   * Default: nothing.
   */
  default?: TimeLimit;
  /** The earliest value; a moment is compared by its day. Default: no limit. */
  min?: TimeLimit;
  /** The latest value; a moment is compared by its day. Default: no limit. */
  max?: TimeLimit;
}

export const datePattern = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/u;
export const timePattern = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/u;
export const datetimePattern = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]) (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/u;

/** Whether the text names a day that exists. */
export function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

/** Whether the text names a moment that exists. */
export function isDatetime(text: string): boolean {
  return datetimePattern.test(text) && isDate(text.slice(0, 10));
}

/** Whether the text names a time of day. */
export function isTime(text: string): boolean {
  return timePattern.test(text);
}
