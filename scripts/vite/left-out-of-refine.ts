// What Refine imports for parts that no screen uses: the CSV of @refinedev/core and the stacks of its devtools; in the single entry of
// @refinedev/antd Markdown and dates in cells, the page header of its own screens, the hooks of its antd forms and lists. The header and the hooks
// can be tree-shaken, but the build and tests would load their modules to find that out, and the build would ship their notices. A stub
// that would render throws.
import type { LeftOut } from "./left-out.ts";

const entry = /[\\/]@refinedev[\\/]antd[\\/]dist[\\/]index\.mjs$/;

const refuses = (what: string) => `() => { throw new Error("${what} is left out of the bundle: scripts/vite/left-out-of-refine.ts"); }`;

export const leftOutOfRefine: readonly LeftOut[] = [
  {
    specifier: /^papaparse$/,
    code: `const refuse = ${refuses("reading and writing CSV in the browser")}; export default { parse: refuse, unparse: refuse };`,
  },
  { specifier: /^error-stack-parser$/, code: `export default { parse: ${refuses("the stack parser of Refine's devtools")} };` },
  // Writes that can be undone for a while have a ring that counts down; there are none. Where there is no App around, notifications are
  // antd's own.
  {
    importer: entry,
    specifier: /^antd$/,
    code: `export * from "antd"; export const Progress = ${refuses("the countdown of an undoable write")}; export const notification = {};`,
  },
  // Days are drawn by the cells of their kinds.
  {
    importer: entry,
    specifier: /^dayjs$/,
    code: `const refuse = ${refuses("DateField of @refinedev/antd")}; export default Object.assign(refuse, { extend: () => undefined });`,
  },
  { importer: entry, specifier: /^dayjs\/plugin\/localizedFormat/, code: "export default {};" },
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
