// What must not compile in a definition: each mistake stands below a line that expects the error, so that a language which
// lets it pass is itself an error. Checked by the type checker alone; nothing here runs.
import { bool, choice, date, defineArea, defineFields, defineResource, dict, integer, lines, ref, refs, region, seedRows, state, text } from "#schema";

const factory = { name: "factory", label: ["工厂", "Factory"], path: "/digit-bind/factory" } as const;

// ---------------------------------------------------------------- the resource
// @ts-expect-error a name that is no definition file's
export const misnamed = defineResource({ ...factory, name: "facotry", title: "name", fields: { name: text("名称", "Name") } });
// @ts-expect-error a title that is no field
export const title = defineResource({ ...factory, title: "nmae", fields: { name: text("名称", "Name") } });
// @ts-expect-error a member nobody knows
export const member = defineResource({ ...factory, title: "name", titel: 3, fields: { name: text("名称", "Name") } });
// @ts-expect-error a label in one language
export const label = defineResource({ ...factory, label: ["工厂"], title: "name", fields: { name: text("名称", "Name") } });
// @ts-expect-error a path that does not begin with a slash
export const path = defineResource({ ...factory, path: "digit-bind/factory", title: "name", fields: { name: text("名称", "Name") } });
// @ts-expect-error a key with a field that is not there
export const unique = defineResource({ ...factory, title: "name", unique: [["name", "factoryID"]], fields: { name: text("名称", "Name") } });
// @ts-expect-error details of a resource that is not there
export const details = defineResource({ ...factory, title: "name", details: { resource: "shopp", by: "factoryId" }, fields: { name: text("名称", "Name") } });
// @ts-expect-error numbers for a field that is not there
export const numbering = defineResource({ ...factory, title: "name", numbering: { field: "docNo", prefix: "CK" }, fields: { name: text("名称", "Name") } });
// @ts-expect-error a call nobody knows
export const calls = defineResource({ ...factory, title: "name", calls: ["list", "delete"], fields: { name: text("名称", "Name") } });

// ---------------------------------------------------------------- fields that name other fields
export const links = defineResource({
  ...factory,
  title: "name",
  fields: {
    name: text("名称", "Name"),
    kind: choice("类型", "Kind", { options: [[1, "一", "One"], [2, "二", "Two"]] }),
    flag: bool("标志", "Flag"),
    factoryId: ref("factory", "工厂", "Factory"),
    regionCode: region("地区", "Region"),
    sex: dict("sex", "性别", "Sex"),
    shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),
    byKind: ref("shop", "车间", "Workshop", { within: "kind" }),
    bySex: ref("shop", "车间", "Workshop", { within: "sex" }),
    byRegion: refs("shop", "车间", "Workshop", { within: "regionCode" }),
    // @ts-expect-error within names a field that is not there
    byNothing: ref("shop", "车间", "Workshop", { within: "factoryID" }),
    // @ts-expect-error nobody chooses a name from a list
    byName: ref("shop", "车间", "Workshop", { within: "name" }),
    shown: text("甲", "A", { showWhen: { kind: [1, 2], flag: 1 } }),
    notShown: text("甲", "A", { showWhen: { kind: { not: 2 }, name: "x" } }),
    // @ts-expect-error showWhen names a field that is not there
    whenNothing: text("甲", "A", { showWhen: { knid: 1 } }),
    // @ts-expect-error showWhen expects what the field never holds
    whenNever: text("甲", "A", { showWhen: { kind: 3 } }),
    // @ts-expect-error nor may it exclude what the field never holds
    whenNotNever: text("甲", "A", { showWhen: { kind: { not: [2, 3] } } }),
    whenEither: text("甲", "A", { showWhen: [{ kind: 1 }, { flag: 1, name: "x" }] }),
    // @ts-expect-error an alternative names a field that is not there
    whenEitherNothing: text("甲", "A", { showWhen: [{ kind: 1 }, { knid: 1 }] }),
    // @ts-expect-error an alternative expects what the field never holds
    whenEitherNever: text("甲", "A", { showWhen: [{ kind: 1 }, { kind: 3 }] }),
    whenLater: text("甲", "A", { showWhen: { rank: { gt: { field: "limit" } } }, requiredWhen: { name: { empty: false } } }),
    // @ts-expect-error a comparison with a field that is not there
    whenNoOther: text("甲", "A", { showWhen: { rank: { gt: { field: "limt" } } } }),
    // @ts-expect-error requiredWhen names a field that is not there
    neededNothing: text("甲", "A", { requiredWhen: { knid: { empty: false } } }),
    // @ts-expect-error requiredWhen expects what the field never holds, beside a right showWhen
    neededNever: text("甲", "A", { showWhen: { kind: 1 }, requiredWhen: { kind: 3 } }),
    rank: integer("等级", "Rank"),
    limit: integer("上限", "Limit"),
    // @ts-expect-error a flag is a number
    whenText: text("甲", "A", { showWhen: { flag: "1" } }),
  },
});

const group = defineFields({ name: text("名称", "Name"), street: text("街道", "Street", { showWhen: { kind: 3 } }) });
// @ts-expect-error a group is no field: it is spread
export const unspread = defineResource({ ...factory, title: "id", fields: { group } });
// @ts-expect-error a group whose condition names a field that is not beside it
export const alone = defineResource({ ...factory, title: "name", fields: { ...group } });
// @ts-expect-error a group whose condition expects what the field beside it never holds
export const never = defineResource({ ...factory, title: "name", fields: { ...group, kind: choice("类型", "Kind", { options: [[1, "一", "One"]] }) } });
// @ts-expect-error a field that the group behind it would replace
export const replaced = defineResource({ ...factory, title: "name", fields: { name: text("名", "Name"), kind: integer("类型", "Kind"), ...group } });

export const rows = defineResource({
  ...factory,
  title: "name",
  fields: {
    name: text("名称", "Name"),
    details: lines("明细", "Lines", {
      fields: {
        factoryId: ref("factory", "工厂", "Factory"),
        shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),
        // @ts-expect-error a line does not see the fields outside its row
        lineId: ref("prod-line", "产线", "Line", { within: "name" }),
      },
    }),
  },
});

const period = { start: date("开始", "Start"), end: date("结束", "End"), name: text("名称", "Name") };
export const ruled = defineResource({ ...factory, title: "name", fields: period, rules: { period: { check: { end: { ge: { field: "start" }, le: "+1y" } } } } });
// @ts-expect-error a rule of a field that is not there
export const ruleOfNothing = defineResource({ ...factory, title: "name", fields: period, rules: { period: { check: { ende: { ge: "today" } } } } });
// @ts-expect-error a rule that compares with a field that is not there
export const ruleWithNothing = defineResource({ ...factory, title: "name", fields: period, rules: { period: { check: { end: { ge: { field: "strat" } } } } } });
// @ts-expect-error a word that names no day
export const ruleOfWord = defineResource({ ...factory, title: "name", fields: period, rules: { period: { check: { end: { ge: "tomorrow" } } } } });
// @ts-expect-error a rule of lines that names a field outside of them
export const ruleOfLines = lines("明细", "Lines", { fields: period, rules: { period: { check: { end: { ge: { field: "name2" } } } } } });

const sale = {
  name: text("名称", "Name"),
  rows: lines("明细", "Lines", {
    fields: { num: integer("数量", "Quantity"), price: integer("单价", "Price"), amount: integer("金额", "Amount", { readonly: true }) },
    formulas: { amount: { multiply: ["num", "price"] } },
    distinct: [["num", "price"]],
  }),
  total: integer("合计", "Total", { readonly: true }),
};
export const followed = defineResource({ ...factory, title: "name", fields: sale, formulas: { total: { if: { name: { empty: false } }, then: { sum: "rows", of: "amount" } } } });
// @ts-expect-error a formula of a field that is not there
export const formulaOfNothing = defineResource({ ...factory, title: "name", fields: sale, formulas: { totl: 1 } });
// @ts-expect-error a formula that reads a field that is not there
export const formulaWithNothing = defineResource({ ...factory, title: "name", fields: sale, formulas: { total: { add: ["nmae", 1] } } });
// @ts-expect-error a sum over what holds no rows
export const sumOfNothing = defineResource({ ...factory, title: "name", fields: sale, formulas: { total: { sum: "name", of: "amount" } } });
// @ts-expect-error a sum of a field that the rows lack
export const sumOfOther = defineResource({ ...factory, title: "name", fields: sale, formulas: { total: { sum: "rows", of: "amuont" } } });
// @ts-expect-error a formula whose condition names a field that is not there
export const formulaWhen = defineResource({ ...factory, title: "name", fields: sale, formulas: { total: { if: { nmae: 1 }, then: 1 } } });
// @ts-expect-error rows that are told apart by a field that they lack
export const distinctBy = lines("明细", "Lines", { fields: { num: integer("数量", "Quantity") }, distinct: [["nmu"]] });
// @ts-expect-error a grant to a role that is not there
export const grantTo = defineResource({ ...factory, title: "name", fields: sale, grants: { prodction: "read" } });

// ---------------------------------------------------------------- one field
// @ts-expect-error a resource that is not there
ref("factry", "工厂", "Factory");
// @ts-expect-error a field to show that the target lacks
ref("factory", "工厂", "Factory", { show: "nam" });
// @ts-expect-error a field to hold that the target lacks
ref("factory", "工厂", "Factory", { valueField: "cod" });
// @ts-expect-error a filter by a field that the target lacks
refs("factory", "工厂", "Factory", { filter: { knid: 1 } });
// @ts-expect-error an option twice
choice("类型", "Kind", { options: [[1, "一", "One"], [1, "二", "Two"]] });
// @ts-expect-error an option without English
choice("类型", "Kind", { options: [[1, "一"]] });
// @ts-expect-error a colour nobody knows
choice("类型", "Kind", { options: [[1, "一", "One", "grean"]] });
// @ts-expect-error a default that is no option
choice("类型", "Kind", { options: [[1, "一", "One"]], default: 2 });
// @ts-expect-error no English label
text("名称");
// @ts-expect-error options in the place of the English label
text("名称", { max: 3 });
// @ts-expect-error an option nobody knows
text("名称", "Name", { requird: true });
// @ts-expect-error a message in one language
text("名称", "Name", { required: ["请输入名称"] });
// @ts-expect-error false is said by leaving it out
text("名称", "Name", { required: false });
// @ts-expect-error a number is not searched by a part of it
integer("数量", "Number", { search: "like" });
// @ts-expect-error a number has no pattern
integer("数量", "Number", { pattern: "^1$" });
// @ts-expect-error a flag has no limit
bool("标志", "Flag", { max: 1 });

// ---------------------------------------------------------------- states, actions, reads
const document = { name: "stock-out-doc", label: ["出库单", "Document"], path: "/digit-bind/stock-out-doc", title: "name" } as const;
const fields = {
  name: text("名称", "Name"),
  status: state("状态", "Status", { draft: [0, "草稿", "Draft"], done: [1, "完成", "Done"] }),
};
// @ts-expect-error from a state that is not there
export const from = defineResource({ ...document, fields, actions: { finish: { label: ["完成", "Finish"], from: "drfat", to: "done" } } });
// @ts-expect-error from several, one of them not there
export const several = defineResource({ ...document, fields, actions: { finish: { label: ["完成", "Finish"], from: ["draft", "dine"], to: "done" } } });
// @ts-expect-error to a state that is not there
export const to = defineResource({ ...document, fields, actions: { finish: { label: ["完成", "Finish"], to: "dnoe" } } });
// @ts-expect-error asks for a field that is not there
export const ask = defineResource({ ...document, fields, actions: { finish: { label: ["完成", "Finish"], to: "done", ask: ["nam"] } } });
// @ts-expect-error for rows with a value that never is
export const when = defineResource({ ...document, fields, actions: { finish: { label: ["完成", "Finish"], to: "done", when: { status: 7 } } } });
// @ts-expect-error sets a value that never is
export const set = defineResource({ ...document, fields, actions: { finish: { label: ["完成", "Finish"], set: { status: 7 } } } });
// @ts-expect-error an event to a state that is not there
export const event = defineResource({ ...document, fields, events: { failed: { from: "done", to: "drfat" } } });
// @ts-expect-error a state that begins nowhere
state("状态", "Status", { draft: [0, "草稿", "Draft"] }, { initial: "drfat" });
// @ts-expect-error a read that filters a field that is not there
export const params = defineResource({ ...document, fields, reads: { select: { params: ["nam"] } } });
// @ts-expect-error a read of rows with a value that never is
export const where = defineResource({ ...document, fields, reads: { select: { where: { status: 7 } } } });
// @ts-expect-error an action that opens a form that is not there
export const opens = defineResource({ ...document, fields, actions: { open: { label: ["打开", "Open"], opens: "shopp" } } });
// @ts-expect-error rows are written while they hold what never is
export const editable = defineResource({ ...document, fields, editableWhen: { status: 7 } });

// ---------------------------------------------------------------- areas and seed rows
// @ts-expect-error orders a screen that is not there
defineArea({ name: "production", label: ["生产", "Production"], icon: "tool", sort: 1, order: ["factry"] });
// @ts-expect-error a seed row with a field that is not there
seedRows("factory", [{ nmae: "总厂" }]);
