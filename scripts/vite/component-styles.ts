// antd's styles of what a list shows first, written when the application is built, as antd writes them for pages that a server draws: in the
// browser, their making takes a tenth of the main thread's work until the first row. Styles of all other components are made as they are used.
import { createCache, extractStyle, StyleProvider } from "@ant-design/cssinjs";
import type { Plugin } from "vite";
import { antdTheme } from "../../src/admin/ui/theme/antd-theme.ts";
import { palettesOf } from "../../src/admin/ui/theme/palette.ts";
import { themes, type ThemeName } from "../../src/admin/ui/theme/themes.ts";

/** What the application imports (src/admin/application.tsx). */
const id = "virtual:component-styles.css";

/** Where the style sheet says which styles it has, under the key of the theme that they were made for. */
const listed = /\.data-ant-cssinjs-cache-path\{content:"([^"]*)";\}/;

/** The styles in a theme: their text without the list, and the list. */
async function stylesIn(name: ThemeName, hasMotion: boolean): Promise<{ readonly text: string; readonly paths: string }> {
  const { createElement } = await import("react");
  const { renderToString } = await import("react-dom/server");
  const { App, Button, ConfigProvider, Input, Select, Table } = await import("antd");
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
  const [list = "", paths = ""] = listed.exec(sheet) ?? [];
  return { text: sheet.replace(list, ""), paths };
}

/** One style sheet for all themes: they differ in the values of variables only. */
export async function componentStyles(): Promise<string> {
  const looks = [
    ["default", true],
    ["default", false],
    ["dark", true],
    ["dark", false],
  ] as const;
  const all = await Promise.all(looks.map(([name, hasMotion]) => stylesIn(name, hasMotion)));
  const [first] = all;
  if (first === undefined || first.paths === "") throw new Error("antd's styles could not be written ahead");
  const same = all.filter(({ text }) => text === first.text);
  const paths = [...new Set(same.flatMap((one) => one.paths.split(";")))];
  return `${first.text}.data-ant-cssinjs-cache-path{content:"${paths.join(";")}";}`;
}

export const writtenStyles: Plugin = {
  name: "component-styles",
  resolveId: (source) => (source === id ? id : undefined),
  load(source) {
    if (source !== id) return undefined;
    return this.environment.mode === "build" ? componentStyles() : "";
  },
};
