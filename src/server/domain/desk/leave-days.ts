// How many days a leave takes.

const noon = "12:00:00";
const millisecondsOfDay = 86_400_000;

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) / millisecondsOfDay;

/**
 * Calendar days from the first to the last one, as a decimal. The first day is half a day where it begins at noon or later, the last where it
 * ends by noon. Moments are local times "yyyy-MM-dd HH:mm:ss".
 */
export function leaveDays(start: string, end: string): string {
  const halves = (start.slice(11) >= noon ? 1 : 0) + (end.slice(11) <= noon ? 1 : 0);
  const days = dayOf(end) - dayOf(start) + 1 - halves / 2;
  return Math.max(0.5, days).toFixed(1);
}
