// How long something took, in words.
import type { Language } from "#schema/text";

const units = [
  [86_400, ["天", "day"]],
  [3600, ["小时", "hour"]],
  [60, ["分钟", "minute"]],
  [1, ["秒", "second"]],
] as const;

/** How long something took, in its two largest units. */
export function durationText(seconds: number, language: Language): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [size, [zh, en]] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(language === "zh" ? `${count} ${zh}` : `${count} ${en}${count === 1 ? "" : "s"}`);
  }
  return parts.slice(0, 2).join(" ") || (language === "zh" ? "0 秒" : "0 seconds");
}

/** The time between two moments of the same place as they travel; "" where one of them is missing. */
export function durationBetween(began: unknown, ended: unknown, language: Language): string {
  const [from = Number.NaN, to = Number.NaN] = [began, ended].map((time) =>
    typeof time === "string" ? Date.parse(`${time.replace(" ", "T")}Z`) : Number.NaN,
  );
  return Number.isNaN(to - from) ? "" : durationText(Math.max(0, Math.floor((to - from) / 1000)), language);
}
