// Every screen that an open-source Blade back-end has, in a real browser before a stand-in for one: a row is made in its form, found again
// under a sorted heading, and removed by the button of its row (docs/back-end.md).
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isFull } from "../support/amounts.ts";
import { openInside } from "../support/application.ts";
import type { Table } from "../support/blade-back-end/rows.ts";
import { atBladeDesk } from "../support/blade-front.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atBladeDesk();

const tables = () => desk.front.backEnd.tables;
const rowOf = (text: string): Locator => desk.page.locator(".tm-table [data-row-key]").filter({ hasText: text });
const dialog = (): Locator => desk.page.getByRole("dialog").filter({ visible: true }).first();

/** How a field is filled in: typed, chosen from a list or among buttons by its text, an icon by its name, formatted text, or a moment. */
type Input =
  | string
  | { readonly pick: string }
  | { readonly radio: string }
  | { readonly icon: string }
  | { readonly rich: string }
  | { readonly moment: string };

async function fillIn(label: string, input: Input): Promise<void> {
  const field = dialog().getByLabel(label, { exact: true }).first();
  if (typeof input === "string") return field.fill(input);
  if ("radio" in input) return field.getByText(input.radio, { exact: true }).click();
  if ("rich" in input) return dialog().locator("[contenteditable=true]").first().fill(input.rich);
  if ("moment" in input) {
    await field.fill(input.moment);
    return desk.page.keyboard.press("Enter");
  }
  await field.click();
  if ("icon" in input) return desk.page.getByRole("option", { name: input.icon, exact: true }).click();
  await desk.page.locator(".ant-select-dropdown:visible").getByText(input.pick, { exact: true }).last().click();
  // A list of several stays open.
  await dialog().locator(".ant-modal-header, .ant-modal-title").first().click();
}

/** Presses the button that removes a row: in the row, or, where that has many, under its last one. */
async function removeBy(row: Locator): Promise<void> {
  const [own, more] = [row.getByRole("button", { name: /^删除/ }), row.getByRole("button", { name: /^更多/ })];
  await own.or(more).first().waitFor();
  if (await own.isVisible()) return own.click();
  await more.click();
  await desk.page.getByRole("menuitem", { name: "删除" }).click();
}

interface Screen {
  readonly path: string;
  readonly table: () => Table;
  readonly inputs: Readonly<Record<string, Input>>;
  /** What the new row is known by, and the column that has it. */
  readonly named: readonly [text: string, column: string];
  /** A heading that is sorted by, and the column that is asked for; none where the screen sorts by none. */
  readonly sorted?: readonly [heading: string, column: string];
  /** Rows come as a whole, and are sorted in the browser. */
  readonly isWhole?: true;
}

const tenant = { pick: "管理组" } as const;

const screens: Readonly<Record<string, Screen>> = {
  用户: {
    path: "/system/user",
    table: () => tables().users,
    inputs: {
      所属租户: tenant,
      登录账号: "new_account",
      用户昵称: "新昵称",
      用户姓名: "新用户",
      所属角色: { pick: "演示" },
      所属部门: { pick: "常州刀锋" },
      所属岗位: { pick: "技术专员" },
      密码: "tea from Wuyi",
      确认密码: "tea from Wuyi",
    },
    named: ["new_account", "account"],
  },
  角色: {
    path: "/authority/role",
    table: () => tables().roles,
    inputs: { 角色名称: "新角色", 所属租户: tenant, 角色别名: "fresh", 角色排序: "60" },
    named: ["新角色", "roleName"],
    sorted: ["角色排序", "sort"],
    isWhole: true,
  },
  部门: {
    path: "/system/dept",
    table: () => tables().departments,
    inputs: { 部门名称: "新部", 所属租户: tenant, 部门全称: "新部门", 排序: "60" },
    named: ["新部", "deptName"],
    sorted: ["排序", "sort"],
    isWhole: true,
  },
  岗位: {
    path: "/system/post",
    table: () => tables().posts,
    inputs: { 所属租户: tenant, 岗位类型: { pick: "中层" }, 岗位编号: "n1", 岗位名称: "新岗", 岗位排序: "60" },
    named: ["新岗", "postName"],
    sorted: ["岗位排序", "sort"],
  },
  菜单: {
    path: "/system/menu",
    table: () => tables().menus,
    inputs: { 菜单名称: "新菜单", 路由地址: "/x/fresh", 菜单图标: { icon: "bell" }, 菜单编号: "fresh", 菜单别名: "menu", 菜单排序: "60" },
    named: ["新菜单", "name"],
    sorted: ["菜单排序", "sort"],
    isWhole: true,
  },
  顶部菜单: {
    path: "/system/topmenu",
    table: () => tables().topMenus,
    inputs: { 菜单名: "新顶部", 菜单图标: { icon: "bell" }, 菜单编号: "fresh_top", 菜单排序: "60" },
    named: ["新顶部", "name"],
    sorted: ["菜单排序", "sort"],
  },
  字典: {
    path: "/system/dict",
    table: () => tables().dictionaries,
    inputs: { 字典编号: "fresh_kind", 字典名称: "新字典", 字典排序: "60" },
    named: ["新字典", "dictValue"],
    sorted: ["字典排序", "sort"],
    isWhole: true,
  },
  参数: {
    path: "/system/param",
    table: () => tables().parameters,
    inputs: { 参数名称: "新参数", 参数键名: "fresh.key", 参数键值: "1" },
    named: ["新参数", "paramName"],
    sorted: ["参数键名", "param_key"],
  },
  租户: {
    path: "/system/tenant",
    table: () => tables().tenants,
    inputs: { 租户名称: "新租户", 联系人: "李四" },
    named: ["新租户", "tenantName"],
    sorted: ["租户编号", "tenant_id"],
  },
  应用: {
    path: "/system/client",
    table: () => tables().clients,
    inputs: { 应用ID: "fresh_client", 应用密钥: "fresh_secret" },
    named: ["fresh_client", "clientId"],
    sorted: ["应用ID", "client_id"],
  },
  数据源: {
    path: "/tool/datasource",
    table: () => tables().datasources,
    inputs: { 名称: "fresh_source", 驱动类: { radio: "PostgreSQL" }, 连接地址: "jdbc:9", 用户名: "a", 密码: "b" },
    named: ["fresh_source", "name"],
    sorted: ["创建时间", "create_time"],
  },
  公告: {
    path: "/desk/notice",
    table: () => tables().notices,
    inputs: { 通知标题: "新公告", 通知类型: { pick: "转发通知" }, 通知日期: { moment: "2026-06-01 09:00:00" }, 通知内容: { rich: "内容" } },
    named: ["新公告", "title"],
    sorted: ["通知日期", "release_time"],
  },
  区划: {
    path: "/base/region",
    table: () => tables().regions,
    inputs: { 区划编号: "83", 区划名称: "新区", 区划等级: { pick: "省份/直辖市" } },
    named: ["新区", "name"],
  },
  数据权限: {
    path: "/authority/datascope",
    table: () => tables().dataScopes,
    inputs: { 所属菜单: { pick: "工作台" }, 权限名称: "新范围", 权限编号: "fresh_scope", 权限类名: "a.b" },
    named: ["新范围", "scopeName"],
  },
  接口权限: {
    path: "/authority/apiscope",
    table: () => tables().apiScopes,
    inputs: { 所属菜单: { pick: "工作台" }, 权限名称: "新接口", 权限编号: "fresh_api", 权限路径: "/a/**" },
    named: ["新接口", "scopeName"],
  },
  代码: {
    path: "/tool/code",
    table: () => tables().codes,
    inputs: {
      数据源: { pick: "mysql" },
      模块名: "新模块",
      服务名: "fresh",
      表名: "t9",
      表前缀: "b_",
      包名: "p.q",
      后端生成路径: "/a",
      前端生成路径: "/w",
    },
    named: ["新模块", "codeName"],
  },
};

/** The columns that lists were asked to be sorted by. */
const requestedOrders = () => desk.front.backEnd.received.flatMap(({ parameters }) => [parameters["ascs"], parameters["descs"]]);

/** Sorts by a heading; a list that comes as a whole is sorted here, any other by the back-end. */
async function sortBy([heading, column]: NonNullable<Screen["sorted"]>, isWhole: boolean): Promise<void> {
  const before = requestedOrders().filter((order) => order === column).length;
  await desk.page.getByRole("columnheader", { name: heading, exact: true }).click();
  await expect.poll(() => requestedOrders().filter((order) => order === column).length).toBeGreaterThan(isWhole ? -1 : before);
}

/** At a landing one of each kind: with choices and a tree of them, an icon and a whole list, a button of several, a moment and formatted text. */
const tried = isFull ? Object.keys(screens) : ["用户", "菜单", "数据源", "公告"];

describe("a row", () => {
  it.each(Object.entries(screens).filter(([name]) => tried.includes(name)))(
    "of %s is made in its form, sorted, and removed by its button",
    async (_name, screen) => {
      const { path, table, inputs, named, sorted, isWhole } = screen;
      const [text, column] = named;
      await openInside(desk.page, desk.front, path);
      await desk.page.getByRole("button", { name: "新增", exact: true }).first().click();
      for (const [label, input] of Object.entries(inputs)) await fillIn(label, input);
      await dialog()
        .getByRole("button", { name: /^保\s?存$/ })
        .click();
      await expectNotice(desk.page, "成功");
      await expectHidden(dialog());
      const made = () => table().rows.find((row) => row[column] === text);
      expect(made()).toBeDefined();

      await openInside(desk.page, desk.front, `${path}?size=50`);
      await expectShown(rowOf(text).first());
      if (sorted !== undefined) await sortBy(sorted, isWhole === true);
      await expectShown(rowOf(text).first());

      await removeBy(rowOf(text).first());
      await desk.page
        .locator(".ant-modal-confirm-btns, .ant-popconfirm-buttons")
        .getByRole("button", { name: /确\s?定/ })
        .click();
      await expectNotice(desk.page, "删除成功");
      await expect.poll(made).toBeUndefined();
      await expectHidden(rowOf(text).first());
    },
  );
});
