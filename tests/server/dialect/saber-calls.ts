// What Saber 4.9, the platform's own front end, sends: addresses, names of parameters and members of forms. Facts only; the addresses are those
// of the open-source edition, which a proxy in front of this server renames as the dialect `blade` does.

interface SaberRead {
  readonly path: string;
  /** Names and values of the query; `@name` is a value that the test has. */
  readonly query?: Readonly<Record<string, string>>;
}

const page = { current: "1", size: "10" } as const;

/** What its screens read: `""` is what an untouched field of a search panel sends. */
export const saberReads: readonly SaberRead[] = [
  { path: "/blade-system/user/list", query: { ...page, account: "a", realName: "", deptId: "" } },
  { path: "/blade-system/user/detail", query: { id: "@user" } },
  { path: "/blade-system/role/list", query: { ...page, roleName: "a", tenantId: "100001", roleAlias: "" } },
  { path: "/blade-system/role/tree", query: { tenantId: "100001" } },
  { path: "/blade-system/role/tree" },
  { path: "/blade-system/post/list", query: { ...page, category: "1", postCode: "", postName: "a", tenantId: "" } },
  { path: "/blade-system/post/select", query: { tenantId: "100001" } },
  { path: "/blade-system/dept/list", query: { ...page, deptName: "a", fullName: "", tenantId: "" } },
  { path: "/blade-system/dept/tree", query: { tenantId: "100001" } },
  { path: "/blade-system/dept/tree" },
  { path: "/blade-system/menu/list", query: { ...page, name: "a", code: "" } },
  { path: "/blade-system/menu/tree" },
  { path: "/blade-system/menu/lazy-menu-list", query: { parentId: "0" } },
  { path: "/blade-system/menu/lazy-menu-list", query: { parentId: "", name: "a", code: "" } },
  { path: "/blade-system/menu/top-menu" },
  { path: "/blade-system/menu/routes" },
  { path: "/blade-system/menu/routes", query: { topMenuId: "" } },
  { path: "/blade-system/menu/buttons" },
  { path: "/blade-system/menu/grant-tree" },
  { path: "/blade-system/menu/role-tree-keys", query: { roleIds: "@role" } },
  { path: "/blade-system/menu/grant-top-tree" },
  { path: "/blade-system/menu/top-tree-keys", query: { topMenuIds: "@topmenu" } },
  { path: "/blade-system/topmenu/list", query: { ...page, name: "a", code: "" } },
  { path: "/blade-system/tenant/list", query: { ...page, tenantId: "", tenantName: "a", linkman: "" } },
  { path: "/blade-system/tenant/select" },
  { path: "/blade-system/tenant/info", query: { domain: "https://example.com" } },
  { path: "/blade-system/dict/list", query: { ...page, code: "sex", dictValue: "", remark: "" } },
  { path: "/blade-system/dict/tree", query: { code: "DICT" } },
  ...["data_scope_type", "api_scope_type", "region", "notice", "post_category", "yes_no"].map((code) => ({
    path: "/blade-system/dict/dictionary",
    query: { code },
  })),
  { path: "/blade-system/param/list", query: { ...page, paramName: "a", paramKey: "" } },
  { path: "/blade-system/client/list", query: { ...page, clientId: "saber", clientSecret: "" } },
  { path: "/blade-system/data-scope/list", query: { ...page, menuId: "@menu", scopeName: "a", resourceCode: "" } },
  { path: "/blade-system/api-scope/list", query: { ...page, menuId: "@menu", scopeName: "a", resourceCode: "" } },
  { path: "/blade-system/region/list", query: page },
  { path: "/blade-system/region/lazy-tree", query: { parentCode: "00" } },
  { path: "/blade-system/region/detail", query: { code: "11" } },
  { path: "/blade-system/region/select" },
  { path: "/blade-system/region/select", query: { code: "11" } },
  { path: "/blade-desk/notice/list", query: { ...page, title: "a", category: "1" } },
  ...["usual", "api", "error"].map((name) => ({ path: `/blade-log/${name}/list`, query: page })),
  ...["usual", "api", "error"].map((name) => ({ path: `/blade-log/${name}/detail`, query: { id: "1" } })),
  { path: "/blade-report/report/rest/list", query: { ...page, name: "a" } },
  { path: "/blade-develop/code/list", query: { ...page, datasourceId: "", codeName: "a", serviceName: "" } },
  { path: "/blade-develop/datasource/list", query: page },
  { path: "/blade-develop/datasource/select" },
];

interface SaberForm {
  readonly path: string;
  /** The members of a new row. */
  readonly added: Readonly<Record<string, unknown>>;
  /** Where a row is sent that was opened, whole as its view answers it. Default: `submit`. */
  readonly edited?: "submit" | "update";
  /** What editing changes, or adds to the row. */
  readonly changed: Readonly<Record<string, unknown>>;
  /** What the row then has otherwise than it was sent. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** How its row is removed: by its ids, or by its code. */
  readonly removedBy?: "code";
  /** Its list has no view of one row, which the form is filled from. */
  readonly isListed?: true;
}

/** What its forms send. `@name` is a value that the test has. */
export const saberForms: readonly SaberForm[] = [
  {
    path: "/blade-system/user",
    added: {
      account: "saberuser",
      tenantId: "100001",
      password: "saber#2026x",
      password2: "saber#2026x",
      name: "沙伯",
      realName: "沙伯",
      roleId: "@role",
      deptId: "@dept",
      code: "",
      postId: "@post",
      phone: "",
      email: "",
      sex: 1,
      birthday: "1990-11-10 00:00:00",
      statusName: "",
    },
    edited: "update",
    changed: { name: "沙伯二", birthday: "1990-11-11 00:00:00" },
  },
  {
    path: "/blade-system/role",
    added: { roleName: "沙伯", tenantId: "", roleAlias: "saber", parentId: "", sort: 1 },
    changed: { roleName: "沙伯二" },
    isListed: true,
  },
  {
    path: "/blade-system/dept",
    added: { deptName: "沙伯部", tenantId: "", fullName: "沙伯全称部", parentId: "@dept", sort: 5, remark: "" },
    changed: { deptName: "沙伯部二" },
  },
  {
    path: "/blade-system/post",
    added: { tenantId: "100001", category: 1, postCode: "saber", postName: "沙伯岗", sort: 1, remark: "" },
    changed: { postName: "沙伯岗二" },
  },
  {
    path: "/blade-system/menu",
    added: {
      name: "沙伯",
      path: "/saber",
      parentId: "",
      source: "iconfont iconicon_roundadd",
      code: "saber",
      category: 1,
      alias: "saber",
      action: 1,
      sort: 1,
      isOpen: 0,
      remark: "",
    },
    // What the row of the tree says is kept beside what the view answers.
    changed: { name: "沙伯二", hasChildren: false },
  },
  {
    path: "/blade-system/topmenu",
    added: { name: "沙伯", source: "iconfont iconicon_roundadd", code: "saber", sort: 1, path: "" },
    changed: { name: "沙伯二" },
  },
  {
    path: "/blade-system/tenant",
    added: { tenantName: "沙伯租户", linkman: "沙伯", contactNumber: "13800000000", address: "沙伯路", domain: "" },
    changed: { linkman: "沙伯二" },
    isListed: true,
  },
  {
    path: "/blade-system/dict",
    added: { code: "saber", dictValue: "沙伯", parentId: "", dictKey: -1, sort: 1, remark: "" },
    changed: { dictValue: "沙伯二" },
  },
  {
    path: "/blade-system/param",
    added: { paramName: "沙伯", paramKey: "saber.key", paramValue: "1" },
    changed: { paramValue: "2" },
    isListed: true,
  },
  {
    path: "/blade-system/client",
    added: {
      clientId: "saber3",
      clientSecret: "saber3_secret_2026",
      authorizedGrantTypes: "refresh_token,password,authorization_code",
      scope: "all",
      accessTokenValidity: 3600,
      refreshTokenValidity: 604_800,
      webServerRedirectUri: "",
      resourceIds: "",
      authorities: "",
      autoapprove: "",
      additionalInformation: "",
    },
    changed: { clientSecret: "saber3_secret_2027" },
  },
  {
    path: "/blade-system/data-scope",
    added: {
      scopeName: "通知公告 [所在机构可见]",
      resourceCode: "notice",
      scopeColumn: "create_dept",
      scopeType: 3,
      scopeField: "*",
      scopeClass: "org.springblade.desk.mapper.NoticeMapper.selectNoticePage",
      scopeValue: "",
      remark: "",
      menuId: "@menu",
    },
    stored: { scopeClass: "notice" },
    changed: { scopeName: "通知公告 [本人可见]", scopeColumn: "create_user", scopeType: 2 },
  },
  {
    path: "/blade-system/data-scope",
    added: {
      scopeName: "通知公告 [全部可见]",
      resourceCode: "notice",
      scopeColumn: "-",
      scopeType: 1,
      scopeField: "*",
      scopeClass: "org.springblade.desk.mapper.NoticeMapper.selectNoticePage",
      scopeValue: "",
      remark: "",
      menuId: "@menu",
    },
    changed: { remark: "沙伯" },
  },
  {
    path: "/blade-system/api-scope",
    added: { scopeName: "通知", resourceCode: "notice", scopePath: "/blade-desk/notice/**", scopeType: 1, remark: "", menuId: "@menu" },
    changed: { remark: "沙伯" },
  },
  {
    path: "/blade-system/region",
    added: {
      parentCode: "11",
      parentName: "北京市",
      code: "1177",
      subCode: "77",
      name: "沙伯区",
      level: 2,
      sort: 1,
      remark: "",
    },
    changed: { name: "沙伯区二", subCode: "77" },
    removedBy: "code",
  },
  {
    path: "/blade-desk/notice",
    added: { title: "沙伯", category: 1, releaseTime: "2025-03-12 12:00:00", content: "<p>沙伯</p>" },
    changed: { title: "沙伯二" },
  },
  {
    path: "/blade-develop/datasource",
    added: {
      name: "沙伯",
      driverClass: "com.mysql.cj.jdbc.Driver",
      username: "root",
      password: "root-2026",
      url: "jdbc:mysql://db.example.com:3306/blade",
      remark: "",
    },
    changed: { name: "沙伯二", password: "root-2027" },
  },
  {
    path: "/blade-develop/code",
    added: {
      datasourceId: "@datasource",
      codeName: "沙伯",
      serviceName: "blade-demo",
      tableName: "blade_notice",
      tablePrefix: "blade_",
      pkName: "id",
      packageName: "org.springblade.desktop",
      baseMode: 2,
      wrapMode: 2,
      apiPath: "/tmp/api",
      webPath: "/tmp/web",
    },
    changed: { codeName: "沙伯二" },
  },
];

/** Other writes, with parameters in the query or a JSON body. */
interface SaberWrite {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
}

export const saberWrites: readonly SaberWrite[] = [
  { path: "/blade-system/role/grant", body: { roleIds: ["@role"], menuIds: ["@menu"], dataScopeIds: [], apiScopeIds: [] } },
  { path: "/blade-system/topmenu/grant", body: { topMenuIds: ["@topmenu"], menuIds: ["@menu"] } },
  { path: "/blade-system/user/grant", query: { userIds: "@user", roleIds: "@role" } },
  { path: "/blade-system/user/unlock", query: { userIds: "@user" } },
  { path: "/blade-system/user/reset-password", query: { userIds: "@other" } },
  { path: "/blade-develop/code/copy", query: { id: "@code" } },
  {
    path: "/blade-system/user/update-info",
    body: { id: "@self", avatar: "", name: "沙伯", realName: "沙伯", phone: "13800000000", email: "" },
  },
  {
    path: "/blade-system/user/update-password",
    query: { oldPassword: "correct horse", newPassword: "saber#2026y", newPassword1: "saber#2026y" },
  },
  { path: "/user/send-logs", body: [{ type: "error", message: "x", stack: "", info: "", url: "/a", time: "2025-03-12 12:00:00" }] },
];

/** What it opens in a window of the browser, which sends no headers: `@token` is the token. */
export const saberDownloads: readonly SaberRead[] = [
  { path: "/blade-system/user/export-user", query: { "blade-auth": "bearer @token", account: "clerk", realName: "undefined" } },
];

/** What is answered at another address or not at all, and why (docs/back-end.md). */
export const saberElsewhere: Readonly<Record<string, string>> = {
  "/blade-auth/token": "the conventions have it at /blade-auth/oauth/token, with names in small letters (docs/wire.md §3)",
  "/blade-auth/captcha": "/blade-auth/oauth/captcha",
  "/blade-auth/logout": "/blade-auth/oauth/logout",
  "/user/getUserInfo": "no call of the platform: a remainder of the template that Saber was made from; nothing shows its answer",
  "/blade-system/user/import-user": "people are added one by one, or by other systems through the API",
  "/blade-system/user/export-template": "belongs to the import",
};
