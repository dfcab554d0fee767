// Imports of the single entry of @refinedev/antd for parts that no screen uses: Markdown in cells, the page header of its own screens, the
// hooks of its antd forms and lists. None of these packages can be tree-shaken, and together they are fifty times as large as the used
// parts. A stub that would render throws.
import type { LeftOut } from "./left-out.ts";

const entry = /[\\/]@refinedev[\\/]antd[\\/]dist[\\/]index\.mjs$/;

const refuses = (what: string) => `() => { throw new Error("${what} is left out of the bundle: scripts/vite/left-out-of-refine.ts"); }`;

export const leftOutOfRefine: readonly LeftOut[] = [
  // Writes that can be undone for a while have a ring that counts down; there are none. Where there is no App around, notifications are
  // antd's own.
  {
    importer: entry,
    specifier: /^antd$/,
    code: `export * from "antd"; export const Progress = ${refuses("the countdown of an undoable write")}; export const notification = {};`,
  },
  { importer: entry, specifier: /^react-markdown$/, code: `export default ${refuses("MarkdownField of @refinedev/antd")};` },
  { importer: entry, specifier: /^remark-gfm$/, code: `export default ${refuses("MarkdownField of @refinedev/antd")};` },
  {
    importer: entry,
    specifier: /^@ant-design\/pro-layout$/,
    code: `export const PageHeader = ${refuses("PageHeader of @refinedev/antd")};`,
  },
  {
    importer: entry,
    specifier: /^sunflower-antd$/,
    code: `const refuse = ${refuses("a form or table hook of @refinedev/antd")}; export { refuse as useForm, refuse as useStepsForm };`,
  },
];
