// Loads the screen of a resource once. The list of all screens is behind a lazy import, so that the application starts as fast with 1,500
// as with 15.
import type { Screen } from "../../../schema/screen.ts";
import { bladex } from "../../../schema/dialects/bladex.ts";
import { settings } from "../../browser/settings.ts";
import { builtList } from "./built-list.ts";
import type { formFiles } from "./form-registry.ts";
import { resolvedWith, trackSettled } from "../../browser/settled-promise.ts";
import { loadPart } from "../../browser/load-part.ts";
import { wholeScreen, type FormViewModel, type ListViewModel } from "./view-models.ts";
import type { listFiles } from "./list-registry.ts";

const files = {
  lists: async (): Promise<typeof listFiles> => (await import("./list-registry.ts")).listFiles,
  forms: async (): Promise<typeof formFiles> => (await import("./form-registry.ts")).formFiles,
};

function fileOf(name: string): string {
  return `../../../../generated/screens/${name}.json`;
}

/** A screen as this back-end has it; undefined where it does not have the resource. */
async function asHere<T extends ListViewModel>(screen: T | undefined): Promise<T | undefined> {
  if (screen === undefined || settings.dialect === bladex) return screen;
  const { screenHere } = await import("../../../schema/dialects/screens.ts");
  return screenHere(screen, settings.dialect);
}

async function readWholeList(name: string): Promise<ListViewModel | undefined> {
  const built = await builtList(name);
  if (built !== undefined) return built;
  const load = (await files.lists())[fileOf(name)];
  return load === undefined ? undefined : loadPart(load);
}

const readList = async (name: string): Promise<ListViewModel | undefined> => asHere(await readWholeList(name));

async function readForm(name: string): Promise<FormViewModel | undefined> {
  const load = (await files.forms())[fileOf(name)];
  return load === undefined ? undefined : loadPart(load);
}

async function readScreen(name: string): Promise<Screen | undefined> {
  // The two halves belong together field by field, before anything is left out.
  const [list, form] = await Promise.all([settings.dialect === bladex ? loadList(name) : readWholeList(name), readForm(name)]);
  return list === undefined || form === undefined ? undefined : asHere(wholeScreen(list, form));
}

const lists = new Map<string, Promise<ListViewModel | undefined>>();
const screens = new Map<string, Promise<Screen | undefined>>();

function once<T>(cache: Map<string, Promise<T>>, name: string, read: (name: string) => Promise<T>): Promise<T> {
  let promise = cache.get(name);
  if (promise === undefined) {
    promise = trackSettled(read(name));
    cache.set(name, promise);
  }
  return promise;
}

/**
 * The list view model of a resource; undefined when there is no such resource. The same promise for every call, so that `use()` accepts it.
 */
export function loadList(name: string): Promise<ListViewModel | undefined> {
  return once(lists, name, readList);
}

/** The whole screen of a resource, as its forms need it. The same promise for every call. */
export function loadScreen(name: string): Promise<Screen | undefined> {
  return once(screens, name, readScreen);
}

let replacements = 0;
const listeners = new Set<() => void>();

/** Notifies when screens were replaced, which happens only during development. */
export function onScreensReplaced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often screens were replaced. */
export function screensReplaced(): number {
  return replacements;
}

async function readAnew<T>(cache: Map<string, Promise<T>>, read: (name: string) => Promise<T>): Promise<void> {
  const opened = [...cache.keys()];
  const loaded = await Promise.all(opened.map(read));
  for (const [index, name] of opened.entries()) {
    const value = loaded[index];
    if (value !== undefined) cache.set(name, resolvedWith(value));
  }
}

/** Takes over the screens of changed definitions. Open pages stay until the new ones are loaded. */
async function replaceScreens(newLists: typeof listFiles | undefined, newForms: typeof formFiles | undefined): Promise<void> {
  if (newLists !== undefined) files.lists = () => Promise.resolve(newLists);
  if (newForms !== undefined) files.forms = () => Promise.resolve(newForms);
  await readAnew(lists, readList);
  await readAnew(screens, readScreen);
  replacements += 1;
  for (const listener of listeners) listener();
}

if (import.meta.hot !== undefined) {
  import.meta.hot.accept(["./list-registry.ts", "./form-registry.ts"], ([changedLists, changedForms]) => {
    // Vite gives the new versions of those very files; one that has not changed is undefined.
    void replaceScreens(
      changedLists?.["listFiles"] as typeof listFiles | undefined,
      changedForms?.["formFiles"] as typeof formFiles | undefined,
    );
  });
}
