// Bottles that consumers looked up in the days before the installation: their codes, and their scans.

type Scan = readonly [days: number, time: string];

/** Bottles of one batch that consumers have looked up in the last days; the seeds of code items and of scans are made of them. */
interface ScannedBottle {
  readonly code: string;
  /** Scans as days before the installation and time of day, the first one first. */
  readonly scans: readonly [Scan, ...Scan[]];
}

/** First looks of a day, from thirteen days before the installation to its own. */
const firstLooks = [2, 3, 2, 4, 5, 3, 4, 6, 5, 4, 7, 5, 6, 3];

export const scannedBottles: readonly ScannedBottle[] = firstLooks.flatMap((count, day) =>
  Array.from({ length: count }, (_none, index): ScannedBottle => {
    const days = firstLooks.length - 1 - day;
    // None lies in the future: those of the day of the installation are of its first hour.
    const time = (hour: number) => `${String(days === 0 ? 0 : hour).padStart(2, "0")}:${String((index * 17 + day * 7) % 60).padStart(2, "0")}:${String((index * 23 + 11) % 60).padStart(2, "0")}`;
    const first: Scan = [days, time(9 + ((index * 5 + day) % 13))];
    const isLookedUpAgain = (index + day) % 3 === 0 && days > 1;
    return { code: `MXBR${String.fromCodePoint(65 + day)}${index}K7T${(day * 31 + index * 7) % 10}W${(index * 3 + day) % 10}Q`, scans: isLookedUpAgain ? [first, [days - 1, time(20)]] : [first] };
  }),
);
