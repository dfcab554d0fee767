// Days, moments and times of day as people paste them from a spreadsheet or have them in files: the same in the browser and on the server.
import { isRealDay, localTimeOf } from "./local-time.ts";
import { plainWidth } from "./plain-text.ts";

const two = (part: string | number | undefined): string => String(part ?? 0).padStart(2, "0");

const clockShape =
  /^(?<before>上午|下午|[ap]m)?\s*(?<hour>\d{1,2})[:时](?<minute>\d{2})分?(?::?(?<second>\d{2})秒?(?:\.\d+)?)?\s*(?<behind>[ap]m)?$/iu;

/** A time of day as "HH:mm:ss": with or without seconds, of 24 hours or of twelve with 上午, 下午, am or pm. Undefined for anything else. */
export function clockIn(text: string): string | undefined {
  const parts = clockShape.exec(plainWidth(text))?.groups;
  if (parts === undefined || (parts["before"] !== undefined && parts["behind"] !== undefined)) return undefined;
  const half = (parts["before"] ?? parts["behind"])?.toLowerCase();
  const hour = Number(parts["hour"]);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const isAfternoon = half === "pm" || half === "下午";
  const ofDay = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  const isReal = ofDay < 24 && Number(parts["minute"]) < 60 && Number(parts["second"] ?? 0) < 60;
  return isReal ? `${two(ofDay)}:${two(parts["minute"])}:${two(parts["second"])}` : undefined;
}

const dayShape =
  /^(?:(?<year>\d{4})(?:(?<by>[-/.])(?<month>\d{1,2})\k<by>(?<day>\d{1,2})|年(?<m>\d{1,2})月(?<d>\d{1,2})日)|(?<all>\d{8})$)(?<rest>.*)$/u;

function dayAndRest(text: string): { readonly day: string; readonly rest: string } | undefined {
  const parts = dayShape.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { all, rest = "" } = parts;
  const day =
    all === undefined
      ? `${parts["year"]}-${two(parts["month"] ?? parts["m"])}-${two(parts["day"] ?? parts["d"])}`
      : `${all.slice(0, 4)}-${all.slice(4, 6)}-${all.slice(6)}`;
  return isRealDay(day) ? { day, rest } : undefined;
}

const zoneShape = /(?<clock>\d:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?<zone>Z|[+-]\d{2}(?::?\d{2})?)$/iu;

/**
 * A moment as "yyyy-MM-dd HH:mm:ss" in the installation's local time, or undefined. A day alone is its beginning; the year comes first, since
 * "01/02/2026" is two days. A time with a zone ("2026-12-01T09:00:00+08:00", "…Z") is the instant that it names, brought to local time.
 */
export function momentIn(text: string): string | undefined {
  const plain = plainWidth(text);
  const found = dayAndRest(plain);
  if (found === undefined) return undefined;
  const { day, rest } = found;
  if (rest.trim() === "") return `${day} 00:00:00`;
  // A day and a time of day are told apart by what stands between them, or by a word.
  if (!/^(?:T|\s|[上下]午)/iu.test(rest) && !plain.slice(0, -rest.length).endsWith("日")) return undefined;
  const zone = zoneShape.exec(rest)?.groups?.["zone"];
  const clock = clockIn((zone === undefined ? rest : rest.slice(0, -zone.length)).replace(/^T/iu, ""));
  if (clock === undefined) return undefined;
  if (zone === undefined) return `${day} ${clock}`;
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])(\d{2}):?(\d{2})?$/u.exec(zone) ?? [];
  const instant = new Date(`${day}T${clock}${sign}${hours}:${minutes}`);
  return Number.isNaN(instant.getTime()) ? undefined : localTimeOf(instant);
}

/** A day as "yyyy-MM-dd": of a moment, its day in local time. Undefined for anything else. */
export function dayIn(text: string): string | undefined {
  return momentIn(text)?.slice(0, 10);
}
