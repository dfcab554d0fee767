// The definition files say what the specification says: messages (§5), permission keys (§6), screens and constants (§§2, 9).
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { initialOfAction } from "../../src/admin/inputs/values/values.ts";
import { checkDefinitions } from "../../src/schema/checks/index.ts";
import { buildModel, kindData, type FieldModel, type ResourceModel } from "../../src/schema/model.ts";
import { permissionsOf } from "../../src/schema/permissions.ts";
import { screenOf } from "../../src/schema/screen.ts";
import { inLanguage, type Language } from "../../src/schema/text.ts";
import { checkValue } from "../../src/schema/validation.ts";
import { loadDefinitions } from "../../scripts/definitions.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { definitions, areas, failures } = await loadDefinitions(root);
const model = buildModel(definitions, areas);

function resource(name: string): ResourceModel {
  const found = model.resource.get(name);
  if (found === undefined) throw new Error(`there is no definition of ${name}`);
  return found;
}

function field(name: string, fieldName: string): FieldModel {
  const found = resource(name).field.get(fieldName);
  if (found === undefined) throw new Error(`${name} has no field ${fieldName}`);
  return found;
}

const screen = (name: string) => screenOf(resource(name), model, () => true);

test("every definition file loads", () => {
  expect(failures).toEqual([]);
});

test("the dialog of no action begins a parameter with what the row has under the same name", () => {
  const taken = definitions.flatMap(({ data }) => {
    const { actions, fields } = screen(data.name);
    const row = Object.fromEntries(fields.map(({ name }) => [name, "1"]));
    return actions.flatMap((action) => {
      const parameters = (action.dialogFields ?? []).filter(({ name }) => Object.hasOwn(data.actions?.[action.name]?.params ?? {}, name));
      const [started, empty] = [row, undefined].map((record) => initialOfAction(action, parameters, record, new Date(2025, 2, 1)));
      return isDeepStrictEqual(started, empty) ? [] : [`${data.name}.${action.name}`];
    });
  });
  expect(taken).toEqual([]);
});

test("the system parameter takes at most 20 lines", async () => {
  const source = await readFile(path.join(root, "resources/system/param.ts"), "utf8");
  expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
});

test("a group of fields is in use, also when it was loaded anew after the definitions that spread it", async () => {
  // As npm run dev loads files: Vite may drop what it keeps of them at any moment.
  const anew = new Map<string, unknown>();
  const seen = await loadDefinitions(root, async (file) => {
    const module: { readonly default: object } = await import(pathToFileURL(path.join(root, file)).href);
    if (file.endsWith(".fields.ts")) anew.set(file, structuredClone(module.default));
    return anew.has(file) ? { default: anew.get(file) } : module;
  });
  expect(anew.size).toBeGreaterThan(3);
  const reported = checkDefinitions(seen, { handlers: new Set(), pages: new Set(), dialogs: new Set() }).findings;
  expect(reported.filter(({ code }) => code === "unused-fields")).toEqual([]);
});

const messages: readonly (readonly [resource: string, field: string, language: Language, sentence: string])[] = [
  ["param", "paramName", "zh", "请输入参数名称"],
  ["param", "paramKey", "zh", "请输入参数键名"],
  ["param", "paramValue", "zh", "请输入参数键值"],
  ["tenant-package", "packageName", "zh", "请输入产品包名称"],
  ["tenant-package", "menuId", "zh", "请选择菜单"],
  ["media-category", "name", "zh", "请输入分类名称"],
  ["doc-detail", "productId", "zh", "请输入产品ID"],
  ["doc-detail", "specId", "zh", "请输入规格ID"],
  ["doc-detail", "layer", "zh", "请输入层级"],
  ["doc-detail", "num", "zh", "请输入数量"],
  ["doc-detail", "realNum", "zh", "请输入真实数量"],
  ["attribute-owner-doc", "productId", "zh", "请选择产品"],
  ["attribute-owner-doc", "specId", "zh", "请选择规格"],
  ["product-category", "name", "en", "Please enter category name"],
  ["product-category", "image", "en", "Please upload icon"],
  ["dict", "code", "en", "Please enter dictionary code"],
  ["dict", "dictValue", "en", "Please enter dictionary name"],
  ["dict", "sort", "en", "Please enter dictionary sort"],
  ["dict", "dictKey", "en", "Please enter dictionary key"],
  ["dict", "isSealed", "en", "please select sealed"],
  ["dict-biz", "dictValue", "en", "Please enter dictionary name"],
  ["attr-pack", "name", "en", "Please enter attribute pack name"],
];

test.each(messages)("a %s without its %s is told, in %s, %s", (name, fieldName, language, sentence) => {
  const { required } = field(name, fieldName);
  expect(required && inLanguage(required, language)).toBe(sentence);
});

test.each(["status", "sortOrder"])("a category must have its %s", (name) => {
  expect(field("product-category", name).required).toBeDefined();
});

test("a person's telephone number that has not 11 digits is told so", () => {
  expect(checkValue(field("user", "phone"), "1388520000")).toEqual([
    expect.objectContaining({ code: "pattern", message: ["手机号码长度必须为11位", "phone length is not 11 digits"] }),
  ]);
  expect(checkValue(field("user", "phone"), "13885200001")).toEqual([]);
});

const commonKeys: readonly (readonly [resource: string, prefix: string])[] = [
  ["media-category", "mediacategory"],
  ["doc-detail", "warehousebillproduct"],
  ["product-category", "category"],
  ["tenant-package", "tenantpackage"],
  ["attr-pack", "attrpack"],
  ["stock-out-doc", "stockoutdoc"],
];

test.each(commonKeys)("the keys of %s begin with %s", (name, prefix) => {
  expect(permissionsOf(resource(name)).map((permission) => permission.key)).toEqual(
    expect.arrayContaining(["add", "edit", "view", "delete"].map((verb) => `${prefix}_${verb}`)),
  );
});

test("no key allows things of two resources", () => {
  const keys = model.resources.flatMap((one) =>
    [...new Set(permissionsOf(one).map((permission) => permission.key))].map((key) => ({ key, resource: one.name })),
  );
  const owners = new Map<string, string[]>();
  for (const { key, resource: owner } of keys) owners.set(key, [...(owners.get(key) ?? []), owner]);
  expect([...owners].filter(([, names]) => names.length > 1)).toEqual([]);
});

test("adding a child to a category takes the key that adding a category takes", () => {
  expect(resource("product-category").actions.map(({ name, permission, opens }) => ({ name, permission, opens }))).toEqual([
    { name: "addChild", permission: "category_add", opens: "child" },
  ]);
});

test("packages of tenants and of attributes have no view button, and those of parameters do", () => {
  expect(screen("tenant-package").buttons).toEqual({ add: true, edit: true, view: false, delete: true });
  expect(screen("attr-pack").buttons).toEqual({ add: true, edit: true, view: false, delete: true });
  expect(screen("param").buttons.view).toBe(true);
});

test("a click beside the dialog of a parameter does not close it", () => {
  expect(screen("param").maskClosable).toBe(false);
});

test.each([
  ["tenant-package", 600],
  ["attr-pack", 600],
  ["dict", 880],
  ["dict-biz", 880],
  ["attribute-owner-doc", 1000],
] as const)("the dialog of %s is %d wide", (name, width) => {
  expect(screen(name).dialogWidth).toBe(width);
});

test("dictionaries are listed as parents, with their entries below", () => {
  expect(screen("dict")).toMatchObject({
    kind: "master-detail",
    listRead: "parent-list",
    details: { resource: "dict", by: "parentId", read: "child-list" },
  });
});

test("categories and sealed entries have the values the constants say", () => {
  expect(kindData(field("product-category", "status").data).options?.map(([value, , name]) => [value, name])).toEqual([
    [1, "Enabled"],
    [2, "Disabled"],
  ]);
  expect(checkValue(field("dict", "isSealed"), 2)).not.toEqual([]);
});

test("a category shows name, parent, alias, status, order and icon, in this order", () => {
  expect(
    screen("product-category")
      .fields.filter((one) => one.list)
      .map((one) => one.name),
  ).toEqual(["name", "parentId", "alias", "status", "sortOrder", "image"]);
});

test("a stock-out document starts from a draft with lines and finishes from picking", () => {
  const { actions, data } = resource("stock-out-doc");
  const moves = actions
    .filter(({ toValue }) => toValue !== undefined)
    .map(({ name, path: where, fromValues, toValue, needsDetails }) => ({
      name,
      where,
      fromValues,
      toValue,
      needsDetails,
    }));
  expect(moves).toEqual([
    { name: "start", where: "/digit-bind/stock-out-doc/start/{id}", fromValues: [0], toValue: 1, needsDetails: true },
    { name: "finish", where: "/digit-bind/stock-out-doc/finish/{id}", fromValues: [1], toValue: 2, needsDetails: undefined },
    { name: "void", where: "/digit-bind/stock-out-doc/void/{id}", fromValues: [0, 1], toValue: 9, needsDetails: undefined },
    {
      name: "withdrawApproval",
      where: "/digit-bind/stock-out-doc/withdraw-approval/{id}",
      fromValues: [4],
      toValue: 0,
      needsDetails: undefined,
    },
  ]);
  expect(data.details).toMatchObject({ resource: "doc-detail", by: "docId", with: { docKind: 2 }, writableWhen: { status: 0 } });
});

test("workshop, line and team are narrowed by what stands before them", () => {
  const narrowed = ["factoryId", "shopId", "prodLineId"].map((name) => field("team", name).reference);
  expect(narrowed.map((reference) => [reference?.resource, reference?.within, reference?.withinParam])).toEqual([
    ["factory", undefined, undefined],
    ["shop", "factoryId", "factoryId"],
    ["prod-line", "shopId", "shopId"],
  ]);
});

test("what changes its own account asks for no key", () => {
  expect(
    resource("user")
      .actions.filter((action) => action.open === "signed-in")
      .map((action) => action.name),
  ).toEqual(["updatePassword", "updateInfo"]);
  expect(permissionsOf(resource("user")).map((permission) => permission.key)).not.toContain("user_updatepassword");
});

test("what a POST asks for travels in no address, least of all passwords", () => {
  const sent = model.resources
    .flatMap(({ actions }) => actions)
    .filter(({ method, dialogFields: requested }) => (method === "POST" || method === "PUT") && requested.length > 0);
  expect(new Set(sent.map(({ send }) => send))).toEqual(new Set(["form", "body", "multipart"]));
  expect(resource("user").actions.find(({ name }) => name === "updatePassword")).toMatchObject({ send: "form" });
});

test("a tenant's actions send its six digits, not its id", () => {
  expect(screen("tenant").actions.map(({ name, idParam, idField }) => ({ name, idParam, idField }))).toEqual([
    { name: "setting", idParam: "ids", idField: undefined },
    { name: "datasource", idParam: "tenantId", idField: "tenantId" },
    { name: "packageSetting", idParam: "tenantId", idField: "tenantId" },
  ]);
});

test("a dialog may ask for what only the server writes, and may insist on it", () => {
  const ship = resource("order").actions.find((action) => action.name === "ship");
  expect(ship?.dialogFields.map((one) => [one.name, one.readonly, one.required])).toEqual([
    ["deliveryCompany", false, ["请选择物流公司", "Please select the carrier"]],
    ["deliveryNo", false, ["请输入物流单号", "Please enter the waybill number"]],
    ["traceCodes", false, undefined],
  ]);
});

function picturesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.startsWith("/demo/") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(picturesIn) : [];
}

test("every picture that a demonstration row shows is there", async () => {
  const pictures = [...new Set(model.resources.flatMap((one) => picturesIn(one.data.seed)))];
  expect(pictures.length).toBeGreaterThan(5);
  for (const picture of pictures) await access(path.join(root, "public", picture));
});

const filled: readonly (readonly [resource: string, rows: number])[] = [
  ["param", 5],
  ["factory", 6],
  ["shop", 10],
  ["prod-line", 21],
  ["team", 21],
  ["tenant-package", 3],
  ["media-category", 5],
  ["dict", 16],
  ["stock-out-doc", 15],
  ["user", 14],
];

test.each(filled)("the screen of %s has at least %d demonstration rows", (name, rows) => {
  expect(resource(name).data.seed?.length).toBeGreaterThanOrEqual(rows);
});

test("what is a credential by its name is kept sealed and never answered", () => {
  const isCredential = (name: string): boolean =>
    /(?:secret|password|passwd|credential|token)$|(?:access|secret|api|private|merchant|sign)Key$/iu.test(name);
  const named = model.resources.flatMap(({ name, fields }) => fields.filter((one) => isCredential(one.name)).map((one) => ({ name, one })));
  expect(named.length).toBeGreaterThan(10);
  expect(
    named.filter(({ one }) => one.stored && one.wire === "text" && !one.traits.isSecret).map(({ name, one }) => `${name}.${one.name}`),
  ).toEqual([]);
});

test.each([
  ["menu", "path"],
  ["topmenu", "path"],
  ["poster", "linkUrl"],
  ["img-nav", "linkUrl"],
  ["digit-source", "urlPattern"],
])("what becomes a link runs nothing: %s.%s", (name, fieldName) => {
  const problems = (value: string) => checkValue(field(name, fieldName), value).map(({ code }) => code);
  for (const value of [
    "/scan/list?a=1:2",
    "https://m.example.cn/c/{code}",
    "http://a.cn/x.html?token=${token}",
    "report.html",
    "system/menu",
  ])
    expect([value, problems(value)]).toEqual([value, []]);
  for (const value of [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "\u0001javascript:x",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "\\evil.example",
    "/\t/evil.example",
  ])
    expect([value, problems(value)]).toEqual([value, ["pattern"]]);
});
