import { choice, code, codeFunctions, createdAt, defineResource, enabled, integer, linkOnly, password, ref, remark, sort, text, url } from "#schema";

/** Where codes come from; tells of a scanned text whose code it is. Every tenant has SELF, the platform itself. */
export default defineResource({
  name: "digit-source",
  label: ["码源", "Code source"],
  path: "/digit-bind/digit-source",
  title: "name",
  sections: {
    mark: ["基本信息", "Basics"],
    urlPattern: ["码的格式", "Format of codes"],
    queryUrl: ["第三方接口", "Third-party interface"],
    sort: ["状态与备注", "Status and notes"],
  },
  fields: {
    mark: code("码源标识", "Source mark", {
      required: true, max: 32, pattern: "^[A-Z][A-Z0-9_]*$", capitals: true, search: "equal", unique: "tenant",
      help: ["如平台自有码源 SELF", "Such as SELF, the platform's own"],
    }),
    name: text("码源名称", "Source name", { required: true, max: 64, search: "like", unique: "tenant" }),
    sourceType: choice("码源类型", "Source type", {
      options: [[1, "平台自有", "Own platform", "green"], [2, "第三方平台", "Third-party platform", "blue"], [3, "监管码", "Regulatory codes", "red"], [4, "包材厂提供", "Packaging supplier", "gold"]],
      default: 1, search: "equal",
    }),
    codeFuncType: choice("码功能", "Code function", {
      options: codeFunctions,
      default: 1, search: "equal",
    }),
    urlPattern: text("网址格式", "URL pattern", { ...linkOnly, help: ["如 https://m.example.cn/c/{code}", "For example https://m.example.cn/c/{code}"] }),
    codePattern: text("码正则", "Code pattern", { list: false, help: ["用于从扫描内容取出码并判断归属", "Extracts the code from the scanned content and detects the source"] }),
    codeLength: integer("码长度", "Code length", { min: 4, max: 128 }),
    dataMapId: ref("data-map", "默认数据映射", "Default data map", { list: false }),
    queryUrl: url("第三方查询接口", "Remote query address", { max: 255, showWhen: { sourceType: 2 }, list: false }),
    appKey: text("接口账号", "App key", { max: 64, showWhen: { sourceType: 2 }, list: false, sensitive: true }),
    appSecret: password("接口密钥", "App secret", { max: 128, showWhen: { sourceType: 2 } }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { fields: ["name", "mark", "codeFuncType"], where: { status: 1 }, open: "signed-in" },
  },
});
