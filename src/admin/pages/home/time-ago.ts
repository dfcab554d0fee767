// How long ago a moment was, as people say it.
import type { Language } from "../../../schema/text.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Older moments are named by their day. */
const maxDays = 30;

/** The texts are of one zone, so that their difference is that of the same texts in UTC. */
const millisecondsOf = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);

/**
 * "3小时前", "yesterday"; the day itself of moments that are long past, or that no clock can tell. Both as "yyyy-MM-dd HH:mm:ss".
 * Undefined: within the last minute.
 */
export function timeAgo(time: string, now: string, language: Language): string | undefined {
  const passed = millisecondsOf(now) - millisecondsOf(time);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (!(passed < maxDays * day)) return time.slice(0, 10);
  if (passed < minute) return undefined;
  if (passed < hour) return format.format(-Math.floor(passed / minute), "minute");
  if (passed < day) return format.format(-Math.floor(passed / hour), "hour");
  const midnight = (text: string): number => millisecondsOf(`${text.slice(0, 10)} 00:00:00`);
  return format.format(-Math.round((midnight(now) - midnight(time)) / day), "day");
}
