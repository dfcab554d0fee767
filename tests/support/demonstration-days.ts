// Days of the demonstration in an installation that was made today, by the real clock.
import { demonstrationDay, withDays, withDaysCounted } from "../../src/schema/seed-days.ts";
import { localTime } from "../../src/server/store/clock.ts";

/** A text of a seed, "DD202503080001" or "2025-03-11", as an installation of today has it. */
export function nowadays(text: string): string {
  return withDays(withDaysCounted(text, demonstrationDay), localTime(Date.now()));
}
