// When a report is due: on the hour, every day, on a weekday or on a day of the month, in the time zone of the installation.

/** What a schedule says about time; what does not belong to its frequency is left alone. */
export interface DeliveryTimes {
  readonly frequency: string | null;
  /** 1 to 7, from Monday. */
  readonly weekday: number | null;
  /** 1 to 31; the last day of a shorter month. */
  readonly monthDay: number | null;
  readonly hour: number | null;
}

/** A month and a day more than the longest wait. */
const maxDays = 33;

const daysOfMonth = (day: Date): number => new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();

function isDue({ frequency, weekday, monthDay }: DeliveryTimes, day: Date): boolean {
  if (frequency === "weekly") return ((day.getDay() + 6) % 7) + 1 === (weekday ?? 1);
  if (frequency === "monthly") return day.getDate() === Math.min(monthDay ?? 1, daysOfMonth(day));
  return true;
}

/** The first time after a moment. */
export function nextDelivery(times: DeliveryTimes, after: number): number {
  const begin = new Date(after);
  for (let days = 0; days <= maxDays; days += 1) {
    const at = new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + days, times.hour ?? 0);
    if (at.getTime() > after && isDue(times, at)) return at.getTime();
  }
  throw new Error(`no time follows: ${JSON.stringify(times)}`);
}
