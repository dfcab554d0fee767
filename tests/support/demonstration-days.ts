// Days of the demonstration in the installation that tests of the browser start, which was made a while before them.
import { demonstrationDay, withDays, withDaysCounted } from "../../src/schema/seed-days.ts";

let installed: string | undefined;

/** @param moment when the installation was made, "yyyy-MM-dd HH:mm:ss" */
export function rememberInstallation(moment: string): void {
  installed = moment;
}

/** A text of a seed, "DD202503080001" or "2025-03-11", as the started application has it. */
export function nowadays(text: string): string {
  if (installed === undefined) throw new Error("no application was started yet");
  return withDays(withDaysCounted(text, demonstrationDay), installed);
}
