// Leaves out of the bundle what packages pull in and no screen can reach. Each rule names its importer and its reason; a rule that finds no
// such import fails the build, so that an update of a package is noticed at build time and not by users who wait for a page.
import path from "node:path";
import type { Plugin } from "vite";
import { leftOutOfForms } from "./left-out-of-forms.ts";
import { leftOutOfRefine } from "./left-out-of-refine.ts";

/** One import that is replaced. */
export interface LeftOut {
  /** The files whose import is replaced; any file by default. */
  readonly importer?: RegExp;
  readonly specifier: RegExp;
  /** The replacement. A stub that would render throws, because it would otherwise be missing silently. */
  readonly code: string;
}

const antd = (path: string) => new RegExp(`[\\\\/]antd[\\\\/]es[\\\\/]${path.replaceAll("/", "[\\\\/]")}\\.js$`);

const refuses = (what: string) => `() => { throw new Error("${what} is left out of the bundle: scripts/vite/left-out.ts"); }`;

/**
 * Refine and its router bindings write addresses with qs, which is made for nested queries; those here are flat
 * (src/admin/screens/search/list-query.ts). antd's table includes the menus and trees of column filters, the boxes and menus of its
 * selection, its pages and its tooltips; lists have lighter ones (src/admin/screens). Its form context and its radio buttons take one
 * function each from modules that include forms and their validation, its button a test for bright colours from the colour picker.
 * docs/packages.md has the share of each.
 */
export const leftOutRules: readonly LeftOut[] = [
  {
    specifier: /^qs$/,
    code: `const refuse = ${refuses("a nested address of Refine")};
      const text = (name, value) => (typeof value === "object" || typeof value === "function" ? refuse() : name + "=" + String(value));
      export default {
        parse: refuse,
        stringify: (query, { addQueryPrefix = false } = {}) => {
          const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
          return (addQueryPrefix && given.length > 0 ? "?" : "") + given.map(([name, value]) => text(name, value)).join("&");
        },
      };`,
  },
  {
    importer: antd("table/hooks/useFilter/index"),
    specifier: /^\.\/FilterDropdown$/,
    code: `export const flattenKeys = () => []; export default ${refuses("the filter menu of antd's table")};`,
  },
  {
    importer: antd("table/(?:InternalTable|Table)"),
    specifier: /^\.\/hooks\/useSelection$/,
    code: `export const SELECTION_COLUMN = {}; export const SELECTION_ALL = "SELECT_ALL"; export const SELECTION_INVERT = "SELECT_INVERT"; export const SELECTION_NONE = "SELECT_NONE";
      const none = new Set(); const same = (columns) => columns; const refuse = ${refuses("rowSelection of antd's table")};
      export default (_config, rowSelection) => (rowSelection ? refuse() : [same, none]);`,
  },
  {
    importer: antd("table/InternalTable"),
    specifier: /^\.\.\/pagination$/,
    code: `export default ${refuses("pagination of antd's table")};`,
  },
  {
    importer: antd("table/InternalTable"),
    specifier: /^\.\.\/spin$/,
    code: `const refuse = ${refuses("loading of antd's table")}; export default ({ spinning, children }) => (spinning ? refuse() : children);`,
  },
  {
    importer: antd("table/hooks/useSorter"),
    specifier: /^\.\.\/\.\.\/tooltip$/,
    code: `export default ${refuses("the sorter tooltip of antd's table")};`,
  },
  { importer: antd("form/context"), specifier: /^rc-field-form$/, code: 'export { FormProvider } from "rc-field-form/es/FormContext";' },
  {
    importer: antd("radio/group"),
    specifier: /^\.\.\/form\/hooks\/useForm$/,
    code: 'export const toNamePathStr = (name) => (name === undefined || name === false ? [] : Array.isArray(name) ? name : [name]).join("_");',
  },
  { importer: antd("modal/Modal"), specifier: /^\.\.\/skeleton$/, code: `export default ${refuses("loading of antd's modal")};` },
  {
    importer: antd("button/style/token"),
    specifier: /^\.\.\/\.\.\/color-picker\/color$/,
    code: 'export { FastColor as AggregationColor } from "@ant-design/fast-color";',
  },
  {
    importer: antd("button/style/token"),
    specifier: /^\.\.\/\.\.\/color-picker\/components\/ColorPresets$/,
    code: `export const isBright = (color, background) => {
        const { r, g, b, a } = color.toRgb();
        return a <= 0.5 ? color.onBackground(background).toHsv().v > 0.5 : r * 0.299 + g * 0.587 + b * 0.114 > 192;
      };`,
  },
  ...leftOutOfForms,
  ...leftOutOfRefine,
];

const marker = "\0left-out:";

/** The plugin. Where the application itself is built, with this root, every rule must find its import. */
export function leftOut(application: string): Plugin {
  const used = new Set<LeftOut>();
  /** Replacement → the file that imported what it replaces: its own imports are found from there. */
  const importers = new Map<string, string>();
  let isApplication = false;
  return {
    name: "left-out",
    enforce: "pre",
    configResolved(config) {
      // What tests render on the server is part of the application.
      isApplication = config.command === "build" && config.build.ssr === false && path.resolve(config.root) === path.resolve(application);
    },
    resolveId(source, importer) {
      if (importer?.startsWith(marker) === true) return this.resolve(source, importers.get(importer), { skipSelf: true });
      // While developing, files of packages carry a version.
      const from = importer?.replace(/\?.*$/, "");
      const rule = leftOutRules.find(
        (one) => one.specifier.test(source) && (one.importer === undefined || (from !== undefined && one.importer.test(from))),
      );
      if (rule === undefined) return undefined;
      used.add(rule);
      const replacement = `${marker}${leftOutRules.indexOf(rule)}`;
      if (from !== undefined) importers.set(replacement, from);
      return replacement;
    },
    load(id) {
      return id.startsWith(marker) ? leftOutRules[Number(id.slice(marker.length))]?.code : undefined;
    },
    buildEnd(error) {
      if (error !== undefined || !isApplication) return;
      const idle = leftOutRules.filter((rule) => !used.has(rule));
      if (idle.length > 0)
        throw new Error(
          `scripts/vite/left-out.ts: no import is left that these rules replace: ${idle.map((rule) => rule.specifier.source).join(", ")}`,
        );
    },
  };
}
