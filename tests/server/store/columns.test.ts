// Every kind of field keeps what it is given: through its column, and back in the form in which it travels (docs/wire.md §2.1).
import { expect, it, onTestFinished } from "vitest";
import {
  attributes,
  bool,
  choice,
  code,
  color,
  date,
  datetime,
  decimal,
  defineResource,
  dict,
  email,
  file,
  icon,
  image,
  images,
  integer,
  json,
  lines,
  message,
  money,
  password,
  gtin,
  phone,
  record,
  ref,
  refs,
  region,
  richtext,
  rowEvents,
  state,
  text,
  textarea,
  time,
  treeRef,
  url,
} from "#schema";
import type { FieldKind } from "#schema/field-kind";
import { fieldKinds } from "#schema/kinds";
import type { LoadedDefinition } from "#schema/resource-data";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { modelOf, startTestServer } from "../../support/server.ts";

const options = [
  [1, "一", "One"],
  [2, "二", "Two"],
  [3, "三", "Three"],
] as const;
const words = [
  ["a", "甲", "A"],
  ["b", "乙", "B"],
] as const;

const fields = {
  text: text("文", "Text"),
  code: code("码", "Code"),
  textarea: textarea("多行", "Long"),
  richtext: richtext("富文本", "Rich"),
  gtin: gtin("条码", "GTIN"),
  phone: phone("电话", "Phone"),
  email: email("邮箱", "Mail"),
  url: url("网址", "Url"),
  icon: icon("图标", "Icon"),
  color: color("颜色", "Colour"),
  password: password("密码", "Password"),
  integer: integer("整数", "Integer", { min: -5 }),
  large: integer("大数", "Large", { max: 9_000_000_000_000 }),
  decimal: decimal("小数", "Decimal", { scale: 4 }),
  money: money("金额", "Money"),
  date: date("日", "Day"),
  datetime: datetime("时刻", "Moment"),
  time: time("时间", "Time"),
  bool: bool("是否", "Flag"),
  choice: choice("选择", "Choice", { options }),
  word: choice("词", "Word", { options: words }),
  several: choice("多选", "Several", { options, multiple: true }),
  dict: dict("sex", "字典", "Entry"),
  entries: dict("sex", "多项", "Entries", { multiple: true }),
  ref: ref("poster", "引用", "Reference"),
  refs: refs("poster", "多引用", "References"),
  parent: treeRef("poster", "上级", "Parent"),
  region: region("地区", "Region"),
  image: image("图", "Picture"),
  images: images("多图", "Pictures"),
  file: file("文件", "File"),
  files: file("多文件", "Files", { multiple: true }),
  json: json("结构", "Structure"),
  lines: lines("行", "Lines", { fields: { name: text("名", "Name"), count: integer("数", "Count") } }),
  attributes: attributes("属性", "Attributes", {
    of: "ref",
    read: "dynamic-attrs.query",
    fields: { name: text("名", "Name"), value: text("值", "Value") },
  }),
  message: message("消息", "Message"),
  event: rowEvents("事件", "Event"),
  events: rowEvents("多个事件", "Events", { multiple: true }),
  record: record("对象", "Subject", { resourceField: "text", idField: "code" }),
  state: state("状态", "State", { open: [0, "开", "Open"], shut: [1, "关", "Shut"] }),
};

// A definition under a name of the product, because the type checker knows no other.
const definition = defineResource({
  name: "poster",
  label: ["样品", "Sample"],
  path: "/test/sample",
  title: "text",
  fields,
}) as unknown as LoadedDefinition["data"];

it("the sample above has a field of every kind that is stored", () => {
  const isStored = ({ kind, expression }: FieldKind): boolean => expression?.({ kind, label: ["", ""] }, "sample") === undefined;
  const stored = [...fieldKinds.values()].filter(isStored).map(({ kind }) => kind);
  expect([...new Set(Object.values(fields).map(({ kind }) => kind))].sort()).toEqual(stored.sort());
});

it("every kind of field gives back what it was given, and says so when there is nothing", async () => {
  const server = await startTestServer({ model: modelOf([definition]) });
  onTestFinished(() => server.close());
  const client = server.as("zhangwei");
  const other = String(objectIn(await client.post("/test/sample/submit", { text: "另一个" }))["id"]);
  const sent = {
    text: "文 'quoted' \\ 😀",
    code: "A-1",
    textarea: "一\n二",
    richtext: "<p>x</p>",
    gtin: "6901234567892",
    phone: "13800138000",
    email: "a@b.cn",
    url: "https://a.cn/x?y=1",
    icon: "tool",
    color: "#a1B2c3",
    password: "s3cret-word",
    integer: -1,
    large: 8_999_999_999_999,
    decimal: "-12345678901234.5678",
    money: "0.10",
    date: "2024-02-29",
    datetime: "2024-02-29 23:59:59",
    time: "00:00:01",
    bool: 1,
    choice: 2,
    word: "b",
    several: "1,3",
    dict: "1",
    entries: "1,2",
    ref: other,
    refs: `${other},${other}`,
    parent: other,
    image: "/demo/a.png",
    images: "/demo/a.png,https://a.cn/b.png",
    file: "/demo/a.pdf",
    files: "/demo/a.pdf",
    event: "factory.created",
    events: "factory.*,shop.removed",
    json: { a: [1, { b: null }] },
    lines: [{ name: "x", count: 1 }, { name: "y" }],
    attributes: [{ name: "水分", value: "13.2" }],
  };
  const answer = await client.post("/test/sample/submit", sent);
  expect(answer).toMatchObject({ code: 200 });
  const row = objectIn(await client.get("/test/sample/detail", { id: String(objectIn(answer)["id"]) }));
  const { password: _never, lines: _numbered, attributes: _ofLines, ...rest } = sent;
  expect(row).toMatchObject({ ...rest, state: 0, version: 1, isDeleted: 0 });
  expect(row["lines"]).toMatchObject([
    { name: "x", count: 1, id: expect.stringMatching(/^\d+$/) },
    { name: "y", id: expect.stringMatching(/^\d+$/) },
  ]);
  expect(row["attributes"]).toMatchObject([{ name: "水分", value: "13.2", id: expect.stringMatching(/^\d+$/) }]);
  expect(row).not.toHaveProperty("password");

  const empty = objectIn(await client.get("/test/sample/detail", { id: other }));
  expect(empty).toMatchObject({
    code: "",
    textarea: "",
    large: -1,
    decimal: -1,
    money: -1,
    date: "",
    datetime: "",
    time: "",
    bool: -1,
    choice: -1,
    word: "",
    several: "",
    dict: "",
    entries: "",
    ref: -1,
    refs: "",
    parent: "0",
    region: "",
    image: "",
    images: "",
    file: "",
    files: "",
    event: "",
    events: "",
    json: {},
    lines: [],
    attributes: [],
  });
  const [listed = {}] = recordsIn(await client.get("/test/sample/list", { parent: other }));
  expect(listed["text"]).toBe(sent.text);
  expect(recordsIn(await client.get("/test/sample/list", { parent: "0" })).map((one) => one["id"])).toEqual([other]);
  expect(recordsIn(await client.get("/test/sample/list", { refs: other })).map((one) => one["id"])).toEqual([row["id"]]);
  expect(recordsIn(await client.get("/test/sample/list", { decimal_lt: "-12345678901234.5677" }))).toHaveLength(1);
  expect(recordsIn(await client.get("/test/sample/list", { time_le: "00:00:01" }))).toHaveLength(1);
});
