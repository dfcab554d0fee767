// How values of the kinds of field are stored, exported and told apart, beyond what each kind's own tests say of its values.
import { describe, expect, it } from "vitest";
import {
  bool,
  choice,
  code,
  date,
  datetime,
  decimal,
  dict,
  email,
  file,
  image,
  images,
  integer,
  json,
  lines,
  money,
  password,
  ref,
  refs,
  richtext,
  state,
  text,
  textarea,
  time,
  treeRef,
  url,
} from "#schema";
import { kindOf } from "#schema/kinds";
import { modelOf } from "../../tests/support/field-kind.ts";
import { isArrayType } from "./column.ts";
import { exportFormOf, exportScaleOf, wordsOf } from "./exported.ts";
import { isPrivateUpload } from "./upload.ts";

const options = [[1, "甲", "A"]] as const;
const columnOf = (field: { readonly kind: string }) => {
  const model = modelOf(field);
  const { column } = kindOf(model.data);
  return { type: column.type(model), is: column.columnType(model), found: column.defaultOperator };
};

describe("a column of", () => {
  it.each([
    ["a text", text("名", "N"), "character varying(255)", "text", "like"],
    ["a text with a limit", text("名", "N", { max: 32 }), "character varying(32)", "text", "like"],
    ["a long text", textarea("文", "T"), "text", "text", "like"],
    ["an address", url("址", "U", { max: 256 }), "character varying(256)", "text", "like"],
    ["a whole number", integer("数", "I"), "integer", "integer", "equal"],
    ["one of 32 bits", integer("数", "I", { max: 2_147_483_647 }), "integer", "integer", "equal"],
    ["one beyond 32 bits", integer("数", "I", { max: 2_147_483_648 }), "bigint", "integer", "equal"],
    ["a flag", bool("是", "B"), "smallint", "integer", "equal"],
    ["a state", state("态", "S", { open: [0, "开", "Open"] }), "smallint", "integer", "equal"],
    ["a decimal", decimal("数", "D"), "numeric(18,2)", "decimal", "equal"],
    ["a decimal of a scale", decimal("数", "D", { scale: 4 }), "numeric(18,4)", "decimal", "equal"],
    ["an amount", money("额", "M"), "numeric(18,2)", "decimal", "equal"],
    ["a day", date("日", "D"), "date", "date", "equal"],
    ["a moment", datetime("时", "T"), "timestamp(0) without time zone", "datetime", "equal"],
    ["a time of day", time("时", "T"), "time(0) without time zone", "time", "equal"],
    ["structured data", json("构", "J"), "jsonb", "none", "equal"],
    ["rows", lines("行", "L", { fields: { name: text("名", "N") } }), "jsonb", "none", "equal"],
    ["a picture", image("图", "P"), "character varying(500)", "none", "equal"],
    ["pictures", images("图", "P"), "text[]", "none", "equal"],
    ["a file", file("件", "F"), "character varying(500)", "none", "equal"],
    ["files", file("件", "F", { multiple: true }), "text[]", "none", "equal"],
    ["an entry of a dictionary", dict("sex", "性别", "Sex"), "character varying(64)", "text", "equal"],
    ["entries of a dictionary", dict("sex", "性别", "Sex", { multiple: true }), "text[]", "text", "equal"],
  ] as const)("%s", (_what, field, ...[type, is, found]) => {
    expect(columnOf(field)).toEqual({ type, is, found });
  });

  it("references holds ids, or values of the field that they name, one or several", () => {
    expect(columnOf(ref("warehouse", "箱", "Box"))).toMatchObject({ type: "bigint", is: "id" });
    expect(columnOf(ref("warehouse", "箱", "Box", { valueField: "code" }))).toMatchObject({ type: "character varying(64)", is: "text" });
    expect(columnOf(refs("warehouse", "箱", "Boxes"))).toMatchObject({ type: "bigint[]", is: "id" });
    expect(columnOf(refs("warehouse", "箱", "Boxes", { valueField: "code" }))).toMatchObject({ type: "text[]", is: "text" });
    expect(isArrayType("bigint[]")).toBe(true);
    expect(isArrayType("bigint")).toBe(false);
  });

  it("numbers reads what arrives as text, and structured data is written out", () => {
    expect(kindOf(modelOf(integer("数", "I")).data).column.fromColumn("9007199254740991")).toBe(9_007_199_254_740_991);
    expect(kindOf(modelOf(json("构", "J")).data).column.toColumn([1, { a: "b" }])).toBe('[1,{"a":"b"}]');
  });
});

describe("rows of another table", () => {
  const sqlOf = (field: { readonly kind: string }) => {
    const { data } = modelOf(field);
    return kindOf(data).expression?.(data, "box", "$1");
  };
  const fields = { realName: text("名", "N"), num: integer("数", "I") };

  it("are read with the sentinels of the wire, in the order of their ids, with an id to send back", () => {
    const sql = sqlOf(lines("行", "L", { fields, rowsOf: { resource: "box-line", by: "boxId" } }));
    expect(sql).toContain(
      `jsonb_build_object('id', s.id::text, 'realName', coalesce(s."real_name"::text, ''), 'num', coalesce(s."num", -1))`,
    );
    expect(sql).toContain(`ORDER BY s.id), '[]') FROM "box_line" s WHERE s.tenant_id = $1 AND s."box_id" = t.id AND s.is_deleted = 0`);
  });

  it("that nobody sends back have no id, and those with an order have theirs", () => {
    const sql = sqlOf(
      lines("行", "L", { readonly: true, fields: { ...fields, sort: integer("序", "S") }, rowsOf: { resource: "box-line", by: "boxId" } }),
    );
    expect(sql).not.toContain("'id'");
    expect(sql).toContain("ORDER BY s.sort, s.id)");
  });

  it("are none where they are the field's own", () => {
    expect(sqlOf(lines("行", "L", { fields }))).toBeUndefined();
  });
});

describe("a value in an exported file", () => {
  it.each([
    ["text", text("名", "N"), undefined],
    ["text", code("码", "C"), undefined],
    ["option", choice("项", "C", { options }), undefined],
    ["option", state("态", "S", { open: [0, "开", "Open"] }), undefined],
    ["label", ref("warehouse", "箱", "Box"), undefined],
    ["label", refs("warehouse", "箱", "Boxes"), undefined],
    ["label", treeRef("warehouse", "箱", "Box"), undefined],
    ["label", dict("sex", "性别", "Sex"), undefined],
    ["number", integer("数", "I"), undefined],
    ["number", decimal("数", "D"), 2],
    ["number", decimal("数", "D", { scale: 4 }), 4],
    ["number", money("额", "M"), 2],
    ["day", date("日", "D"), undefined],
    ["moment", datetime("时", "T"), undefined],
    ["clock", time("时", "T"), undefined],
    ["rows", lines("行", "L", { fields: { name: text("名", "N") } }), undefined],
    ["json", json("构", "J"), undefined],
  ] as const)("is a %s: %#", (form, field, scale) => {
    const model = modelOf(field);
    expect([exportFormOf(model), exportScaleOf(model)]).toEqual([form, scale]);
  });

  it.each([
    ["<p>一</p><p>二</p>", "一 二"],
    ["a&nbsp;&lt;b&gt; &quot;c&quot; &#39;d&#39; &amp;lt;", `a <b> "c" 'd' &lt;`],
    ["  <br/> ", ""],
  ])("of HTML %j is its words", (html, words) => {
    expect(wordsOf(html)).toBe(words);
  });
});

it.each([
  ["a file", file("件", "F"), true],
  ["a file that anybody may see", file("件", "F", { private: false }), false],
  ["a picture", image("图", "P"), false],
  ["a picture that not everybody may see", image("图", "P", { private: true }), true],
  ["a text", text("名", "N"), undefined],
] as const)("%s is kept from others: %#", (_what, field, isPrivate) => {
  expect(isPrivateUpload(modelOf(field))).toBe(isPrivate);
});

it.each([
  ["a line", text("名", "N"), false],
  ["a text", textarea("文", "T"), false],
  ["a text as long as lists hold", textarea("文", "T", { max: 20_000 }), false],
  ["a document", textarea("文", "T", { max: 20_001 }), true],
  ["rows", lines("行", "L", { fields: { name: text("名", "N") } }), true],
  ["HTML", richtext("文", "H"), true],
] as const)("%s is too long for a page of a list: %#", (_what, field, isLong) => {
  const { data } = modelOf(field);
  expect(kindOf(data).isLong(data)).toBe(isLong);
});

it.each([
  ["an id", treeRef("warehouse", "箱", "Box"), "id"],
  ["a text", treeRef("warehouse", "箱", "Box", { valueField: "code" }), "text"],
  ["a parent", treeRef("factory", "上级", "Parent"), "parent"],
  ["a secret", password("密", "P"), "text"],
  ["an address", email("邮", "E", {}), "text"],
] as const)("%s travels as such: %#", (_what, field, wire) => {
  expect(modelOf(field).wire).toBe(wire);
});
