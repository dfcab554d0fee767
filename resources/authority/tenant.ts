import { bool, choice, code, datetime, defineResource, image, integer, phone, ref, text, textarea, url } from "#schema";

/**
 * A customer of the platform, known by six digits. A new one gets a free number, the role admin, a department, a post and the account
 * admin.
 */
export default defineResource({
  name: "tenant",
  label: ["租户", "Tenant"],
  path: "/blade-system/tenant",
  title: "tenantName",
  scope: "platform",
  writeAccess: "administrator",
  ownRows: "tenantId",
  removableWhenReferenced: {
    note: [
      "该租户的用户立即不能登录，其码不再可查询；数据和文件保留，租户编号不再使用",
      "Its users can no longer sign in, and its codes are no longer found. Its data and files stay, and its number is not reused.",
    ],
  },
  mainColumns: ["expireTime", "accountNumber"],
  sections: { tenantId: ["基本信息", "Basics"], accountNumber: ["授权", "Entitlements"] },
  fields: {
    tenantId: code("租户编号", "Tenant id", { max: 12, search: "like", unique: "global", readonly: true }),
    tenantName: text("租户名称", "Name", { required: ["请输入租户名称", "Please enter the tenant name"], max: 50, search: "like" }),
    linkman: text("联系人", "Contact", { required: true, max: 20, search: "like" }),
    contactNumber: phone("联系电话", "Phone"),
    address: textarea("联系地址", "Address", { max: 255 }),
    domain: url("域名地址", "Domain", { max: 255, unique: "global", help: ["登录页按域名识别租户", "The sign-in page recognises the tenant by it"] }),
    logo: image("标志", "Logo", { list: false, help: ["打印单据时显示在抬头的租户名称旁", "Stands beside the name of the tenant on what is printed"] }),
    backgroundUrl: image("系统背景", "Sign-in background", { list: false }),
    accountNumber: integer("账号额度", "Account quota", { min: -1, default: -1, readonly: true, help: ["-1 表示不限制", "-1 means unlimited"] }),
    expireTime: datetime("过期时间", "Expires", { search: "range", readonly: true }),
    packageId: ref("tenant-package", "产品包", "Package", { readonly: true }),
    datasourceId: ref("datasource", "数据源", "Datasource", { readonly: true, list: false }),
    status: choice("状态", "Status", { options: [[1, "正常", "Active", "green"], [2, "停用", "Disabled", "red"]], default: 1, readonly: true }),
    adminSecondFactor: bool("管理员须双因素验证", "Second factor for administrators", {
      default: 0, readonly: true, list: false,
      help: ["开启后，该租户的管理员登录后须先设置双因素验证", "Administrators of the tenant must set up a second factor before anything else"],
    }),
    binDays: integer("回收站保留天数", "Days in the recycle bin", {
      min: 0, max: 36_500, readonly: true, list: false,
      help: ["已删除的数据超过该天数后彻底清除；0 表示不清除，为空时用系统参数", "Removed records are deleted for good after so many days; 0: never, empty: as the system parameter says"],
    }),
  },
  reads: {
    info: { params: { domain: ["访问域名", "Domain of the page"] }, open: "anonymous" },
    select: { params: ["tenantName"], fields: ["tenantId", "tenantName"], open: "signed-in" },
    "package-detail": { params: { tenantId: ["租户编号", "Number of the tenant"] }, needs: ["tenantId"] },
  },
  actions: {
    setting: { label: ["授权配置", "Settings"], on: "selection", ask: ["accountNumber", "expireTime", "adminSecondFactor", "binDays"] },
    datasource: { label: ["数据源配置", "Datasource"], path: "/datasource", idParam: "tenantId", idField: "tenantId", ask: ["datasourceId"] },
    packageSetting: { label: ["产品包配置", "Package"], path: "/package-setting", idParam: "tenantId", idField: "tenantId", permission: "tenant_package", ask: ["packageId"] },
  },
});
