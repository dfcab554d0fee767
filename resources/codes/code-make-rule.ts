import { bool, choice, codeFunctions, createdAt, defineResource, integer, password, remark, state, text, url } from "#schema";

/**
 * How a code is composed: prefix, date, layer mark, body, check digit. Once codes were made by it, only its name, address, status and
 * remark change.
 */
export default defineResource({
  name: "code-make-rule",
  label: ["制码规则", "Code rule"],
  path: "/digit-manage/code-make-rule",
  title: "name",
  sections: {
    name: ["基本信息", "Basics"],
    urlPrefix: ["码的组成", "Parts of a code"],
    checkMode: ["校验与验证", "Check and verification"],
    totalLength: ["结果", "Result"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    name: text("规则名称", "Rule name", { required: true, max: 64, search: "like", unique: "tenant" }),
    ruleCode: text("规则编号", "Rule code", { required: true, max: 32, pattern: "^[A-Za-z0-9_-]+$", search: "like", unique: "tenant" }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, required: true, default: 1, search: "equal" }),
    urlPrefix: url("码前网址", "URL prefix", { max: 128, list: false, 
      help: ["二维码内容 = 网址 + 码，不参与唯一性；留空时用绑定配置中的扫码地址", "The QR content is URL + code; not part of the code itself. Empty: the scan address of the binding settings"],
    }),
    prefix: text("固定前缀", "Prefix", { max: 16, pattern: "^[A-Za-z0-9-]*$" }),
    datePart: choice("日期段", "Date part", {
      options: [[0, "无", "None"], [1, "年(yy)", "yy", "blue"], [2, "年月(yyMM)", "yyMM", "blue"], [3, "年月日(yyMMdd)", "yyMMdd", "blue"]],
      default: 0,
    }),
    layerMark: bool("含层级位", "Contains the layer mark", { default: 0, list: false, help: ["写入包装层级编号首位", "One character of the pack layer code"] }),
    serialMode: choice("码体方式", "Body mode", {
      options: [[1, "乱序流水（推荐）", "Scrambled serial", "green"], [2, "真随机", "Random", "blue"], [3, "顺序流水", "Sequential"]],
      required: true, default: 1, search: "equal", help: ["物流箱码可用顺序流水；面向消费者的码不可顺序", "Sequential is allowed for trace codes only"],
    }),
    alphabet: choice("字符集", "Alphabet", {
      options: [[1, "数字(10)", "Digits"], [2, "大写字母数字去易混(32)", "Base32 without confusables", "green"], [3, "大小写字母数字(62)", "Base62", "blue"], [9, "自定义", "Custom", "purple"]],
      default: 2,
    }),
    customAlphabet: text("自定义字符", "Custom characters", {
      max: 64, pattern: "^[A-Za-z0-9._~-]*$", showWhen: { alphabet: 9 }, list: false,
      help: ["2 至 64 个互不相同的字母、数字或 - . _ ~", "2 to 64 distinct letters, digits or - . _ ~"],
    }),
    bodyLength: integer("码体长度", "Body length", { required: true, min: 4, max: 32, default: 12 }),
    checkMode: choice("校验位", "Check digit", {
      options: [[0, "无", "None"], [1, "Mod10(仅数字)", "Mod 10 - digits only", "blue"], [2, "Mod N(字符集内一位)", "Mod N - one character of the alphabet", "green"]],
      default: 2,
    }),
    verifyMode: choice("验证部分", "Verification part", {
      options: [[0, "无", "None"], [1, "刮开验证码", "Scratch-off verification part", "green"]],
      default: 0, showWhen: { codeFuncType: [2, 4] },
    }),
    verifyLength: integer("验证码位数", "Verification digits", { min: 4, max: 8, default: 6, showWhen: { verifyMode: 1 }, list: false }),
    totalLength: integer("码总长", "Total length", { readonly: true }),
    capacity: text("理论容量", "Capacity", { readonly: true }),
    nextSerial: integer("下一流水", "Next serial", { max: 999999999999999, default: 1, readonly: true }),
    example: text("示例码", "Example", { readonly: true }),
    secret: password("规则密钥", "Rule secret", { readonly: true, visibleIn: [] }),
    status: state("状态", "Status", { disabled: [2, "停用", "Disabled", "red"], enabled: [1, "启用", "Enabled", "green"] }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["codeFuncType"], fields: ["name", "codeFuncType", "totalLength", "example"], where: { status: 1 }, open: "signed-in" },
    preview: { shape: "custom", params: { id: ["规则主键", "Id of the rule"], codeNum: { about: ["预览的个数", "How many codes to show"], is: "whole" } }, needs: ["id"] },
  },
  actions: {
    preview: {
      label: ["预览", "Preview"], dialog: "code-preview", open: "signed-in", with: { id: { field: "id" } },
      params: { codeNum: integer("计划生成数量", "Planned count", { min: 1, max: 50000000 }) },
    },
    enable: {
      label: ["启用", "Enable"], from: "disabled", to: "enabled", method: "PUT", path: "/status/{id}/1", permission: "codemakerule_status", handler: true,
      confirm: ["确定变更该规则状态?", "Change the status of this rule?"], effect: "Checks the composition and its capacity first",
    },
    disable: {
      label: ["停用", "Disable"], from: "enabled", to: "disabled", method: "PUT", path: "/status/{id}/2", permission: "codemakerule_status",
      confirm: ["确定变更该规则状态?", "Change the status of this rule?"],
    },
  },
  effects: {
    example: { effect: ["保存时计算示例、总长度和容量", "Calculates example, total length and capacity when it is saved"] },
    composition: { effect: ["已生成过码的规则不能修改组成", "The composition of a rule that has made codes cannot change"] },
  },
});
