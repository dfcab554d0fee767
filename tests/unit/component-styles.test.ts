// antd's styles that are written ahead: those of what a list shows first, the same in every theme, under the names that antd looks them up by.
import { expect, test } from "vitest";
import { themeNames } from "#admin/ui/theme/themes.ts";
import { componentStyles } from "../../scripts/vite/component-sheet.ts";

test("buttons, inputs, choices and tables have theirs", () => {
  const sheet = componentStyles();
  const [, listed = ""] = /\.data-ant-cssinjs-cache-path\{content:"([^"]*)";\}$/.exec(sheet) ?? [];
  const names = listed.split(";").map((entry) => entry.split("|")[1]);
  expect(names).toEqual(expect.arrayContaining(["App-App", "Button-Button", "Input-Component", "Select-Select", "Table-Table"]));
  expect(sheet).toContain(".ant-btn{");
});

test("every theme has the same, with motion and without", () => {
  const [first, ...others] = themeNames.flatMap((name) => [componentStyles(name, true), componentStyles(name, false)]);
  expect(others).toHaveLength(2 * themeNames.length - 1);
  expect(others.filter((sheet) => sheet !== first)).toEqual([]);
});
