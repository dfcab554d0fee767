// Times that a model states: durations, moments and cycles of ISO 8601, and moments as the rest of the server writes them.
import { getDate, ISOInterval } from "@0dep/piso";
import { ExpressionError } from "./expressions.ts";

/** Local time "yyyy-MM-dd HH:mm:ss" as a moment whose UTC reading it is: durations are added to what the clock on the wall shows. */
const wallClock = (local: string): Date => new Date(`${local.replace(" ", "T")}Z`);

const localOf = (moment: Date): string => moment.toISOString().slice(0, 19).replace("T", " ");

const localMoment = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/u;

export type TimerKind = "timeDuration" | "timeDate" | "timeCycle";

function unreadable(text: string): ExpressionError {
  return new ExpressionError([
    `“${text}”不是有效的时间（如 PT2H、P3D、2026-12-01T09:00:00）`,
    `“${text}” is no time (such as PT2H, P3D, 2026-12-01T09:00:00)`,
  ]);
}

function momentOf(text: string): Date | undefined {
  if (localMoment.test(text)) return wallClock(text.length === 10 ? `${text} 00:00:00` : text.replace("T", " ").padEnd(19, ":00"));
  try {
    return getDate(text);
  } catch {
    return undefined;
  }
}

function intervalEnd(text: string, now: Date): Date | undefined {
  try {
    const interval = new ISOInterval(text).parse();
    return interval.getExpireAt(now, now) ?? undefined;
  } catch {
    return undefined;
  }
}

/** How often a cycle repeats; 1 for what does not, undefined for what never ends. Throws ExpressionError. */
export function repetitionsOf(cycle: string): number | undefined {
  try {
    const { repeat } = new ISOInterval(cycle).parse();
    return repeat === -1 ? undefined : (repeat ?? 1);
  } catch {
    throw unreadable(cycle);
  }
}

/**
 * When a time of a model comes, as local time "yyyy-MM-dd HH:mm:ss".
 *
 * Throws ExpressionError where the text is no time.
 */
export function dueAt(text: string, now: string, kind?: TimerKind): string {
  const start = wallClock(now);
  const isMoment = kind === "timeDate" || (kind === undefined && !/^[PR]/u.test(text));
  const due = isMoment ? momentOf(text) : intervalEnd(text, start);
  if (due === undefined || Number.isNaN(due.getTime())) throw unreadable(text);
  return localOf(due);
}
