// Periods that a list of days is searched by and that move with the present: worked out when the list is read, so that a link or a saved view
// means today whenever it is opened.
import { timeNamed } from "../../../schema/local-time.ts";
import type { KindTraits } from "../../../schema/kind-traits.ts";

/** In the order in which they are offered; `filled`: any day at all. */
export const periods = [
  "today",
  "yesterday",
  "thisWeek",
  "thisMonth",
  "last7Days",
  "last30Days",
  "next30Days",
  "overdue",
  "empty",
  "filled",
] as const;

export type Period = (typeof periods)[number];

type Range = readonly [from: string, to: string];

/** The period that the first end of a searched range names, in place of a day. */
export const periodNamed = (from: string | undefined): Period | undefined => periods.find((period) => period === from);

/** The Monday of a day's week. */
function mondayOf(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** The days from the first to the last of a period; those without an end, and those that are none, have an empty one. */
function daysOf(period: Period, now: string): Range {
  const today = now.slice(0, 10);
  const later = (shift: string, day = today): string => timeNamed(shift, day);
  switch (period) {
    case "today":
      return [today, today];
    case "yesterday":
      return [later("-1d"), later("-1d")];
    case "thisWeek":
      return [mondayOf(today), later("+6d", mondayOf(today))];
    case "thisMonth": {
      const first = `${today.slice(0, 8)}01`;
      return [first, later("-1d", later("+1m", first))];
    }
    case "last7Days":
      return [later("-6d"), today];
    case "last30Days":
      return [later("-29d"), today];
    case "next30Days":
      return [today, later("+30d")];
    case "overdue":
      return ["", later("-1d")];
    case "empty":
    case "filled":
      return ["", ""];
  }
}

/** The ends of a searched range at a moment, "yyyy-MM-dd HH:mm:ss"; those of days that are no period are as they were. */
export function rangeAt([from = "", to = ""]: readonly string[], temporal: KindTraits["temporal"], now: string): Range {
  const period = temporal === "clock" || temporal === undefined ? undefined : periodNamed(from);
  if (period === undefined) return [from, to];
  // A moment is over at once, a day at its end.
  return period === "overdue" && temporal === "moment" ? ["", now] : daysOf(period, now);
}
