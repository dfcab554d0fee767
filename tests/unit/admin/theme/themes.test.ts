// Every text of every theme reads on whatever it stands on, also with a primary colour that a person picked (WCAG 2.2 AA;
// docs/specification.md §9).
import { theme as antd } from "antd";
import { describe, expect, test } from "vitest";
import { antdTheme } from "#admin/ui/theme/antd-theme.ts";
import { contrast, mix, readableContrast, readableOn } from "#admin/ui/theme/contrast.ts";
import { fadedTextColour, palettesOf, type BarPalette, type Palette } from "#admin/ui/theme/palette.ts";
import { themeNames, themes, type ThemeName } from "#admin/ui/theme/themes.ts";

type Pair = readonly [what: string, text: string, background: string];

const inks = ["text", "textSoft", "textFaint"] as const;

function pagePairs(page: Palette): readonly Pair[] {
  const grounds = ["page", "surface", "raised", "sunken"] as const;
  const read = [...inks, "primary", "danger", "success", "warning"] as const;
  return [
    ...grounds.flatMap((ground) => read.map((ink): Pair => [`${ink} on ${ground}`, page[ink], page[ground]])),
    ["primary on primarySoft", page.primary, page.primarySoft],
    ["text on primarySoft", page.text, page.primarySoft],
    ["danger on dangerSoft", page.danger, page.dangerSoft],
    ["faded white on brand", fadedTextColour(page.brand), page.brand],
    ["white on brandDeep", "#ffffff", page.brandDeep],
    ["onPrimary on primary", page.onPrimary, page.primary],
    ["onPrimary on primaryHover", page.onPrimary, page.primaryHover],
    ["primaryHover on surface", page.primaryHover, page.surface],
  ];
}

function barPairs(name: string, bar: BarPalette): readonly Pair[] {
  return [
    ...(["surface", "sunken"] as const).flatMap((ground) =>
      inks.map((ink): Pair => [`${name}: ${ink} on ${ground}`, bar[ink], bar[ground]]),
    ),
    [`${name}: chosen`, bar.primary, bar.primarySoft],
    [`${name}: onPrimary on primary`, bar.onPrimary, bar.primary],
    [`${name}: the mark`, bar.onMark, bar.mark],
  ];
}

/** What antd computes for itself: texts, links and placeholders in its fields, buttons, heads and chosen rows of tables. */
function antdPairs(name: ThemeName, picked: string | undefined): readonly Pair[] {
  const { appearance } = themes[name];
  const config = antdTheme({ appearance, theme: name, primary: picked, palettes: palettesOf(themes[name], picked) });
  const token = antd.getDesignToken(config);
  const { Button, Table } = config.components ?? {};
  const heads = String(Table?.headerBg);
  return [
    ["antd: link", token.colorLink, token.colorBgContainer],
    ["antd: link hovered", token.colorLinkHover, token.colorBgContainer],
    ["antd: placeholder", token.colorTextPlaceholder, token.colorBgContainer],
    ["antd: placeholder in a dialog", token.colorTextPlaceholder, token.colorBgElevated],
    ["antd: error", token.colorError, token.colorBgElevated],
    ["antd: primary button", String(Button?.primaryColor), token.colorPrimary],
    ["antd: primary button hovered", String(Button?.primaryColor), token.colorPrimaryHover],
    ["antd: plain button hovered", token.colorPrimaryHover, token.colorBgContainer],
    ["antd: head of a table", String(Table?.headerColor), heads],
    ["antd: link in a hovered row", token.colorLink, String(Table?.rowHoverBg)],
    ["antd: link in a chosen row", token.colorLink, token.controlItemBgActive],
  ];
}

function faint(pairs: readonly Pair[]): readonly string[] {
  return pairs
    .filter(([, text, background]) => contrast(text, background) < readableContrast)
    .map(([what, text, background]) => `${what}: ${contrast(text, background).toFixed(2)} (${text} on ${background})`);
}

function pairsOf(name: ThemeName, picked?: string): readonly Pair[] {
  const { page, top, side } = palettesOf(themes[name], picked);
  return [...pagePairs(page), ...barPairs("top bar", top), ...barPairs("side bar", side), ...antdPairs(name, picked)];
}

/** Every corner and the middle of the space of colours: the hardest that anybody can pick. */
const picks = ["00", "80", "ff"].flatMap((red) =>
  ["00", "80", "ff"].flatMap((green) => ["00", "80", "ff"].map((blue) => `#${red}${green}${blue}`)),
);

describe("the eleven themes", () => {
  test("have no motion for whoever asks their system for none", () => {
    const look = { appearance: "light", theme: "default", primary: undefined, palettes: palettesOf(themes.default, undefined) } as const;
    expect(antd.getDesignToken(antdTheme(look)).motionDurationMid).not.toBe("0s");
    expect(antd.getDesignToken(antdTheme(look, false)).motionDurationMid).toBe("0s");
  });

  test("have the names of the specification, in its order", () => {
    expect(themeNames).toEqual(["default", "white", "dark", "star", "bule", "iview", "vip", "cool", "d2", "hey", "lte"]);
    expect(themeNames.filter((name) => themes[name].appearance === "dark")).toEqual(["dark", "star"]);
  });

  test.each(themeNames)("%s: every text reads on its background", (name) => {
    expect(faint(pairsOf(name))).toEqual([]);
  });

  test.each(themeNames)("%s: every text reads with whatever primary colour a person picks", (name) => {
    expect(picks.flatMap((picked) => faint(pairsOf(name, picked)).map((line) => `${picked}: ${line}`))).toEqual([]);
  });

  test("differ from each other in what one sees", () => {
    const seen = themeNames.map((name) => {
      const { page, top, side } = palettesOf(themes[name], undefined);
      return [page.page, page.primary, top.surface, side.surface].join(" ");
    });
    expect(new Set(seen).size).toBe(themeNames.length);
  });

  test("keep a picked colour as it is where it reads", () => {
    expect(palettesOf(themes.default, "#8b1a8b").page.primary).toBe("#8b1a8b");
  });
});

describe("contrast", () => {
  test("is that of the standard", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#ff0000", "#ff0000")).toBe(1);
  });

  test("is reached by moving a colour no further than it must", () => {
    const moved = readableOn("#ffe000", ["#ffffff"]);
    expect(contrast(moved, "#ffffff")).toBeGreaterThanOrEqual(readableContrast);
    expect(contrast(mix(moved, "#ffe000", 0.1), "#ffffff")).toBeLessThan(readableContrast);
  });
});
