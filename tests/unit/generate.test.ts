// What `npm run generate` promises: the same text for the same definitions, one line for one changed label, nothing left over, nothing
// stale unnoticed.
import { describe, expect, test } from "vitest";
import type { Area } from "#schema/area";
import { choice, defineArea, enabled, lines, integer, ref, refs, state, text } from "#schema";
import { buildModel } from "#schema/model";
import { openApiOf } from "#schema/openapi";
import { readableIndex } from "#schema/readable";
import type { LoadedDefinition, ResourceData } from "#schema/resource-data";
import { screenOf } from "#schema/screen";
import { formatJson } from "../../scripts/generate/format.ts";
import { namesIn, namesSource, registrySource } from "../../scripts/generate/sources.ts";
import { modelOutputs } from "../../scripts/generate/outputs.ts";
import { checkCommand } from "../../scripts/check/command.ts";
import { generateCommand } from "../../scripts/generate/command.ts";
import { printerFor, smallCheckout, type SmallCheckout } from "../support/small-checkout.ts";

const area: Area = defineArea({ name: "production", label: ["生产", "Production"], icon: "tool", sort: 1 });

function definition(phoneLabel: readonly [string, string]): LoadedDefinition {
  const data = {
    name: "factory",
    label: ["工厂", "Factory"],
    path: "/digit-bind/factory",
    title: "name",
    fields: {
      name: text("名称", "Name", { required: true, search: "like" }),
      kind: choice("类型", "Kind", {
        options: [
          [1, "自有", "Own", "blue"],
          [2, "代工", "Contract"],
        ],
        default: 1,
      }),
      phone: text(phoneLabel[0], phoneLabel[1], { required: true, max: 20 }),
      partnerIds: refs("factory", "伙伴", "Partners"),
      rows: lines("明细", "Lines", { fields: { shopId: ref("shop", "车间", "Workshop"), num: integer("数量", "Number", { min: 1 }) } }),
      step: state("状态", "State", { draft: [0, "草稿", "Draft"], done: [1, "完成", "Done"] }),
      status: enabled(),
    },
    reads: { select: { fields: ["name"] }, summary: {} },
    actions: { finish: { label: ["完成", "Finish"], from: "draft", to: "done", ask: ["phone"] }, copy: { label: ["复制", "Copy"] } },
  };
  return { data: data as unknown as ResourceData, file: "resources/production/factory.ts", area: "production" };
}

const modelWith = (phoneLabel: readonly [string, string]) => buildModel([definition(phoneLabel)], [area]);
const nothingElse = { handlers: new Set<string>(), pages: new Set<string>(), dialogs: new Set<string>() };

function changedLines(before: string, after: string): number {
  const left = before.split("\n");
  const right = after.split("\n");
  expect(right).toHaveLength(left.length);
  return left.filter((line, index) => line !== right[index]).length;
}

describe("generated JSON", () => {
  test("is JSON of exactly the value", () => {
    const value = {
      a: [1, 2],
      b: [{ c: { d: [true, null] } }, { e: '"x"\n' }],
      f: {},
      g: [],
      h: undefined,
      i: Array.from({ length: 60 }, (_, index) => index),
    };
    expect(JSON.parse(formatJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });

  test("has one changed line for one changed label, however long it is", () => {
    const [model, renamed] = [
      modelWith(["电话", "Phone"]),
      modelWith(["工厂办公室的联系电话（总机）", "Telephone number of the office, with its extension where there is one"]),
    ];
    const screens = [model, renamed].map((one) =>
      one.resources.map((resource) => formatJson(screenOf(resource, one, () => false))).join(""),
    );
    // The field, and the same field in the dialog of the action that asks for it.
    expect(changedLines(screens[0] ?? "", screens[1] ?? "")).toBe(2);
    const outputs = [modelOutputs(model, nothingElse), modelOutputs(renamed, nothingElse)];
    expect(changedLines(outputs[0]?.get("tables.json") ?? "", outputs[1]?.get("tables.json") ?? "")).toBe(1);
  });

  test("is the same text in whatever order definitions are found", () => {
    const other: LoadedDefinition = {
      ...definition(["电话", "Phone"]),
      data: { ...definition(["电话", "Phone"]).data, name: "shop", path: "/digit-bind/shop" },
      file: "resources/production/shop.ts",
    };
    const one = modelOutputs(buildModel([definition(["电话", "Phone"]), other], [area]), nothingElse);
    const two = modelOutputs(buildModel([other, definition(["电话", "Phone"])], [area]), nothingElse);
    expect([...two]).toEqual([...one]);
  });
});

describe("the description of the API", () => {
  const paths = openApiOf(modelWith(["电话", "Phone"]), (_resource, name) => name === "copy", "1.0.0")["paths"] as Readonly<
    Record<string, object>
  >;

  test("has every call of the resource, its read, its actions, and signing in", () => {
    expect(Object.keys(paths).filter((path) => path.startsWith("/api/digit-bind"))).toEqual([
      "/api/digit-bind/factory/batch-update",
      "/api/digit-bind/factory/copy/{id}",
      "/api/digit-bind/factory/detail",
      "/api/digit-bind/factory/finish/{id}",
      "/api/digit-bind/factory/history",
      "/api/digit-bind/factory/import",
      "/api/digit-bind/factory/import-template",
      "/api/digit-bind/factory/import-undo",
      "/api/digit-bind/factory/list",
      "/api/digit-bind/factory/list/export",
      "/api/digit-bind/factory/purge",
      "/api/digit-bind/factory/remove",
      "/api/digit-bind/factory/removed",
      "/api/digit-bind/factory/restore",
      "/api/digit-bind/factory/revert",
      "/api/digit-bind/factory/select",
      "/api/digit-bind/factory/submit",
      "/api/digit-bind/factory/summary",
    ]);
    expect(Object.keys(paths)).toContain("/api/blade-auth/oauth/token");
  });

  test("says of what no handler does that it answers 501, and that nothing but signing in is told with 200", () => {
    const described = openApiOf(modelWith(["电话", "Phone"]), () => false, "1.0.0")["paths"] as Readonly<
      Record<string, Readonly<Record<string, { readonly responses: object }>>>
    >;
    expect(described["/api/digit-bind/factory/copy/{id}"]?.["post"]?.responses).toMatchObject({
      200: { $ref: "#/components/responses/Unsigned" },
      501: { $ref: "#/components/responses/Missing" },
    });
    expect(JSON.stringify(paths["/api/digit-bind/factory/copy/{id}"])).not.toContain("501");
  });

  test("names only components that are there", () => {
    const document = openApiOf(modelWith(["电话", "Phone"]), () => true, "1.0.0");
    const components = document["components"] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const named = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(
      ([, kind = "", name = ""]) => [kind, name] as const,
    );
    expect(named.filter(([kind, name]) => components[kind]?.[name] === undefined)).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  test("says the permission each call asks for", () => {
    expect(JSON.stringify(paths["/api/digit-bind/factory/finish/{id}"])).toContain('"x-permission":"factory_finish"');
    expect(JSON.stringify(paths["/api/digit-bind/factory/remove"])).toContain('"x-permission":"factory_delete"');
    // Of one of the two, whether the row is new.
    expect(JSON.stringify(paths["/api/digit-bind/factory/submit"])).toContain('"x-permission":["factory_add","factory_edit"]');
    // A row is opened by the right to view it, or by that to edit it, whose form shows it; a list by the menu.
    expect(JSON.stringify(paths["/api/digit-bind/factory/detail"])).toContain('"x-permission":["factory_edit","factory_view"]');
    expect(JSON.stringify(paths["/api/digit-bind/factory/list"])).toContain('"x-permission":"factory"');
  });
});

describe("the readable index", () => {
  test("tells label, path, screen, fields, actions and who refers to whom", () => {
    const index = readableIndex(modelWith(["电话", "Phone"]));
    for (const fact of [
      "### factory: 工厂 Factory",
      "`/api/digit-bind/factory`",
      "table at `/production/factory`",
      "refs → [factory](#factory)",
      "referred to by: [factory](#factory).partnerIds",
      "| finish | 完成 Finish | POST `/digit-bind/factory/finish/{id}` | row | draft | done |",
    ])
      expect(index).toContain(fact);
  });
});

describe("the generated TypeScript", () => {
  const files = {
    resources: ["resources/production/factory.ts", "resources/production/prod-line.ts"],
    areas: ["resources/production/area.ts"],
    seeds: ["resources/production/prod-line.seed.ts"],
    groups: [],
  };

  test("names survive being read back", () => {
    const named = [
      { name: "factory", fields: ["code", "name"] },
      { name: "prod-line", fields: [] },
    ];
    expect([...namesIn(namesSource(named, ["production"]))]).toEqual([
      ["factory", ["id", "code", "name"]],
      ["prod-line", ["id"]],
    ]);
  });

  test("a further definition adds two lines to the registry and changes none", () => {
    const before = registrySource(files).split("\n");
    const after = registrySource({ ...files, resources: ["resources/codes/code-set.ts", ...files.resources] }).split("\n");
    expect(after.filter((line) => !before.includes(line))).toEqual([
      'import codeSetDefinition from "../resources/codes/code-set.ts";',
      '  { data: codeSetDefinition, file: "resources/codes/code-set.ts", area: "codes" },',
    ]);
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
  });

  test("seed rows join the definition they stand beside", () => {
    expect(registrySource(files)).toContain("{ ...prodLineDefinition, seed: prodLineSeed }");
  });
});

describe("npm run generate", () => {
  async function generateIn(
    { root, importFile }: SmallCheckout,
    isCheck = false,
  ): Promise<{ readonly code: number; readonly output: string }> {
    const lines: string[] = [];
    const code = await generateCommand(root, { isCheck, importFile, printer: printerFor(lines) });
    return { code, output: lines.join("\n") };
  }

  test("tells what is stale, writes it, removes what vanished, and then finds nothing more to do", async () => {
    using copy = smallCheckout();
    expect(await generateIn(copy)).toMatchObject({ code: 0 });
    expect(copy.has("generated/screens/user-profile.json")).toBe(true);
    const source = copy.read("resources/production/factory.ts");
    copy.write(
      "resources/production/factory.ts",
      source
        .replace('"工厂名称", "Factory name"', '"厂名", "Plant name"')
        .replace('label: ["工厂", "Factory"]', 'label: ["厂区", "Plant"]')
        // Without it there is no key to see the phone number in full.
        .replace("{ sensitive: true }", "{}"),
    );
    copy.remove("resources/authority/user-profile.ts");
    // As people start it.
    const program = copy.run("generate", ["--check"]);
    for (const stale of [program, await generateIn(copy, true)]) {
      expect(stale.code).toBe(1);
      for (const name of [
        "names.ts",
        "registry.ts",
        "screens/factory.json",
        "screens/user-profile.json",
        "openapi.json",
        "menu.json",
        "permissions.json",
        "tables.json",
        "index.md",
      ])
        expect(stale.output).toContain(`generated/${name} is stale`);
      expect(stale.output).not.toContain("generated/screens/shop.json");
    }

    expect(await generateIn(copy)).toMatchObject({ code: 0 });
    expect(copy.has("generated/screens/user-profile.json")).toBe(false);
    expect(copy.read("generated/screens/factory.json")).toContain('["厂名", "Plant name"]');
    expect(await generateIn(copy, true)).toMatchObject({ code: 0 });
  });

  test("goes on past problems that leave the rest as it is, and tells them", async () => {
    using copy = smallCheckout();
    await generateIn(copy);
    const shop = "resources/production/shop.ts";
    copy.write(shop, copy.read(shop).replace('path: "/digit-bind/shop",', 'path: "/digit-bind/shop", permission: "factory",'));
    const factory = "resources/production/factory.ts";
    copy.write(factory, copy.read(factory).replace('"工厂名称"', '"厂名"'));
    const run = await generateIn(copy);
    expect(run.code).toBe(1);
    expect(run.output).toContain(`${shop}:`);
    expect(run.output).toContain("duplicate-permission");
    expect(run.output).toMatch(/files? changed; 1 problem to correct/);
    expect(copy.read("generated/screens/factory.json")).toContain('"厂名"');
  });

  test("knows a resource by its file name while its definition does not load, and keeps the fields it had", async () => {
    using copy = smallCheckout();
    await generateIn(copy);
    const before = namesIn(copy.read("generated/names.ts")).get("factory");
    expect(before).toContain("regionCode");
    copy.write("resources/production/factory.ts", "export default defineResource({");
    copy.write("resources/production/new-thing.ts", "export default defineResource({");
    const run = await generateIn(copy);
    expect(run.code).toBe(1);
    expect(run.output).toContain("resources/production/factory.ts:1 not-loadable");
    const after = namesIn(copy.read("generated/names.ts"));
    expect(after.get("new-thing")).toEqual(["id"]);
    expect(after.get("factory")).toEqual(before);
  });
});

describe("npm run check", () => {
  test("prints file, line, code and remedy, counts, and ends with code 1; --json says the same to programs", async () => {
    using copy = smallCheckout();
    const shop = "resources/production/shop.ts";
    copy.write(
      shop,
      copy
        .read(shop)
        .replace('title: "name"', 'title: "nmae"')
        .replace("  fields: {", '  fields: {\n    lineId: ref("prod-line", "产线", "Line", { within: "factoryID" }),'),
    );
    // Several definitions spread these fields.
    const group = "resources/monitor/log-source.fields.ts";
    copy.write(group, copy.read(group).replace('"服务host", "Host"', '"服务host", ""'));
    const line = "resources/production/prod-line.ts";
    copy.write(line, copy.read(line).replace("  fields: {", '  fields: {\n    remark: text("说明", "Note"),'));
    const lineOf = (file: string, word: string): number =>
      copy
        .read(file)
        .split("\n")
        .findIndex((text) => text.includes(word)) + 1;
    const lines: string[] = [];
    const called = await checkCommand(copy.root, { importFile: copy.importFile, printer: printerFor(lines) });
    // As people start it.
    for (const { code, output } of [{ code: called, output: lines.join("\n") }, copy.run("check")]) {
      expect(code).toBe(1);
      expect(output).toMatch(
        /^resources\/production\/shop\.ts:\d+ unknown-title title: there is no field "nmae" → Did you mean "name"\?$/m,
      );
      expect(output).toContain(
        `${shop}:${lineOf(shop, "factoryID")} unknown-within fields.lineId.within: this record has no field "factoryID" → Did you mean "factoryId"?`,
      );
      expect(output.split("\n").filter((text) => text.includes("missing-text"))).toEqual([
        expect.stringContaining(`${group}:${lineOf(group, "serverHost")} missing-text fields.serverHost`),
      ]);
      expect(output).toMatch(
        /^resources\/production\/prod-line\.ts:\d+ duplicate-member "remark" stands twice in one place, and only the last one counts → Rename one, or take it out\.$/m,
      );
      expect(output).toMatch(/check: \d+ definitions, \d+ areas, 4 problems/);
      expect(output).toContain("generated/reference.md#findings");
    }
    const printed: string[] = [];
    expect(await checkCommand(copy.root, { isJson: true, importFile: copy.importFile, printer: printerFor(printed) })).toBe(1);
    const reported: unknown = JSON.parse(printed.join("\n"));
    expect(reported).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ file: shop, code: "unknown-within", line: lineOf(shop, "factoryID") })]),
    });
  });
});
