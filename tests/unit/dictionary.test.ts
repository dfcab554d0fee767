// The data dictionary: a page for every resource in both languages, nothing left out of it, every link leading somewhere, and nothing in it
// that a strict policy would refuse.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { choice, integer, lines, ref, state, text } from "#schema";
import { dictionaryOf, dictionaryStyle, type Links } from "#schema/dictionary/index";
import { endpointsOf } from "#schema/endpoints";
import { buildModel, type FieldModel, type Model } from "#schema/model";
import { allPermissions } from "#schema/permissions";
import type { ResourceData } from "#schema/resource-data";
import { languages, type Language } from "#schema/text";
import { smallCheckout } from "../support/small-checkout.ts";

const links: Links = {
  stylesheet: "/style.css",
  icon: "/icon.svg",
  index: (language) => `/${language}`,
  resource: (name, language) => `/${language}/${name}`,
};
const product = buildModel(definitions, areas);

/** Address → page, of all pages. */
function pagesOf(model: Model, isHandled: (resource: string, name: string) => boolean = () => true): ReadonlyMap<string, string> {
  const dictionary = dictionaryOf(model, { links, isHandled });
  return new Map(
    languages.flatMap((language) => [
      [links.index(language), dictionary.index(language)] as const,
      ...model.resources.map(({ name }) => [links.resource(name, language), dictionary.resource(name, language) ?? ""] as const),
    ]),
  );
}

const pages = pagesOf(product);
const pageOf = (name: string, language: Language = "en") => pages.get(links.resource(name, language)) ?? "";
const attributes = (page: string, name: string) => [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);

function withInner(fields: readonly FieldModel[], prefix = ""): readonly string[] {
  return fields.flatMap((field) => [`${prefix}${field.name}`, ...withInner(field.fields, `${prefix}${field.name}.`)]);
}

/** A model of definitions that a test brings along; the dictionary is made of data, whoever typed it. */
function modelOf(resources: readonly object[]): Model {
  return buildModel(
    resources.map((data) => ({
      data: data as ResourceData,
      file: "resources/test/x.ts",
      area: "test",
      about: "What it <is>, and `thing` besides.",
    })),
    [],
  );
}

const hostile = '<script>alert("1")</script>&';
const thing = {
  name: "thing",
  label: ["东西", hostile],
  path: "/digit-bind/thing",
  title: "name",
  fields: {
    name: text(hostile, hostile, { required: [hostile, hostile], pattern: "^[<>&\"']+$", help: ["帮助", hostile], default: hostile }),
    kind: choice("类型", "Kind", {
      options: [
        [1, hostile, hostile],
        [2, "二", "Two"],
      ],
      default: 2,
    }),
    rows: lines("明细", "Lines", {
      fields: { thingId: ref("thing" as never, "东西", "Thing"), num: integer("数量", "Number", { min: 1, max: 9 }) },
    }),
    status: state("状态", "Status", { draft: [0, "草稿", hostile], done: [1, "完成", "Done"], gone: [9, "作废", "Gone"] }),
  },
  notes: hostile,
  reads: { summary: { params: { [hostile]: [hostile, hostile] } } },
  actions: {
    finish: { label: ["完成", hostile], from: "draft", to: "done", confirm: [hostile, hostile], effect: hostile },
    drop: { label: ["作废", "Drop"], to: "gone" },
  },
  events: { reopen: { from: "done", to: "draft", when: hostile }, appear: { from: "new", to: "draft" } },
};

describe("every resource", () => {
  test("has a page in each language, and the overview leads to it", () => {
    expect(pages.size).toBe((product.resources.length + 1) * 2);
    for (const language of languages) {
      const targets = new Set(attributes(pages.get(links.index(language)) ?? "", "href"));
      for (const { name, label } of product.resources) {
        expect(targets, name).toContain(links.resource(name, language));
        expect(pageOf(name, language), name).toContain(
          `<h1>${label[language === "zh" ? 0 : 1].replaceAll("&", "&amp;")} <code>${name}</code></h1>`,
        );
      }
    }
  });

  test("is told with all its fields, endpoints and permission keys", () => {
    const keys = allPermissions(product);
    for (const resource of product.resources) {
      for (const language of languages) {
        const page = pageOf(resource.name, language);
        const reported = new Set(attributes(page, "id"));
        for (const field of withInner(resource.fields)) expect(reported, `${resource.name}.${field}`).toContain(`field-${field}`);
        for (const { method, path: place } of endpointsOf(resource))
          expect(page, resource.name).toContain(`>${method}</span> <code class="path">/api${place}</code>`);
        for (const { key } of keys.filter((one) => one.resource === resource.name))
          expect(page, resource.name).toContain(`<code>${key}</code>`);
        for (const state_ of resource.stateField === undefined ? [] : [resource.stateField])
          expect(page, state_.name).toContain('<svg class="states"');
      }
    }
  });

  test("says what it is in the words of its definition", () => {
    expect(pageOf("stock-out-doc")).toContain("Goods leaving a warehouse.");
    for (const resource of product.resources) expect(resource.about, resource.name).toMatch(/^[A-Z].{10,}/);
  });

  test("tells its rules, its formulas, and what roles hold from the start", () => {
    const textOf = (name: string, language: Language) => pageOf(name, language).replaceAll(/<[^>]+>/g, "");
    expect(textOf("codemakerecord", "zh")).toContain(
      "“生成明细”相同的数据，“起始流水”至“结束流水”的区间不能重叠（仅限状态不为“已作废”的数据）",
    );
    expect(textOf("codemakerecord", "en")).toContain(
      "The ranges from “First serial” to “Last serial” of rows with the same “Generation line” do not overlap, where Status is not “Void”",
    );
    expect(textOf("codemakerecord", "en")).toContain("Last serial must be at least “First serial”");
    expect(textOf("saledoc", "zh")).toContain("总金额 = “明细”各行的金额之和");
    expect(textOf("saledoc", "en")).toMatch(/In each row of “[^”]+”: Amount = Quantity × Price/);
    expect(textOf("process-step", "zh")).toMatch(/生产主管 production\s*查看/);
  });

  test("tells who refers to it, by fields of rows as well", () => {
    const page = pageOf("commodity-sku").replace(/^[\s\S]*id="references"/, "");
    expect(page).toContain('href="/en/order#field-details.commoditySkuId"');
    expect(pageOf("factory")).toContain('href="/en/shop#field-factoryId"');
  });
});

test("every link of every page leads to a page, and to a place that is there", () => {
  const places = new Map([...pages].map(([address, page]) => [address, new Set(attributes(page, "id"))]));
  const broken: string[] = [];
  for (const [address, page] of pages) {
    for (const link of attributes(page, "href")) {
      if (link === links.stylesheet || link === links.icon) continue;
      const [target = "", place] = link.split("#");
      const there = places.get(target === "" ? address : target);
      if (there === undefined || (place !== undefined && !there.has(place))) broken.push(`${address}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

describe("what a page is made of", () => {
  test("runs nothing and styles nothing by itself", () => {
    for (const [address, page] of pages) {
      expect(page, address).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|<iframe|<img/i);
      expect(attributes(page, "src"), address).toEqual([]);
    }
    expect(dictionaryStyle).not.toMatch(/url\(|@import|expression\(/);
  });

  test("has no id twice", () => {
    for (const [address, page] of pages) {
      const ids = attributes(page, "id");
      expect(new Set(ids).size, address).toBe(ids.length);
    }
  });

  test("is text wherever a definition is text", () => {
    for (const [address, page] of pagesOf(modelOf([thing]))) {
      expect(page, address).not.toContain("<script");
      expect(page, address).not.toContain('"1"');
    }
    const page = pagesOf(modelOf([thing])).get("/en/thing") ?? "";
    expect(page).toContain(
      'What it &lt;is&gt;, and <a href="/en/thing">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;</a> besides.',
    );
    expect(page.split("&lt;script&gt;").length).toBeGreaterThan(12);
  });
});

describe("a life cycle", () => {
  const page = pagesOf(modelOf([thing])).get("/zh/thing") ?? "";
  const diagram = /<svg class="states"[\s\S]*?<\/svg>/.exec(page)?.[0] ?? "";

  test("is drawn with each state and each transition, those of people apart from those of the server", () => {
    for (const name of ["草稿", "完成", "作废"]) expect(diagram).toContain(`>${name}</text>`);
    expect(diagram.match(/class="manual"/g)).toHaveLength(2);
    expect(diagram.match(/class="automatic"/g)).toHaveLength(2);
    expect(diagram.match(/class="start"/g)).toHaveLength(1);
    expect(diagram.match(/ final"/g)).toHaveLength(1);
  });

  test("shows what starts anywhere from every other state, and what makes a row from nothing", () => {
    const drop =
      /<g class="manual">(?:(?!<\/g>)[\s\S])*>作废<\/text><\/g>/.exec(diagram.slice(diagram.lastIndexOf('<g class="manual">')))?.[0] ?? "";
    expect(drop.match(/class="dot"/g)).toHaveLength(2);
    expect(diagram.match(/class="open"/g)).toHaveLength(1);
  });
});

test("what only a missing handler could do is said to be unavailable", () => {
  const reported = (isHandled: boolean) =>
    (pagesOf(modelOf([thing]), () => isHandled).get("/en/thing") ?? "").split("Not available yet").length - 1;
  expect(reported(true)).toBe(0);
  // A read, and an action beside its call.
  expect(reported(false)).toBe(3);
});

test("npm run docs writes all of it with links that work from the disk", () => {
  using checkout = smallCheckout();
  const { code, output } = checkout.run("docs");
  expect(output).toContain("8 resources in 2 languages");
  expect(code).toBe(0);
  const folder = path.join(checkout.root, "dist/docs");
  for (const language of languages) {
    const written = readdirSync(path.join(folder, language));
    expect(written).toHaveLength(8 + 1);
    for (const page of written) {
      const links = attributes(checkout.read(`dist/docs/${language}/${page}`), "href").filter((link) => !link.startsWith("#"));
      expect(links.length).toBeGreaterThan(2);
      expect(links.filter((link) => !existsSync(path.join(folder, language, link.split("#")[0] ?? "")))).toEqual([]);
    }
  }
  expect(checkout.read("dist/docs/en/factory.html")).toContain("../en/region.html");
});
