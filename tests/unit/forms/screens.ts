// The generated screens, as the browser loads them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Screen } from "#schema/screen";

const folder = path.resolve(import.meta.dirname, "../../../generated/screens");

/** Every generated screen, by name. */
export function allScreens(): readonly Screen[] {
  return readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => screenNamed(file.replace(/\.json$/, "")));
}

export function screenNamed(name: string): Screen {
  // Written by the generator from this very type.
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8")) as Screen;
}
