import { seedRows } from "#schema";

export default seedRows("code", [
  {
    tablePrefix: "blade_", pkName: "id", apiPath: "/code/api", webPath: "/code/web", datasourceId: "主库", codeName: "通知公告", serviceName: "blade-desk",
    tableName: "blade_notice", packageName: "org.springblade.desk",
  },
  {
    tablePrefix: "blade_", pkName: "id", apiPath: "/code/api", webPath: "/code/web", datasourceId: "主库", codeName: "系统参数", serviceName: "blade-system",
    tableName: "blade_param", packageName: "org.springblade.system",
  },
  {
    tablePrefix: "digit_", pkName: "id", apiPath: "/code/api", webPath: "/code/web", datasourceId: "主库", codeName: "产线设备", serviceName: "digit-bind",
    tableName: "digit_device", packageName: "org.springblade.digit.bind",
  },
]);
