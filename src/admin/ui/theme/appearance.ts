// The appearance: light or dark as the system prefers until the user chooses, a theme for each of the two, and a primary colour.
import { useSyncExternalStore } from "react";
import { isRecord } from "../../api/wire-data.ts";
import { readStored, removeStored, storedName, writeStored } from "../../browser/storage.ts";
import { isColour } from "./contrast.ts";
import { palettesOf, variablesOf, type Palettes } from "./palette.ts";
import { isThemeName, themes, type Appearance, type ThemeName } from "./themes.ts";

export type { Appearance } from "./themes.ts";

/** The look of the page. A new object for each change, so that it can be compared. */
export interface ThemeSettings {
  readonly appearance: Appearance;
  readonly theme: ThemeName;
  /** Picked by the person; undefined while it is the theme's own. */
  readonly primary: string | undefined;
  readonly palettes: Palettes;
}

const names = { appearance: "appearance", themes: "themes", primary: "primaryColor" } as const;
const defaultThemes: Readonly<Record<Appearance, ThemeName>> = { light: "default", dark: "dark" };
const listeners = new Set<() => void>();

function chosenAppearance(): Appearance | undefined {
  const content = readStored(names.appearance)?.content;
  return content === "light" || content === "dark" ? content : undefined;
}

function preferred(): Appearance {
  return typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The themes of light and dark pages: switching to the other and back restores the same theme. */
function chosenThemes(): Readonly<Record<Appearance, ThemeName>> {
  const content = readStored(names.themes)?.content;
  const stored = isRecord(content) ? content : {};
  const themeFor = (appearance: Appearance): ThemeName => {
    const name = stored[appearance];
    return isThemeName(name) && themes[name].appearance === appearance ? name : defaultThemes[appearance];
  };
  return { light: themeFor("light"), dark: themeFor("dark") };
}

function readLook(): ThemeSettings {
  const appearance = chosenAppearance() ?? preferred();
  const theme = chosenThemes()[appearance];
  const stored = readStored(names.primary)?.content;
  const primary = isColour(stored) ? stored : undefined;
  return { appearance, theme, primary, palettes: palettesOf(themes[theme], primary) };
}

let current: ThemeSettings = readLook();

function show(): void {
  current = readLook();
  const { dataset, style } = document.documentElement;
  dataset["appearance"] = current.appearance;
  dataset["theme"] = current.theme;
  for (const [name, colour] of variablesOf(current.palettes)) style.setProperty(name, colour);
  for (const listener of [...listeners]) listener();
}

/** Applies the appearance before the first render, and follows the system and other tabs of the browser. */
export function startAppearance(): void {
  show();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (chosenAppearance() === undefined) show();
  });
  const storedNames = new Set(Object.values(names).map(storedName));
  addEventListener("storage", ({ key }) => {
    if (key === null || storedNames.has(key)) show();
  });
}

/** Light or dark, each in the theme that was last chosen for it. */
export function changeAppearance(next: Appearance): void {
  writeStored(names.appearance, next);
  show();
}

/** A theme determines its appearance. */
export function changeTheme(next: ThemeName): void {
  const { appearance } = themes[next];
  writeStored(names.themes, { ...chosenThemes(), [appearance]: next });
  changeAppearance(appearance);
}

/** Another primary colour, as `#rrggbb`; undefined gives back the theme's own. */
export function changePrimary(next: string | undefined): void {
  if (next === undefined) removeStored(names.primary);
  else writeStored(names.primary, next);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The look of the page. */
export function useThemeSettings(): ThemeSettings {
  return useSyncExternalStore(subscribe, () => current);
}

/** The appearance of the page. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(
    subscribe,
    () => current.appearance,
    () => "light",
  );
}
