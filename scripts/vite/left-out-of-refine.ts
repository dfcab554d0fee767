// Imports of the single entry of @refinedev/antd for parts that no screen uses: Markdown and dates in cells, the page header of its own screens, the
// hooks of its antd forms and lists. None of these packages can be tree-shaken, and together they are fifty times as large as the used
// parts. A stub that would render throws.
import type { LeftOut } from "./left-out.ts";

const entry = /[\\/]@refinedev[\\/]antd[\\/]dist[\\/]index\.mjs$/;

const refuses = (what: string) => `() => { throw new Error("${what} is left out of the bundle: scripts/vite/left-out-of-refine.ts"); }`;

const core = /[\\/]@refinedev[\\/]core[\\/]dist[\\/]index\.mjs$/;

/**
 * What Refine takes of lodash, for what it is given here: lists and plain values. The package's own are made for values of every kind, and
 * are as large as a form.
 */
const lodash: Readonly<Record<string, string>> = {
  isEqual: `const same = (one, other) => {
      if (Object.is(one, other)) return true;
      if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
      if (Array.isArray(one) !== Array.isArray(other)) return false;
      if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
      const names = Object.keys(one);
      return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]));
    };
    export default same;`,
  differenceWith:
    "export default (list, others, isSame) => (list ?? []).filter((one) => !(others ?? []).some((other) => isSame(one, other)));",
  get: 'export default (value, path) => String(path).split(".").reduce((at, name) => at?.[name], value);',
  uniqBy: `export default (list, by) => {
      const keyOf = typeof by === "function" ? by : (one) => one[by];
      const seen = new Set();
      return (list ?? []).filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
    };`,
  unionWith: `export default (...lists) => {
      const isSame = lists.pop();
      return lists.flat().reduce((kept, one) => (kept.some((other) => isSame(one, other)) ? kept : [...kept, one]), []);
    };`,
};

export const leftOutOfRefine: readonly LeftOut[] = [
  ...Object.entries(lodash).map(([name, code]): LeftOut => ({ importer: core, specifier: new RegExp(`^lodash-es/${name}\\.js$`), code })),
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
