// Rows between the wire and the screens (docs/wire.md §2.1, §3.1).
import { expect, test } from "vitest";
import type { ScreenField } from "#schema/screen";
import { valuesOfRecord } from "#admin/inputs/values/values.ts";
import { rowFromWire, rowToWire } from "#admin/api/row-conversion.ts";

const field = (name: string, kind: string, wire: ScreenField["wire"], more: Partial<ScreenField> = {}): ScreenField => ({
  name,
  kind,
  label: [name, name],
  wire,
  visibleIn: ["create", "edit", "view"],
  ...more,
});

const fields = [
  field("name", "text", "text"),
  field("factoryId", "ref", "id", { labelKey: "factoryName" }),
  field("capacity", "integer", "number"),
  field("quota", "integer", "number", { admitsMinusOne: true }),
  field("roleId", "refs", "list"),
  field("parentId", "tree-ref", "parent"),
  field("lines", "lines", "rows", { fields: [field("num", "integer", "number"), field("productId", "ref", "id")] }),
];

test("the sentinels of the wire are nothing on the screen, each by its own field", () => {
  expect(
    rowFromWire(fields, {
      id: "1",
      name: "",
      factoryId: "-1",
      factoryName: "",
      capacity: -1,
      quota: -1,
      roleId: "",
      parentId: "0",
      lines: [],
    }),
  ).toEqual({
    id: "1",
    name: null,
    factoryId: null,
    factoryName: "",
    capacity: null,
    quota: -1,
    roleId: null,
    parentId: null,
    lines: [],
  });
});

test("a text -1 that somebody typed is one, and survives reading, editing and saving", async () => {
  const texts = ["text", "textarea", "code", "richtext"].map((kind) => field(kind, kind, "text"));
  const typed = { text: "-1", textarea: "-1", code: "-1", richtext: "-1" };
  const row = rowFromWire(texts, typed);
  expect(row).toEqual(typed);
  expect(await rowToWire(texts, valuesOfRecord(texts, row))).toEqual(typed);
});

test("a choice -1 is none, unless it is one of the field's own values; and so is the text of a field that the row hides", () => {
  const texts = [
    field("sex", "dict", "text"),
    field("level", "choice", "text", { admitsMinusOne: true }),
    field("dictKey", "text", "text", { showWhen: { parentId: { not: ["", "0"] } } }),
  ];
  expect(rowFromWire(texts, { sex: "-1", level: "-1", parentId: "0", dictKey: "-1" })).toEqual({
    sex: null,
    level: "-1",
    parentId: "0",
    dictKey: null,
  });
  expect(rowFromWire(texts, { parentId: "7", dictKey: "-1" })).toEqual({ parentId: "7", dictKey: "-1" });
});

test("ids stay text, comma-joined ids become a list, rows inside a row are read too", () => {
  const row = rowFromWire(fields, {
    id: "9007199254740993",
    factoryId: "9007199254740995",
    roleId: "1,2",
    lines: [{ num: -1, productId: "5" }],
    version: 4,
  });
  expect(row).toEqual({
    id: "9007199254740993",
    factoryId: "9007199254740995",
    roleId: ["1", "2"],
    lines: [{ num: null, productId: "5" }],
    version: 4,
  });
});

test("rows below a row of a tree are read like it", () => {
  expect(rowFromWire(fields, { id: "1", capacity: 5, children: [{ id: "2", capacity: -1 }] })).toMatchObject({
    children: [{ id: "2", capacity: null }],
  });
});

test("a submit sends what was given and empties with an empty text, since absent members stay as they are", async () => {
  const body = await rowToWire(fields, {
    id: "1",
    version: 3,
    name: null,
    factoryId: "7",
    factoryName: "工厂",
    capacity: 5,
    roleId: ["1", "2"],
    createTime: "2025-01-01 00:00:00",
  });
  expect(body).toEqual({ id: "1", version: 3, name: "", factoryId: "7", capacity: 5, roleId: "1,2" });
});

test("fields of the screen only are never sent", async () => {
  expect(await rowToWire([field("password2", "password", "text", { screenOnly: true })], { password2: "x" })).toEqual({});
});

test("a sign-in password travels as the hash of it, a secret of another system as it is", async () => {
  const secrets = [field("password", "password", "text", { use: "sign-in" }), field("accessKey", "password", "text", { use: "secret" })];
  expect(await rowToWire(secrets, { password: "admin", accessKey: "admin" })).toEqual({
    password: "21232f297a57a5a743894a0e4a801fc3",
    accessKey: "admin",
  });
});
