// The menu that the platform ships: its codes have underscores, and its icons are names of its own front end.
import { ids } from "./sample-people.ts";
import { nextId, Table } from "./rows.ts";

export interface MenuTables {
  readonly menus: Table;
  readonly topMenus: Table;
  readonly dataScopes: Table;
  readonly apiScopes: Table;
  /** What each role holds: ids of menus, data scopes and API scopes together. */
  readonly held: Map<string, ReadonlySet<string>>;
  /** The menus of each entry of the header. */
  readonly ofTopMenu: Map<string, ReadonlySet<string>>;
}

type Button = readonly [code: string, name: string, action: number];
const crudButtons: readonly Button[] = [
  ["add", "新增", 1],
  ["edit", "修改", 2],
  ["delete", "删除", 3],
  ["view", "查看", 2],
];
const reading: readonly Button[] = [["view", "查看", 2]];

type Screen = readonly [code: string, name: string, path: string, buttons: readonly Button[]];

const areas: readonly (readonly [code: string, name: string, screens: readonly Screen[]])[] = [
  ["desk", "工作台", [["notice", "通知公告", "/desk/notice", crudButtons]]],
  [
    "system",
    "系统管理",
    [
      ["user", "用户管理", "/system/user", [...crudButtons, ["role", "角色配置", 1], ["reset", "密码重置", 1]]],
      ["dept", "机构管理", "/system/dept", crudButtons],
      ["post", "岗位管理", "/system/post", crudButtons],
      ["dict", "字典管理", "/system/dict", crudButtons],
      ["menu", "菜单管理", "/system/menu", crudButtons],
      ["topmenu", "顶部菜单", "/system/topmenu", [...crudButtons, ["setting", "菜单配置", 1]]],
      ["param", "参数管理", "/system/param", crudButtons],
      ["tenant", "租户管理", "/system/tenant", crudButtons],
      ["client", "应用管理", "/system/client", crudButtons],
    ],
  ],
  [
    "monitor",
    "系统监控",
    [
      ["doc", "接口文档", "http://localhost/doc.html", []],
      ["log_usual", "通用日志", "/monitor/log/usual", reading],
      ["log_api", "接口日志", "/monitor/log/api", reading],
      ["log_error", "错误日志", "/monitor/log/error", reading],
    ],
  ],
  [
    "tool",
    "研发工具",
    [
      ["code", "代码生成", "/tool/code", crudButtons],
      ["datasource", "数据源管理", "/tool/datasource", crudButtons],
    ],
  ],
  [
    "authority",
    "权限管理",
    [
      ["role", "角色管理", "/authority/role", crudButtons],
      ["data_scope", "数据权限", "/authority/datascope", [["setting", "权限配置", 2]]],
      ["api_scope", "接口权限", "/authority/apiscope", [["setting", "权限配置", 2]]],
    ],
  ],
  ["base", "基础配置", [["region", "行政区划", "/base/region", crudButtons]]],
  ["report", "报表管理", [["report_list", "报表列表", "/report/reportlist", []]]],
];

/** The entry of an installation with documents of its own. */
const documentArea: (typeof areas)[number] = [
  "warehousing",
  "仓储管理",
  [["warehouse_out_bill", "出库账单", "/warehousing/warehouse-out-bill", crudButtons]],
];

export function sampleMenus(hasDocuments: boolean): MenuTables {
  const menus = new Table(
    {
      parentId: "id",
      code: "text",
      name: "text",
      alias: "text",
      path: "text",
      source: "text",
      component: "text",
      sort: "number",
      category: "number",
      action: "number",
      isOpen: "number",
      remark: "text",
    },
    { hasAuthor: false },
  );
  /** The id of a new row. */
  const add = (row: Readonly<Record<string, string | number>>): string => {
    const id = nextId();
    menus.add({ id, alias: "menu", source: "iconfont iconicon_sms", category: 1, action: 0, isOpen: 1, ...row });
    return id;
  };
  for (const [area, [code, name, screens]] of [...areas, ...(hasDocuments ? [documentArea] : [])].entries()) {
    const areaId = add({ parentId: "0", code, name, path: `/${code}`, sort: area + 1 });
    for (const [place, [screen, screenName, path, buttons]] of screens.entries()) {
      const screenId = add({ parentId: areaId, code: screen, name: screenName, path, sort: place + 1 });
      for (const [index, [button, label, action]] of buttons.entries())
        add({
          parentId: screenId,
          code: `${screen}_${button}`,
          name: label,
          path: `/${screen}/${button}`,
          sort: index + 1,
          category: 2,
          action,
          alias: button,
          source: "",
        });
    }
  }
  const scopeColumns = { menuId: "id", resourceCode: "text", scopeName: "text", remark: "text" } as const;
  const tables: MenuTables = {
    menus,
    topMenus: new Table({ code: "text", name: "text", source: "text", sort: "number" }, { ofTenant: true }),
    dataScopes: new Table({
      ...scopeColumns,
      scopeField: "text",
      scopeClass: "text",
      scopeColumn: "text",
      scopeType: "number",
      scopeValue: "text",
    }),
    apiScopes: new Table({ ...scopeColumns, scopePath: "text", scopeType: "number" }),
    held: new Map(),
    ofTopMenu: new Map(),
  };
  const idsOf = (isWanted: (code: string) => boolean): ReadonlySet<string> =>
    new Set(menus.rows.filter((row) => isWanted(String(row["code"]))).map((row) => String(row["id"])));
  tables.held.set(
    ids.administrator,
    idsOf(() => true),
  );
  // The person with one role holds notices alone.
  tables.held.set(
    ids.demo,
    idsOf((code) => code === "notice" || code.startsWith("notice_")),
  );
  return tables;
}
