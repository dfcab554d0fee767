// Time, injected wherever it decides something, so that tests need not wait for it.

export interface Clock {
  /** Milliseconds since 1970. */
  readonly milliseconds: () => number;
  /** Local time as it travels and is stored: "yyyy-MM-dd HH:mm:ss" (docs/wire.md §2.1). */
  readonly now: () => string;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A timestamp as local time, "yyyy-MM-dd HH:mm:ss". */
export function localTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":")}`;
}

/** A clock over a source of milliseconds. */
export function clockOf(milliseconds: () => number): Clock {
  // A write asks for it several times, and it is the same for a second.
  let last = { second: Number.NaN, text: "" };
  const now = () => {
    const time = milliseconds();
    const second = Math.floor(time / 1000);
    if (second !== last.second) last = { second, text: localTime(time) };
    return last.text;
  };
  return { milliseconds, now };
}

/** The machine's clock. */
export const systemClock: Clock = clockOf(Date.now);

/** The timestamp of a local time "yyyy-MM-dd HH:mm:ss". Throws for anything else. */
export function millisecondsOf(local: string): number {
  const [, year, month, day, hours, minutes, seconds] = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(local) ?? [];
  if (seconds === undefined) throw new Error(`"${local}" is no local time`);
  return new Date(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds)).getTime();
}
