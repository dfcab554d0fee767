// Loads the screen of a resource once. The list of all screens is behind a lazy import, so that the application starts as fast with 1,500 as with 15.
import type { Screen } from "../../schema/screen.ts";
import type { screenFiles } from "./registry.ts";

const screens = new Map<string, Promise<Screen | undefined>>();
let files = async (): Promise<typeof screenFiles> => (await import("./registry.ts")).screenFiles;

async function load(name: string): Promise<Screen | undefined> {
  const file = (await files())[`../../../generated/screens/${name}.json`];
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

let replacements = 0;
const listeners = new Set<() => void>();

/** Tells when screens were replaced, which happens only while developing. */
export function onScreensReplaced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often screens were replaced. */
export function screensReplaced(): number {
  return replacements;
}

/** Takes over the screens of changed definitions. What was open stays on the page until the new ones are there. */
async function replaceScreens(replaced: typeof screenFiles): Promise<void> {
  files = () => Promise.resolve(replaced);
  const opened = [...screens.keys()];
  const loaded = await Promise.all(opened.map(load));
  opened.forEach((name, index) => screens.set(name, Promise.resolve(loaded[index])));
  replacements += 1;
  for (const listener of listeners) listener();
}

if (import.meta.hot !== undefined) {
  import.meta.hot.accept("./registry.ts", (module) => {
    // Vite gives the new version of that very file.
    if (module !== undefined) void replaceScreens(module["screenFiles"] as typeof screenFiles);
  });
}
