// Every screen that an open-source Blade back-end has, in a real browser before a stand-in for one: rows are listed, searched, opened, changed
// and removed, and no call is made that the platform does not have (docs/back-end.md).
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isFull } from "../support/amounts.ts";
import { openInside } from "../support/application.ts";
import type { Row, Table } from "../support/blade-back-end/rows.ts";
import { ids as people } from "../support/blade-back-end/sample-people.ts";
import { atBladeDesk } from "../support/blade-front.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atBladeDesk();

const tables = () => desk.front.backEnd.tables;
const rows = (): Locator => desk.page.locator(".tm-table [data-row-key]");
const rowOf = (text: string): Locator => rows().filter({ hasText: text });
const dialog = (): Locator => desk.page.getByRole("dialog").filter({ visible: true });
const button = (name: string | RegExp): Locator => desk.page.getByRole("button", { name, exact: typeof name === "string" });
/** Where a record is viewed and edited: its page, or the dialog over its list. */
const record = (): Locator => desk.page.locator('.tm-record, [role="dialog"]').filter({ visible: true });

/** Back to the list, from wherever its record is. */
async function leaveRecord(list: string, text: string): Promise<void> {
  if (await desk.page.locator(".tm-record").filter({ visible: true }).isVisible()) await go(list, text);
  else await desk.page.keyboard.press("Escape");
  await expectHidden(record());
}

async function go(path: string, text?: string): Promise<void> {
  await openInside(desk.page, desk.front, path);
  await (text === undefined ? desk.page.locator(".tm-table") : rowOf(text).first()).waitFor();
}

async function search(label: string, value: string): Promise<void> {
  const panel = desk.page.getByRole("search");
  const field = panel.getByLabel(label, { exact: true });
  const unfold = panel.getByRole("button", { name: "展开" });
  if (await unfold.isVisible()) await unfold.click();
  await field.fill(value);
  await panel.getByRole("button", { name: "搜索" }).click();
}

/** What was asked last at a path. */
const requested = (path: string) => desk.front.backEnd.received.filter((call) => call.path === path).at(-1)?.parameters;

async function removeChosen(...texts: readonly string[]): Promise<void> {
  for (const text of texts) await rowOf(text).first().getByRole("checkbox").check();
  await button("批量删除").click();
  await desk.page
    .locator(".ant-modal-confirm-btns")
    .getByRole("button", { name: /确\s?定/ })
    .click();
  await expectNotice(desk.page, "删除成功");
}

interface Subject {
  readonly path: string;
  readonly table: () => Table;
  /** Two rows, and a text in each that names it. */
  readonly made: readonly [Row | Readonly<Record<string, string | number>>, Readonly<Record<string, string | number>>];
  readonly named: readonly [string, string];
  /** The text that an edit changes, by its label and its column. */
  readonly edits: readonly [label: string, column: string];
  /** A field that is searched by, what is typed, and the parameter that is sent. */
  readonly searches: readonly [label: string, text: string, parameter: string];
}

const subjects: Readonly<Record<string, Subject>> = {
  用户: {
    path: "/system/user",
    table: () => tables().users,
    made: [
      {
        account: "first",
        name: "甲昵称",
        realName: "甲人",
        roleId: "1",
        deptId: "1",
        postId: people.post,
        tenantId: "000000",
        // As they are there: a day with a time, and a phone by no rule.
        birthday: "2000-02-03 00:00:00",
        phone: "22233322",
      },
      { account: "second", name: "乙昵称", realName: "乙人", roleId: "1", deptId: "1", postId: people.post, tenantId: "000000" },
    ],
    named: ["甲人", "乙人"],
    edits: ["用户昵称", "name"],
    searches: ["登录账号", "firs", "account"],
  },
  岗位: {
    path: "/system/post",
    table: () => tables().posts,
    made: [
      { postCode: "a1", postName: "甲岗", category: 1, sort: 50 },
      { postCode: "a2", postName: "乙岗", category: 2, sort: 51 },
    ],
    named: ["甲岗", "乙岗"],
    edits: ["岗位编号", "postCode"],
    searches: ["岗位名称（精确）", "甲岗", "postName"],
  },
  部门: {
    path: "/system/dept",
    table: () => tables().departments,
    made: [
      { deptName: "甲部", fullName: "甲部门", sort: 50, parentId: "0" },
      { deptName: "乙部", fullName: "乙部门", sort: 51, parentId: "0" },
    ],
    named: ["甲部", "乙部"],
    edits: ["部门全称", "fullName"],
    searches: ["部门名称", "甲", "deptName"],
  },
  角色: {
    path: "/authority/role",
    table: () => tables().roles,
    made: [
      { roleName: "甲角色", roleAlias: "first", sort: 50, parentId: "0" },
      { roleName: "乙角色", roleAlias: "second", sort: 51, parentId: "0" },
    ],
    named: ["甲角色", "乙角色"],
    edits: ["角色别名", "roleAlias"],
    searches: ["角色名称", "甲角", "roleName"],
  },
  菜单: {
    path: "/system/menu",
    table: () => tables().menus,
    made: [
      { name: "甲菜单", code: "first", path: "/x/first", alias: "menu", sort: 50, category: 1, isOpen: 1, parentId: "0", source: "bell" },
      { name: "乙菜单", code: "second", path: "/x/second", alias: "menu", sort: 51, category: 1, isOpen: 1, parentId: "0", source: "bell" },
    ],
    named: ["甲菜单", "乙菜单"],
    edits: ["路由地址", "path"],
    searches: ["菜单名称", "甲菜", "name"],
  },
  顶部菜单: {
    path: "/system/topmenu",
    table: () => tables().topMenus,
    made: [
      { name: "甲顶部", code: "first", source: "iconfont iconicon_sms", sort: 50 },
      { name: "乙顶部", code: "second", source: "bell", sort: 51 },
    ],
    named: ["甲顶部", "乙顶部"],
    edits: ["菜单编号", "code"],
    searches: ["菜单名（精确）", "甲顶部", "name"],
  },
  字典: {
    path: "/system/dict",
    table: () => tables().dictionaries,
    made: [
      { code: "first_kind", dictValue: "甲字典", sort: 50, parentId: "0" },
      { code: "second_kind", dictValue: "乙字典", sort: 51, parentId: "0" },
    ],
    named: ["甲字典", "乙字典"],
    edits: ["字典备注", "remark"],
    searches: ["字典名称", "甲字", "dictValue"],
  },
  参数: {
    path: "/system/param",
    table: () => tables().parameters,
    made: [
      { paramName: "甲参数", paramKey: "a.first", paramValue: "1" },
      { paramName: "乙参数", paramKey: "a.second", paramValue: "2" },
    ],
    named: ["甲参数", "乙参数"],
    edits: ["参数键值", "paramValue"],
    searches: ["参数名称", "甲参", "paramName"],
  },
  租户: {
    path: "/system/tenant",
    table: () => tables().tenants,
    made: [
      { tenantId: "111111", tenantName: "甲租户", linkman: "张三" },
      { tenantId: "222222", tenantName: "乙租户", linkman: "李四" },
    ],
    named: ["甲租户", "乙租户"],
    edits: ["联系人", "linkman"],
    searches: ["租户名称", "甲租", "tenantName"],
  },
  应用: {
    path: "/system/client",
    table: () => tables().clients,
    made: [
      {
        clientId: "first",
        clientSecret: "first_secret",
        scope: "all",
        authorizedGrantTypes: "password",
        accessTokenValidity: 3600,
        refreshTokenValidity: 604800,
      },
      {
        clientId: "second",
        clientSecret: "second_secret",
        scope: "all",
        authorizedGrantTypes: "password",
        accessTokenValidity: 3600,
        refreshTokenValidity: 604800,
      },
    ],
    named: ["first", "second"],
    edits: ["授权类型", "authorizedGrantTypes"],
    searches: ["应用ID（精确）", "first", "clientId"],
  },
  公告: {
    path: "/desk/notice",
    table: () => tables().notices,
    made: [
      { title: "甲公告", category: 1, releaseTime: "2026-05-01 09:00:00", content: "甲" },
      { title: "乙公告", category: 2, releaseTime: "2026-05-02 09:00:00", content: "乙" },
    ],
    named: ["甲公告", "乙公告"],
    edits: ["通知标题", "title"],
    searches: ["通知标题", "甲公", "title"],
  },
  数据源: {
    path: "/tool/datasource",
    table: () => tables().datasources,
    made: [
      { name: "first", driverClass: "org.postgresql.Driver", url: "jdbc:1", username: "a", password: "b" },
      { name: "second", driverClass: "org.postgresql.Driver", url: "jdbc:2", username: "a", password: "b" },
    ],
    named: ["first", "second"],
    edits: ["连接地址", "url"],
    searches: ["名称（精确）", "first", "name"],
  },
  数据权限: {
    path: "/authority/datascope",
    table: () => tables().dataScopes,
    made: [
      {
        menuId: "1900000000000000002",
        resourceCode: "first",
        scopeName: "甲范围",
        scopeColumn: "create_dept",
        scopeField: "*",
        scopeClass: "a.b",
        scopeType: 1,
      },
      {
        menuId: "1900000000000000002",
        resourceCode: "second",
        scopeName: "乙范围",
        scopeColumn: "create_dept",
        scopeField: "*",
        scopeClass: "a.b",
        scopeType: 1,
      },
    ],
    named: ["甲范围", "乙范围"],
    edits: ["权限编号", "resourceCode"],
    searches: ["权限名称（精确）", "甲范围", "scopeName"],
  },
  接口权限: {
    path: "/authority/apiscope",
    table: () => tables().apiScopes,
    made: [
      { menuId: "1900000000000000002", resourceCode: "first", scopeName: "甲接口", scopePath: "/a/**", scopeType: 1 },
      { menuId: "1900000000000000002", resourceCode: "second", scopeName: "乙接口", scopePath: "/b/**", scopeType: 1 },
    ],
    named: ["甲接口", "乙接口"],
    edits: ["权限路径", "scopePath"],
    searches: ["权限名称（精确）", "甲接口", "scopeName"],
  },
  区划: {
    path: "/base/region",
    table: () => tables().regions,
    made: [
      { id: "81", code: "81", parentCode: "00", name: "甲区", level: 1, sort: 50 },
      { id: "82", code: "82", parentCode: "00", name: "乙区", level: 1, sort: 51 },
    ],
    named: ["甲区", "乙区"],
    edits: ["区划名称", "name"],
    searches: ["区划名称", "甲", "name"],
  },
  代码: {
    path: "/tool/code",
    table: () => tables().codes,
    made: [
      {
        datasourceId: "1",
        serviceName: "s",
        codeName: "甲模块",
        tableName: "t1",
        tablePrefix: "b_",
        pkName: "id",
        packageName: "p",
        baseMode: 2,
        wrapMode: 2,
        apiPath: "a",
        webPath: "w",
      },
      {
        datasourceId: "1",
        serviceName: "s",
        codeName: "乙模块",
        tableName: "t2",
        tablePrefix: "b_",
        pkName: "id",
        packageName: "p",
        baseMode: 2,
        wrapMode: 2,
        apiPath: "a",
        webPath: "w",
      },
    ],
    named: ["甲模块", "乙模块"],
    edits: ["表名", "tableName"],
    searches: ["模块名", "甲", "codeName"],
  },
};

/** At a landing one of each kind: people, a tree, a list as a whole, pages, and one that refers to the menu. */
const tried = isFull ? Object.keys(subjects) : ["用户", "部门", "字典", "公告", "数据权限"];

describe("rows", () => {
  it.each(Object.entries(subjects).filter(([name]) => tried.includes(name)))(
    "of %s are searched, viewed, changed, and removed together",
    async (_name, subject) => {
      const { path, table, made, named, edits, searches } = subject;
      const [first, second] = made.map((row) => {
        const values = "datasourceId" in row ? { ...row, datasourceId: String(tables().datasources.rows[0]?.["id"]) } : row;
        return table().add("menuId" in row ? { ...values, menuId: String(tables().menus.rows[1]?.["id"]) } : values);
      });
      if (first === undefined || second === undefined) throw new Error("two rows were made");
      await go(`${path}?size=30`, named[0]);

      const [searchLabel, typed, parameter] = searches;
      await search(searchLabel, typed);
      await expectHidden(rowOf(named[1]).first());
      await expectShown(rowOf(named[0]).first());
      expect(desk.front.backEnd.received.some(({ parameters }) => parameters[parameter] === typed)).toBe(true);
      await desk.page.getByRole("search").getByRole("button", { name: "重置" }).click();
      await expectShown(rowOf(named[1]).first());

      await rowOf(named[0])
        .first()
        .getByRole("button", { name: /^查看/ })
        .click();
      await expectShown(record().getByText(named[0], { exact: true }).first());
      await leaveRecord(`${path}?size=30`, named[0]);

      await rowOf(named[0])
        .first()
        .getByRole("button", { name: /^编辑/ })
        .click();
      const [label, column] = edits;
      const field = record().getByLabel(label, { exact: false }).first();
      const before = await field.inputValue();
      await field.fill(`${before}9`);
      await record()
        .getByRole("button", { name: /^保\s?存$/ })
        .click();
      await expectNotice(desk.page, "成功");
      await expect.poll(() => table().find(String(first["id"]))?.[column]).toBe(`${before}9`);
      await expectHidden(record().locator("form"));
      await leaveRecord(`${path}?size=30`, named[1]);

      await removeChosen(...named);
      await expect.poll(() => [first, second].filter((row) => table().rows.includes(row))).toEqual([]);
      await expectHidden(rowOf(named[1]).first());
    },
  );

  it.each([
    ["/monitor/log/usual", "user.submit.2026-05-01", "/blade-log/usual/list"],
    ["/monitor/log/api", "新增或修改 2026-05-01", "/blade-log/api/list"],
    ["/monitor/log/error", "java.lang.NullPointerException", "/blade-log/error/list"],
  ])("of the log at %s are listed and viewed", async (path, text, call) => {
    await go(path, text);
    expect(requested(call)).toMatchObject({ current: "1", size: "10" });
    await rowOf(text)
      .first()
      .getByRole("button", { name: /^查看/ })
      .click();
    await expectShown(dialog().getByText(text).first());
  });

  it("of reports are listed and removed", async () => {
    await go("/report/reportlist", "blade-demo.ureport.xml");
    await removeChosen("blade-demo.ureport.xml");
    expect(tables().reports.rows).toEqual([]);
  });
});
