// What tests and demonstrations make of a kind of field: a value that is right, and those just beyond each of its limits.
import { describe, expect, it } from "vitest";
import {
  attributes,
  bool,
  choice,
  color,
  decimal,
  dict,
  email,
  file,
  gtin,
  icon,
  image,
  images,
  integer,
  json,
  lines,
  message,
  money,
  password,
  phone,
  progress,
  ref,
  refs,
  region,
  richtext,
  rowEvents,
  state,
  text,
  treeRef,
  url,
} from "#schema";
import { kindOf } from "#schema/kinds";
import { sampleValue } from "#schema/sample";
import { modelOf, sampleContext } from "../../tests/support/field-kind.ts";

const fields = { num: integer("数", "Number") };
const id = "1834567890123456007";
const option = (value: unknown) => [{ value, code: "option", limit: "options" }];
const pattern = (...values: readonly unknown[]) => values.map((value) => ({ value, code: "pattern", limit: "pattern" }));
const type = (value: unknown) => [{ value, code: "type", limit: "type" }];
const whole = { value: 1.5, code: "type", limit: "whole" };
const noId = (value: unknown) => [{ value, code: "pattern", limit: "id" }];
const options = [
  [1, "一", "One"],
  [2, "二", "Two"],
] as const;
const letters = [
  ["S", "小", "Small"],
  ["L", "大", "Large"],
] as const;

describe("the seventh sample of a kind, and what is beyond its limits", () => {
  it.each([
    ["yes or no", bool("是", "Flag"), 1, option(2)],
    ["a choice of numbers", choice("项", "Choice", { options }), 2, option(987_654)],
    ["a choice of texts", choice("项", "Choice", { options: letters }), "L", option("no such option")],
    ["several choices", choice("项", "Choices", { options, multiple: true }), ["2"], option(["no such option"])],
    ["a colour", color("色", "Colour"), "#1677ff", pattern("blue")],
    ["an entry of a dictionary", dict("sex", "性别", "Sex"), "S7", []],
    ["an entry of the tenant's dictionary", dict("unit", "单位", "Unit", { business: true }), "B7", []],
    ["entries of a dictionary", dict("sex", "性别", "Sexes", { multiple: true }), ["S7"], []],
    ["an e-mail address", email("邮", "E-mail"), "person7@example.cn", pattern("nobody.example.cn")],
    ["a web address", url("址", "Link"), "https://www.example.cn/7", pattern("javascript:alert(1)")],
    ["a file", file("件", "File"), "/demo/sample-7.pdf", pattern("javascript:alert(1)")],
    ["files", file("件", "Files", { multiple: true }), ["/demo/sample-7.pdf"], pattern(["javascript:alert(1)"])],
    ["a picture", image("图", "Picture"), "/demo/sample-7.png", pattern("javascript:alert(1)")],
    ["pictures", images("图", "Pictures"), ["/demo/sample-7.png"], pattern(["javascript:alert(1)"])],
    ["a trade item number", gtin("码", "GTIN"), "6900000000076", pattern("690123456789", "6901234567893")],
    ["an icon", icon("标", "Icon"), "appstore", [{ value: "长".repeat(129), code: "tooLong", limit: "max" }]],
    ["structured data", json("构", "Data"), { number: 7 }, type("not an object")],
    ["a sentence in both languages", message("错", "Error"), ["消息7", "Message 7"], type("one text")],
    ["a secret", password("密", "Secret"), "Secret-7-word", [{ value: "长".repeat(257), code: "tooLong", limit: "max" }]],
    ["a telephone number", phone("电", "Phone"), "13800000007", pattern("12345678901", "1380013800")],
    ["formatted text", richtext("文", "Body", { max: 50 }), "<p>Body 7</p>", [{ value: "长".repeat(51), code: "tooLong", limit: "max" }]],
    ["a division", region("区", "Region"), "520007", pattern("贵州")],
    ["an event", rowEvents("事", "Event"), "factory.removed", pattern("no event")],
    ["events", rowEvents("事", "Events", { multiple: true }), ["factory.removed"], pattern(["no event"])],
    ["a reference", ref("factory", "厂", "Factory"), id, noId("not an id")],
    ["a reference by a code", ref("warehouse", "箱", "Box", { valueField: "code" }), "520007", []],
    ["references", refs("factory", "厂", "Factories"), [id], noId(["not an id"])],
    ["references by a code", refs("warehouse", "箱", "Boxes", { valueField: "code" }), ["520007"], []],
    ["a node of a tree", treeRef("dept", "部", "Department"), id, noId("not an id")],
    ["a node of a tree by a code", treeRef("warehouse", "箱", "Box", { valueField: "code" }), "520007", []],
    ["a state", state("态", "State", { open: [3, "开", "Open"], shut: [4, "关", "Shut"] }), 3, []],
    [
      "a state that begins elsewhere",
      state("态", "State", { open: [3, "开", "Open"], shut: [4, "关", "Shut"] }, { initial: "shut" }),
      4,
      [],
    ],
    [
      "the progress of a job",
      progress("进", "Progress"),
      { job: "7", state: 2, done: 7, total: 10, note: ["第7步", "Step 7"], error: null },
      [],
    ],
    ["rows", lines("行", "Rows", { fields }), [{ num: 7 }], type("not rows")],
    ["rows of which there are some", lines("行", "Rows", { fields, min: 2 }), [{ num: 7 }, { num: 7 }], type("not rows")],
    ["no rows", lines("行", "Rows", { fields, min: 0 }), [], type("not rows")],
    [
      "values of attributes",
      attributes("性", "Values", { fields, of: "productId", read: "dynamic-attrs.query" }),
      [{ num: 7 }],
      type("not rows"),
    ],
    ["a whole number", integer("数", "Number"), 7, [{ value: 2_147_483_648, code: "tooLarge", limit: "max" }, whole]],
    [
      "a whole number from 0",
      integer("数", "Number", { min: 0, max: 5 }),
      5,
      [{ value: 6, code: "tooLarge", limit: "max" }, whole, { value: -2, code: "tooSmall", limit: "min" }],
    ],
    [
      "a whole number from 10",
      integer("数", "Number", { min: 10, max: 99 }),
      17,
      [{ value: 100, code: "tooLarge", limit: "max" }, whole, { value: 9, code: "tooSmall", limit: "min" }],
    ],
    ["a decimal", decimal("数", "Number"), "7.00", [{ value: "1.111", code: "pattern", limit: "scale" }]],
    [
      "a decimal without digits behind the point",
      decimal("数", "Number", { scale: 0 }),
      "7",
      [{ value: "1.1", code: "pattern", limit: "scale" }],
    ],
    [
      "an amount from 0",
      money("额", "Amount", { min: 0, max: 5.5 }),
      "5.50",
      [
        { value: "1.111", code: "pattern", limit: "scale" },
        { value: "6", code: "tooLarge", limit: "max" },
        { value: "-2", code: "tooSmall", limit: "min" },
      ],
    ],
    [
      "a decimal above 0",
      decimal("数", "Number", { min: 0.01, scale: 3 }),
      "7.010",
      [
        { value: "1.1111", code: "pattern", limit: "scale" },
        { value: "0", code: "tooSmall", limit: "min" },
      ],
    ],
    [
      "a decimal from 3",
      decimal("数", "Number", { min: 3 }),
      "10.00",
      [
        { value: "1.111", code: "pattern", limit: "scale" },
        { value: "2", code: "tooSmall", limit: "min" },
      ],
    ],
    [
      "a decimal from -1",
      decimal("数", "Number", { min: -1 }),
      "6.00",
      [
        { value: "1.111", code: "pattern", limit: "scale" },
        { value: "-2", code: "tooSmall", limit: "min" },
      ],
    ],
  ] as const)("%s", (_what, field, sample, beyond) => {
    const { data } = modelOf(field);
    const made = kindOf(data).sample(data, sampleContext(7), (members) =>
      Object.fromEntries(Object.entries(members).map(([name, member]) => [name, sampleValue(member, sampleContext(7))])),
    );
    expect(made).toEqual(sample);
    expect(kindOf(data).forbidden(data)).toEqual(beyond);
  });
});

it("a sample that needs a row or an entry is none where there is none", () => {
  const nothing = { number: 7, referenceTo: () => undefined, dictionaryKey: () => undefined };
  const fieldsOf = [
    ref("factory", "厂", "Factory"),
    refs("factory", "厂", "Factories"),
    dict("sex", "性别", "Sexes", { multiple: true }),
    text("名", "Name"),
  ];
  expect(fieldsOf.map((field) => sampleValue(modelOf(field).data, nothing))).toEqual([undefined, undefined, undefined, "Name7"]);
});

it("a life cycle without states has no beginning", () => {
  const { data } = modelOf(state("态", "State", { open: [3, "开", "Open"] }));
  const kind = kindOf(data);
  expect(() => kind.initial?.({ ...data, ...{ initial: "gone" } })).toThrow("the life cycle State has no state gone");
});

it("an event of the model is drawn from its events, by turns", () => {
  const { data } = modelOf(rowEvents("事", "Event"));
  const events = { ...data, options: [["box.created"], ["box.removed"], ["box.submit"]] };
  const drawn = [1, 2, 3].map((number) => kindOf(data).sample(events, sampleContext(number), () => ({})));
  expect(drawn).toEqual(["box.removed", "box.submit", "box.created"]);
  expect([[], undefined].map((none) => kindOf(data).sample({ ...data, ...{ options: none } }, sampleContext(7), () => ({})))).toEqual([
    "factory.created",
    "factory.created",
  ]);
});
