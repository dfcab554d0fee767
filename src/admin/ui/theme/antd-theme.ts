// antd in the colours of the page. One set of CSS variables per look, so that a change adds no styles.
import { theme, type MappingAlgorithm, type ThemeConfig } from "antd";
import { mix } from "./contrast.ts";
import type { ThemeSettings } from "./appearance.ts";

/** antd's dark algorithm darkens the given colours; here they are used unchanged, because their contrast is already checked. */
const asGiven: MappingAlgorithm = (seed, map) => {
  if (map === undefined) throw new Error("asGiven corrects what another algorithm made");
  return {
    ...map,
    colorPrimary: seed.colorPrimary,
    colorLink: seed.colorLink,
    colorError: seed.colorError,
    colorSuccess: seed.colorSuccess,
    colorWarning: seed.colorWarning,
  };
};

const algorithms = { light: [theme.defaultAlgorithm, asGiven], dark: [theme.darkAlgorithm, asGiven] };

/**
 * antd's theme for a look. It computes shades and cannot read variables, so it is given the values. Without motion, as some ask their system
 * for, what opens is there at once: with animations that are only short, it stands for a frame where a click on it goes astray.
 */
export function antdTheme({ appearance, theme: name, primary, palettes: { page } }: ThemeSettings, hasMotion = true): ThemeConfig {
  const isDark = appearance === "dark";
  const motion = hasMotion ? "" : "-still";
  return {
    algorithm: algorithms[appearance],
    cssVar: { key: `tracemark-${name}${primary === undefined ? "" : `-${primary.slice(1)}`}${motion}` },
    hashed: false,
    token: {
      motion: hasMotion,
      borderRadius: 8,
      borderRadiusLG: 10,
      borderRadiusSM: 6,
      fontFamily: "var(--tm-font)",
      wireframe: false,
      colorPrimary: page.primary,
      colorPrimaryHover: page.primaryHover,
      colorPrimaryActive: page.primaryHover,
      colorPrimaryBg: page.primarySoft,
      controlItemBgActive: page.primarySoft,
      colorLink: page.primary,
      colorLinkHover: page.primaryHover,
      colorError: page.danger,
      colorSuccess: page.success,
      colorWarning: page.warning,
      // antd would shade these off the colours of the page, which are dark enough to be read, and so come out grey.
      colorErrorBg: page.dangerSoft,
      colorSuccessBg: mix(page.surface, page.success, isDark ? 0.16 : 0.08),
      colorSuccessBorder: mix(page.surface, page.success, 0.4),
      colorWarningBg: mix(page.surface, page.warning, isDark ? 0.16 : 0.08),
      colorWarningBorder: mix(page.surface, page.warning, 0.4),
      colorTextBase: page.text,
      colorBgBase: isDark ? page.page : page.surface,
      colorBgContainer: page.surface,
      colorBgElevated: page.raised,
      colorBgLayout: page.page,
      colorBorder: page.lineStrong,
      colorBorderSecondary: page.line,
      colorTextPlaceholder: page.textFaint,
      colorTextDescription: page.textSoft,
    },
    components: {
      Table: {
        headerBg: mix(page.surface, page.sunken, 0.7),
        headerColor: page.textSoft,
        headerSplitColor: "transparent",
        rowHoverBg: mix(page.surface, page.sunken, 0.8),
        // The arrow in its heading says what is sorted by; the column is hardly another shade.
        bodySortBg: mix(page.surface, page.sunken, 0.25),
        headerSortActiveBg: mix(page.surface, page.sunken, 0.9),
        headerSortHoverBg: mix(page.surface, page.sunken, 1),
        cellPaddingBlockMD: 11,
        cellPaddingBlockSM: 6,
        cellFontSizeSM: 13,
      },
      // White on the colours of the dark page would be too faint.
      // The words in a switch that is on stand on the primary colour, as those of a button do.
      Switch: { colorTextLightSolid: page.onPrimary },
      Button: isDark ? { primaryColor: page.onPrimary, dangerColor: "#1b0d0d" } : { primaryColor: page.onPrimary },
    },
  };
}
