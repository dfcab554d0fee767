// antd's styles that are written ahead: those of what a list shows first, the same in every theme, under the names that antd looks them up by.
import { expect, test } from "vitest";
import { componentStyles } from "../../scripts/vite/component-styles.ts";

test("buttons, inputs, choices and tables have theirs, for pages with and without motion", async () => {
  const sheet = await componentStyles();
  const [, listed = ""] = /\.data-ant-cssinjs-cache-path\{content:"([^"]*)";\}$/.exec(sheet) ?? [];
  const paths = listed.split(";").map((entry) => entry.split("|"));
  const names = new Set(paths.map(([, name]) => name));
  expect([...names]).toEqual(expect.arrayContaining(["App-App", "Button-Button", "Input-Component", "Select-Select", "Table-Table"]));
  // One entry for each: light and dark pages, still and moving ones have them under the same key of their variables.
  expect(paths).toHaveLength(names.size);
  expect(sheet).toContain(".ant-btn{");
  // Colours are those of the page's theme.
  expect(sheet).not.toMatch(/#1b5bd6/i);
});
