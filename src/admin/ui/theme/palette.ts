// All colours of a page from its theme and the primary colour that a person may have picked; every text in them reads (AA).
import { contrast, textColourOn, mix, readableContrast, readableOn } from "./contrast.ts";
import type { BarColours, Ground, Theme } from "./themes.ts";

/** The colours of the page, of a pop-over or of a bar, under the names that style sheets give them. */
export interface Palette extends Ground {
  readonly primary: string;
  readonly primaryHover: string;
  /** Background of selected items. */
  readonly primarySoft: string;
  readonly onPrimary: string;
  /**
   * The brand pane of the sign-in page, from its darkest corner to its lightest; white text is readable on both, also where it is faded.
   */
  readonly brandDeep: string;
  readonly brand: string;
}

/** The colours specific to a bar; all others are those of the page. */
export type BarPalette = Pick<
  Palette,
  "surface" | "sunken" | "line" | "text" | "textSoft" | "textFaint" | "primary" | "primarySoft" | "onPrimary"
> & {
  /** The product's mark and its foreground. */
  readonly mark: string;
  readonly onMark: string;
};

export interface Palettes {
  readonly page: Palette;
  readonly top: BarPalette;
  readonly side: BarPalette;
}

const lightInk = "#ffffff";
const darkInk = "#0d1626";

/** As much of a colour in a background as leaves the colour readable on it. */
function tint(background: string, colour: string, max: number): string {
  for (let share = max; share > 0; share -= 0.01) {
    const tinted = mix(background, colour, share);
    if (contrast(colour, tinted) >= readableContrast) return tinted;
  }
  return background;
}

/** White as faint as texts on the brand pane have it. */
export const fadedTextColour = (background: string): string => mix(background, lightInk, 0.84);

/** The primary colour, darkened as far as faded white text requires. */
function brandOf(primary: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const brand = mix(primary, "#000000", share);
    if (contrast(fadedTextColour(brand), brand) >= readableContrast) return brand;
  }
  return "#000000";
}

function pagePalette({ appearance, ground }: Theme, wanted: string): Palette {
  const isDark = appearance === "dark";
  const primary = readableOn(wanted, [ground.page, ground.surface, ground.raised, ground.sunken]);
  const brand = brandOf(primary);
  return {
    ...ground,
    primary,
    brand,
    brandDeep: mix(brand, "#04070f", 0.6),
    primaryHover: isDark ? mix(primary, lightInk, 0.25) : mix(primary, "#000000", 0.2),
    primarySoft: tint(ground.surface, primary, isDark ? 0.16 : 0.1),
    onPrimary: textColourOn(primary, lightInk, darkInk),
  };
}

/** A bar with a colour unlike the page's: faded ink for secondary text, the primary colour behind selected items. */
function apart(surface: string, ink: string, page: Palette): BarPalette {
  const towards = mix(surface, ink, 0.1);
  // Where the ink reads just well enough, the pointer's trace goes the other way.
  const sunken = contrast(ink, towards) > readableContrast + 1 ? towards : mix(surface, textColourOn(ink, lightInk, "#000000"), 0.14);
  const places = [surface, sunken];
  const isPrimary = surface === page.primary;
  const chosen = isPrimary ? mix(surface, textColourOn(ink, lightInk, "#000000"), 0.2) : page.primary;
  const onChosen = isPrimary ? ink : page.onPrimary;
  return {
    surface,
    sunken,
    line: mix(surface, ink, 0.14),
    text: ink,
    textSoft: readableOn(mix(ink, surface, 0.18), places),
    textFaint: readableOn(mix(ink, surface, 0.28), places),
    primary: onChosen,
    primarySoft: chosen,
    onPrimary: chosen,
    mark: chosen,
    onMark: onChosen,
  };
}

function barPalette(colours: BarColours, page: Palette): BarPalette {
  if (colours === "page") return { ...page, mark: page.primary, onMark: page.onPrimary };
  if (colours === "primary") return apart(page.primary, page.onPrimary, page);
  return apart(colours.surface, colours.ink, page);
}

/** The colours of a theme. A picked primary colour that would not read is moved to the nearest one that does. */
export function palettesOf(theme: Theme, picked: string | undefined): Palettes {
  const page = pagePalette(theme, picked ?? theme.primary);
  return { page, top: barPalette(theme.top, page), side: barPalette(theme.side, page) };
}

/** textSoft → text-soft: the name of a style sheet's variable. */
function variableOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The variables that page.css and all other style sheets read: `--tm-…` of the page, `--tm-top-…` and `--tm-side-…` of the bars. */
export function variablesOf({ page, top, side }: Palettes): ReadonlyMap<string, string> {
  const named = (prefix: string, colours: object): [string, string][] =>
    Object.entries(colours).map(([name, colour]) => [`--tm-${prefix}${variableOf(name)}`, String(colour)]);
  const bar = (colours: BarPalette): BarPalette => {
    const { surface, sunken, line, text, textSoft, textFaint, primary, primarySoft, onPrimary, mark, onMark } = colours;
    return { surface, sunken, line, text, textSoft, textFaint, primary, primarySoft, onPrimary, mark, onMark };
  };
  return new Map([...named("", page), ...named("top-", bar(top)), ...named("side-", bar(side))]);
}
