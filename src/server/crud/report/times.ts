// Ranges of days of reports: those that follow the present, and the days of a group.
import type { DatePart, RelativeTime } from "#schema/report";

/** From the first day to the one after the last. */
interface DayRange {
  readonly from: string;
  readonly to: string;
}

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);
const partsOf = (day: string): readonly [year: number, month: number, date: number] => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month - 1, date];
};

/** A day so many months and days later; the first of the month where months are counted from one. */
function shifted(day: string, { months = 0, days = 0 }: { readonly months?: number; readonly days?: number }): string {
  const [year, month, date] = partsOf(day);
  return dayText(Date.UTC(year, month + months, date + days));
}

/** The first day of the week (Monday), month, quarter or year of a day. */
function firstOf(day: string, part: DatePart): string {
  const [year, month, date] = partsOf(day);
  switch (part) {
    case "day":
      return day;
    case "week":
      return shifted(day, { days: -((new Date(Date.UTC(year, month, date)).getUTCDay() + 6) % 7) });
    case "month":
      return dayText(Date.UTC(year, month, 1));
    case "quarter":
      return dayText(Date.UTC(year, month - (month % 3), 1));
    case "year":
      return dayText(Date.UTC(year, 0, 1));
  }
}

const steps = { day: { days: 1 }, week: { days: 7 }, month: { months: 1 }, quarter: { months: 3 }, year: { months: 12 } } as const;

/** The days of a group that begins with a day. */
export function rangeOf(first: string, part: DatePart): DayRange {
  return { from: first, to: shifted(first, steps[part]) };
}

function whole(day: string, part: DatePart): DayRange {
  return rangeOf(firstOf(day, part), part);
}

/** The days that a relative time means on a day. */
export function daysMeant(time: RelativeTime, today: string): DayRange {
  const tomorrow = shifted(today, { days: 1 });
  switch (time) {
    case "today":
      return { from: today, to: tomorrow };
    case "yesterday":
      return { from: shifted(today, { days: -1 }), to: today };
    case "thisWeek":
      return whole(today, "week");
    case "lastWeek":
      return whole(shifted(today, { days: -7 }), "week");
    case "last7Days":
      return { from: shifted(tomorrow, { days: -7 }), to: tomorrow };
    case "last30Days":
      return { from: shifted(tomorrow, { days: -30 }), to: tomorrow };
    case "next7Days":
      return { from: today, to: shifted(today, { days: 8 }) };
    case "next30Days":
      return { from: today, to: shifted(today, { days: 31 }) };
    case "thisMonth":
      return whole(today, "month");
    case "lastMonth":
      return { from: shifted(firstOf(today, "month"), { months: -1 }), to: firstOf(today, "month") };
    case "last12Months":
      return { from: shifted(firstOf(today, "month"), { months: -11 }), to: shifted(firstOf(today, "month"), { months: 1 }) };
    case "thisQuarter":
      return whole(today, "quarter");
    case "thisYear":
      return whole(today, "year");
    case "past":
      return { from: "0001-01-01", to: today };
    case "lastYear":
      return { from: shifted(firstOf(today, "year"), { months: -12 }), to: firstOf(today, "year") };
  }
}

/** The number of the ISO week that begins with a Monday: the week of its Thursday. */
function weekOf(monday: string): string {
  const [year] = partsOf(shifted(monday, { days: 3 }));
  const first = firstOf(dayText(Date.UTC(year, 0, 4)), "week");
  const weeks = Math.round((Date.parse(monday) - Date.parse(first)) / (7 * 24 * 3600 * 1000)) + 1;
  return `${year}-W${String(weeks).padStart(2, "0")}`;
}

/** How a group of days is written. */
export function labelOfDays(first: string, part: DatePart): string {
  switch (part) {
    case "day":
      return first;
    case "week":
      return weekOf(first);
    case "month":
      return first.slice(0, 7);
    case "quarter":
      return `${first.slice(0, 4)}-Q${Math.floor((Number(first.slice(5, 7)) - 1) / 3) + 1}`;
    case "year":
      return first.slice(0, 4);
  }
}
