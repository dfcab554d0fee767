// antd in the colours of the page. One set of CSS variables per appearance, so that a change adds no styles (ui.md "Themes").
import { theme, type ThemeConfig } from "antd";
import type { Appearance } from "./appearance.ts";

const common: ThemeConfig["token"] = {
  borderRadius: 8,
  borderRadiusLG: 10,
  borderRadiusSM: 6,
  fontFamily: "var(--tm-font)",
  wireframe: false,
};

/** The values of page.css: antd computes shades from them and cannot read variables. */
const light: ThemeConfig["token"] = {
  ...common,
  colorPrimary: "#1b5bd6",
  // What antd computes is too light for white text (3.9 to 1).
  colorPrimaryHover: "#2f6be0",
  colorLink: "#1b5bd6",
  colorError: "#c62a2f",
  colorSuccess: "#1a7f45",
  colorTextBase: "#17202e",
  colorBgLayout: "#f4f6f9",
  colorBorder: "#c9d1dc",
  colorBorderSecondary: "#e3e8ef",
  colorTextPlaceholder: "#647086",
  colorTextDescription: "#4d5b70",
};

const dark: ThemeConfig["token"] = {
  ...common,
  // Seeds: antd darkens them by about a seventh.
  colorPrimary: "#7aa7f8",
  colorLink: "#7aa7f8",
  colorError: "#ff8a87",
  colorSuccess: "#62d492",
  colorTextBase: "#e6eaf0",
  colorBgBase: "#10141b",
  colorBgContainer: "#181d26",
  colorBgElevated: "#202733",
  colorBgLayout: "#10141b",
  colorBorder: "#3d4859",
  colorBorderSecondary: "#2a3240",
  colorTextPlaceholder: "#929eb0",
  colorTextDescription: "#b0bac8",
};

export function antdTheme(appearance: Appearance): ThemeConfig {
  const isDark = appearance === "dark";
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: `tracemark-${appearance}` },
    hashed: false,
    token: isDark ? dark : light,
    components: {
      Table: {
        headerBg: isDark ? "#1d2430" : "#f6f8fb",
        headerColor: isDark ? "#b0bac8" : "#4d5b70",
        headerSplitColor: "transparent",
        rowHoverBg: isDark ? "#1f2632" : "#f4f7fc",
        cellPaddingBlockMD: 11,
        cellPaddingBlockSM: 6,
        cellFontSizeSM: 13,
      },
      // White on the primary of the dark page would be too faint.
      Button: isDark ? { primaryColor: "#0d1626", dangerColor: "#1b0d0d" } : {},
    },
  };
}
