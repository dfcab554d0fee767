// Sees that every finding can be made: for each code a definition that has the fault, and the place and remedy told for it.
import { describe, expect, test } from "vitest";
import {
  bool,
  choice,
  code,
  createdAt,
  date,
  datetime,
  defineFields,
  integer,
  json,
  lines,
  money,
  password,
  ref,
  state,
  text,
  textarea,
  treeRef,
} from "#schema";
import { checkDefinitions, type Finding, type FindingCode, type Known, type LoadedArea } from "#schema/checks/index";
import { formsCheckedBy } from "#schema/checks/forms";
import type { Check } from "#schema/checks/subject";
import { buildModel } from "#schema/model";
import type { Area } from "#schema/area";
import type { LoadedGroup } from "#schema/checks/groups";
import type { LoadedDefinition, ResourceData } from "#schema/resource-data";

// Faults are written as plain data: most of them would not compile as a definition. What is not a fault is as in `sound`.
type Data = Readonly<Record<string, unknown>>;
const files: Readonly<Record<string, string>> = { factory: "resources/production/factory.ts", shop: "resources/production/shop.ts" };

const soundFactory: Data = {
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: {
    code: code("编号", "Code", { required: true, unique: "tenant" }),
    name: text("名称", "Name", { required: true, search: "like" }),
    kind: choice("类型", "Kind", {
      options: [
        [1, "自有", "Own"],
        [2, "代工", "Contract"],
      ],
      default: 1,
    }),
    createTime: createdAt(),
  },
};

const soundShop: Data = {
  name: "shop",
  label: ["车间", "Workshop"],
  path: "/digit-bind/shop",
  title: "name",
  fields: {
    // The builder knows only names of the product's own resources, as `names.ts` has them; these are among them.
    factoryId: ref("factory", "工厂", "Factory", { required: true }),
    name: text("名称", "Name"),
  },
};

const soundArea: LoadedArea = {
  area: { name: "production", label: ["生产", "Production"], icon: "tool", sort: 1, order: ["factory", "shop"] },
  file: "resources/production/area.ts",
};
const nothingElse: Known = { handlers: new Set(), pages: new Set(), dialogs: new Set() };

interface Faulty {
  readonly factory?: Data;
  readonly shop?: Data;
  /** Further definitions with their files. */
  readonly more?: readonly (readonly [file: string, data: unknown])[];
  readonly areas?: readonly LoadedArea[];
  readonly known?: Partial<Known>;
  readonly failures?: readonly { readonly file: string; readonly message: string }[];
  readonly groups?: readonly LoadedGroup[];
}

function loaded(file: string, data: unknown): LoadedDefinition {
  return { data: data as ResourceData, file, area: file.split("/")[1] ?? "" };
}

function findingsOf({
  factory = {},
  shop = {},
  more = [],
  areas = [soundArea],
  known = {},
  failures = [],
  groups = [],
}: Faulty): readonly Finding[] {
  const definitions = [
    loaded(files["factory"] ?? "", { ...soundFactory, ...factory }),
    loaded(files["shop"] ?? "", { ...soundShop, ...shop }),
    ...more.map(([file, data]) => loaded(file, data)),
  ];
  return checkDefinitions({ definitions, loadedAreas: areas, failures, groups }, { ...nothingElse, ...known }).findings;
}

const withFields = (base: Data, fields: Data): Data => ({ fields: { ...(base["fields"] as Data), ...fields } });
const factoryWith = (fields: Data): Faulty => ({ factory: withFields(soundFactory, fields) });
const shopWith = (fields: Data): Faulty => ({ shop: withFields(soundShop, fields) });
const life = (more: Data, states: Data = { draft: [0, "草稿", "Draft"], done: [1, "完成", "Done"] }): Faulty => ({
  factory: { ...withFields(soundFactory, { step: { kind: "state", label: ["状态", "State"], readonly: true, states } }), ...more },
});
const action = (more: Data): Faulty => ({ factory: { actions: { close: { label: ["关闭", "Close"], set: { kind: 2 }, ...more } } } });
const granting = (trees: Data, more: Data = {}): Faulty => ({
  shop: { reads: { "grant-tree": { shape: "custom" }, "grant-keys": { shape: "custom", params: { factoryIds: "any" } } } },
  ...action({
    set: undefined,
    on: "selection",
    idParam: "factoryIds",
    handler: true,
    trees: {
      offered: "shop.grant-tree",
      held: "shop.grant-keys",
      lists: { shopIds: { tree: "shop", label: ["车间", "Workshops"], of: "shop" } },
      ...trees,
    },
    ...more,
  }),
});
const showing = (more: Data): Faulty => ({
  factory: { actions: { close: { label: ["关闭", "Close"], dialog: "drawings", ...more } } },
  known: { dialogs: new Set(["drawings"]) },
});
const addressed = () => defineFields({ street: text("街道", "Street"), house: text("门牌", "House") });
const address = addressed();
const details = (more: Data): Faulty => ({ factory: { details: { resource: "shop", by: "factoryId", ...more } } });
const area = (more: Partial<Record<keyof Area, unknown>>): LoadedArea => ({ ...soundArea, area: { ...soundArea.area, ...more } as Area });
const third = (name: string, more: Data = {}): readonly [string, Data] => [
  `resources/production/${name}.ts`,
  { ...soundShop, name, path: `/digit-bind/${name}`, fields: { name: text("名称", "Name") }, ...more },
];

const dialogOpenedWith = (carried: Data): Faulty => ({
  shop: { screen: { dialog: "drawing" }, reads: { view: { shape: "rows", params: ["name"] } } },
  areas: [area({ order: ["factory"] })],
  known: { dialogs: new Set(["drawing"]) },
  ...action({ opens: "shop", with: carried }),
});

/** Shops beside a tree of steps. */
const besideSteps = (steps: Data, options: { readonly search?: "equal" } = { search: "equal" }, shop: Data = {}): Faulty => ({
  shop: {
    treeFilter: "stepId",
    ...withFields(soundShop, { stepId: { kind: "tree-ref", to: "step", label: ["步骤", "Step"], ...options } }),
    ...shop,
  },
  more: [
    third("step", {
      fields: { name: text("名称", "Name"), parentId: { kind: "tree-ref", to: "step", label: ["上级", "Parent"] } },
      ...steps,
    }),
  ],
});

/** code, what is wrong, the place told, a piece of the remedy. */
const cases: readonly (readonly [code: FindingCode, fault: string, made: Faulty, place: string, remedy: string])[] = [
  [
    "not-loadable",
    "a file that does not load",
    { failures: [{ file: "resources/production/team.ts", message: "Unexpected token" }] },
    "",
    "the editor",
  ],
  [
    "wrong-type",
    "a width that is a text",
    factoryWith({ name: { ...text("名称", "Name"), width: "wide" } }),
    "fields.name.width",
    "a number",
  ],
  ["wrong-type", "a field that no builder made", factoryWith({ name: "text" }), "fields.name", "builder"],
  ["wrong-type", "a file that exports no definition", { more: [["resources/production/team.ts", "team"]] }, "", "defineResource"],
  [
    "wrong-type",
    "an area that is none",
    { areas: [soundArea, { area: [] as unknown as Area, file: "resources/codes/area.ts" }] },
    "",
    "defineArea",
  ],
  ["missing-member", "a definition without a title", { factory: { title: undefined } }, "", '"title"'],
  ["unknown-member", "a member nobody knows", { factory: { titel: "name" } }, "titel", 'Did you mean "title"?'],
  [
    "unknown-member",
    "a misspelt member of an action",
    action({ comfirm: ["关闭?", "Close?"] }),
    "actions.close.comfirm",
    'Did you mean "confirm"?',
  ],
  [
    "unknown-kind",
    "a kind of field without a folder",
    factoryWith({ name: { kind: "txet", label: ["名称", "Name"] } }),
    "fields.name",
    'Did you mean "text"?',
  ],
  [
    "unknown-option",
    "a misspelt option",
    factoryWith({ name: { ...text("名称", "Name"), requird: true } }),
    "fields.name.requird",
    'Did you mean "required"?',
  ],
  [
    "unknown-option",
    "an option of another kind",
    factoryWith({ flag: { ...bool("标志", "Flag"), max: 3 } }),
    "fields.flag.max",
    "There are: ",
  ],
  [
    "unknown-option",
    "an option nobody knows inside lines",
    factoryWith({ rows: { kind: "lines", label: ["明细", "Lines"], fields: { num: { ...integer("数量", "Quantity"), mni: 1 } } } }),
    "fields.rows.fields.num.mni",
    'Did you mean "min"?',
  ],
  [
    "file-name",
    "a resource called otherwise than its file",
    { more: [["resources/production/team.ts", third("teams")[1]]] },
    "name",
    'Call it "team"',
  ],
  [
    "duplicate-name",
    "two resources of one name",
    {
      more: [["resources/codes/shop.ts", { ...third("shop")[1], path: "/digit-bind/other" }]],
      areas: [soundArea, { area: { ...soundArea.area, name: "codes", order: [] }, file: "resources/codes/area.ts" }],
    },
    "name",
    "Rename",
  ],
  ["duplicate-path", "two resources of one path", { more: [third("team", { path: "/digit-bind/shop" })] }, "path", "its own path"],
  ["duplicate-table", "two names that are one table", { more: [third("pack-layer"), third("pack_layer")] }, "name", "Rename"],
  [
    "duplicate-call",
    "a read and an action of one path",
    {
      factory: {
        reads: { close: { path: "/close/{id}", method: "POST" } },
        actions: { close: { label: ["关闭", "Close"], set: { kind: 2 } } },
      },
    },
    "actions.close",
    "another path",
  ],
  [
    "duplicate-permission",
    "one key for things of two resources",
    { shop: { actions: { close: { label: ["关闭", "Close"], permission: "factory_edit", set: { name: "x" } } } } },
    "actions.close",
    "own `permission`",
  ],
  [
    "duplicate-permission",
    "an action whose key is that of a common call by accident",
    { factory: { actions: { edit: { label: ["改", "Change"], set: { kind: 2 } } } } },
    "actions.edit",
    'permission: "factory_edit"',
  ],
  ["field-name", "a field that begins with a capital", factoryWith({ Name: text("名称", "Name") }), "fields.Name", "small letter"],
  ["reserved-name", "a field called like an SQL word", factoryWith({ group: text("分组", "Group") }), "fields.group", "groupValue"],
  [
    "reserved-name",
    "a field called like a parameter of the list",
    factoryWith({ size: integer("大小", "Size") }),
    "fields.size",
    "another name",
  ],
  [
    "reserved-name",
    "a read whose parameter is an SQL word",
    { factory: { reads: { summary: { shape: "rows", params: { group: "name" } } } } },
    "reads.summary.params",
    "fuller",
  ],
  [
    "reserved-name",
    "a resource with capitals",
    { more: [["resources/production/prodLine.ts", third("prodLine")[1]]] },
    "name",
    "small letters",
  ],
  [
    "base-column",
    "a version of the definition's own",
    factoryWith({ version: integer("版本", "Version") }),
    "fields.version",
    "another name",
  ],
  [
    "base-column",
    "a creation time that is a text",
    factoryWith({ createTime: text("创建时间", "Created at") }),
    "fields.createTime",
    "datetime",
  ],
  [
    "duplicate-column",
    "two fields that are one column",
    factoryWith({ skuId: text("商品", "SKU"), skuID: text("商品号", "SKU no.") }),
    "fields.skuID",
    "Rename",
  ],
  [
    "label-key",
    "two references whose labels have one key",
    shopWith({ factoryIds: { kind: "refs", to: "factory", label: ["工厂们", "Factories"] } }),
    "fields.factoryIds",
    "Rename",
  ],
  [
    "missing-text",
    "a label without English",
    factoryWith({ name: { kind: "text", label: ["名称", ""] } }),
    "fields.name.label",
    "both languages",
  ],
  ["missing-text", "a label without Chinese", { factory: { label: [" ", "Factory"] } }, "label", "Chinese"],
  [
    "missing-text",
    "a builder called without its English text",
    factoryWith({ name: { kind: "text", label: ["名称", undefined] } }),
    "fields.name.label",
    'text("名称", "…")',
  ],
  ["missing-text", "a confirmation in one language", action({ confirm: "确定?" }), "actions.close.confirm", "Chinese first"],
  [
    "missing-text",
    "a help of one text",
    factoryWith({ name: { ...text("名称", "Name"), help: ["如 A"] } }),
    "fields.name.help",
    "Chinese first",
  ],
  [
    "wrong-language",
    "English with a Chinese question mark",
    action({ confirm: ["确定?", "Close？"] }),
    "actions.close.confirm",
    "Chinese comes first",
  ],
  [
    "wrong-language",
    "a label in English only",
    factoryWith({ name: text("Name", "Name of it") }),
    "fields.name.label",
    "Chinese comes first",
  ],
  [
    "wrong-language",
    "an option in English only",
    factoryWith({ kind: choice("类型", "Kind", { options: [[1, "Own plant", "Own"]] }) }),
    "fields.kind.options.1",
    "Chinese comes first",
  ],
  [
    "unknown-target",
    "a reference to a resource that is not there",
    shopWith({ factoryId: { kind: "ref", to: "factry", label: ["工厂", "Factory"] } }),
    "fields.factoryId",
    'Did you mean "factory"?',
  ],
  [
    "unknown-shown-field",
    "a reference that shows a field the target lacks",
    shopWith({ factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], show: "nam" } }),
    "fields.factoryId.show",
    'Did you mean "name"?',
  ],
  [
    "unknown-value-field",
    "a reference that holds a field the target lacks",
    shopWith({ factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], valueField: "cod" } }),
    "fields.factoryId.valueField",
    'Did you mean "code"?',
  ],
  [
    "unknown-filter-field",
    "a reference filtered by a field the target lacks",
    shopWith({ factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], filter: { type: 1 } } }),
    "fields.factoryId.filter",
    "There are: code",
  ],
  [
    "unknown-filter-field",
    "a reference filtered by a field this record lacks",
    shopWith({ factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], filter: { kind: { field: "kin" } } } }),
    "fields.factoryId.filter",
    "factoryId, name",
  ],
  [
    "impossible-condition",
    "a reference filtered by a value that never is",
    shopWith({ factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], filter: { kind: 3 } } }),
    "fields.factoryId.filter",
    "1, 2",
  ],
  [
    "unknown-within",
    "a cascade below a field that is not there",
    { ...shopWith({ siteId: { kind: "ref", to: "factory", label: ["基地", "Site"], within: "factoryID" } }) },
    "fields.siteId.within",
    'Did you mean "factoryId"?',
  ],
  [
    "within-not-a-choice",
    "a cascade below a text",
    shopWith({ siteId: { kind: "ref", to: "factory", label: ["基地", "Site"], within: "name" } }),
    "fields.siteId.within",
    "reference, choice",
  ],
  [
    "within-not-a-choice",
    "a field that narrows itself",
    shopWith({ factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"], within: "factoryId" } }),
    "fields.factoryId.within",
    "reference, choice",
  ],
  [
    "unresolved-cascade",
    "a cascade the target says nothing about",
    shopWith({ siteId: { kind: "ref", to: "factory", label: ["基地", "Site"], within: "factoryId" } }),
    "fields.siteId.within",
    "exactly one field that refers to factory",
  ],
  [
    "unknown-condition-field",
    "a showWhen on a field that is not there",
    factoryWith({ note: text("备注", "Note", { showWhen: { knid: 1 } }) }),
    "fields.note.showWhen",
    'Did you mean "kind"?',
  ],
  [
    "unknown-condition-field",
    "an editableWhen on a field that is not there",
    { factory: { editableWhen: { state: 1 } } },
    "editableWhen",
    "There are: code",
  ],
  [
    "unknown-condition-field",
    "a removableWhen on a field that is not there",
    { factory: { removableWhen: { state: 1 } } },
    "removableWhen",
    "There are: code",
  ],
  [
    "unknown-condition-field",
    "a where on a field that is not there",
    { factory: { reads: { select: { where: { status: 1 } } } } },
    "reads.select.where",
    "There are",
  ],
  [
    "impossible-condition",
    "a showWhen on a value that never is",
    factoryWith({ note: text("备注", "Note", { showWhen: { kind: [1, 3] } }) }),
    "fields.note.showWhen",
    "1, 2",
  ],
  ["impossible-condition", "an action for rows that never are", action({ when: { kind: { not: 7 } } }), "actions.close.when", "1, 2"],
  ["impossible-condition", "an alternative that never is", action({ when: [{ code: "x" }, { kind: 7 }] }), "actions.close.when.1", "1, 2"],
  [
    "pointless-alternatives",
    "a list with one alternative",
    { factory: { removableWhen: [{ kind: 1 }] } },
    "removableWhen",
    "without a list",
  ],
  [
    "pointless-alternatives",
    "an alternative that is always met",
    factoryWith({ note: text("备注", "Note", { showWhen: [{ kind: 1 }, {}] }) }),
    "fields.note.showWhen",
    "without a list",
  ],
  [
    "unknown-permission",
    "a read that needs another resource's key",
    { factory: { reads: { sheet: { shape: "custom", permission: "shop_view" } } } },
    "reads.sheet.permission",
    "factory_view",
  ],
  [
    "contradictory-calls",
    "a read that needs a key and is for everybody",
    { factory: { reads: { sheet: { shape: "custom", permission: "factory_view", open: "signed-in" } } } },
    "reads.sheet.open",
    "Take out",
  ],
  [
    "condition-cycle",
    "two fields that wait for each other",
    factoryWith({ a: text("甲", "A", { showWhen: { b: "x" } }), b: text("乙", "B", { showWhen: { a: "y" } }) }),
    "fields.a.showWhen",
    "without a condition",
  ],
  [
    "unsupported-search",
    "a search that a kind cannot bear",
    factoryWith({ amount: { ...money("金额", "Amount"), search: "like" } }),
    "fields.amount.search",
    "range or equal",
  ],
  [
    "unsupported-search",
    "a search for a field that is not stored",
    factoryWith({ again: text("重复", "Again", { screenOnly: true, search: "like" }) }),
    "fields.again.search",
    "screenOnly",
  ],
  [
    "unsupported-search",
    "a search by a field of lines",
    factoryWith({ rows: lines("明细", "Lines", { fields: { num: integer("数量", "Quantity", { search: "equal" }) } }) }),
    "fields.rows.fields.num.search",
    "Take `search` out",
  ],
  [
    "unsupported-unique",
    "a unique long text",
    factoryWith({ note: textarea("说明", "Note", { unique: "tenant" }) }),
    "fields.note.unique",
    "a text, a code or a number",
  ],
  [
    "unsupported-unique",
    "a key of several fields with a structure in it",
    { factory: { ...withFields(soundFactory, { extra: json("附加", "Extra") }), unique: [["code", "extra"]] } },
    "unique.0",
    "a number",
  ],
  [
    "bad-limits",
    "an offer of what is no option",
    factoryWith({ state: { kind: "choice", label: ["状态", "State"], options: [[1, "一", "One"]], offered: [2] } }),
    "fields.state.offered",
    "Name values",
  ],
  [
    "duplicate-option",
    "an option twice",
    factoryWith({
      kind: {
        kind: "choice",
        label: ["类型", "Kind"],
        options: [
          [1, "一", "One"],
          [1, "二", "Two"],
        ],
      },
    }),
    "fields.kind.options",
    "its own value",
  ],
  [
    "duplicate-option",
    "numbers and texts as options",
    factoryWith({
      kind: {
        kind: "choice",
        label: ["类型", "Kind"],
        options: [
          [1, "一", "One"],
          ["A", "二", "Two"],
        ],
      },
    }),
    "fields.kind.options",
    "one or the other",
  ],
  [
    "bad-limits",
    "limits that exclude each other",
    factoryWith({ num: integer("数量", "Number", { min: 5, max: 2 }) }),
    "fields.num.min",
    "Exchange",
  ],
  [
    "bad-pattern",
    "a pattern that is none",
    factoryWith({ code: code("编号", "Code", { pattern: "^[A-Z" }) }),
    "fields.code.pattern",
    "Correct the pattern",
  ],
  [
    "bad-default",
    "a default that is no option",
    factoryWith({ kind: { ...choice("类型", "Kind", { options: [[1, "一", "One"]] }), default: 2 } }),
    "fields.kind.default",
    "Correct the default",
  ],
  [
    "bad-default",
    "a default beyond a limit",
    factoryWith({ num: integer("数量", "Number", { max: 3, default: 4 }) }),
    "fields.num.default",
    "the rule",
  ],
  [
    "bad-default",
    "a default that is the sentinel for none",
    factoryWith({ num: integer("数量", "Number", { default: -1 }) }),
    "fields.num.default",
    "min: -1",
  ],
  [
    "no-sample",
    "a pattern no text can be made for",
    factoryWith({ code: code("编号", "Code", { pattern: "^(?=.*[0-9])x$" }) }),
    "fields.code",
    "classes and counts",
  ],
  [
    "no-sample",
    "a secret shorter than any that is made",
    factoryWith({ key: password("密钥", "Key", { max: 3 }) }),
    "fields.key",
    "limits admit it",
  ],
  [
    "unknown-repeated-field",
    "a password that repeats what is not there",
    factoryWith({ key: password("密钥", "Key"), again: password("重复密钥", "Key again", { sameAs: "kye" }) }),
    "fields.again.sameAs",
    'Did you mean "key"?',
  ],
  [
    "unknown-repeated-field",
    "a password that repeats a name",
    factoryWith({ again: password("重复密钥", "Key again", { sameAs: "name" }) }),
    "fields.again.sameAs",
    "Name the password",
  ],
  [
    "unknown-state",
    "an action to a state that is not there",
    life({ actions: { finish: { label: ["完成", "Finish"], from: "draft", to: "doen" }, back: { label: ["退回", "Back"], to: "done" } } }),
    "actions.finish.to",
    'Did you mean "done"?',
  ],
  [
    "unknown-state",
    "an event from a state that is not there",
    life({ events: { finished: { from: "drfat", to: "done" } } }),
    "events.finished.from",
    'Did you mean "draft"?',
  ],
  [
    "unknown-state",
    "a way back to a state nobody remembers",
    life({ events: { back: { from: "done", to: { field: "lastStep" } }, finished: { from: "draft", to: "done" } } }),
    "events.back.to",
    "There are",
  ],
  [
    "unknown-state",
    "a life cycle that begins nowhere",
    factoryWith({ step: state("状态", "State", { draft: [0, "草稿", "Draft"] }, { initial: "drfat" as "draft" }) }),
    "fields.step.initial",
    'Did you mean "draft"?',
  ],
  [
    "duplicate-state",
    "two states of one value",
    life({ events: { finished: { from: "draft", to: "done" } } }, { draft: [0, "草稿", "Draft"], done: [0, "完成", "Done"] }),
    "fields.step.states.done",
    "its own value",
  ],
  [
    "several-life-cycles",
    "two life cycles",
    factoryWith({
      step: state("状态", "State", { draft: [0, "草稿", "Draft"] }),
      audit: state("审核", "Audit", { open: [0, "待审", "Open"] }),
    }),
    "fields.audit",
    "read-only",
  ],
  ["no-life-cycle", "a transition of a resource without states", action({ from: "draft" }), "actions.close", "kind state"],
  [
    "no-life-cycle",
    "an event of a resource without states",
    { factory: { events: { failed: { to: "draft" } } } },
    "events.failed",
    "kind state",
  ],
  ["unreachable-state", "a state nothing leads to", life({}), "fields.step.states.done", 'to: "done"'],
  ["unknown-title", "a title that is no field", { factory: { title: "nmae" } }, "title", 'Did you mean "name"?'],
  ["unknown-key", "a key that is no field", { factory: { key: "cod" } }, "key", 'Did you mean "code"?'],
  ["unknown-tree-field", "a tree whose parent is no field", { factory: { tree: { parent: "parentCode" } } }, "tree.parent", "There are"],
  ["unknown-tree-field", "a tree screen without a parent", { factory: { screen: "tree" } }, "screen", 'treeRef("factory"'],
  ["unknown-tree-field", "levels of what is no tree", { factory: { addChildLevel: 3 } }, "addChildLevel", "Take"],
  [
    "unknown-unique-field",
    "a key with a field that is not there",
    { factory: { unique: [["code", "nam"]] } },
    "unique.0",
    'Did you mean "name"?',
  ],
  [
    "unknown-unique-field",
    "an index of a field that is not there, beside the owners of rows",
    { factory: { indexes: [["createUser"], ["createDept", "nam"]] } },
    "indexes.1",
    'Did you mean "name"?',
  ],
  [
    "unknown-numbered-field",
    "numbers for a field that is not there",
    { factory: { numbering: { field: "docNo", prefix: "CK" } } },
    "numbering.field",
    "There are",
  ],
  ["unknown-owner-field", "own rows by a field that is not there", { factory: { ownRows: "tenantId" } }, "ownRows", "There are"],
  [
    "unknown-tree-filter",
    "a tree beside the list by a field that is not there",
    { shop: { treeFilter: "deptId" } },
    "treeFilter",
    "refers to a tree",
  ],
  [
    "unsupported-tree-filter",
    "a tree beside the list by a field that refers to no tree",
    { shop: { treeFilter: "factoryId", ...withFields(soundShop, { factoryId: ref("factory", "工厂", "Factory", { search: "equal" }) }) } },
    "treeFilter",
    "treeRef",
  ],
  ["unsupported-tree-filter", "a tree beside the list that no read gives", besideSteps({}), "treeFilter", "`tree`"],
  [
    "unsupported-tree-filter",
    "a tree beside the list by a field that nobody searches by",
    besideSteps({ reads: { tree: {} } }, {}),
    "treeFilter",
    'search: "equal"',
  ],
  [
    "unsupported-tree-filter",
    "a tree beside figures",
    besideSteps({ reads: { tree: {} } }, { search: "equal" }, { screen: "dashboard" }),
    "treeFilter",
    "as a table",
  ],
  [
    "unknown-leading-screen",
    "a value that leads to a screen that is not there",
    factoryWith({ name: { ...text("名称", "Name"), leadsTo: { screen: "shpo", by: "name" } } }),
    "fields.name.leadsTo",
    'Did you mean "shop"?',
  ],
  [
    "unknown-leading-screen",
    "a value that leads to a screen that nobody searches by it",
    factoryWith({ name: { ...text("名称", "Name"), leadsTo: { screen: "shop", by: "nmae" } } }),
    "fields.name.leadsTo",
    'Did you mean "name"?',
  ],
  [
    "unknown-needed-filter",
    "a list that needs a field that is not there",
    { factory: { listNeeds: ["nmae"] } },
    "listNeeds.0",
    "Name fields",
  ],
  [
    "unknown-needed-filter",
    "a list that needs a filter that nobody can set",
    { factory: { listNeeds: ["name"] } },
    "listNeeds.0",
    'search: "equal"',
  ],
  [
    "unknown-needed-filter",
    "a tree that needs a filter",
    {
      factory: {
        ...withFields(soundFactory, { code: code("编号", "Code", { search: "equal" }) }),
        listShape: "forest",
        listNeeds: ["code"],
      },
    },
    "listNeeds",
    "in pages",
  ],
  ["unknown-list-read", "a list filled by a read that is not there", { factory: { listRead: "parent-list" } }, "listRead", "listRead"],
  ["contradictory-calls", "a table that nothing fills", { factory: { calls: ["detail"] } }, "calls", '"list"'],
  [
    "contradictory-calls",
    "a button without its call",
    { factory: { calls: ["list"], buttons: { delete: true } } },
    "buttons.delete",
    "Add the call",
  ],
  [
    "unknown-details",
    "details of a resource that is not there",
    details({ resource: "shopp" }),
    "details.resource",
    'Did you mean "shop"?',
  ],
  ["unknown-details-field", "details by a field they lack", details({ by: "factory" }), "details.by", 'Did you mean "factoryId"?'],
  [
    "unknown-details-field",
    "details by a field that refers elsewhere",
    { shop: { details: { resource: "shop", by: "factoryId" } } },
    "details.by",
    "refers to shop",
  ],
  ["unknown-details-field", "details with a field they lack", details({ with: { typ: 1 } }), "details.with", "There are"],
  [
    "unknown-details-field",
    "details with what a field says that is not there",
    details({ with: { name: { field: "nmae" } } }),
    "details.with",
    'Did you mean "name"?',
  ],
  ["unknown-details-read", "details listed by a read that is not there", details({ read: "tree" }), "details.read", "`reads`"],
  [
    "no-details",
    "an action that needs details where there are none",
    action({ needsDetails: true }),
    "actions.close.needsDetails",
    "`details`",
  ],
  [
    "unknown-read-field",
    "a read that answers a field that is not there",
    { factory: { reads: { select: { fields: ["nam"] } } } },
    "reads.select",
    'Did you mean "name"?',
  ],
  [
    "unknown-read-field",
    "a read filtered by a field that is not there",
    { factory: { reads: { select: { params: ["type"] } } } },
    "reads.select",
    "There are",
  ],
  [
    "unknown-asked-field",
    "an action that asks for a field that is not there",
    action({ ask: ["nam"] }),
    "actions.close.ask",
    'Did you mean "name"?',
  ],
  [
    "unknown-asked-field",
    "an action that sends a field that is not there",
    action({ idField: "tenantId" }),
    "actions.close.idField",
    "There are",
  ],
  [
    "duplicate-parameter",
    "one parameter asked for twice",
    action({ ask: ["name"], params: { name: text("名称", "Name") } }),
    "actions.close.params",
    "Rename",
  ],
  [
    "unknown-set-field",
    "an action that sets a field that is not there",
    action({ set: { knid: 2 } }),
    "actions.close.set.knid",
    'Did you mean "kind"?',
  ],
  ["bad-set-value", "an action that sets what the field refuses", action({ set: { kind: 5 } }), "actions.close.set.kind", "admits"],
  ["bad-set-value", "the moment written into a choice", action({ set: { kind: "@now" } }), "actions.close.set.kind", "moment"],
  [
    "unknown-opened",
    "an action that opens a form that is not there",
    action({ opens: "shopp" }),
    "actions.close.opens",
    'Did you mean "shop"?',
  ],
  [
    "unknown-opened",
    "a form that begins with a field it has not",
    action({ opens: "shop", with: { factoryID: { field: "id" } } }),
    "actions.close.with.factoryID",
    'Did you mean "factoryId"?',
  ],
  [
    "unknown-opened",
    "a dialog that is given what its reads do not take",
    dialogOpenedWith({ nam: { field: "name" } }),
    "actions.close.with.nam",
    'Did you mean "name"?',
  ],
  ["unknown-opened", "a dialog that is given nothing to show", dialogOpenedWith({}), "actions.close.opens", "name"],
  [
    "unknown-asked-field",
    "a page whose address names a field that is not there",
    action({ method: "none", path: "/work/{cod}" }),
    "actions.close.path",
    'Did you mean "code"?',
  ],
  [
    "unknown-tree-read",
    "trees of a read that is not there",
    granting({ offered: "shop.grant-treee" }),
    "actions.close.trees.offered",
    'Did you mean "shop.grant-tree"?',
  ],
  [
    "unknown-tree-read",
    "a read of what is held that does not take the ids of the rows",
    granting({ held: "shop.grant-tree" }),
    "actions.close.trees.held",
    "`idParam`",
  ],
  [
    "unknown-target",
    "a list of ids of what is not there",
    granting({ lists: { shopIds: { tree: "shop", label: ["车间", "Workshops"], of: "shopp" } } }),
    "actions.close.trees.lists.shopIds.of",
    'Did you mean "shop"?',
  ],
  [
    "duplicate-parameter",
    "a list called like the ids of the rows",
    granting({ lists: { factoryIds: { tree: "shop", label: ["车间", "Workshops"], of: "shop" } } }),
    "actions.close.trees.lists.factoryIds",
    "Rename",
  ],
  ["contradictory-trees", "trees for what is not ticked", granting({}, { on: "toolbar" }), "actions.close.trees", 'on: "selection"'],
  [
    "contradictory-trees",
    "trees beside a form",
    granting({}, { params: { reason: text("原因", "Reason") } }),
    "actions.close.trees",
    "`params`",
  ],
  [
    "contradictory-trees",
    "trees of which nothing is chosen",
    granting({ lists: {} }),
    "actions.close.trees.lists",
    "the tree it is chosen from",
  ],
  [
    "missing-text",
    "a tree without English",
    granting({ lists: { shopIds: { tree: "shop", label: ["车间", ""], of: "shop" } } }),
    "actions.close.trees.lists.shopIds.label",
    "both languages",
  ],
  [
    "secret-in-address",
    "a password that is asked for and sent in the query",
    action({ send: "query", params: { pin: password("口令", "Pin") } }),
    "actions.close.send",
    "Leave `send` out",
  ],
  [
    "secret-in-address",
    "a password that a GET asks for",
    action({ method: "GET", params: { pin: password("口令", "Pin") } }),
    "actions.close.send",
    "Leave `send` out",
  ],
  ["unknown-opened", "a child of what is no tree", action({ opens: "child" }), "actions.close.opens", "resource"],
  [
    "missing-handler",
    "an action that only a handler can do",
    { factory: { actions: { copy: { label: ["复制", "Copy"] } } } },
    "actions.copy",
    '"factory.copy"',
  ],
  [
    "missing-handler",
    "a read that only a handler can answer",
    { factory: { reads: { summary: {} } } },
    "reads.summary",
    '"factory.summary"',
  ],
  [
    "missing-effect",
    "an effect that nothing implements",
    { factory: { effects: { totals: { effect: ["合计", "Adds up"] } } } },
    "effects.totals",
    '"factory.totals"',
  ],
  [
    "duplicate-call",
    "an effect called like an action",
    { factory: { actions: { close: { label: ["关闭", "Close"], set: { kind: 2 } } }, effects: { close: { effect: ["关闭", "Closes"] } } } },
    "effects.close",
    "another name",
  ],
  [
    "contradictory-calls",
    "an effect required for a write that no call makes",
    { factory: { calls: ["list"], effects: { totals: { effect: ["合计", "Adds up"], requiredFor: ["remove"] } } } },
    "effects.totals.requiredFor",
    "add the call",
  ],
  [
    "unknown-handler",
    "a handler without an action",
    { known: { handlers: new Set(["factory.clsoe"]) }, factory: { actions: { close: { label: ["关闭", "Close"], set: { kind: 2 } } } } },
    "",
    'Did you mean "factory.close"?',
  ],
  [
    "area-name",
    "an area called otherwise than its folder",
    { areas: [soundArea, { area: { ...soundArea.area, name: "code", order: [] }, file: "resources/codes/area.ts" }] },
    "name",
    'Call it "codes"',
  ],
  [
    "missing-area",
    "a screen in a folder without an area",
    { more: [["resources/codes/rule.ts", third("rule")[1]]] },
    "screen",
    "resources/codes/area.ts",
  ],
  [
    "duplicate-area",
    "two areas of one name",
    { areas: [soundArea, { ...soundArea, file: "resources/codes/area.ts" }] },
    "name",
    "its own name",
  ],
  [
    "menu-without-screen",
    "a menu entry for a resource that is not there",
    { areas: [area({ order: ["factory", "shopp"] })] },
    "order",
    'Did you mean "shop"?',
  ],
  [
    "menu-without-screen",
    "an icon for a resource without a screen",
    { areas: [area({ icons: { team: "team" } })], more: [third("team", { screen: "none" })] },
    "icons",
    "its own screens",
  ],
  [
    "unknown-icon",
    "an icon nobody drew",
    { areas: [area({ icon: "toolz" })], known: { icons: new Set(["tool", "bank"]) } },
    "icon",
    'Did you mean "tool"?',
  ],
  [
    "unknown-icon",
    "an icon of a screen that nobody drew",
    { areas: [area({ icons: { shop: "hut" } })], known: { icons: new Set(["tool", "bank"]) } },
    "icons.shop",
    "tool, bank",
  ],
  [
    "missing-page",
    "a page nobody wrote",
    { factory: { screen: { page: "code-relation" } }, known: { pages: new Set(["code-relations"]) } },
    "screen.page",
    'Did you mean "code-relations"?',
  ],
  [
    "missing-page",
    "an action that shows a dialog nobody wrote",
    showing({ dialog: "drawing" }),
    "actions.close.dialog",
    'Did you mean "drawings"?',
  ],
  ["contradictory-dialog", "a dialog beside a call", showing({ method: "POST" }), "actions.close.dialog", "Take method out"],
  [
    "contradictory-dialog",
    "a dialog beside what a call would do",
    showing({ set: { kind: 2 }, confirm: ["确定?", "Sure?"] }),
    "actions.close.dialog",
    "Take set, confirm out",
  ],
  [
    "contradictory-dialog",
    "a dialog in the toolbar that is given a field of a row",
    showing({ on: "toolbar", with: { name: { field: "name" } } }),
    "actions.close.dialog",
    "put the button in the row",
  ],
  [
    "missing-page",
    "a dialog nobody wrote",
    { factory: { screen: { dialog: "drawing" } }, known: { dialogs: new Set(["drawings"]) } },
    "screen.dialog",
    'Did you mean "drawings"?',
  ],
  [
    "unknown-seed-field",
    "a seed row with a field that is not there",
    { factory: { seed: [{ code: "A", name: "甲", nmae: "乙" }] } },
    "seed.0.nmae",
    'Did you mean "name"?',
  ],
  [
    "bad-seed-value",
    "a seed row with a value the field refuses",
    { factory: { seed: [{ code: "A", name: "甲", kind: 9 }] } },
    "seed.0.kind",
    "Correct",
  ],
  ["bad-seed-value", "a seed row without what is required", { factory: { seed: [{ code: "A" }] } }, "seed.0", "a value"],
  [
    "unused-fields",
    "fields that no definition has, though one has their like",
    { ...factoryWith(addressed()), groups: [{ file: "resources/production/place.fields.ts", fields: addressed() }] },
    "",
    "Spread the group",
  ],
  [
    "unknown-seed-reference",
    "a seed row that refers to nobody",
    { factory: { seed: [{ code: "MX01", name: "仁怀总厂" }] }, shop: { seed: [{ factoryId: "仁怀厂总", name: "包装" }] } },
    "seed.0.factoryId",
    'Did you mean "仁怀总厂"?',
  ],
];

function factoryFindings(check: Check): readonly (readonly [code: string, place: string, problem: string])[] {
  const model = buildModel([loaded(files["factory"] ?? "", soundFactory)], [soundArea.area]);
  return model.resources.flatMap((resource) =>
    [...check(resource, model, nothingElse)].map((one) => [one.code, one.place.join("."), one.message.problem] as const),
  );
}

describe("a definition without a fault", () => {
  test("has no finding", () => {
    expect(findingsOf({})).toEqual([]);
  });

  test.each<readonly [what: string, sound: Faulty]>([
    [
      "a cascade inside lines, resolved by what stands beside it",
      shopWith({
        rows: {
          kind: "lines",
          label: ["明细", "Lines"],
          fields: {
            factoryId: { kind: "ref", to: "factory", label: ["工厂", "Factory"] },
            shopId: { kind: "ref", to: "shop", label: ["车间", "Workshop"], within: "factoryId" },
          },
        },
      }),
    ],
    [
      "a name that is the same in both languages",
      factoryWith({
        gln: text("GLN", "GLN"),
        barcode: text("GTIN", "Trade item number"),
        kind: choice("类型", "Kind", { options: [[1, "token", "Token"]] }),
      }),
    ],
    [
      "two actions that share a key because both say so",
      {
        factory: {
          actions: {
            open: { label: ["启用", "Enable"], permission: "factory_edit", set: { kind: 1 } },
            close: { label: ["停用", "Disable"], permission: "factory_edit", set: { kind: 2 } },
          },
        },
      },
    ],
    [
      "a state only an event leads to, and one only a way back to it",
      life({ events: { made: { from: "new", to: "done" }, back: { from: "done", to: { field: "name" } } } }),
    ],
    [
      "a group of fields beside its own",
      { ...factoryWith(address), groups: [{ file: "resources/production/place.fields.ts", fields: address }] },
    ],
    [
      "an action of the toolbar that shows a dialog and lets it ask",
      showing({ on: "toolbar", params: { shopId: ref("shop", "车间", "Workshop") } }),
    ],
    [
      "a default of -1 where -1 is a value",
      factoryWith({
        quota: integer("配额", "Quota", { min: -1, default: -1 }),
        level: choice("级别", "Level", {
          options: [
            [-1, "无", "None"],
            [1, "一", "One"],
          ],
          default: -1,
        }),
      }),
    ],
    [
      "times that begin with the moment, and a root",
      factoryWith({
        day: date("日期", "Day", { default: "now" }),
        at: datetime("时刻", "Moment", { default: "now" }),
        parentId: { ...treeRef("factory", "上级", "Parent"), default: "0" },
      }),
    ],
    ["a pattern of alternatives", factoryWith({ code: code("编号", "Code", { pattern: "^\\d{8}$|^\\d{13}$" }) })],
    ["a page that is there", { factory: { screen: { page: "code-relation" } }, known: { pages: new Set(["code-relation"]) } }],
    [
      "a dialog that is there, opened with what its read takes, and a page whose address names the key",
      {
        ...dialogOpenedWith({ name: { field: "name" } }),
        factory: {
          actions: {
            close: { label: ["关闭", "Close"], opens: "shop", with: { name: { field: "name" } } },
            design: { label: ["设计", "Design"], method: "none", path: "/design/{id}/{code}" },
          },
        },
      },
    ],
    [
      "seed rows that refer by title, by code, to children and to keys",
      {
        factory: {
          ...withFields(soundFactory, { regionCode: { kind: "region", label: ["地区", "Region"] } }),
          seed: [
            { code: "MX01", name: "仁怀总厂", regionCode: "520382", createTime: "2025-01-02 08:00:00" },
            { code: "MX02", name: "分装厂", tenantId: "100001" },
          ],
        },
        shop: {
          seed: [
            { factoryId: "MX01", name: "包装" },
            { factoryId: "分装厂", name: "灌装" },
          ],
        },
        more: [third("region")],
      },
    ],
    [
      "a seed row that leaves out what a condition hides",
      {
        factory: {
          ...withFields(soundFactory, { owner: text("委托方", "Principal", { required: true, showWhen: { kind: 2 } }) }),
          seed: [{ code: "A", name: "甲", kind: 1 }],
        },
      },
    ],
  ])("may have %s", (_what, sound) => {
    expect(findingsOf(sound)).toEqual([]);
  });

  test("may have an action once the server handles it", () => {
    expect(
      findingsOf({ factory: { actions: { copy: { label: ["复制", "Copy"] } } }, known: { handlers: new Set(["factory.copy"]) } }),
    ).toEqual([]);
  });
});

describe("the check", () => {
  test.each(cases.map(([wanted, fault, faulty, place, remedy]) => [wanted, fault, { faulty, place, remedy }] as const))(
    "finds %s: %s",
    (wanted, _fault, { faulty, place, remedy }) => {
      const reported = findingsOf(faulty).filter((finding) => finding.code === wanted && finding.place.join(".") === place);
      expect(reported.map((finding) => finding.message.remedy)).toEqual([expect.stringContaining(remedy)]);
      expect(reported[0]?.file).toMatch(/^(resources\/\w+\/\w+|src\/server\/domain)/);
    },
  );

  test("has a case above for each of its codes", () => {
    const ownTests: readonly FindingCode[] = ["unsupported-form", "no-json-schema"];
    const all = Object.keys(everyCode).sort();
    expect([...new Set([...cases.map(([wanted]) => wanted), ...ownTests])].sort()).toEqual(all);
  });

  test("does not fail because of a handler that is missing", () => {
    const findings = findingsOf({ factory: { actions: { copy: { label: ["复制", "Copy"] } } } });
    expect(findings.map((finding) => finding.level)).toEqual(["information"]);
  });

  test("says nothing about references to a file that does not load", () => {
    const faulty = shopWith({ teamId: { kind: "ref", to: "team", label: ["班组", "Team"], show: "nothing" } });
    expect(
      findingsOf({ ...faulty, failures: [{ file: "resources/production/team.ts", message: "x" }] }).map((finding) => finding.code),
    ).toEqual(["not-loadable"]);
  });

  test("goes on with the rest of a definition that has an option nobody knows", () => {
    const codes = findingsOf(factoryWith({ name: { ...text("名称", "Name"), requird: true }, group: text("分组", "Group") })).map(
      (finding) => finding.code,
    );
    expect(codes).toEqual(["unknown-option", "reserved-name"]);
  });

  test("tells the faults of seed rows at the file that holds them", () => {
    const findings = findingsOf({
      factory: { seed: [{ code: "A", name: "甲", kind: 9 }] },
      known: { seedFiles: new Set(["resources/production/factory.seed.ts"]) },
    });
    expect(findings.map(({ file, place }) => [file, ...place])).toEqual([["resources/production/factory.seed.ts", 0, "kind"]]);
  });

  test("finds no-json-schema: a field that JSON Schema cannot say", () => {
    const unsayable = formsCheckedBy((fields) => {
      if (fields.some((field) => field.name === "code")) throw new Error("Transforms cannot be represented");
      return { type: "object" };
    });
    expect(factoryFindings(unsayable)).toEqual([["no-json-schema", "fields.code", expect.stringContaining("Transforms")]]);
  });

  test("finds unsupported-form: a keyword the browser's validator does not know", () => {
    const formatted = formsCheckedBy(() => ({ type: "object", properties: { name: { type: "string", format: "hostname" } } }));
    expect(factoryFindings(formatted)).toEqual([["unsupported-form", "fields", expect.stringContaining('"format"')]]);
  });
});

/** Every code, so that one without a case is found by the type checker or by the test above. */
const everyCode: Readonly<Record<FindingCode, true>> = {
  "not-loadable": true,
  "wrong-type": true,
  "missing-member": true,
  "unknown-member": true,
  "unknown-kind": true,
  "unknown-option": true,
  "unused-fields": true,
  "file-name": true,
  "duplicate-name": true,
  "duplicate-path": true,
  "duplicate-table": true,
  "duplicate-call": true,
  "duplicate-permission": true,
  "field-name": true,
  "reserved-name": true,
  "base-column": true,
  "duplicate-column": true,
  "label-key": true,
  "missing-text": true,
  "wrong-language": true,
  "unknown-target": true,
  "unknown-shown-field": true,
  "unknown-value-field": true,
  "unknown-filter-field": true,
  "unknown-within": true,
  "within-not-a-choice": true,
  "unresolved-cascade": true,
  "unknown-condition-field": true,
  "impossible-condition": true,
  "pointless-alternatives": true,
  "condition-cycle": true,
  "unsupported-search": true,
  "unsupported-unique": true,
  "duplicate-option": true,
  "bad-limits": true,
  "bad-pattern": true,
  "bad-default": true,
  "no-sample": true,
  "no-json-schema": true,
  "unsupported-form": true,
  "unknown-state": true,
  "duplicate-state": true,
  "several-life-cycles": true,
  "no-life-cycle": true,
  "unreachable-state": true,
  "unknown-title": true,
  "unknown-key": true,
  "unknown-tree-field": true,
  "unknown-unique-field": true,
  "unknown-numbered-field": true,
  "unknown-owner-field": true,
  "unknown-leading-screen": true,
  "unknown-needed-filter": true,
  "unknown-list-read": true,
  "unknown-tree-filter": true,
  "unsupported-tree-filter": true,
  "unknown-details": true,
  "unknown-details-field": true,
  "unknown-details-read": true,
  "no-details": true,
  "contradictory-calls": true,
  "unknown-read-field": true,
  "unknown-permission": true,
  "unknown-asked-field": true,
  "duplicate-parameter": true,
  "unknown-set-field": true,
  "bad-set-value": true,
  "unknown-opened": true,
  "unknown-tree-read": true,
  "contradictory-trees": true,
  "contradictory-dialog": true,
  "secret-in-address": true,
  "missing-handler": true,
  "missing-effect": true,
  "unknown-handler": true,
  "area-name": true,
  "missing-area": true,
  "duplicate-area": true,
  "menu-without-screen": true,
  "missing-page": true,
  "unknown-icon": true,
  "unknown-repeated-field": true,
  "unknown-seed-field": true,
  "bad-seed-value": true,
  "unknown-seed-reference": true,
};
