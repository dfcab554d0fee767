// What the build puts in place of parts of packages: the same as the original for what callers pass, and a refusal for everything else.
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { getWidget } from "@rjsf/utils";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { build } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { leftOut, leftOutRules } from "../../scripts/vite/left-out.ts";
import { checkoutAt } from "../support/checkout.ts";
import { scratch } from "../support/scratch.ts";

const original = createRequire(import.meta.url);

function memberOf(module: unknown, name: string): unknown {
  return (typeof module === "object" && module !== null) || typeof module === "function" ? Reflect.get(module, name) : undefined;
}

/** A function of a module whose types are not known. */
function functionIn(module: unknown, name: string): (...given: readonly unknown[]) => unknown {
  const found = memberOf(module, name);
  if (typeof found !== "function") throw new Error(`there is no function ${name}`);
  return (...given): unknown => Reflect.apply(found, undefined, given);
}

const load = (code: string): Promise<unknown> => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

/** What a file gets for an import of this name. */
async function replacementOf(specifier: string): Promise<unknown> {
  const rule = leftOutRules.find((one) => one.specifier.test(specifier));
  if (rule === undefined) throw new Error(`no rule replaces ${specifier}`);
  return load(rule.code);
}

/** A function that stands for more than a refusal, by its import and its name: each has a test below. */
const compared: ReadonlySet<string> = new Set([
  "^qs$ default.stringify",
  "^\\.\\/FilterDropdown$ flattenKeys",
  "^\\.\\/hooks\\/useSelection$ default",
  "^\\.\\.\\/form\\/hooks\\/useForm$ toNamePathStr",
  "^\\.\\.\\/spin$ default",
  "^\\.\\.\\/\\.\\.\\/color-picker\\/components\\/ColorPresets$ isBright",
  "^dayjs$ default.extend",
  "^\\.\\/components\\/widgets\\/index\\.js$ default",
]);

/** The functions of a replacement by their names, those of what it exports included. */
function functionsOf(module: object, prefix = ""): readonly (readonly [string, () => unknown])[] {
  return Object.entries(module).flatMap(([name, value]: readonly [string, unknown]) => {
    const own = typeof value === "function" ? [[prefix + name, functionIn(module, name)] as const] : [];
    const isNested = (typeof value === "object" && value !== null) || typeof value === "function";
    return [...own, ...(isNested ? functionsOf(value, `${prefix}${name}.`) : [])];
  });
}

test("what is replaced refuses to be used, unless it is compared with the original", async () => {
  const plain = leftOutRules.filter(({ code }) => !/^(?:import|export \{|export \*)/.test(code.trim()));
  const functions = await Promise.all(
    plain.map(async ({ specifier, code }) =>
      functionsOf(Object(await load(code))).map(([name, call]) => ({ name: `${specifier.source} ${name}`, call })),
    ),
  );
  const all = functions.flat();
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([...compared]));
  for (const { name, call } of all.filter(({ name: one }) => !compared.has(one))) expect(call, name).toThrow("is left out of the bundle");
});

describe("addresses that Refine writes", () => {
  // As Refine's router binding and its core call it.
  const options = [
    { addQueryPrefix: true, skipNulls: true, arrayFormat: "indices", encode: false, encodeValuesOnly: true },
    { skipNulls: true, arrayFormat: "indices", encode: false },
  ];
  const flat = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc.double(),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
  );
  const nested = fc.oneof(fc.array(flat), fc.dictionary(fc.string(), flat), fc.date(), fc.func(flat));

  test("are those of qs for flat queries", async () => {
    const stringify = functionIn(memberOf(await replacementOf("qs"), "default"), "stringify");
    const its = functionIn(original("qs"), "stringify");
    fc.assert(
      fc.property(fc.dictionary(fc.string(), flat, { noNullPrototype: true }), fc.constantFrom(...options), (query, given) => {
        expect(stringify(query, given)).toBe(its(query, given));
      }),
    );
  });

  test("are refused for nested ones, and so is reading one", async () => {
    const qs = memberOf(await replacementOf("qs"), "default");
    fc.assert(
      fc.property(nested, (value) => {
        expect(() => functionIn(qs, "stringify")({ value })).toThrow("a nested address of Refine is left out");
      }),
    );
    expect(() => functionIn(qs, "parse")("a=1")).toThrow("is left out of the bundle");
  });
});

test("names of radio groups are those of antd, whatever the form around them calls them", async () => {
  const nameOf = functionIn(await replacementOf("../form/hooks/useForm"), "toNamePathStr");
  const its = functionIn(original("antd/lib/form/hooks/useForm"), "toNamePathStr");
  const part = fc.oneof(fc.string(), fc.integer());
  fc.assert(
    fc.property(fc.oneof(part, fc.array(part), fc.constantFrom(undefined, null, true, false, Number.NaN, -0)), (name) => {
      expect(nameOf(name)).toBe(its(name));
    }),
  );
});

describe("antd's table without selection and filters", () => {
  test("has the columns that it is given, and nothing is selected", async () => {
    const columns = [{ title: "name" }, { title: "state" }];
    const resultOf = (useSelection: unknown): unknown => {
      const results: unknown[] = [];
      const Probe = () => {
        results.push(functionIn({ useSelection }, "useSelection")({ data: [], pageData: [] }, undefined));
        return null;
      };
      renderToStaticMarkup(createElement(Probe));
      return results[0];
    };
    const ours = resultOf(memberOf(await replacementOf("./hooks/useSelection"), "default"));
    const its = resultOf(memberOf(original("antd/lib/table/hooks/useSelection"), "default"));
    for (const result of [ours, its]) {
      if (!Array.isArray(result)) throw new Error("useSelection gives no pair");
      const [transform, selected]: readonly unknown[] = result;
      expect([functionIn({ transform }, "transform")(columns), selected]).toEqual([columns, new Set()]);
    }
  });

  test("has the names of antd's selections", async () => {
    const [ours, its] = [await replacementOf("./hooks/useSelection"), original("antd/lib/table/hooks/useSelection") as unknown];
    const names = ["SELECTION_COLUMN", "SELECTION_ALL", "SELECTION_INVERT", "SELECTION_NONE"];
    expect(names.map((name) => memberOf(ours, name))).toEqual(names.map((name) => memberOf(its, name)));
  });

  test("refuses a selection instead of leaving it out", async () => {
    const useSelection = functionIn(await replacementOf("./hooks/useSelection"), "default");
    expect(() => useSelection({}, { selectedRowKeys: [] })).toThrow("rowSelection of antd's table is left out");
  });

  test("finds no keys of filters where a column has none", async () => {
    const its = functionIn(original("antd/lib/table/hooks/useFilter/FilterDropdown"), "flattenKeys");
    expect(functionIn(await replacementOf("./FilterDropdown"), "flattenKeys")(undefined)).toEqual(its(undefined));
  });
});

test("antd's table shows what it has while nothing loads, and refuses to show that something does", async () => {
  const spin = functionIn(await replacementOf("../spin"), "default");
  const children = createElement("table");
  expect(spin({ spinning: false, children })).toBe(children);
  expect(() => spin({ spinning: true, children })).toThrow("loading of antd's table is left out");
});

test("colours are bright for antd's button where they are for its colour picker", async () => {
  const isBright = functionIn(await replacementOf("../../color-picker/components/ColorPresets"), "isBright");
  const its = functionIn(original("antd/lib/color-picker/components/ColorPresets"), "isBright");
  const colorOf = (module: unknown, name: string, text: string): unknown => {
    const constructor = memberOf(module, name);
    if (typeof constructor !== "function") throw new Error(`there is no class ${name}`);
    return Reflect.construct(constructor, [text]);
  };
  const [fast, aggregated]: readonly unknown[] = [original("@ant-design/fast-color"), original("antd/lib/color-picker/color")];
  const part = fc.integer({ min: 0, max: 255 });
  const alpha = fc.oneof(fc.constantFrom(0, 50, 51, 100), fc.integer({ min: 0, max: 100 }));
  fc.assert(
    fc.property(part, part, part, alpha, fc.constantFrom("#fff", "#000", "#1677ff"), (...[r, g, b, a, background]) => {
      const text = `rgba(${r}, ${g}, ${b}, ${a / 100})`;
      expect(isBright(colorOf(fast, "FastColor", text), background)).toBe(its(colorOf(aggregated, "AggregationColor", text), background));
    }),
  );
});

test("the plugin of dayjs that Refine's dates would need is not installed", async () => {
  expect(functionIn(memberOf(await replacementOf("dayjs"), "default"), "extend")({})).toBeUndefined();
});

test("parts that are taken from a file of their package are those that its entry exports", () => {
  const codes = leftOutRules.map(({ code }) => code).join("\n");
  for (const [name, entry, file] of [
    ["FormProvider", "rc-field-form", "rc-field-form/lib/FormContext"],
    ["Input", "antd/lib/input", "antd/lib/input/Input"],
  ] as const) {
    // The bundle takes the same file as a module.
    expect(codes).toContain(`"${file.replace("/lib/", "/es/")}"`);
    const partOf = (module: unknown) => memberOf(module, name) ?? memberOf(module, "default");
    expect(partOf(original(file))).toBeDefined();
    expect(partOf(original(file))).toBe(partOf(original(entry)));
  }
});

test("rjsf refuses a schema that asks for a widget of its own", async () => {
  const widgets = functionIn(await replacementOf("./components/widgets/index.js"), "default")();
  expect(widgets).toEqual({});
  expect(() => getWidget({ type: "string" }, "text", {})).toThrow("Unsupported widget definition");
});

test("a rule whose import is gone fails the build of the application", async () => {
  const checkout = checkoutAt(mkdtempSync(path.join(scratch(), "tracemark-left-out-")));
  onTestFinished(() => checkout[Symbol.dispose]());
  checkout.write("page.js", "export const page = 1;\n");
  const buildWith = (application: string) =>
    build({
      configFile: false,
      logLevel: "silent",
      root: checkout.root,
      plugins: [leftOut(application)],
      build: { write: false, rolldownOptions: { input: path.join(checkout.root, "page.js") } },
    });
  await expect(buildWith(checkout.root)).rejects.toThrow(/no import is left that these rules replace: .*\^qs\$/);
  await expect(buildWith(path.join(checkout.root, "other"))).resolves.toBeDefined();
});
