// Proposes a definition for a described table: a field for each column, its kind from type, name and comment, and all that keys and
// conditions say. What it guesses it remarks, so that people look at it.
import { canBeTitle, canBeUnique, isListed, isOrdered } from "./builders.ts";
import { readComment, isLabel } from "./comments.ts";
import { readConditions, type ReadConditions } from "./conditions.ts";
import type { ColumnDescription, TableDescription } from "./description.ts";
import { choose, type ColumnFacts } from "./kinds.ts";
import { isLifeCycle, movesOf, statesOf } from "./life-cycle.ts";
import { chineseLabel, englishLabel, fieldName, isChinese, resourceName, wordsOf } from "./names.ts";
import { isBaseColumn } from "../schema/base-columns.ts";
import { fieldKinds } from "../schema/kinds.ts";
import { chineseNamed, valueNamed } from "./glossary.ts";
import type { ExistingResource, Proposal, ProposedField, ProposedOption, Remark } from "./proposal.ts";

interface ProposalContext {
  /** The definitions that there are. */
  readonly resources: readonly ExistingResource[];
  /** Tables that become definitions together with this one: table → name of its resource. */
  readonly together?: ReadonlyMap<string, string>;
  /** What the names of all tables of the module begin with. */
  readonly prefix?: string;
  /** The area of the definition; the one that most of its references lead into, unless given. */
  readonly area?: string;
  /** The service that its path begins with; that of its area unless given. */
  readonly service?: string;
}

export interface Proposed {
  readonly proposal: Proposal;
  readonly remarks: readonly Remark[];
}

const decide = (column: string, zh: string, en: string): Remark => ({ column, text: [zh, en], isDecision: true });
const note = (column: string, zh: string, en: string): Remark => ({ column, text: [zh, en] });

/** Columns that every table of the platform has by itself, by what other platforms call them. */
const platformColumns = new Set([
  ...[
    "id",
    "tenant_id",
    "create_user",
    "create_dept",
    "update_user",
    "update_time",
    "is_deleted",
    "deleted",
    "del_flag",
    "version",
    "revision",
  ],
  ...[
    "created_by",
    "creator",
    "create_by",
    "updated_by",
    "updater",
    "update_by",
    "modified_by",
    "updated_at",
    "modified_at",
    "gmt_modified",
    "modify_time",
    "update_date",
    "deleted_at",
    "delete_flag",
  ],
]);
const creationColumns = new Set(["create_time", "created_at", "created_time", "gmt_create", "create_date", "created_on"]);

const snake = (name: string) => wordsOf(name).join("_");

/** A name as the permission keys of a resource begin with it. */
const joined = (name: string) => name.replaceAll("-", "");

/** The name that the resource of a table gets, for tables that become definitions together. */
export function nameOfTable(
  table: string,
  { resources, prefix = "" }: Pick<ProposalContext, "resources" | "prefix">,
  others: ReadonlySet<string> = new Set(),
): string {
  return resourceName(
    table,
    prefix,
    (name) =>
      [...others].some((one) => joined(one) === joined(name)) ||
      resources.some(
        (one) => one.table === name.replaceAll("-", "_") || joined(one.name) === joined(name) || one.permission === joined(name),
      ),
  );
}

function optionOf(value: string, label: string | undefined, isNumber: boolean, number: number): ProposedOption {
  const named = valueNamed(value);
  const words = wordsOf(value);
  const spoken = words.length === 0 || /^\d/.test(value) ? undefined : englishLabel(value);
  const zh = label !== undefined && isLabel(label, "zh") ? label : (named?.zh ?? spoken ?? value);
  const en =
    label !== undefined && isLabel(label, "en")
      ? label
      : ((zh === named?.zh ? named.en : undefined) ??
        chineseNamed(zh)?.en ??
        named?.en ??
        spoken ??
        `Value ${isChinese(value) ? number : value}`);
  return { value: isNumber ? Number(value) : value, zh, en };
}

/** A value of nothing is no option: whoever chooses nothing leaves the field empty. */
const isNoChoice = (value: unknown): boolean => String(value).trim() === "";

/** What there is to choose from in a column; undefined where nothing says so. */
function optionsOf(column: ColumnDescription, conditions: ReadConditions): readonly ProposedOption[] | undefined {
  const listed = column.values?.map(String) ?? conditions.values.get(column.name);
  const { values } = readComment(column.comment ?? "", listed);
  const labels = new Map([...values, ...Object.entries(column.valueLabels ?? {})]);
  const named = listed ?? (column.type === "integer" || column.type === "text" || column.type === "boolean" ? [...labels.keys()] : []);
  const all = [...new Set(named)].filter((value) => !isNoChoice(value));
  if (all.length < 2 || all.length > 60) return undefined;
  const areNumbers = column.type === "integer" || column.type === "boolean" ? all.every((one) => /^-?\d{1,9}$/.test(one)) : false;
  if (column.type === "integer" && !areNumbers) return undefined;
  return all.map((value, index) => optionOf(value, labels.get(value), areNumbers, index + 1));
}

/** Labels of a column in both languages, and whether somebody must put one right. */
function labelsOf(column: ColumnDescription, options: readonly string[] | undefined, isReference: boolean) {
  const { label } = readComment(column.comment ?? "", options);
  const zhReady = isLabel(label, "zh")
    ? isReference
      ? label.replace(/(?:ID|Id|id|编号|主键)$/u, "").trim() || label
      : label
    : chineseLabel(column.name, isReference);
  // A heading that is written like the name of a column is no label yet.
  const english = isLabel(label, "en") && snake(label) !== snake(column.name) ? label : englishLabel(column.name, isReference);
  // A column that is named in Chinese, with no letters at all.
  const en = english === "" ? "Field" : english;
  const fromName = /\p{Script=Han}/u.test(column.name) ? column.name : undefined;
  const zh = zhReady ?? fromName ?? en;
  return {
    zh: zh.slice(0, 60),
    en: en.slice(0, 60),
    isMissing: zhReady === undefined && fromName === undefined,
    isUnnamed: english === "",
  };
}

function targetOf(column: ColumnDescription, table: TableDescription, context: ProposalContext, ownName: string) {
  const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column.name);
  const resourceOf = (name: string) =>
    name === table.name
      ? ownName
      : (context.together?.get(name) ??
        context.resources.find((one) => one.table === name || one.table === name.replace(context.prefix ?? "", ""))?.name);
  if (key !== undefined) {
    const target = resourceOf(key.table);
    const isKey = /^id$/i.test(key.targetColumns[0] ?? "id") || key.targetColumns[0]?.toLowerCase().endsWith("_id") === true;
    return { target: isKey ? target : undefined, table: key.table, isGuess: false };
  }
  const name = snake(column.name);
  if (!name.endsWith("_id") || column.type !== "integer" || name.length < 5) return undefined;
  const stem = name.slice(0, -3);
  const isParent = stem === "parent";
  const tables = [...(context.together?.keys() ?? [])];
  const found = isParent
    ? table.name
    : tables.find((one) => resourceName(one, context.prefix ?? "", () => false).replaceAll("-", "_") === stem);
  const target = found === undefined ? context.resources.find((one) => one.table === stem)?.name : resourceOf(found);
  return target === undefined ? { target: undefined, table: stem, isGuess: true } : { target, table: stem, isGuess: true };
}

/** A limit that is said of a column; where it is excluded, the next whole number. */
function limitOf(column: ColumnDescription, conditions: ReadConditions, side: "min" | "max"): number | undefined {
  const condition = conditions[side].get(column.name);
  const isNext = condition !== undefined && column.type === "integer" && conditions.excluded[side].has(column.name);
  return isNext ? condition + (side === "min" ? 1 : -1) : (condition ?? column[side]);
}

interface Made {
  readonly field: ProposedField;
  readonly remarks: readonly Remark[];
  readonly states?: { readonly options: readonly ProposedOption[]; readonly states: readonly ProposedOption[] };
}

function leftOut(column: ColumnDescription, name: string, remark: Remark): Made {
  const { zh, en } = labelsOf(column, undefined, false);
  return { field: { column: column.name, isIncluded: false, name, builder: "text", zh, en }, remarks: [remark] };
}

interface Making {
  readonly table: TableDescription;
  readonly context: ProposalContext;
  readonly conditions: ReadConditions;
  readonly ownName: string;
  readonly names: ReadonlySet<string>;
  readonly hasLifeCycle: boolean;
  readonly isOwnKey: boolean;
}

function madeOf(column: ColumnDescription, making: Making): Made {
  const { table, context, conditions, ownName, names } = making;
  const called = snake(column.name);
  if (platformColumns.has(called) || (making.isOwnKey && table.primaryKey.includes(column.name)))
    return leftOut(column, fieldName(column.name, names), note(column.name, "平台已有对应的列", "The platform has this column by itself"));
  const fixed = (name: string, builder: string, zh: string, en: string): Made => ({
    field: { column: column.name, isIncluded: !names.has(name), name, builder, zh, en },
    remarks: [],
  });
  if (creationColumns.has(called) && column.type !== "text" && !names.has("createTime"))
    return fixed("createTime", "createdAt", "创建时间", "Created at");
  if (["sort", "sort_order", "order_num", "sort_no", "display_order"].includes(called) && column.type === "integer" && !names.has("sort"))
    return fixed("sort", "sort", "排序", "Sort");
  if (["remark", "remarks", "memo"].includes(called) && (column.length ?? 255) <= 255 && !names.has("remark"))
    return fixed("remark", "remark", "备注", "Remark");
  const options = optionsOf(column, conditions);
  const isEnabled =
    called === "status" &&
    options?.length === 2 &&
    options.every(
      ({ value, zh }) =>
        (value === 1 && /启用|正常|有效|Active|Enabled/i.test(zh)) || (value === 2 && /停用|禁用|无效|Inactive|Disabled/i.test(zh)),
    );
  if (isEnabled) return fixed("status", "enabled", "状态", "Status");
  const reference = targetOf(column, table, context, ownName);
  const isReference = reference?.target !== undefined;
  const labels = labelsOf(
    column,
    options?.map(({ value }) => String(value)),
    isReference,
  );
  const remarks: Remark[] = [];
  if (labels.isUnnamed) remarks.push(decide(column.name, "英文名称未知，请填写", "The English label is not known; enter it"));
  else if (labels.isMissing) remarks.push(decide(column.name, "中文名称未知，请填写", "The Chinese label is not known; enter it"));
  if (options?.some(({ en }) => en.startsWith("Value ")) === true)
    remarks.push(decide(column.name, "部分选项的英文名称未知，请填写", "The English names of some options are not known; enter them"));
  const isCycle = options !== undefined && !making.hasLifeCycle && isLifeCycle(column.name, options);
  const isTree =
    isReference && (reference.target === ownName || context.resources.some((one) => one.name === reference.target && one.isTree));
  const facts: ColumnFacts = {
    column,
    called,
    options: isCycle ? statesOf(options) : options,
    isCycle,
    ...(isReference ? { target: reference.target, isTree } : {}),
    isUnique:
      table.uniques.some((key) => key.length === 1 && key[0] === column.name) ||
      (table.primaryKey.length === 1 && table.primaryKey[0] === column.name),
    min: limitOf(column, conditions, "min"),
    max: limitOf(column, conditions, "max"),
    isJson: conditions.json.has(column.name),
  };
  const chosen = choose(facts);
  remarks.push(...chosen.remarks.map((text): Remark => ({ column: column.name, ...text })));
  if (chosen.builder === undefined)
    return leftOut(
      column,
      fieldName(column.name, names),
      chosen.remarks[0] === undefined ? note(column.name, "", "") : { column: column.name, ...chosen.remarks[0] },
    );
  if (reference !== undefined && isReference && reference.isGuess)
    remarks.push(note(column.name, `按名称推断引用“${reference.target ?? ""}”`, `By its name it refers to “${reference.target ?? ""}”`));
  if (reference !== undefined && !isReference && !reference.isGuess)
    remarks.push(
      decide(
        column.name,
        `引用的表“${reference.table}”还没有对应的定义`,
        `It refers to the table “${reference.table}”, for which there is no definition yet`,
      ),
    );
  if (column.isGenerated === true)
    remarks.push(note(column.name, "由数据库生成，设为只读", "The database makes its values, so it is read-only"));
  // Its base column holds a number; a text of that name has a name of its own.
  const isTextStatus = called === "status" && ["text", "code"].includes(chosen.builder);
  const isTextChoice = called === "status" && chosen.builder === "choice" && typeof chosen.options?.[0]?.value === "string";
  const wanted = isTextStatus || isTextChoice ? `${table.name.length > 20 ? "row" : ownName}_status` : column.name;
  const plainName = fieldName(wanted, names);
  const isOtherKind = isBaseColumn(plainName) && fieldKinds.get(chosen.builder)?.baseColumns.includes(plainName) !== true;
  const name = isOtherKind ? fieldName(`${wanted}_value`, names) : plainName;
  if (isOtherKind)
    remarks.push(
      note(
        column.name,
        `平台的“${plainName}”列类型不同，字段改名为“${name}”`,
        `The platform's own column “${plainName}” is of another kind, so the field is called “${name}”`,
      ),
    );
  const hasNoChoice = options !== undefined && column.values?.some(isNoChoice) === true;
  if (hasNoChoice)
    remarks.push(note(column.name, "空选项未采用，字段可留空", "The empty option was left out; the field may stay empty instead"));
  const { remarks: _remarks, ...more } = chosen;
  const required =
    !column.isNullable &&
    !hasNoChoice &&
    column.isGenerated !== true &&
    column.default === undefined &&
    !["bool", "state"].includes(chosen.builder) &&
    !isSelf(reference?.target, ownName);
  const field: ProposedField = {
    column: column.name,
    isIncluded: true,
    name,
    zh: labels.zh,
    en: labels.en,
    ...more,
    builder: chosen.builder,
    ...(required || (!column.isNullable && !hasNoChoice && chosen.builder === "choice") ? { required: true } : {}),
    ...(column.isGenerated === true ? { readonly: true } : {}),
  };
  return {
    field,
    remarks,
    ...(isCycle && options !== undefined && chosen.options !== undefined ? { states: { options, states: chosen.options } } : {}),
  };
}

const isSelf = (target: string | undefined, own: string) => target !== undefined && target === own;

/** Columns of a list; what follows is shown in forms and views. */
const maxListed = 9;
const maxSearched = 6;

/** What people see in the list and search by: the first columns, and those that rows are known by. */
function shownIn(fields: readonly ProposedField[], title: string): readonly ProposedField[] {
  let [listed, searched] = [0, 0];
  return fields.map((field) => {
    if (!field.isIncluded) return field;
    const isShown = !isListed(field.builder) || field.name === title || listed < maxListed;
    if (isShown && isListed(field.builder)) listed += 1;
    const wanted = field.search !== undefined && (field.name === title || searched < maxSearched);
    if (wanted) searched += 1;
    const { search: _search, ...others } = field;
    return { ...(wanted ? field : others), ...(isShown ? {} : { list: false }) };
  });
}

const titles = [/^name$|Name$/, /^title$|Title$|^subject$|^label$/, /(?:^code|Code|^no|No)$/];

/** The field that people know a row by: a name, else a number, else the first short text. */
function titleOf(fields: readonly ProposedField[], ownName: string): string {
  const textual = fields.filter(({ isIncluded, builder }) => isIncluded && canBeTitle(builder));
  const own = new RegExp(`^(?:${wordsOf(ownName).at(-1) ?? "x"})?(?:Name|Title|name|title)$`);
  const found =
    textual.find(({ name }) => own.test(name)) ??
    titles
      .map((pattern) =>
        textual.find(({ name, required, unique }) => pattern.test(name) && (required === true || unique === true || pattern.test("name"))),
      )
      .find((one) => one !== undefined);
  return found?.name ?? textual.find(({ required }) => required === true)?.name ?? textual[0]?.name ?? "id";
}

/** Keys of several fields; what is left of one when the platform's own columns are taken out may be unique by itself. */
function keysOf(table: TableDescription, fields: ProposedField[], remarks: Remark[]): readonly string[][] {
  const composite = table.primaryKey.length > 1 ? [table.primaryKey] : [];
  const keys: string[][] = [];
  for (const key of [...table.uniques.filter((one) => one.length > 1), ...composite]) {
    const own = key.filter((column) => !["tenant_id", "is_deleted", "deleted", "del_flag", "deleted_at"].includes(snake(column)));
    const found = own.map((column) => fields.find((field) => field.column === column && field.isIncluded && canBeUnique(field.builder)));
    if (own.length === 0 || found.includes(undefined)) {
      remarks.push({
        text: [
          `唯一键（${key.join("、")}）包含未保留的列，未采用`,
          `The unique key (${key.join(", ")}) has columns that are left out; it was not taken over`,
        ],
      });
      continue;
    }
    const names = found.flatMap((field) => (field === undefined ? [] : [field.name]));
    const [only] = names;
    if (names.length > 1) keys.push(names);
    else fields.splice(0, fields.length, ...fields.map((field) => (field.name === only ? { ...field, unique: true } : field)));
  }
  return keys;
}

function areaOf(context: ProposalContext, fields: readonly ProposedField[]): string {
  if (context.area !== undefined) return context.area;
  const counts = new Map<string, number>();
  for (const { target } of fields) {
    const area = context.resources.find((one) => one.name === target)?.area;
    if (area !== undefined) counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? context.resources[0]?.area ?? "";
}

/** Where most resources of the area answer. */
function serviceOf(context: ProposalContext, area: string): string {
  if (context.service !== undefined && /^[a-z][a-z0-9_-]*$/.test(context.service)) return context.service;
  const counts = new Map<string, number>();
  for (const { path } of context.resources.filter((one) => one.area === area)) {
    const service = path.split("/")[1] ?? "";
    counts.set(service, (counts.get(service) ?? 0) + 1);
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? "digit-bind";
}

/** A definition for a table, ready to be used as it is, and what people should look at. */
export function propose(table: TableDescription, context: ProposalContext): Proposed {
  const conditions = readConditions(table.checks);
  const ownName = context.together?.get(table.name) ?? nameOfTable(table.name, context);
  const [key] = table.primaryKey;
  const keyColumn = table.columns.find(({ name }) => name === key);
  // A number that the database or the program counts up is what the platform calls id.
  const isOwnKey =
    table.primaryKey.length === 1 && keyColumn?.type === "integer" && !table.foreignKeys.some(({ columns }) => columns.includes(key ?? ""));
  const remarks: Remark[] = [];
  const names = new Set<string>(["id"]);
  const made: Made[] = [];
  for (const column of table.columns) {
    const hasLifeCycle = made.some(({ states }) => states !== undefined);
    const one = madeOf(column, { table, context, conditions, ownName, names, hasLifeCycle, isOwnKey });
    if (one.field.isIncluded) names.add(one.field.name);
    made.push(one);
    remarks.push(...one.remarks);
  }
  const plainName = resourceName(table.name, context.prefix ?? "", () => false);
  if (plainName !== ownName)
    remarks.push({
      text: [
        `名称“${plainName}”或其权限标识已被占用，改为“${ownName}”`,
        `The name “${plainName}”, or its permission keys, are taken, so it is called “${ownName}”`,
      ],
    });
  if (table.primaryKey.length === 0)
    remarks.push({ text: ["该表没有主键，平台将使用自己的 id", "The table has no primary key; the platform uses an id of its own"] });
  for (const other of conditions.others)
    remarks.push({ text: [`未能采用的约束：${other}`, `A condition that was not understood: ${other}`], isDecision: true });
  const withoutSearch = made.map(({ field }) => field);
  const title = titleOf(withoutSearch, ownName);
  const fields = [...shownIn(withoutSearch, title)];
  const unique = keysOf(table, fields, remarks);
  const nameOfColumn = (column: string) => fields.find((field) => field.column === column && field.isIncluded && isOrdered(field.builder));
  const rules = conditions.comparisons.flatMap(({ left, operator, right }) => {
    const [one, other] = [nameOfColumn(left), nameOfColumn(right)];
    return one === undefined || other === undefined || one.builder !== other.builder
      ? []
      : [{ left: one.name, operator, right: other.name }];
  });
  const cycle = made.find(({ states }) => states !== undefined);
  const moves =
    cycle?.states === undefined
      ? []
      : movesOf(cycle.states.options, cycle.states.states, (name) =>
          ["add", "edit", "delete", "view", "submit", "remove", "list", "detail"].includes(name),
        );
  if (cycle !== undefined)
    remarks.push(
      decide(
        cycle.field.column,
        "识别为生命周期，操作按状态顺序推断，请核对",
        "Taken for a life cycle; its actions are guessed from the order of the states",
      ),
    );
  const area = areaOf(context, fields);
  const comment = readComment(table.comment ?? "").label.replace(/(?:信息)?表$/u, "");
  const zh = isLabel(comment, "zh") ? comment : chineseLabel(ownName);
  const en = isLabel(comment, "en") ? comment : englishLabel(ownName.replace(/-\d+$/, ""));
  if (zh === undefined) remarks.push({ text: ["中文名称未知，请填写", "The Chinese label is not known; enter it"], isDecision: true });
  return {
    proposal: {
      area,
      name: ownName,
      zh: zh ?? en,
      en,
      path: `/${serviceOf(context, area)}/${ownName}`,
      title,
      ...(table.comment === undefined || table.comment.length > 200 ? {} : { about: table.comment }),
      ...(fields.some(({ builder, target, isIncluded }) => builder === "treeRef" && target === ownName && isIncluded)
        ? { isTree: true }
        : {}),
      fields,
      unique: [...unique],
      rules,
      moves: [...moves],
    },
    remarks,
  };
}
