// Screens on a back-end of another dialect: nothing is drawn, required or searched by that the back-end does not have (docs/back-end.md).
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Screen } from "#schema/screen";
import { blade } from "#schema/dialects/blade";
import { bladex } from "#schema/dialects/bladex";
import { screenHere } from "#schema/dialects/screens";
import { levelRead, listCall } from "#admin/data/screen-models/paths.ts";

const generated = (name: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../generated/screens/${name}.json`), "utf8")) as Screen; // the generator writes it from this type

function onBlade(name: string): Screen {
  const screen = screenHere(generated(name), blade);
  if (screen === undefined) throw new Error(`${name} is absent`);
  return screen;
}

const fieldOf = (screen: Screen, name: string) => screen.fields.find((field) => field.name === name);

test("a person is edited without the platform that the back-end does not know, and needs a password when new", () => {
  const user = onBlade("user");
  for (const name of ["userType", "userExt", "mustChangePassword"]) expect(fieldOf(user, name), name).toBeUndefined();
  expect(user.schema.edit["required"]).toEqual(["name", "realName", "roleId", "deptId", "postId"]);
  expect(user.schema.create["required"]).toContain("password");
  expect(user.schema.create["properties"]).not.toHaveProperty("userType");
  expect(fieldOf(user, "password")).toMatchObject({ required: ["请输入密码", "Please enter the password"] });
  expect(fieldOf(user, "password")).not.toHaveProperty("help");
  expect(fieldOf(user, "sex")).not.toHaveProperty("default");
  expect(user.actions.map(({ name }) => name)).toEqual(["grant", "resetPassword", "unlock", "updatePassword", "updateInfo"]);
});

test("a phone is any text there, in the forms of people and of one's own data, and nobody has to have one", () => {
  const { schema, actions, ...user } = onBlade("user");
  const own = actions.find(({ name }) => name === "updateInfo");
  for (const fields of [user.fields, own?.dialogFields ?? []]) {
    const phone = fields.find(({ name }) => name === "phone");
    expect(phone).toMatchObject({ kind: "text" });
    expect(phone).not.toHaveProperty("required");
    expect(phone).not.toHaveProperty("max");
  }
  const taken = { type: "string", minLength: 1, maxLength: 255 };
  for (const one of [schema.create, schema.edit, own?.schema]) expect(one).toMatchObject({ properties: { phone: taken } });
  expect(own?.schema?.["required"]).toEqual(["realName", "name"]);
});

test("what lists there leave out is no column, and stands in the answer for one row", () => {
  const message = fieldOf(onBlade("log-error"), "message");
  expect(message).toMatchObject({ name: "message", label: ["异常信息", "Message"] });
  expect(message).not.toHaveProperty("list");
});

test("departments and menus come as whole trees, without levels", () => {
  for (const name of ["dept", "menu"]) {
    const screen = onBlade(name);
    expect(screen.kind, name).toBe("tree");
    expect(levelRead(screen), name).toBeUndefined();
    expect(listCall(screen), name).toEqual({ path: `/blade-system/${name}/list`, method: "GET", isPage: false });
  }
  expect(fieldOf(onBlade("dept"), "deptCategory")).toBeUndefined();
});

test("dictionaries and their entries are read by the one list there is", () => {
  const dict = onBlade("dict");
  expect(listCall(dict)).toEqual({ path: "/blade-system/dict/list", method: "GET", isPage: false, query: { parentId_equal: "0" } });
  expect(listCall(dict, dict.details?.read)).toEqual({ path: "/blade-system/dict/list", method: "GET", isPage: false });
  expect(fieldOf(dict, "isSealed")).toBeUndefined();
  expect(dict.schema.create["required"]).not.toContain("isSealed");
});

test("where a list knows equality only, texts are searched whole and say so, and there are no ranges", () => {
  const post = onBlade("post");
  expect(fieldOf(post, "postName")).toMatchObject({ search: "equal", searchLabel: ["岗位名称（精确）", "Name (exact)"] });
  expect(post.backEnd).toMatchObject({ equalBy: { text: "", other: "" } });
  expect(fieldOf(onBlade("datasource"), "createTime")?.search).toBeUndefined();
  expect(fieldOf(onBlade("param"), "createTime")?.search).toBe("range");
  expect(fieldOf(onBlade("param"), "paramName")?.search).toBe("like");
});

test("a value whose dictionary is empty there is typed", () => {
  const client = onBlade("client");
  const field = fieldOf(client, "authorizedGrantTypes");
  expect(field).toMatchObject({ kind: "text", wire: "text" });
  expect(field).not.toHaveProperty("dictionary");
  expect(client.schema.create["properties"]).toMatchObject({ authorizedGrantTypes: { type: "string" } });
});

test("regions are searched by what the read of levels knows, and removed one by one", () => {
  const region = onBlade("region");
  expect(region.fields.filter((field) => field.search !== undefined).map((field) => field.name)).toEqual(["code", "name"]);
  expect(region.backEnd?.removesSingly).toBe(true);
  expect(levelRead(region)?.name).toBe("lazy-list");
});

test("actions and fields of tenants that only the other edition has are left out", () => {
  const tenant = onBlade("tenant");
  expect(tenant.actions).toEqual([]);
  expect(tenant.fields.map((field) => field.name)).toEqual([
    "tenantId",
    "tenantName",
    "linkman",
    "contactNumber",
    "address",
    "domain",
    "status",
  ]);
});

test("a resource that the back-end does not have has no screen", () => {
  for (const name of ["dict-biz", "tenant-package", "order", "oss"]) expect(screenHere(generated(name), blade), name).toBeUndefined();
  expect(screenHere(generated("oss"), { ...bladex, resources: { oss: "absent" } })).toBeUndefined();
  expect(screenHere(generated("oss"), { ...bladex, several: false })).toBeDefined();
});
