// Days and moments as text in the installation's local time, and the words that name them from today: "today", "+30d", "-1y".

/** A day as a definition writes it. */
type DayText = `${number}-${number}-${number}`;
/** A day from today. */
type RelativeDay = "today" | `${"+" | "-"}${number}${"d" | "w" | "m" | "y"}`;
/** A limit of days and moments: fixed, or from the present. */
export type TimeLimit = DayText | `${DayText} ${string}` | "now" | RelativeDay;

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const clock = /^\d{2}:\d{2}:\d{2}$/;
const shift = /^([+-])(\d{1,4})([dwmy])$/;

/** A day, a moment or a time of day as text; undefined for any other text. */
export function temporalOf(text: string): "day" | "moment" | "clock" | undefined {
  return day.test(text) ? "day" : moment.test(text) ? "moment" : clock.test(text) ? "clock" : undefined;
}

/** Whether a text names a time from the present: "now", "today", "+30d", "-2w", "+6m", "+1y". */
export function isRelative(text: string): boolean {
  return text === "now" || text === "today" || shift.test(text);
}

const two = (part: number) => String(part).padStart(2, "0");

/** A moment in this machine's local time: the server's is the installation's. */
function machineTime(now: Date): string {
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${today} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
}

let inLocalTime: (moment: Date) => string = machineTime;

/** A moment in the installation's local time, "yyyy-MM-dd HH:mm:ss". */
export const localTimeOf = (moment: Date): string => inLocalTime(moment);

/** The present in the installation's local time. */
export const localNow = (): string => inLocalTime(new Date());

/**
 * Local time in a zone, for browsers of people in another one. A zone that the browser does not know leaves its own time. What formats it is
 * made once a time is asked for: making it was 3 % of the samples of a profile of the first view.
 */
export function setInstallationZone(timeZone: string): void {
  let format: ((moment: Date) => string) | undefined;
  inLocalTime = (moment) => (format ??= formatOf(timeZone))(moment);
}

function formatOf(timeZone: string): (moment: Date) => string {
  try {
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    return (moment) => format.format(moment);
  } catch {
    return machineTime;
  }
}

/** The last day of a month. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

function shiftedDay(today: string, count: number, unit: string): string {
  const [year = 0, month = 1, date = 1] = today.split("-").map(Number);
  const isDays = unit === "d" || unit === "w";
  const months = isDays ? 0 : unit === "y" ? count * 12 : count;
  const days = isDays ? (unit === "w" ? count * 7 : count) : 0;
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  // 31 January and a month is the last of February, as PostgreSQL has it.
  const last = Math.min(date, daysIn(first.getUTCFullYear(), first.getUTCMonth()));
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), last + days)).toISOString().slice(0, 10);
}

/** A moment so many seconds later by the clock on the wall; other texts are returned unchanged. */
export function secondsLater(text: string, seconds: number): string {
  const time = moment.test(text) && isRealDay(text.slice(0, 10)) ? Date.parse(`${text.replace(" ", "T")}Z`) : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time + seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** The day or moment that a text names at a moment; other texts are returned unchanged. */
export function timeNamed(text: string, now: string): string {
  if (text === "now") return now;
  const today = now.slice(0, 10);
  if (text === "today") return today;
  const [, sign, count, unit = ""] = shift.exec(text) ?? [];
  return count === undefined ? text : shiftedDay(today, Number(`${sign ?? ""}${count}`), unit);
}

/** Whether a text names a day or a moment, fixed or from the present. */
export function isTimeLimit(text: string): boolean {
  const temporal = temporalOf(text);
  return isRelative(text) || ((temporal === "day" || temporal === "moment") && isRealDay(text.slice(0, 10)));
}

/** Whether "yyyy-MM-dd" names a day that exists. */
export function isRealDay(text: string): boolean {
  return day.test(text) && shiftedDay(text, 0, "d") === text;
}

/** A default of a day, a moment or a time of day: a shift keeps the time of day, "today" and a fixed day begin at midnight. */
export function timeDefault(word: string, temporal: "day" | "moment" | "clock", now: string): string {
  if (temporal === "clock") return word === "now" ? now.slice(11) : word;
  const named = timeNamed(word, now);
  if (temporal === "day") return named.slice(0, 10);
  if (named.length > 10) return named;
  return `${named} ${shift.test(word) ? now.slice(11) : "00:00:00"}`;
}

/** The limits of a day or a moment. */
export interface TimeLimits {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** The limits in the data of a field. */
export function timeLimits(data: object): TimeLimits {
  const limit = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { min: limit(Reflect.get(data, "min")), max: limit(Reflect.get(data, "max")) };
}

/** A limit that a time passes. */
interface PassedLimit {
  readonly code: "tooEarly" | "tooLate";
  readonly name: "min" | "max";
  /** The day or moment that the limit names now. */
  readonly limit: string;
}

/** The limit that a time passes; a moment is compared with a day by its day. */
export function passedLimit(value: string, { min, max }: TimeLimits, now = localNow()): PassedLimit | undefined {
  const passes = (word: string, isPassed: (value: string, limit: string) => boolean): string | undefined => {
    const limit = timeNamed(word, now);
    const length = Math.min(limit.length, value.length);
    return isPassed(value.slice(0, length), limit.slice(0, length)) ? limit : undefined;
  };
  const early = min === undefined ? undefined : passes(min, (one, limit) => one < limit);
  if (early !== undefined) return { code: "tooEarly", name: "min", limit: early };
  const late = max === undefined ? undefined : passes(max, (one, limit) => one > limit);
  return late === undefined ? undefined : { code: "tooLate", name: "max", limit: late };
}
