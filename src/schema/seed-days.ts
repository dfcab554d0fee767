// Days of seed rows relative to the day of the installation, so that a new installation shows the life of its last days.

/** The day that the rows of the demonstration take for today, yyyy-MM-dd; what they say of it itself happened before noon. */
export const demonstrationDay = "2025-03-12";

/** How a day is written: as a date, in numbers of documents (yyyyMMdd), in numbers of batches (yyMMdd). */
type Form = "" | "#" | "##";

const token = /\{(~?)([+-])(\d{1,5})d(#{0,2})\}/g;
const aDay = 86_400_000;

const tokenOf = (before: number, form: Form): string => `{${before < 0 ? "+" : "-"}${Math.abs(before)}d${form}}`;

const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * aDay).toISOString().slice(0, 10);

/** A day of a seed row, or a timestamp with `time` ("09:12:00"): this many days before the installation. */
export function daysAgo(days: number, time?: string): string {
  const day = tokenOf(days, "");
  return time === undefined ? day : `${day} ${time}`;
}

/** The same day as part of document numbers, yyyyMMdd: `SC${numberedDaysAgo(3)}0001`. */
export function numberedDaysAgo(days: number): string {
  return tokenOf(days, "#");
}

/**
 * The days that rows count back from: that of the installation, and, for rows which were written at noon of their own day, the last one whose
 * noon is over, so that nothing of theirs lies ahead.
 */
function daysOf(installed: string): { readonly today: string; readonly over: string } {
  const today = installed.slice(0, 10);
  return { today, over: installed.slice(11, 13) < "12" && installed.length > 10 ? dayBefore(today, 1) : today };
}

function dayWritten(text: string, { today, over }: ReturnType<typeof daysOf>): string {
  return text.replace(token, (...found: string[]) => {
    const [, counted, sign, days, form] = found;
    const day = dayBefore(counted === "" ? today : over, (sign === "+" ? -1 : 1) * Number(days));
    if (form === "") return day;
    return day.replaceAll("-", "").slice(form === "##" ? 2 : 0);
  });
}

const month = String.raw`(0[1-9]|1[0-2])`;
const day = String.raw`(0[1-9]|[12]\d|3[01])`;
const writtenDays: readonly (readonly [pattern: RegExp, form: Form])[] = [
  [new RegExp(String.raw`(?<!\d)(20\d\d)-${month}-${day}(?!\d)`, "g"), ""],
  // No ids, which are longer.
  [new RegExp(String.raw`(?<!\d)(20\d\d)${month}${day}(?!\d{7})`, "g"), "#"],
  [new RegExp(String.raw`(?<=^[A-Z]{2,6})(\d\d)${month}${day}$`, "g"), "##"],
];
/** Days further away than this are no news: when somebody was born, how long something without an end lasts. */
const nearby = 3 * 365;

/**
 * A text whose days count back from the day that was today when it was written: dates, those in numbers of documents (RK202503120001), and
 * those at the end of numbers of batches (MXYB250301). Days more than three years away stay.
 *
 * @param written that day, yyyy-MM-dd
 */
function counted(text: string, written: string): string {
  return writtenDays.reduce(
    (result, [pattern, form]) =>
      result.replace(pattern, (all: string, yyyy: string, mm: string, dd: string) => {
        const before = (Date.parse(written) - Date.parse(`${form === "##" ? `20${yyyy}` : yyyy}-${mm}-${dd}`)) / aDay;
        return Number.isNaN(before) || Math.abs(before) > nearby ? all : tokenOf(before, form).replace("{", "{~");
      }),
    text,
  );
}

/** A value with all texts in it changed. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => withTexts(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, change)]));
}

/**
 * Something with its days written out, and those of all that is in it.
 *
 * @param installed when the installation is made, "yyyy-MM-dd HH:mm:ss"; a day alone stands for its afternoon
 */
export function withDays<T>(value: T, installed: string): T {
  const days = daysOf(installed);
  // Only letters inside texts change, so that what it is stays so.
  return withTexts(value, (text) => dayWritten(text, days)) as T;
}

/**
 * Something whose days count back from the installation, as `counted` says.
 *
 * @param written the day that was today for whoever wrote it, yyyy-MM-dd
 */
export function withDaysCounted<T>(value: T, written: string): T {
  if (!/^\d{4}-\d\d-\d\d$/.test(written) || Number.isNaN(Date.parse(written)))
    throw new Error(`today: "${written}" is no day, such as "2026-03-02"`);
  // As above.
  return withTexts(value, (text) => counted(text, written)) as T;
}
