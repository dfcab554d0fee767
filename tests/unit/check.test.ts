// Sees that every finding can be made: for each code a definition that has the fault, and the place and remedy told for it.
import { describe, expect, test } from "vitest";
import { choice, code, date, datetime, integer, ref, text, treeRef } from "#schema";
import { findingCodes } from "#schema/checks/finding-codes";
import { formsCheckedBy } from "#schema/checks/forms";
import { buildModel } from "#schema/model";
import type { FindingCode } from "#schema/checks/index";
import type { Check } from "#schema/checks/subject";
import { actionsCases } from "./check/actions.cases.ts";
import { approvalCases } from "./check/approval.cases.ts";
import {
  action,
  address,
  dialogOpenedWith,
  factoryWith,
  type Data,
  type Faulty,
  files,
  findingsOf,
  life,
  loaded,
  nothingElse,
  shopWith,
  showing,
  soundArea,
  soundFactory,
  third,
  withFields,
} from "./check/made.ts";
import { namesCases } from "./check/names.cases.ts";
import { resourceCases } from "./check/resource.cases.ts";
import { valuesCases } from "./check/values.cases.ts";

const cases = [...namesCases, ...valuesCases, ...resourceCases, ...actionsCases, ...approvalCases];

function factoryFindings(check: Check): readonly (readonly [code: string, place: string, problem: string])[] {
  const model = buildModel([loaded(files["factory"] ?? "", soundFactory)], [soundArea.area]);
  return model.resources.flatMap((resource) =>
    [...check(resource, model, nothingElse)].map((one) => [one.code, one.place.join("."), one.message.problem] as const),
  );
}

describe("a definition without a fault", () => {
  test("has no finding", () => {
    expect(findingsOf({})).toEqual([]);
  });

  test.each<readonly [what: string, sound: Faulty]>([
    [
      "a cascade inside lines, resolved by what stands beside it",
      shopWith({
        rows: {
          kind: "lines",
          label: ["明细", "Lines"],
          fields: {
            factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"] },
            shopId: { kind: "ref", to: "shop", label: ["车间", "Workshop"], within: "factoryId" },
          },
        },
      }),
    ],
    [
      "Chinese words that an English text quotes",
      factoryWith({
        plate: text("车牌号", "Plate", { help: ["如 川A12345", "Such as “川A12345”"] }),
        kind: choice("类型", "Kind", { options: [[1, "京牌", 'Plates that begin with "京"']] }),
      }),
    ],
    [
      "a field that had another name, and one that a hook computes",
      {
        ...factoryWith({
          title: text("标题", "Title", { renamedFrom: "heading" }),
          age: integer("年数", "Age", { readonly: true, computed: true }),
        }),
        known: { answers: new Set(["factory"]) },
      },
    ],
    [
      "a name that is the same in both languages",
      factoryWith({
        gln: text("GLN", "GLN"),
        barcode: text("GTIN", "Trade item number"),
        kind: choice("类型", "Kind", { options: [[1, "token", "Token"]] }),
      }),
    ],
    [
      "two actions that share a key because both say so",
      {
        factory: {
          actions: {
            open: { label: ["启用", "Enable"], permission: "factory_edit", set: { kind: 1 } },
            close: { label: ["停用", "Disable"], permission: "factory_edit", set: { kind: 2 } },
          },
        },
      },
    ],
    [
      "a state only an event leads to, and one only a way back to it",
      life({
        events: { made: { from: "new", to: "done" }, again: { from: "draft", to: "done" }, back: { from: "done", to: { field: "name" } } },
      }),
    ],
    [
      "a group of fields beside its own",
      {
        ...factoryWith(address),
        groups: [{ file: "resources/production/place.fields.ts", fields: address }],
        imported: ["resources/production/place.fields.ts"],
      },
    ],
    [
      "an action of the toolbar that shows a dialog and lets it ask",
      showing({ on: "toolbar", params: { shopId: ref("shop", "车间", "Workshop") } }),
    ],
    [
      "a default of -1 where -1 is a value",
      factoryWith({
        quota: integer("配额", "Quota", { min: -1, default: -1 }),
        level: choice("级别", "Level", {
          options: [
            [-1, "无", "None"],
            [1, "一", "One"],
          ],
          default: -1,
        }),
      }),
    ],
    [
      "times that begin with the moment, and a root",
      factoryWith({
        day: date("日期", "Day", { default: "now" }),
        at: datetime("时刻", "Moment", { default: "now" }),
        parentId: { ...treeRef("factory", "上级", "Parent"), default: "0" },
      }),
    ],
    ["a pattern of alternatives", factoryWith({ code: code("编号", "Code", { pattern: "^\\d{8}$|^\\d{13}$" }) })],
    ["a page that is there", { factory: { screen: { page: "code-relation" } }, known: { pages: new Set(["code-relation"]) } }],
    [
      "a dialog that is there, opened with what its read takes, and a page whose address names the key",
      {
        ...dialogOpenedWith({ name: { field: "name" } }),
        factory: {
          actions: {
            close: { label: ["关闭", "Close"], opens: "shop", with: { name: { field: "name" } } },
            design: { label: ["设计", "Design"], method: "none", path: "/design/{id}/{code}" },
          },
        },
      },
    ],
    [
      "seed rows that refer by title, by code, to children and to keys",
      {
        factory: {
          ...withFields(soundFactory, { regionCode: { kind: "region", label: ["地区", "Region"] } }),
          seed: [
            { code: "MX01", name: "仁怀总厂", regionCode: "520382", createTime: "2025-01-02 08:00:00" },
            { code: "MX02", name: "分装厂", tenantId: "100001" },
          ],
        },
        shop: {
          seed: [
            { factoryId: "MX01", name: "包装" },
            { factoryId: "分装厂", name: "灌装" },
          ],
        },
        more: [third("region")],
      },
    ],
    [
      "a seed row that leaves out what a condition hides",
      {
        factory: {
          ...withFields(soundFactory, { owner: text("委托方", "Principal", { required: true, showWhen: { kind: 2 } }) }),
          seed: [{ code: "A", name: "甲", kind: 1 }],
        },
      },
    ],
  ])("may have %s", (_what, sound) => {
    expect(findingsOf(sound)).toEqual([]);
  });

  test("may have an action once the server handles it", () => {
    expect(
      findingsOf({ factory: { actions: { copy: { label: ["复制", "Copy"] } } }, known: { handlers: new Set(["factory.copy"]) } }),
    ).toEqual([]);
  });
});

describe("the check", () => {
  test.each(cases.map(([wanted, fault, faulty, place, remedy]) => [wanted, fault, { faulty, place, remedy }] as const))(
    "finds %s: %s",
    (wanted, _fault, { faulty, place, remedy }) => {
      const reported = findingsOf(faulty).filter((finding) => finding.code === wanted && finding.place.join(".") === place);
      expect(reported.map((finding) => finding.message.remedy)).toEqual([expect.stringContaining(remedy)]);
      expect(reported[0]?.file).toMatch(/^(resources\/\w+\/\w+|src\/server\/domain|src\/schema\/dialects\/)/);
    },
  );

  test("has a case above for each of its codes", () => {
    const ownTests: readonly FindingCode[] = ["unsupported-form", "no-json-schema", "duplicate-member"];
    const all = Object.keys(findingCodes).sort();
    expect([...new Set([...cases.map(([wanted]) => wanted), ...ownTests])].sort()).toEqual(all);
  });

  test("tells once that a kind cannot be searched, and what becomes of a moment that is unique", () => {
    const reported = (fields: Readonly<Record<string, unknown>>) =>
      findingsOf(factoryWith(fields)).map(({ code, message: { problem, remedy } }) => `${code} ${problem} → ${remedy}`);
    expect(reported({ body: { kind: "richtext", label: ["正文", "Body"], search: "like" } })).toEqual([
      "unknown-option fields.body (richtext) cannot be searched → Take `search` out.",
    ]);
    expect(reported({ day: { kind: "datetime", label: ["时间", "Time"], unique: "tenant" } })).toEqual([
      "unknown-option fields.day (datetime) cannot be unique by itself → Take `unique` out, or name the field in `unique` of the definition.",
    ]);
  });

  test("tells a misspelt action of an approval alone, not what follows from it", () => {
    const states = { draft: [0, "草稿", "Draft"], review: [1, "审批中", "In review"], done: [2, "完成", "Done"] };
    const reported = findingsOf({
      factory: {
        ...factoryWith({ status: { kind: "state", label: ["状态", "State"], states } }).factory,
        actions: { handIn: { label: ["提交", "Hand in"], from: "draft", to: "done" } },
        approval: { category: "lab", of: "handin", pending: "review" },
      },
    });
    expect(reported.map(({ code, place, message }) => [code, place.join("."), message.remedy])).toEqual([
      ["approval-action", "approval.of", 'Did you mean "handIn"?'],
    ]);
  });

  test("names one fault once, and the whole circle of fields that narrow each other", () => {
    const reported = (faulty: Faulty) => findingsOf(faulty).map(({ code, message }) => [code, message.problem]);
    expect(reported(factoryWith({ floors: integer("楼层", "Floors", { min: 10, max: 5 }) }))).toEqual([
      ["bad-limits", "fields.floors: min (10) is greater than max (5)"],
    ]);
    const circle = shopWith({
      factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], within: "otherId" },
      otherId: { kind: "ref", to: "factory", label: ["另一工厂", "Other factory"], within: "factoryId" },
    });
    expect(reported(circle)).toEqual([
      ["within-not-a-choice", expect.stringContaining("factoryId is narrowed by otherId is narrowed by factoryId")],
      ["within-not-a-choice", expect.stringContaining("otherId is narrowed by factoryId is narrowed by otherId")],
    ]);
  });

  test("tells what clashes once, and at the file that came later, whatever its folder is called", () => {
    const [, shop] = third("shop", { permission: "shop" });
    const reported = (file: string, data: Data, earlier?: readonly string[]) =>
      findingsOf({ more: [[file, data]], ...(earlier === undefined ? {} : { known: { earlier: new Set(earlier) } }) }).map(
        ({ file: at, code, message }) => [at, code, message.problem],
      );
    const other = "resources/production/yard.ts";
    expect(reported(other, { ...shop, name: "yard", path: "/digit-bind/yard" })).toEqual([
      [
        other,
        "duplicate-permission",
        expect.stringContaining("keys shop_add, shop_edit, shop_view, shop_delete, shop_export, shop_purge also allow something"),
      ],
    ]);
    // The same two files, the one or the other of which is new.
    const twin = { ...shop, path: "/digit-bind/other" };
    const { factory = "", shop: first = "" } = files;
    const second = "resources/production/shop-two.ts";
    expect(reported(second, twin, [factory, first])).toContainEqual([second, "duplicate-name", expect.stringContaining(first)]);
    expect(reported(second, twin, [factory, second])).toContainEqual([first, "duplicate-name", expect.stringContaining(second)]);
  });

  test("names one area that a folder lacks once, and the forms that a condition or a default has", () => {
    const reported = (faulty: Faulty) => findingsOf(faulty).map(({ code, message }) => [code, `${message.problem} → ${message.remedy}`]);
    const outside = ["rule", "source"].map((name) => [`resources/codes/${name}.ts`, third(name)[1]] as const);
    expect(reported({ more: outside })).toEqual([["missing-area", expect.stringContaining("resources/codes/")]]);
    expect(reported(action({ when: { kind: { not: null } } }))).toEqual([
      ["wrong-type", expect.stringMatching(/when\.kind cannot be \{"not":null\} → .*\{ empty: false \} where any value/)],
    ]);
    expect(reported(action({ from: [1] }))).toEqual([
      ["wrong-type", expect.stringContaining("It must be a text, or a list, each entry a text.")],
    ]);
    expect(reported(factoryWith({ day: { ...date("日期", "Day"), default: 7 } }))).toEqual([
      ["wrong-type", expect.stringMatching(/"now", "today", or a time from the present such as "\+30d"/)],
    ]);
  });

  test("does not fail because of a handler that is missing", () => {
    const findings = findingsOf({ factory: { actions: { copy: { label: ["复制", "Copy"] } } } });
    expect(findings.map((finding) => finding.level)).toEqual(["information"]);
  });

  test("says nothing about references to a file that does not load", () => {
    const faulty = shopWith({ teamId: { kind: "ref", to: "team", label: ["班组", "Team"], show: "nothing" } });
    expect(
      findingsOf({ ...faulty, failures: [{ file: "resources/production/team.ts", message: "x" }] }).map((finding) => finding.code),
    ).toEqual(["not-loadable"]);
  });

  test("goes on with the rest of a definition that has an option nobody knows", () => {
    const codes = findingsOf(factoryWith({ name: { ...text("名称", "Name"), requird: true }, group: text("分组", "Group") })).map(
      (finding) => finding.code,
    );
    expect(codes).toEqual(["unknown-option", "reserved-name"]);
  });

  test("names the way of rows that are limited by themselves, once, through the document that a line is of", () => {
    const more = [
      third("order", { ofChannels: { name: ["line"] }, details: { resource: "line", by: "orderId" } }),
      third("line", { fields: { orderId: text("订单", "Order"), name: text("名称", "Name") } }),
    ];
    const reported = findingsOf({ factory: { ofChannels: { name: ["shop"] } }, shop: { ofChannels: { name: ["order", "factory"] } }, more })
      .filter((finding) => finding.code === "channel-cycle")
      .map(({ file, message }) => [file, message.problem]);
    expect(reported).toEqual([
      ["resources/production/factory.ts", "ofChannels: rows are limited by themselves: factory → shop → factory"],
      ["resources/production/order.ts", "ofChannels: rows are limited by themselves: order → line → order"],
    ]);
    // A line that names a channel itself belongs to it, whatever its document does.
    const channel = third("channel");
    const named = third("line", { fields: { name: text("名称", "Name"), channelId: ref("channel", "渠道", "Channel") } });
    expect(findingsOf({ more: [channel, more[0] ?? channel, named] }).map(({ code }) => code)).not.toContain("channel-cycle");
  });

  test("tells the faults of seed rows at the file that holds them", () => {
    const findings = findingsOf({
      factory: { seed: [{ code: "A", name: "甲", kind: 9 }] },
      known: { seedFiles: new Set(["resources/production/factory.seed.ts"]) },
    });
    expect(findings.map(({ file, place }) => [file, ...place])).toEqual([["resources/production/factory.seed.ts", 0, "kind"]]);
  });

  test("finds no-json-schema: a field that JSON Schema cannot say", () => {
    const unsayable = formsCheckedBy((fields) => {
      if (fields.some((field) => field.name === "code")) throw new Error("Transforms cannot be represented");
      return { type: "object" };
    });
    expect(factoryFindings(unsayable)).toEqual([["no-json-schema", "fields.code", expect.stringContaining("Transforms")]]);
  });

  test("finds unsupported-form: a keyword the browser's validator does not know", () => {
    const formatted = formsCheckedBy(() => ({ type: "object", properties: { name: { type: "string", contentEncoding: "base64" } } }));
    expect(factoryFindings(formatted)).toEqual([["unsupported-form", "fields", expect.stringContaining('"contentEncoding"')]]);
  });
});
