// antd's styles of what a list shows first, written when the application is built, as antd writes them for pages that a server draws: making
// them in the browser was 8 % of the samples of a profile of the first view. Styles of all other components are made as they are used.
import { createCache, extractStyle, StyleProvider } from "@ant-design/cssinjs";
import { App, Button, ConfigProvider, Input, Select, Table } from "antd";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { antdTheme } from "../../src/admin/ui/theme/antd-theme.ts";
import { palettesOf } from "../../src/admin/ui/theme/palette.ts";
import { themes, type ThemeName } from "../../src/admin/ui/theme/themes.ts";

/** The style sheet in a theme: the same in all of them, which differ in the values of variables (tests/unit/component-styles.test.ts). */
export function componentStyles(name: ThemeName = "default", hasMotion = true): string {
  const theme = themes[name];
  const look = { appearance: theme.appearance, theme: name, primary: undefined, palettes: palettesOf(theme, undefined) };
  const cache = createCache();
  const drawn = [
    createElement(Button, { key: "button" }),
    createElement(Input, { key: "input" }),
    createElement(Select, { key: "select" }),
  ];
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(
        ConfigProvider,
        { theme: antdTheme(look, hasMotion), wave: { disabled: true } },
        createElement(
          App,
          undefined,
          ...drawn,
          createElement(Table, { columns: [{ title: "a", dataIndex: "a", sorter: true }], pagination: false }),
        ),
      ),
    ),
  );
  const sheet = extractStyle(cache, { plain: true, types: "style" });
  // Another copy of cssinjs than antd's own would have seen nothing drawn.
  if (!sheet.includes(".ant-btn"))
    throw new Error("antd's styles were not written: is @ant-design/cssinjs in the version that antd installs?");
  return sheet;
}
