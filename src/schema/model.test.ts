// The defaults that the model fills in, and how references, trees and calls are resolved.
import { describe, expect, test } from "vitest";
import { choice, code, integer, lines, ref, refs, region, sort, state, text, textarea, treeRef } from "./index.ts";
import type { FieldData } from "./field.ts";
import { buildModel, type Model, type ResourceModel } from "./model.ts";
import type { ResourceData } from "./resource-data.ts";

type Given = Omit<Partial<ResourceData>, "fields"> & { readonly fields: Readonly<Record<string, { readonly kind: string }>> };

function modelOf(resources: Readonly<Record<string, Given>>): Model {
  const loaded = Object.entries(resources).map(([name, given]) => {
    // Builders return the data of a field; only the type checker knows them as more.
    const data: ResourceData = {
      name,
      label: [name, name],
      path: `/digit-bind/${name}`,
      title: "id",
      ...given,
      fields: given.fields as Readonly<Record<string, FieldData>>,
    };
    return { data, file: `resources/production/${name}.ts`, area: "production" };
  });
  return buildModel(loaded, []);
}

function one(given: Given): ResourceModel {
  const [resource] = modelOf({ factory: given }).resources;
  if (resource === undefined) throw new Error("the model lacks the resource it was made of");
  return resource;
}

describe("the message of a required field", () => {
  test.each([
    [text("产线编号", "Line code", { required: true }), "请输入产线编号", "Please enter the line code"],
    [text("全球位置码", "GLN", { required: true }), "请输入全球位置码", "Please enter the GLN"],
    [text("SKU编码", "SKU code", { required: true }), "请输入SKU编码", "Please enter the SKU code"],
    [ref("factory", "工厂", "Factory", { required: true }), "请选择工厂", "Please select the factory"],
    [
      text("名称", "Name", { required: ["请输入生产线名称", "Please enter the line name"] }),
      "请输入生产线名称",
      "Please enter the line name",
    ],
  ])("of %o is made from its label, or is what it says", (field, zh, en) => {
    expect(one({ fields: { field } }).field.get("field")?.required).toEqual([zh, en]);
  });
});

describe("the key of a label", () => {
  test.each([
    ["factoryId", ref("factory", "工厂", "Factory"), "factoryName"],
    ["attrIdList", refs("factory", "属性", "Attributes"), "attrName"],
    ["regionCode", region("地区", "Region"), "regionName"],
    ["parentId", treeRef("factory", "上级", "Parent"), "parentName"],
    ["name", text("名称", "Name"), undefined],
  ])("of %s is that of its stem", (name, field, key) => {
    expect(one({ fields: { [name]: field } }).field.get(name)?.labelKey).toBe(key);
  });

  test("makes way for a field of the same name", () => {
    expect(
      one({ fields: { factoryId: ref("factory", "工厂", "Factory"), factoryName: text("名称", "Name") } }).field.get("factoryId")?.labelKey,
    ).toBe("factoryIdLabel");
  });
});

describe("a cascade", () => {
  const shop: Given = { fields: { factoryId: ref("factory", "工厂", "Factory") } };

  test("is resolved by the target's field of the same name, or by its only reference to the same resource", () => {
    const model = modelOf({
      factory: { fields: {} },
      shop,
      team: {
        fields: {
          factoryId: ref("factory", "工厂", "Factory"),
          siteId: ref("factory", "基地", "Site"),
          a: ref("shop", "车间", "Workshop", { within: "factoryId" }),
          b: ref("shop", "车间", "Workshop", { within: "siteId" }),
        },
      },
    });
    const team = model.resource.get("team");
    expect([team?.field.get("a")?.reference?.withinParam, team?.field.get("b")?.reference?.withinParam]).toEqual([
      "factoryId",
      "factoryId",
    ]);
  });

  test("inside lines and dialogs is resolved by what stands beside it, not by the resource's own fields", () => {
    const siteAndShop = { siteId: ref("factory", "基地", "Site"), shopId: ref("shop", "车间", "Workshop", { within: "siteId" }) };
    const model = modelOf({
      factory: { fields: {} },
      shop,
      team: {
        fields: { rows: lines("明细", "Lines", { fields: siteAndShop }) },
        actions: { move: { label: ["移动", "Move"], params: siteAndShop as never } },
      },
    });
    const team = model.resource.get("team");
    expect(team?.field.get("rows")?.fields[1]?.reference?.withinParam).toBe("factoryId");
    expect(team?.actions[0]?.dialogFields[1]?.reference?.withinParam).toBe("factoryId");
  });

  test("within a tenant needs no field of the target: every table of tenants is asked for the rows of one", () => {
    const tenantId = ref("tenant", "租户", "Tenant", { valueField: "tenantId" });
    const model = modelOf({
      tenant: { scope: "platform", fields: { tenantId: text("编号", "Number") } },
      factory: { fields: {} },
      menu: { scope: "platform", fields: {} },
      team: {
        fields: {
          tenantId,
          factoryId: ref("factory", "工厂", "Factory", { within: "tenantId" }),
          menuId: ref("menu", "菜单", "Menu", { within: "tenantId" }),
        },
      },
    });
    const team = model.resource.get("team");
    expect([team?.field.get("factoryId")?.reference?.withinParam, team?.field.get("menuId")?.reference?.withinParam]).toEqual([
      "tenantId",
      undefined,
    ]);
  });
});

describe("-1", () => {
  test.each([
    ["a number with a limit of -1", integer("配额", "Quota", { min: -1 }), true],
    [
      "a choice with an option -1",
      choice("级别", "Level", {
        options: [
          [-1, "无", "None"],
          [1, "一", "One"],
        ],
      }),
      true,
    ],
    ["a number without limits", integer("数量", "Number"), false],
    ["a number from 0", integer("数量", "Number", { min: 0 }), false],
  ])("in %s: is it a value and not the sentinel for none? %#", (_what, field, isValue) => {
    expect(one({ fields: { field } }).field.get("field")?.admitsMinusOne).toBe(isValue);
  });
});

describe("what is not said", () => {
  const factory = one({
    fields: {
      code: code("编号", "Code", { unique: "tenant" }),
      note: textarea("备注", "Note"),
      made: text("制", "Made", { readonly: true }),
      sort: sort(),
    },
    unique: [["code", "note"]],
  });

  test("has the platform's defaults", () => {
    expect(factory).toMatchObject({
      permission: "factory",
      table: "factory",
      scope: "tenant",
      screen: "table",
      key: "id",
      hasBaseColumns: true,
    });
    expect([...factory.calls]).toEqual(["list", "detail", "submit", "remove"]);
    expect(factory.order).toEqual([
      { field: "sort", descending: false },
      { field: "id", descending: false },
    ]);
    expect(factory.fields.map((field) => [field.name, field.inList, field.inForm.create, field.inForm.view])).toEqual([
      ["code", true, true, true],
      ["note", false, true, true],
      ["made", true, false, true],
      ["sort", true, true, true],
    ]);
    expect(factory.uniques).toEqual([
      { fields: ["code"], scope: "tenant" },
      { fields: ["code", "note"], scope: "tenant" },
    ]);
  });

  test("makes the keys of a platform resource unique on the whole platform", () => {
    const param = one({ scope: "platform", fields: { code: code("键", "Key", { unique: "tenant" }) } });
    expect(param.uniques).toEqual([{ fields: ["code"], scope: "global" }]);
  });

  test("makes a tree of a resource that refers to itself as to a tree", () => {
    const dept = modelOf({ dept: { fields: { parentId: treeRef("dept", "上级", "Parent") } } }).resource.get("dept");
    expect(dept?.tree).toEqual({ parent: "parentId", root: "0", level: undefined, ancestors: undefined });
    expect(dept?.field.get("parentId")?.wire).toBe("parent");
  });
});

describe("an action", () => {
  const document = one({
    fields: { status: state("状态", "Status", { draft: [0, "草稿", "Draft"], done: [2, "完成", "Done"] }), note: text("备注", "Note") },
    actions: {
      finishAll: { label: ["完成", "Finish"], from: "draft", to: "done" },
      merge: { label: ["合并", "Merge"], on: "selection" },
      gen: { label: ["生成", "Make"], path: "/digit-manage/code-gen/gen", idParam: "codeId" },
      note: { label: ["备注", "Note"], ask: ["note"] },
      open: { label: ["打开", "Open"], method: "none" },
    },
  });

  test.each([
    [
      "finishAll",
      {
        path: "/digit-bind/factory/finish-all/{id}",
        method: "POST",
        permission: "factory_finishall",
        fromValues: [0],
        toValue: 2,
        needsHandler: false,
      },
    ],
    ["merge", { path: "/digit-bind/factory/merge", idParam: "ids", needsHandler: true }],
    ["gen", { path: "/digit-manage/code-gen/gen", idParam: "codeId", needsHandler: true }],
    ["note", { needsHandler: false }],
    ["open", { method: "none", needsHandler: false }],
  ])("%s has path, key and states filled in", (name, expected) => {
    expect(document.actions.find((action) => action.name === name)).toMatchObject(expected);
  });
});

test("who refers to whom is known, stored references only", () => {
  const model = modelOf({
    factory: { fields: {} },
    shop: { fields: { factoryId: ref("factory", "工厂", "Factory"), again: ref("factory", "重复", "Again", { screenOnly: true }) } },
  });
  expect(model.referrers.get("factory")?.map(({ resource, field }) => [resource.name, field.name])).toEqual([["shop", "factoryId"]]);
});
