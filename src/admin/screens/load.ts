// Loads the screen of a resource once. The list of all screens is behind a lazy import, so that the application starts as fast with 1,500 as with 15.
import type { Screen } from "../../schema/screen.ts";

const screens = new Map<string, Promise<Screen | undefined>>();

async function load(name: string): Promise<Screen | undefined> {
  const { screenFiles } = await import("./registry.ts");
  const file = screenFiles[`../../../generated/screens/${name}.json`];
  return file === undefined ? undefined : await file();
}

/** The screen of a resource; undefined when there is no such resource. The same promise for every call, so that it can be used by `use()`. */
export function loadScreen(name: string): Promise<Screen | undefined> {
  let screen = screens.get(name);
  if (screen === undefined) {
    screen = load(name);
    screens.set(name, screen);
  }
  return screen;
}

/** Takes the new text of a screen while developing. */
export function replaceScreen(screen: Screen): void {
  screens.set(screen.name, Promise.resolve(screen));
}
