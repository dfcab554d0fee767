// Times that a model states: durations, moments and cycles of ISO 8601, and moments as the rest of the server writes them.
import { getDate, ISOInterval } from "@0dep/piso";
import { isRealDay, localTimeOf } from "../schema/local-time.ts";
import { ExpressionError } from "./expressions.ts";

/** Local time "yyyy-MM-dd HH:mm:ss" as a moment whose UTC reading it is: durations are added to what the clock on the wall shows. */
const wallClock = (local: string): Date => new Date(`${local.replace(" ", "T")}Z`);

/** What the clock on the wall shows, of a moment as `wallClock` makes it. */
const localOf = (moment: Date): string => moment.toISOString().slice(0, 19).replace("T", " ");

const localMoment = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/u;

/** A text in which a time names its zone. */
const zoned = /T[\d:.]+(?:Z|[+-]\d)/u;

/** Moments that have a year of four digits. */
const [first, last] = [wallClock("0100-01-01 00:00:00"), wallClock("9999-12-31 23:59:59")];

export type TimerKind = "timeDuration" | "timeDate" | "timeCycle";

function unreadable(text: string): ExpressionError {
  return new ExpressionError([
    `“${text}”不是有效的时间（如 PT2H、P3D、2026-12-01T09:00:00）`,
    `“${text}” is not a time (such as PT2H, P3D, 2026-12-01T09:00:00)`,
  ]);
}

const tooFar = (text: string): ExpressionError => new ExpressionError([`“${text}”超出 9999 年`, `“${text}” is after the year 9999`]);

/** A day as it begins a text; another calendar of ISO 8601 has a reader that tells by itself. */
const writtenDay = /^(\d{4})-?(\d{2})-?(\d{2})(?![\d-])/u;

function namesNoDay(text: string): boolean {
  const [, year = "", month = "", day = ""] = writtenDay.exec(text) ?? [];
  return year !== "" && !isRealDay(`${year}-${month}-${day}`);
}

function momentOf(text: string): Date | undefined {
  if (namesNoDay(text)) return undefined;
  if (localMoment.test(text)) return wallClock(text.length === 10 ? `${text} 00:00:00` : text.replace("T", " ").padEnd(19, ":00"));
  try {
    // The instant of a time with a zone, and of one without: then in the zone of this machine, which is the installation's.
    return wallClock(localTimeOf(getDate(text)));
  } catch {
    return undefined;
  }
}

/** The ends of an interval as the clock on the wall shows them, whatever zone they are written in; durations are left as they are. */
function onTheWall(interval: string): string {
  const parts = interval.split("/").map((part) => {
    if (!/^\d/u.test(part)) return part;
    const moment = momentOf(part);
    if (moment !== undefined) return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
    if (namesNoDay(part)) return undefined;
    // "2026-12-01T09:00/17:00": an end that repeats what its begin says, and so its zone, which the begin has lost here.
    return zoned.test(interval) ? undefined : part;
  });
  if (parts.includes(undefined)) throw unreadable(interval);
  return parts.join("/");
}

function intervalEnd(text: string, now: Date): Date | undefined {
  try {
    const interval = new ISOInterval(onTheWall(text)).parse();
    return interval.getExpireAt(now, now) ?? undefined;
  } catch {
    return undefined;
  }
}

/** How often a cycle repeats; 1 for what does not, undefined for what never ends. Throws ExpressionError. */
export function repetitionsOf(cycle: string): number | undefined {
  try {
    const { repeat } = new ISOInterval(cycle.trim()).parse();
    return repeat === -1 ? undefined : (repeat ?? 1);
  } catch {
    throw unreadable(cycle);
  }
}

/**
 * When a time of a model comes, as local time "yyyy-MM-dd HH:mm:ss".
 *
 * Throws ExpressionError where the text is no time, or one that no clock shows.
 */
export function dueAt(written: string, now: string, kind?: TimerKind): string {
  const text = written.trim();
  const start = wallClock(now);
  const isMoment = kind === "timeDate" || (kind === undefined && !/^[PR]/u.test(text));
  const due = isMoment ? momentOf(text) : intervalEnd(text, start);
  if (due === undefined || Number.isNaN(due.getTime()) || due < first) throw unreadable(text);
  if (due > last) throw tooFar(text);
  return localOf(due);
}
