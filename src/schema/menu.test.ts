// The menu and the permission keys from definitions, and the screen that reads them.
import { describe, expect, test } from "vitest";
import { text } from "./index.ts";
import type { Area } from "./area.ts";
import type { FieldData } from "./field.ts";
import { menuOf } from "./menu.ts";
import { buildModel } from "./model.ts";
import { permissionsOf } from "./permissions.ts";
import type { ResourceData } from "./resource-data.ts";
import { screenOf } from "./screen.ts";

const fields = { name: text("名称", "Name", { sensitive: true }) } as Readonly<Record<string, { readonly kind: string }>> as Readonly<
  Record<string, FieldData>
>; // a builder's result is the field's data

function resource(name: string, more: Partial<ResourceData> = {}): ResourceData {
  return { name, label: [name, name], path: `/digit-bind/${name}`, title: "name", fields, ...more };
}

const area: Area = { name: "production", label: ["生产", "Production"], icon: "tool", sort: 2, order: ["shop"], icons: { shop: "shop" } };

function modelOf(...resources: readonly ResourceData[]) {
  return buildModel(
    resources.map((data) => ({ data, file: `resources/production/${data.name}.ts`, area: "production" })),
    [area],
  );
}

describe("the keys of a resource", () => {
  const keysOf = (data: ResourceData) =>
    modelOf(data)
      .resources.flatMap(permissionsOf)
      .map((permission) => permission.key);

  test("are those of its calls, of its masked fields and of its actions", () => {
    expect(
      keysOf(resource("shop", { actions: { close: { label: ["关闭", "Close"] }, mine: { label: ["我的", "Mine"], open: "signed-in" } } })),
    ).toEqual(["shop_add", "shop_edit", "shop_view", "shop_delete", "shop_export", "shop_purge", "shop_sensitive", "shop_close"]);
  });

  test("lack what no call needs", () => {
    expect(keysOf(resource("shop", { calls: ["list", "save"] }))).toEqual(["shop_add", "shop_export", "shop_sensitive"]);
  });

  test("appear once where an action shares one on purpose", () => {
    const model = modelOf(
      resource("shop", {
        actions: {
          open: { label: ["启用", "Enable"], permission: "shop_switch" },
          close: { label: ["停用", "Disable"], permission: "shop_switch", on: "toolbar" },
        },
      }),
    );
    expect(model.resources.flatMap(permissionsOf).filter((permission) => permission.kind === "action")).toEqual([
      {
        key: "shop_switch",
        resource: "shop",
        kind: "action",
        label: ["启用 / 停用", "Enable / Disable"],
        actions: ["open", "close"],
        place: 3,
      },
    ]);
  });
});

describe("the menu", () => {
  test("holds screens as the area orders them, then by name, with route, icon and buttons", () => {
    const [production] = menuOf(modelOf(resource("factory"), resource("brand"), resource("shop"), resource("team", { screen: "none" })));
    expect(production?.screens.map((screen) => [screen.code, screen.path, screen.icon, screen.buttons.length])).toEqual([
      ["shop", "/production/shop", "shop", 7],
      ["brand", "/production/brand", "tool", 7],
      ["factory", "/production/factory", "tool", 7],
    ]);
  });

  test("lets roles hold the keys of what has no screen: at the screen whose details it is, else at the area", () => {
    const [production] = menuOf(
      modelOf(
        resource("shop", { details: { resource: "team", by: "shopId" } }),
        resource("team", { screen: "none" }),
        resource("role-menu", { screen: "none", calls: ["list", "remove"] }),
      ),
    );
    expect(production?.screens[0]?.buttons.map((button) => button.code)).toContain("team_edit");
    expect(production?.buttons.map((button) => button.code)).toEqual(["rolemenu_delete", "rolemenu_export", "rolemenu_sensitive"]);
  });
});

describe("the buttons of a screen", () => {
  test.each<readonly [string, Partial<ResourceData>, readonly [add: boolean, edit: boolean, view: boolean, remove: boolean]]>([
    ["with all calls", {}, [true, true, true, true]],
    ["with separate calls to add and to change", { calls: ["list", "save", "update"] }, [true, true, false, false]],
    ["that adds by one call and changes by another", { calls: ["list", "save", "submit"] }, [true, true, false, false]],
    ["that only adds", { calls: ["list", "save"] }, [true, false, false, false]],
    [
      "that is read only",
      { screen: "readonly-table", calls: ["list", "detail", "submit", "update", "remove"] },
      [false, false, true, false],
    ],
    ["that hides one", { buttons: { view: false } }, [true, true, false, true]],
  ])("%s", (_what, more, [add, edit, view, remove]) => {
    const model = modelOf(resource("shop", more));
    const [shop] = model.resources;
    expect(shop === undefined ? undefined : screenOf(shop, model, () => false).buttons).toEqual({ add, edit, view, delete: remove });
  });

  test("leave out an action that no handler does", () => {
    const model = modelOf(
      resource("shop", { actions: { copy: { label: ["复制", "Copy"] }, close: { label: ["关闭", "Close"], set: { name: "x" } } } }),
    );
    const [shop] = model.resources;
    const names = (isHandled: boolean) =>
      shop === undefined ? [] : screenOf(shop, model, () => isHandled).actions.map((action) => action.name);
    expect([names(false), names(true)]).toEqual([["close"], ["copy", "close"]]);
  });
});
