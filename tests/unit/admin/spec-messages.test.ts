// Every message and every visible constant that the specification states, word for word, at the place where the product keeps it.
import { describe, expect, it } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { checkEvery } from "#admin/api/fresh-session.ts";
import { en as formsEn } from "#admin/i18n/forms/en.ts";
import { zh as formsZh } from "#admin/i18n/forms/zh.ts";
import { texts as applicationEn } from "#admin/i18n/texts/application.en.ts";
import { texts as applicationZh } from "#admin/i18n/texts/application.zh.ts";
import { texts as en } from "#admin/i18n/texts/first-page.en.ts";
import { storedLanguage } from "#admin/i18n/index.ts";
import { texts as pagesEn } from "#admin/i18n/texts/pages.en.ts";
import { texts as pagesZh } from "#admin/i18n/texts/pages.zh.ts";
import { texts as processEn } from "#admin/i18n/texts/process.en.ts";
import { texts as processZh } from "#admin/i18n/texts/process.zh.ts";
import { texts as socialEn } from "#admin/i18n/texts/social.en.ts";
import { texts as socialZh } from "#admin/i18n/texts/social.zh.ts";
import { texts as zh } from "#admin/i18n/texts/first-page.zh.ts";
import { maxSilenceMs } from "#admin/browser/load-part.ts";
import { badgeText } from "#admin/log/use-log.ts";
import { firstPage, pageSizes } from "#admin/screens/search/list-query.ts";
import { readSettings } from "#admin/browser/settings.ts";
import { lockDelay, lockPath } from "#admin/shell/lock/lock-state.ts";
import { sampleDelay } from "#admin/shell/notices/samples.ts";
import { themeNames } from "#admin/ui/theme/themes.ts";
import { buildModel, kindData, type ActionModel, type FieldModel, type ResourceModel } from "#schema/model";
import { screenOf } from "#schema/screen";
import { sentenceOf } from "#schema/sentence";
import type { Text } from "#schema/text";
import { checkValue, missing } from "#schema/validation";

const model = buildModel(definitions, areas);

function resource(name: string): ResourceModel {
  const found = model.resource.get(name);
  if (found === undefined) throw new Error(`no resource ${name}`);
  return found;
}

function field(owner: string, name: string): FieldModel {
  const found = resource(owner).field.get(name);
  if (found === undefined) throw new Error(`no field ${owner}.${name}`);
  return found;
}

function action(owner: string, name: string): ActionModel {
  const found = resource(owner).actions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no action ${owner}.${name}`);
  return found;
}

function requested(owner: string, name: string, parameter: string): FieldModel {
  const found = action(owner, name).dialogFields.find((one) => one.name === parameter);
  if (found === undefined) throw new Error(`${owner}.${name} does not ask for ${parameter}`);
  return found;
}

const chinese = { ...zh, ...applicationZh, ...pagesZh, ...processZh, ...socialZh, forms: formsZh };
const english: typeof chinese = { ...en, ...applicationEn, ...pagesEn, ...processEn, ...socialEn, forms: formsEn };

/** What the product says at a place; absent where it says nothing. */
type Place = () => Text | undefined;

const text =
  (pick: (texts: typeof chinese) => string): Place =>
  () => [pick(chinese), pick(english)];
/** What a form says of a field that was left empty. */
const empty =
  (owner: string, name: string): Place =>
  () =>
    field(owner, name).required;
const emptyParameter =
  (owner: string, name: string, parameter: string): Place =>
  () =>
    requested(owner, name, parameter).required;
const question =
  (owner: string, name: string): Place =>
  () =>
    action(owner, name).confirm;
/** What a form says of a value that is wrong. */
const wrong =
  (checked: FieldModel, value: string): Place =>
  () => {
    const [issue] = checkValue(checked, value);
    return issue === undefined ? undefined : [sentenceOf(issue, "zh"), sentenceOf(issue, "en")];
  };
const limits =
  (owner: string, name: string): Place =>
  () =>
    kindData(field(owner, name).data).limits;
interface Row {
  readonly section: string;
  readonly what: string;
  readonly at: Place;
  /** As the specification has it; absent where it gives the message in the other language only. */
  readonly zh?: string;
  readonly en?: string;
}

const rows: readonly Row[] = [
  { section: "§2", what: "title of the sign-in page", at: text((message) => message.login.title), zh: "登录", en: "Login" },
  { section: "§2", what: "tab of personal information", at: text((message) => message.info.own), en: "Personal info" },
  { section: "§2", what: "tab of the password", at: text((message) => message.info.password), en: "Change password" },
  { section: "§2", what: "clear cache of a tab", at: text((message) => message.tabs.clearCache), zh: "清除缓存", en: "Clear cache" },
  { section: "§2", what: "close others", at: text((message) => message.tabs.closeOthers), en: "Close others" },
  { section: "§2", what: "close all", at: text((message) => message.tabs.closeAll), en: "Close all" },
  { section: "§2", what: "notices: mail", at: text((message) => message.notices.mail), en: "Mail" },
  { section: "§2", what: "flow diagram", at: text((message) => message.process.title), zh: "流程图展示" },
  { section: "§2", what: "adding below a category", at: () => action("product-category", "addChild").label, en: "Add child" },

  { section: "§5", what: "parameter: name", at: empty("param", "paramName"), zh: "请输入参数名称" },
  { section: "§5", what: "parameter: key", at: empty("param", "paramKey"), zh: "请输入参数键名" },
  { section: "§5", what: "parameter: value", at: empty("param", "paramValue"), zh: "请输入参数键值" },
  { section: "§5", what: "lock password", at: text((message) => message.lock.required), zh: "锁屏密码不能为空" },
  { section: "§5", what: "switch: department", at: text((message) => message.switchOver.deptRequired), zh: "请选择部门" },
  { section: "§5", what: "switch: role", at: text((message) => message.switchOver.roleRequired), zh: "请选择角色" },
  { section: "§5", what: "registration: tenant", at: emptyParameter("user-oauth", "registerGuest", "tenantId"), zh: "请先输入租户编号" },
  { section: "§5", what: "registration: account", at: emptyParameter("user-oauth", "registerGuest", "account"), zh: "请先输入账号名称" },
  { section: "§5", what: "registration: password", at: emptyParameter("user-oauth", "registerGuest", "password"), zh: "请先输入密码" },
  {
    section: "§5",
    what: "registration: tenant, in the dialog",
    at: text((message) => message.social.required.tenantId),
    zh: "请先输入租户编号",
  },
  {
    section: "§5",
    what: "registration: account, in the dialog",
    at: text((message) => message.social.required.account),
    zh: "请先输入账号名称",
  },
  {
    section: "§5",
    what: "registration: password, in the dialog",
    at: text((message) => message.social.required.password),
    zh: "请先输入密码",
  },
  {
    section: "§5",
    what: "registration: passwords differ",
    at: text((message) => message.social.passwordsDiffer),
    zh: "两次密码输入不一致",
  },
  { section: "§5", what: "tenant package: name", at: empty("tenant-package", "packageName"), zh: "请输入产品包名称" },
  { section: "§5", what: "tenant package: menus", at: empty("tenant-package", "menuId"), zh: "请选择菜单" },
  { section: "§5", what: "media category: name", at: empty("media-category", "name"), zh: "请输入分类名称" },
  { section: "§5", what: "document line: product", at: empty("doc-detail", "productId"), zh: "请输入产品ID" },
  { section: "§5", what: "document line: spec", at: empty("doc-detail", "specId"), zh: "请输入规格ID" },
  { section: "§5", what: "document line: layer", at: empty("doc-detail", "layer"), zh: "请输入层级" },
  { section: "§5", what: "document line: quantity", at: empty("doc-detail", "num"), zh: "请输入数量" },
  { section: "§5", what: "document line: real quantity", at: empty("doc-detail", "realNum"), zh: "请输入真实数量" },
  { section: "§5", what: "binding: product", at: empty("attribute-owner-doc", "productId"), zh: "请选择产品" },
  { section: "§5", what: "binding: spec", at: empty("attribute-owner-doc", "specId"), zh: "请选择规格" },
  { section: "§5", what: "category: name", at: empty("product-category", "name"), en: "Please enter category name" },
  { section: "§5", what: "category: picture", at: empty("product-category", "image"), en: "Please upload icon" },
  ...["dict", "dict-biz"].flatMap((name): readonly Row[] => [
    { section: "§5", what: `${name}: code`, at: empty(name, "code"), en: "Please enter dictionary code" },
    { section: "§5", what: `${name}: name`, at: empty(name, "dictValue"), en: "Please enter dictionary name" },
    { section: "§5", what: `${name}: sort`, at: empty(name, "sort"), en: "Please enter dictionary sort" },
    { section: "§5", what: `${name}: key`, at: empty(name, "dictKey"), en: "Please enter dictionary key" },
    { section: "§5", what: `${name}: sealed`, at: empty(name, "isSealed"), en: "please select sealed" },
  ]),
  { section: "§5", what: "attribute pack: name", at: empty("attr-pack", "name"), en: "Please enter attribute pack name" },
  { section: "§5", what: "own phone: empty", at: emptyParameter("user", "updateInfo", "phone"), en: "phone cannot be empty" },
  {
    section: "§5",
    what: "own phone: ten digits",
    at: wrong(requested("user", "updateInfo", "phone"), "1380013800"),
    en: "phone length is not 11 digits",
  },
  {
    section: "§5",
    what: "own phone: twelve digits",
    at: wrong(requested("user", "updateInfo", "phone"), "138001380001"),
    en: "phone length is not 11 digits",
  },
  {
    section: "§5",
    what: "somebody's phone: twelve digits",
    at: wrong(field("user", "phone"), "138001380001"),
    en: "phone length is not 11 digits",
  },
  {
    section: "§5",
    what: "hint of the avatar",
    at: limits("user-profile", "avatar"),
    zh: "只能上传 jpg/png 文件且不超过 500kb",
    en: "jpg or png only, at most 500kb",
  },
  {
    section: "§5",
    what: "bulk delete of nothing",
    at: text((message) => message.list.selectFirst),
    zh: "请选择至少一条数据",
    en: "Please select at least one record",
  },
  {
    section: "§5",
    what: "delete",
    at: text((message) => message.list.deleteConfirm),
    zh: "确定将选择数据删除?",
    en: "Confirm deleting the selected data?",
  },
  {
    section: "§5",
    what: "delete deployments",
    at: question("flow-manager", "deleteDeployment"),
    zh: "确定将选择数据删除?",
    en: "Confirm deleting the selected data?",
  },
  { section: "§5", what: "upload logs", at: text((message) => message.log.uploadConfirm), zh: "确定上传本地日志到服务器?" },
  { section: "§5", what: "clear logs", at: text((message) => message.log.clearConfirm), zh: "确定清空本地日志记录?" },
  { section: "§5", what: "clear cache", at: text((message) => message.tabs.clearCacheConfirm), zh: "是否需要清除缓存?" },

  {
    section: "§8",
    what: "no message from the server",
    at: text((message) => message.failure.unknown),
    zh: "未知错误",
    en: "Unknown error",
  },
  { section: "§8", what: "registration failed", at: text((message) => message.social.submitFailed), zh: "提交失败" },
  { section: "§8", what: "registration sent", at: text((message) => message.social.sent), zh: "注册申请已提交,请耐心等待管理员通过!" },
  { section: "§8", what: "title of that", at: text((message) => message.social.sentTitle), zh: "注册提示" },
  { section: "§8", what: "logs uploaded", at: text((message) => message.log.uploaded), zh: "发送成功!" },
  { section: "§8", what: "logs cleared", at: text((message) => message.log.cleared), zh: "清空成功!" },
  { section: "§8", what: "row created", at: text((message) => message.forms.created), zh: "新增成功" },
  { section: "§8", what: "row updated", at: text((message) => message.forms.updated), zh: "更新成功" },
  { section: "§8", what: "rows deleted", at: text((message) => message.list.deleted), zh: "删除成功" },
  { section: "§8", what: "action of a list done", at: text((message) => message.list.done), zh: "操作成功!", en: "Operation successful!" },
  { section: "§8", what: "action of a form done", at: text((message) => message.forms.done), zh: "操作成功!", en: "Operation successful!" },
  { section: "§8", what: "cache cleared", at: text((message) => message.tabs.cacheCleared), zh: "清除完毕" },
];

describe("the messages of the specification", () => {
  it.each(rows)("$section $what", ({ at, zh: messageInChinese, en: messageInEnglish }) => {
    const message = at();
    expect(message).toBeDefined();
    expect(message).toEqual([messageInChinese ?? message?.[0], messageInEnglish ?? message?.[1]]);
    // Whichever language the specification leaves to us is never the other one's text.
    expect(message?.[0]).toMatch(/[\u4e00-\u9fff]/);
    expect(message?.[1]).toMatch(/^[ -~]+$/);
  });

  it("keep the questions of the screen and of the definition the same", () => {
    expect(question("web-log", "sendLogs")()).toEqual([chinese.log.uploadConfirm, english.log.uploadConfirm]);
    expect(question("web-log", "clearLogs")()?.[0]).toBe(chinese.log.clearConfirm);
  });
});

describe("what must be filled in (§5)", () => {
  const required = (owner: string) =>
    resource(owner)
      .fields.filter((one) => one.required !== undefined && one.inForm.create)
      .map((one) => one.name);

  it.each([
    ["param", ["paramName", "paramKey", "paramValue"]],
    ["tenant-package", ["packageName", "menuId"]],
    ["media-category", ["name"]],
    ["doc-detail", ["productId", "specId", "layer", "num", "realNum"]],
    ["attribute-owner-doc", ["productId", "specId"]],
    ["product-category", ["name", "status", "sortOrder", "image"]],
    ["dict", ["code", "dictValue", "dictKey", "sort", "isSealed"]],
    ["dict-biz", ["code", "dictValue", "dictKey", "sort", "isSealed"]],
    ["attr-pack", ["name"]],
  ])("%s: %j", (owner, names) => {
    expect(required(owner)).toEqual(names);
  });

  it("asks for the key of dictionary entries only", () => {
    expect(field("dict", "dictKey").showWhen).toEqual({ parentId: { not: ["", "0"] } });
  });

  it("is told in the words of the field's own message", () => {
    expect(sentenceOf(missing(field("param", "paramName")), "zh")).toBe("请输入参数名称");
  });

  it("takes pictures of people as jpg or png of at most 500 kb", () => {
    for (const owner of ["user", "user-profile"])
      expect(kindData(field(owner, "avatar").data)).toMatchObject({ accept: "jpg,png", maxKb: 500 });
  });
});

describe("the constants of the specification", () => {
  const screen = (name: string) => screenOf(resource(name), model, () => true);

  it.each([
    ["tenant-package", 600],
    ["attribute-owner-doc", 1000],
    ["attr-pack", 600],
    ["dict", 880],
    ["dict-biz", 880],
  ])("§9 the dialog of %s is %i wide", (name, width) => {
    expect(screen(name).dialogWidth).toBe(width);
  });

  it("§2 the dialog of parameters stays on a click beside it, those of others do not", () => {
    expect(screen("param").maskClosable).toBe(false);
    expect(screen("tenant-package").maskClosable).toBeUndefined();
  });

  it("§2, §6 buttons that screens do not have", () => {
    expect(screen("attr-pack").buttons).toMatchObject({ add: true, edit: true, delete: true, view: false });
    expect(screen("tenant-package").buttons).toMatchObject({ add: true, edit: true, delete: true, view: false });
    expect(screen("param").buttons.view).toBe(true);
  });

  it("§6 the codes of rights that it names", () => {
    expect(["media-category", "doc-detail", "product-category"].map((name) => screen(name).permission)).toEqual([
      "mediacategory",
      "warehousebillproduct",
      "category",
    ]);
  });

  it("§9 pages have 10, 30, 50, 100 or 200 rows, ten unless said", () => {
    expect(pageSizes).toEqual([10, 30, 50, 100, 200]);
    expect(firstPage).toMatchObject({ current: 1, size: 10 });
  });

  it("§9 the two values of a category's status and of sealed", () => {
    expect(
      screen("product-category")
        .fields.find((one) => one.name === "status")
        ?.options?.map(({ value, label }) => [value, label[1]]),
    ).toEqual([
      [1, "Enabled"],
      [2, "Disabled"],
    ]);
    expect(
      screen("dict")
        .fields.find((one) => one.name === "isSealed")
        ?.options?.map(({ value }) => value)
        .sort(),
    ).toEqual([0, 1]);
  });

  it("§9 eleven themes, two languages of which Chinese is the first", () => {
    expect(themeNames).toEqual(["default", "white", "dark", "star", "bule", "iview", "vip", "cool", "d2", "hey", "lte"]);
    expect(Object.keys(chinese.themes.names)).toEqual([...themeNames]);
    expect(storedLanguage()).toBe("zh");
  });

  it("§9 the badge of the log counts to 99", () => {
    expect([badgeText(99), badgeText(100)]).toEqual(["99", "99+"]);
  });

  it("§4, §8, §9 times", () => {
    expect({ checkEvery, lockDelay, sampleDelay, mostSilence: maxSilenceMs }).toEqual({
      checkEvery: 10_000,
      lockDelay: 100,
      sampleDelay: 1000,
      mostSilence: 120_000,
    });
  });

  it("§6, §9 what is on and off unless said", () => {
    expect(readSettings(undefined)).toMatchObject({
      tenant: "000000",
      captcha: true,
      switchMode: false,
      firstPage: false,
      tokenTime: 3000,
    });
    expect(lockPath).toBe("/lock");
  });
});
