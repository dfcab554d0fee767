// Dictionaries, parameters, regions, programs, notices, logs and tools, as far as the platform ships them.
import { nextId, Table } from "./rows.ts";

export interface SettingTables {
  readonly dictionaries: Table;
  readonly parameters: Table;
  readonly regions: Table;
  readonly clients: Table;
  readonly notices: Table;
  readonly usualLogs: Table;
  readonly apiLogs: Table;
  readonly errorLogs: Table;
  readonly datasources: Table;
  readonly codes: Table;
  readonly reports: Table;
}

/** There is none for the kind of user, role, organization and grant. */
const dictionaries: Readonly<Record<string, readonly [name: string, ...entries: string[]]>> = {
  sex: ["性别", "男", "女"],
  notice: ["通知类型", "发布通知", "批转通知", "转发通知", "指示通知", "任免通知", "事务通知"],
  menu_category: ["菜单类型", "菜单", "按钮"],
  button_func: ["按钮功能", "工具栏", "操作栏", "工具操作栏"],
  yes_no: ["是否", "否", "是"],
  post_category: ["岗位类型", "高层", "中层", "基层", "其他"],
  region: ["行政区划级别", "省份/直辖市", "地市", "区县", "乡镇", "村委"],
  data_scope_type: ["数据权限类型", "全部可见", "本人可见", "所在机构可见", "所在机构及子级可见", "自定义"],
  api_scope_type: ["接口权限类型", "系统接口", "业务接口"],
};

const logColumns = {
  serviceId: "text",
  serverHost: "text",
  serverIp: "text",
  env: "text",
  method: "text",
  requestUri: "text",
  userAgent: "text",
  remoteIp: "text",
  methodClass: "text",
  methodName: "text",
  params: "text",
  time: "text",
  createBy: "text",
  createTime: "date",
} as const;

function sampleLogs(): Pick<SettingTables, "usualLogs" | "apiLogs" | "errorLogs"> {
  const unowned = { hasAuthor: false } as const;
  const usualLogs = new Table({ ...logColumns, logLevel: "text", logId: "text", logData: "text" }, unowned);
  const apiLogs = new Table({ ...logColumns, type: "text", title: "text" }, unowned);
  const errorLogs = new Table(
    { ...logColumns, stackTrace: "text", exceptionName: "text", message: "text", fileName: "text", lineNumber: "number" },
    unowned,
  );
  const common = {
    serviceId: "blade-api",
    serverHost: "blade-01",
    serverIp: "192.168.1.2",
    env: "dev",
    method: "POST",
    remoteIp: "127.0.0.1",
    userAgent: "Mozilla/5.0",
    params: "{}",
    time: "12",
    createBy: "admin",
  };
  for (const day of ["2026-05-01", "2026-05-02", "2026-05-03"]) {
    const createTime = `${day} 08:00:00`;
    usualLogs.add({
      ...common,
      createTime,
      requestUri: "/blade-system/user/submit",
      logLevel: "info",
      logId: `user.submit.${day}`,
      logData: "{}",
    });
    apiLogs.add({ ...common, createTime, requestUri: "/blade-desk/notice/submit", type: "1", title: `新增或修改 ${day}` });
    errorLogs.add({
      ...common,
      createTime,
      requestUri: "/blade-auth/token",
      exceptionName: "java.lang.NullPointerException",
      message: `null at ${day}`,
      stackTrace: "java.lang.NullPointerException",
      fileName: "AuthController.java",
      lineNumber: 42,
    });
  }
  return { usualLogs, apiLogs, errorLogs };
}

/** Region rows are known by their code, which is their id. */
function sampleRegions(): Table {
  const regions = new Table(
    {
      code: "text",
      parentCode: "text",
      ancestors: "text",
      name: "text",
      provinceCode: "text",
      provinceName: "text",
      cityCode: "text",
      cityName: "text",
      districtCode: "text",
      districtName: "text",
      townCode: "text",
      townName: "text",
      villageCode: "text",
      villageName: "text",
      level: "number",
      sort: "number",
      remark: "text",
    },
    { hasAuthor: false, hidden: ["id", "isDeleted"] },
  );
  const region = (code: string, parentCode: string, name: string, level: number): void =>
    void regions.add({ id: code, code, parentCode, ancestors: parentCode, name, level, sort: 1 });
  region("00", "0", "中华人民共和国", 0);
  // More than a page of them.
  for (const [code, name] of [
    ["11", "北京市"],
    ["12", "天津市"],
    ["13", "河北省"],
    ["14", "山西省"],
    ["31", "上海市"],
  ] as const)
    region(code, "00", name, 1);
  region("32", "00", "江苏省", 1);
  region("3204", "32", "常州市", 2);
  region("320402", "3204", "天宁区", 3);
  region("3205", "32", "苏州市", 2);
  region("33", "00", "浙江省", 1);
  region("3301", "33", "杭州市", 2);
  return regions;
}

export function sampleSettings(): SettingTables {
  const tables: SettingTables = {
    // Their own sample has no sealed entries, nor a column for it.
    dictionaries: new Table(
      { parentId: "id", code: "text", dictKey: "number", dictValue: "text", sort: "number", remark: "text" },
      { hasAuthor: false },
    ),
    parameters: new Table({ paramName: "text", paramKey: "text", paramValue: "text", remark: "text" }),
    regions: sampleRegions(),
    clients: new Table({
      clientId: "text",
      clientSecret: "text",
      resourceIds: "text",
      scope: "text",
      authorizedGrantTypes: "text",
      webServerRedirectUri: "text",
      authorities: "text",
      accessTokenValidity: "number",
      refreshTokenValidity: "number",
      additionalInformation: "text",
      autoapprove: "text",
    }),
    notices: new Table({ title: "text", category: "number", releaseTime: "date", content: "text" }, { ofTenant: true }),
    ...sampleLogs(),
    datasources: new Table({ name: "text", driverClass: "text", url: "text", username: "text", password: "text", remark: "text" }),
    codes: new Table(
      {
        datasourceId: "id",
        serviceName: "text",
        codeName: "text",
        tableName: "text",
        tablePrefix: "text",
        pkName: "text",
        packageName: "text",
        baseMode: "number",
        wrapMode: "number",
        apiPath: "text",
        webPath: "text",
      },
      { hasAuthor: false },
    ),
    reports: new Table({ name: "text", content: "text", createTime: "date", updateTime: "date" }, { hasAuthor: false }),
  };
  for (const [code, [name, ...entries]] of Object.entries(dictionaries)) {
    const root = nextId();
    // The key of a root is NULL, and its parent 0.
    tables.dictionaries.add({ id: root, parentId: "0", code, dictValue: name, sort: 1 });
    for (const [index, dictValue] of entries.entries())
      tables.dictionaries.add({ parentId: root, code, dictKey: index + 1, dictValue, sort: index + 1 });
  }
  tables.parameters.add({
    paramName: "是否开启注册功能",
    paramKey: "account.registerUser",
    paramValue: "true",
    remark: "开启注册",
    createTime: "2026-01-01 00:00:00",
  });
  tables.parameters.add({
    paramName: "账号初始密码",
    paramKey: "account.initPassword",
    paramValue: "123456",
    createTime: "2026-01-02 00:00:00",
  });
  for (const [clientId, clientSecret] of [
    ["sword", "sword_secret"],
    ["saber", "saber_secret"],
    ["demo", "demo_secret"],
  ] as const)
    tables.clients.add({
      clientId,
      clientSecret,
      scope: "all",
      authorizedGrantTypes: "refresh_token,password,authorization_code,captcha,social",
      accessTokenValidity: 3600,
      refreshTokenValidity: 604800,
    });
  for (const [title, category, releaseTime] of [
    ["测试公告", 3, "2026-03-01 09:00:00"],
    ["测试公告2", 1, "2026-04-01 09:00:00"],
    ["测试公告3", 6, "2026-05-01 09:00:00"],
  ] as const)
    tables.notices.add({ title, category, releaseTime, content: title });
  const datasource = tables.datasources.add({
    name: "mysql",
    driverClass: "com.mysql.cj.jdbc.Driver",
    url: "jdbc:mysql://localhost:3306/blade",
    username: "root",
    password: "root",
    remark: "mysql",
  });
  tables.codes.add({
    datasourceId: datasource["id"] ?? null,
    serviceName: "blade-demo",
    codeName: "通知公告",
    tableName: "blade_notice",
    tablePrefix: "blade_",
    pkName: "id",
    packageName: "org.springblade.desktop",
    baseMode: 2,
    wrapMode: 2,
    apiPath: "D:\\Develop\\api",
    webPath: "D:\\Develop\\web",
  });
  tables.reports.add({
    name: "blade-demo.ureport.xml",
    content: "<ureport/>",
    createTime: "2026-01-01 00:00:00",
    updateTime: "2026-02-01 00:00:00",
  });
  return tables;
}
