// The days a report covers: from and to, both counted in, the last thirty days by default, a year at most.
import type { RequestContext } from "../../contract.ts";
import { businessError, malformedParameter } from "../../http/errors.ts";
import { isDate } from "../../../fields/temporal.ts";
import { secondsLater } from "#schema/local-time";

/** Days before today where no beginning is named. */
const defaultDays = 30;
const maxDays = 366;
const millisecondsOfDay = 86_400_000;

interface Days {
  /** The first day, yyyy-MM-dd. */
  readonly from: string;
  /** The day after the last. */
  readonly before: string;
}

/** A day so many days later. */
export function plus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * millisecondsOfDay).toISOString().slice(0, 10);
}

/** The day before one. */
export const dayBefore = (day: string): string => plus(day, -1);

function sentDay(parameters: Readonly<Record<string, string>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const sent = parameters[name] ?? "";
    if (sent === "") continue;
    // The moment beside an end that is left out is the first or the last that is meant.
    const day = secondsLater(sent, name.endsWith("_dategt") ? 1 : name.endsWith("_datelt") ? -1 : 0).slice(0, 10);
    if (!isDate(day) || day.startsWith("0000")) throw malformedParameter(name);
    return day;
  }
  return undefined;
}

/** The days that `startDate` and `endDate` name, or a range search of the list over one of its own columns. */
export function daysOf(context: RequestContext, parameters: Readonly<Record<string, string>>, column: string): Days {
  const last = sentDay(parameters, ["endDate", `${column}_datelt`, `${column}_datele`]) ?? context.now().slice(0, 10);
  const from = sentDay(parameters, ["startDate", `${column}_datege`, `${column}_dategt`]) ?? plus(last, -defaultDays);
  const before = plus(last, 1);
  if (from >= before) throw businessError("emptyRange", ["开始日期不能晚于结束日期", "The first day is after the last"]);
  if (plus(from, maxDays) < before)
    throw businessError("rangeTooLong", [`时间范围最多 ${maxDays} 天`, `A report covers ${maxDays} days at most`], {
      data: { largest: maxDays },
    });
  return { from, before };
}
