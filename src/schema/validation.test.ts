// Validation of submits: required members, limits, conditions, defaults and partial updates, each refused with its code and path.
import { describe, expect, test } from "vitest";
import { choice, code, createdAt, date, datetime, enabled, integer, json, lines, money, ref, refs, state, text, treeRef } from "./index.ts";
import type { FieldData } from "./field.ts";
import { buildModel, type ResourceModel } from "./model.ts";
import type { ResourceData } from "./resource-data.ts";
import { sentenceOf } from "./sentence.ts";
import { meets, type Condition } from "./text.ts";
import { checkValue, readSubmit, type Issue, type SubmitOptions } from "./validation.ts";

function resource(fields: Readonly<Record<string, { readonly kind: string }>>): ResourceModel {
  // Builders return the data of a field; only the type checker knows them as more.
  const data: ResourceData = {
    name: "factory",
    label: ["工厂", "Factory"],
    path: "/digit-bind/factory",
    title: "id",
    fields: fields as Readonly<Record<string, FieldData>>,
  };
  const model = buildModel([{ data, file: "resources/production/factory.ts", area: "production" }], []).resource.get("factory");
  if (model === undefined) throw new Error("the model lacks the resource it was made of");
  return model;
}

const insert: SubmitOptions = { mode: "insert", isAdministrator: false };
const update = (current: Readonly<Record<string, unknown>>): SubmitOptions => ({ mode: "update", current, isAdministrator: false });
const reported = (issues: readonly Issue[]) => issues.map((issue) => [issue.code, issue.path.join(".")]);

describe("an insert", () => {
  const factory = resource({
    code: code("编号", "Code", { required: true, max: 4 }),
    name: text("名称", "Name", { required: ["请输入名称", "Please enter the name"] }),
    sort: integer("排序", "Sort", { min: 0, default: 0 }),
    grade: text("等级", "Grade", { default: "0" }),
    parentId: treeRef("factory", "上级", "Parent", { default: "0" }),
    partnerIds: refs("factory", "伙伴", "Partners"),
    uses: integer("次数", "Uses", { readonly: true, default: 0 }),
    step: state("状态", "State", { draft: [0, "草稿", "Draft"] }),
    owner: text("归属", "Owner", { administratorOnly: true, default: "平台" }),
    status: enabled(),
    createTime: createdAt(),
  });

  test("names every required member that is missing, empty or a sentinel", () => {
    expect(reported(readSubmit(factory, { code: "" }, insert).issues)).toEqual([
      ["required", "code"],
      ["required", "name"],
    ]);
  });

  test("fills in defaults, also of members that only the server or the administrator writes", () => {
    const { values, issues } = readSubmit(factory, { code: "MX", name: "总厂" }, insert);
    expect(issues).toEqual([]);
    expect(values).toEqual({ code: "MX", name: "总厂", sort: 0, grade: "0", uses: 0, owner: "平台", status: 1 });
  });

  test("takes nothing of what the server writes, and nothing it does not know", () => {
    const { values } = readSubmit(
      factory,
      { code: "MX", name: "总厂", uses: 9, step: 3, owner: "我", createTime: "2000-01-01 00:00:00", isDeleted: 1, factoryName: "x" },
      insert,
    );
    expect(values).toMatchObject({ uses: 0, owner: "平台" });
    expect(Object.keys(values)).not.toEqual(expect.arrayContaining(["step"]));
    expect(values).not.toHaveProperty("isDeleted");
    expect(values).not.toHaveProperty("createTime");
  });

  test("lets the platform's administrator write what is kept for him", () => {
    expect(readSubmit(factory, { code: "MX", name: "总厂", owner: "我" }, { mode: "insert", isAdministrator: true }).values).toMatchObject({
      owner: "我",
    });
  });

  test("reads comma-joined ids and text numbers, and the root of a tree as none", () => {
    expect(readSubmit(factory, { code: "MX", name: "总厂", partnerIds: "11,12", sort: "5", parentId: "0" }, insert).values).toMatchObject({
      partnerIds: ["11", "12"],
      sort: 5,
      parentId: null,
    });
  });

  test("tells each member that breaks a rule by code, place and parameters", () => {
    const { issues } = readSubmit(factory, { code: "MX001", name: "总厂", sort: "many", partnerIds: "11,x" }, insert);
    expect(reported(issues)).toEqual([
      ["tooLong", "code"],
      ["type", "sort"],
      ["pattern", "partnerIds.1"],
    ]);
    expect(issues.map((issue) => sentenceOf(issue, "en"))).toEqual([
      "Code has more than 4 characters",
      "Sort must be a whole number of at least 0",
      "Partners has the wrong format",
    ]);
    expect(issues.map((issue) => sentenceOf(issue, "zh"))).toEqual(["编号不能超过 4 个字符", "排序应为整数，不小于 0", "伙伴的格式不正确"]);
  });

  test("counts characters as people and PostgreSQL do", () => {
    expect(reported(readSubmit(factory, { code: "😀😀😀😀", name: "x" }, insert).issues)).toEqual([]);
    expect(reported(readSubmit(factory, { code: "😀😀😀😀😀", name: "x" }, insert).issues)).toEqual([["tooLong", "code"]]);
  });
});

describe("an update", () => {
  const factory = resource({
    code: code("编号", "Code", { required: true, createOnly: true }),
    name: text("名称", "Name", { required: true }),
    note: text("备注", "Note", { default: "无" }),
  });

  test("leaves what is absent or null as it is, and fills in no default", () => {
    expect(readSubmit(factory, { id: "1", name: null }, update({ code: "MX", name: "总厂", note: null }))).toEqual({
      values: {},
      issues: [],
    });
  });

  test("empties a member with an empty text, unless it is required", () => {
    const { values, issues } = readSubmit(factory, { id: "1", note: "", name: "" }, update({ code: "MX", name: "总厂", note: "x" }));
    expect(values["note"]).toBeNull();
    expect(reported(issues)).toEqual([["required", "name"]]);
  });

  test("does not change what is fixed once created", () => {
    expect(readSubmit(factory, { id: "1", code: "YH" }, update({ code: "MX" })).values).toEqual({});
  });
});

describe("a field shown under a condition", () => {
  const document = resource({
    docType: choice("类型", "Type", {
      options: [
        [1, "销售", "Sale"],
        [2, "调拨", "Transfer"],
      ],
      required: true,
    }),
    channelId: ref("channel", "渠道", "Channel", { required: true, showWhen: { docType: 1 } }),
    reason: text("原因", "Reason", { required: true, showWhen: { channelId: "7" } }),
  });

  test("is required only where it is shown", () => {
    expect(reported(readSubmit(document, { docType: 2 }, insert).issues)).toEqual([]);
    expect(reported(readSubmit(document, { docType: 1 }, insert).issues)).toEqual([["required", "channelId"]]);
  });

  test("is not stored where it is hidden, and neither is what hangs on it", () => {
    expect(readSubmit(document, { docType: 2, channelId: "7", reason: "x" }, insert)).toEqual({
      values: { docType: 2, channelId: null, reason: null },
      issues: [],
    });
  });

  test("is emptied when an update hides it", () => {
    expect(readSubmit(document, { docType: 2 }, update({ docType: 1, channelId: "7", reason: "x" }))).toEqual({
      values: { docType: 2, channelId: null, reason: null },
      issues: [],
    });
  });

  test("stays as it is stored while it stays hidden, whatever is sent for it", () => {
    for (const sent of [{}, { channelId: "" }, { channelId: "8", reason: "y" }]) {
      expect(readSubmit(document, { docType: 2, ...sent }, update({ docType: 2, channelId: "7", reason: "x" }))).toEqual({
        values: { docType: 2 },
        issues: [],
      });
    }
  });

  test("is asked for when an update makes it appear", () => {
    expect(reported(readSubmit(document, { docType: 1 }, update({ docType: 2 })).issues)).toEqual([["required", "channelId"]]);
  });

  test("is not asked for again when it was shown and stored before", () => {
    expect(readSubmit(document, { docType: 1 }, update({ docType: 1, channelId: "5" })).issues).toEqual([]);
  });
});

describe("rows within a row", () => {
  const document = resource({
    details: lines("明细", "Lines", {
      max: 2,
      fields: {
        productId: ref("attr-owner", "产品", "Product", { required: ["请选择产品", "Please select a product"] }),
        num: integer("数量", "Quantity", { required: true, min: 1 }),
        note: text("备注", "Note"),
      },
    }),
    extra: json("附加", "Extra", { required: true }),
  });
  const issuesOf = (details: unknown) => readSubmit(document, { details, extra: { a: 1 } }, insert).issues;

  test("tell a missing member from one of a wrong type, with row and field", () => {
    const issues = issuesOf([{ productId: "5", num: "3" }, { num: "many" }]);
    expect(reported(issues)).toEqual(
      expect.arrayContaining([
        ["required", "details.1.productId"],
        ["type", "details.1.num"],
      ]),
    );
    expect(issues.map((issue) => sentenceOf(issue, "zh"))).toEqual(expect.arrayContaining(["请选择产品", "数量应为整数，不小于 1"]));
  });

  test("tell a list with a number in place of a text as of the wrong type, not as missing", () => {
    const field = resource({ partnerIds: refs("factory", "伙伴", "Partners") }).field.get("partnerIds");
    expect(field === undefined ? [] : reported(checkValue(field, ["1", 2]))).toEqual([["type", "partnerIds.1"]]);
  });

  test("may come back whole, with ids, labels and sentinels", () => {
    const { values, issues } = readSubmit(
      document,
      { extra: { a: 1 }, details: [{ id: 12, productId: 5, productName: "酒", num: 2, note: "", _key: 1 }] },
      insert,
    );
    expect(issues).toEqual([]);
    expect(values["details"]).toEqual([{ id: "12", productId: "5", num: 2 }]);
  });

  test("are limited in number", () => {
    const row = { productId: "5", num: 1 };
    expect(reported(issuesOf([row, row, row]))).toEqual([["tooMany", "details"]]);
    expect(reported(issuesOf("rows"))).toEqual([["type", "details"]]);
  });

  test("and an empty structure is as good as none", () => {
    expect(reported(readSubmit(document, { extra: {} }, insert).issues)).toEqual([["required", "extra"]]);
  });
});

describe("rules and comparisons", () => {
  const contract = {
    ...resource({
      start: date("开始", "Start"),
      end: date("结束", "End", { requiredWhen: { kind: { gt: 1 } } }),
      signed: datetime("签署", "Signed", { showWhen: { end: { ge: "today" } } }),
      kind: integer("类型", "Kind"),
      low: money("下限", "Low"),
      high: money("上限", "High"),
      prices: lines("价格", "Prices", {
        fields: {
          from: integer("起", "From"),
          to: integer("止", "To"),
          note: text("备注", "Note", { requiredWhen: { to: { empty: true } } }),
        },
        rules: { range: { check: { to: { gt: { field: "from" } } } } },
      }),
    }),
    data: {
      rules: {
        period: { check: { end: { ge: { field: "start" } } } },
        limits: { check: { high: { ge: { field: "low" }, lt: 1000 } }, when: { kind: 1 } },
      },
    },
  };
  const at = (mode: SubmitOptions): SubmitOptions => ({ ...mode, now: "2026-01-31 08:00:00" });
  const sentencesOf = (body: Readonly<Record<string, unknown>>, options = insert) =>
    readSubmit(contract, body, at(options)).issues.map(
      (issue) => `${issue.path.join(".")} ${sentenceOf(issue, "zh")} / ${sentenceOf(issue, "en")}`,
    );

  test("limits, defaults and conditions are told from the moment of the request, in rows as well", () => {
    const times = resource({
      due: date("期限", "Due", { min: "today", max: "+1m", default: "+7d" }),
      visits: lines("走访", "Visits", { fields: { on: date("日期", "On", { max: "today" }), by: text("人", "By", { max: 2 }) } }),
      late: text("逾期原因", "Why late", { showWhen: { due: { lt: "+2d" } } }),
    });
    const read = (body: Readonly<Record<string, unknown>>) => readSubmit(times, body, at(insert));
    expect(read({ late: "x" }).values).toMatchObject({ due: "2026-02-07", late: null });
    expect(read({ due: "2026-02-01", late: "x" }).values).toMatchObject({ late: "x" });
    expect(reported(read({ due: "2026-01-30" }).issues)).toEqual([["tooEarly", "due"]]);
    expect(read({ due: "2026-03-01" }).issues.map((issue) => sentenceOf(issue, "en"))).toEqual(["Due must not be after 2026-02-28"]);
    // Beside another mistake in the same rows as well.
    expect(reported(read({ visits: [{ on: "2026-01-31", by: "abc" }, { on: "2026-02-01" }] }).issues)).toEqual([
      ["tooLong", "visits.0.by"],
      ["tooLate", "visits.1.on"],
    ]);
  });

  test("a rule names its field and both labels, in the words of times and of numbers", () => {
    expect(sentencesOf({ start: "2026-02-01", end: "2026-01-31" })).toEqual(["end 结束不能早于“开始” / End must not be before “Start”"]);
    expect(sentencesOf({ kind: 1, low: "10.00", high: "9.99" })).toEqual(["high 上限不能小于“下限” / High must be at least “Low”"]);
    expect(sentencesOf({ kind: 1, low: "9.5", high: "1000" })).toEqual(["high 上限必须小于 1000 / High must be less than 1000"]);
  });

  test("a rule is silent about empty fields, equal values, and rows that its condition leaves out", () => {
    expect(sentencesOf({ start: "2026-02-01" })).toEqual([]);
    expect(sentencesOf({ start: "2026-02-01", end: "2026-02-01" })).toEqual([]);
    expect(sentencesOf({ kind: 0, low: "10", high: "9" })).toEqual([]);
    expect(sentencesOf({ kind: 1, low: "9.50", high: "9.5" })).toEqual([]);
  });

  test("a row that broke a rule before may be changed elsewhere, but not in the fields of the rule", () => {
    const stored = { start: "2026-02-01", end: "2026-01-01" };
    expect(sentencesOf({ ...stored, kind: 0 }, update(stored))).toEqual([]);
    expect(sentencesOf({ end: "2026-01-02" }, update(stored))).toHaveLength(1);
  });

  test("a field is required under a comparison, also in rows, where rules are kept as well", () => {
    expect(sentencesOf({ kind: 2 })).toEqual(["end 请选择结束 / Please select the end"]);
    expect(reported(readSubmit(contract, { prices: [{ from: 1, to: 2 }, { from: 2, to: 2 }, { from: 3 }] }, at(insert)).issues)).toEqual([
      ["rule", "prices.1.to"],
      ["required", "prices.2.note"],
    ]);
  });
});

test("comparisons of conditions read times from the present, months as PostgreSQL adds them, and empty values as none", () => {
  const now = "2026-01-31 08:00:00";
  const row = { day: "2026-02-28", moment: "2026-01-31 07:59:59", amount: "10.0", none: null, list: [] };
  const all = (conditions: readonly Condition[]) => conditions.map((condition) => meets(condition, row, now));
  expect(
    all([
      { day: { le: "+1m" } },
      { day: { ge: "+28d" } },
      { day: { gt: "today" } },
      { moment: { lt: "now" } },
      { moment: { ge: "today" } },
      { amount: { ge: 10, le: 10 } },
    ]),
  ).toEqual([true, true, true, true, true, true]);
  expect(
    all([
      { day: { gt: "+4w" } },
      { moment: { gt: "now" } },
      { none: { lt: 5 } },
      { amount: { gt: { field: "none" } } },
      { none: { empty: false } },
      { list: { empty: false } },
    ]),
  ).toEqual([false, false, false, false, false, false]);
  expect(all([{ none: { empty: true } }, { list: { empty: true } }, { amount: { empty: false, gt: 9.99 } }])).toEqual([true, true, true]);
});
