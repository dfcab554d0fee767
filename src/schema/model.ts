// The model: all definitions with their defaults filled in and their references resolved. Server, generator, checks and tests read this;
// nothing else interprets a definition.
import type { Area } from "./area.ts";
import { withApproval } from "./approval.ts";
import { baseLabels, isBaseColumn } from "./base-columns.ts";
import { actionModel, readModel, type ActionModel, type ReadModel } from "./call-model.ts";
import { linesMember } from "./entered-lines.ts";
import { formNames, type FieldData, type SearchMode } from "./field.ts";
import { kindData, requiredMessage, requiredWhenOf, type RequiredWhen } from "./kind-data.ts";
import { choicesOf, kindOf } from "./kinds.ts";
import type { KindTraits } from "./kind-traits.ts";
import { linesFieldOf } from "./lines-field.ts";
import { listLabelOf } from "./plural.ts";
import type { DetailsData, LoadedDefinition, ResourceData, UniqueWhereData } from "./resource-data.ts";
import type { Call, ScreenKind } from "./resource.ts";
import { eventOptions } from "./row-events.ts";
import { snakeCase } from "./snake-case.ts";
import { meets, type Condition, type Text } from "./text.ts";
import type { WireType } from "./wire.ts";

export { baseColumns, isBaseColumn, type BaseColumn } from "./base-columns.ts";
export { kebabCase, type ActionModel, type ReadModel } from "./call-model.ts";
export { kindData } from "./kind-data.ts";
export { snakeCase } from "./snake-case.ts";

/** The data of references, dictionaries and lines, where a field has them. */
export interface FieldModel {
  readonly name: string;
  readonly kind: string;
  /** The traits of its kind. */
  readonly traits: KindTraits;
  readonly label: Text;
  /** The complete definition of the field, for the kind's own functions. */
  readonly data: FieldData;
  readonly wire: WireType;
  readonly admitsMinusOne: boolean;
  /** The message for a missing value; undefined for fields that are optional, always or under a condition. */
  readonly required: Text | undefined;
  readonly readonly: boolean;
  readonly createOnly: boolean;
  readonly showWhen: Condition | undefined;
  /** Required only for records that meet this, with the message for a missing value. */
  readonly requiredWhen: RequiredWhen | undefined;
  readonly inList: boolean;
  readonly inForm: { readonly create: boolean; readonly edit: boolean; readonly view: boolean };
  readonly search: SearchMode | undefined;
  readonly sortable: boolean;
  readonly unique: "tenant" | "global" | undefined;
  readonly sensitive: boolean;
  /** It has a column; fields of the screen only and computed ones have none. */
  readonly stored: boolean;
  readonly default: unknown;
  /** What a form in English begins with, where that is another word. */
  readonly englishDefault: unknown;
  readonly reference: ReferenceModel | undefined;
  /** Key under which rows carry the label of a reference, dictionary entry or region: factoryId → factoryName. */
  readonly labelKey: string | undefined;
  /** Fields of embedded rows. */
  readonly fields: readonly FieldModel[];
}

export interface ReferenceModel {
  readonly resource: string;
  /** The kind refers to this resource, not the definition. */
  readonly isFixed: boolean;
  /** The target's field whose value is stored; usually "id". */
  readonly valueField: string;
  /** The target's field that is shown. */
  readonly show: string;
  readonly several: boolean;
  readonly within: string | undefined;
  /** The target's field that must equal this row's `within`. */
  readonly withinParam: string | undefined;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly isTree: boolean;
}

export interface TreeModel {
  readonly parent: string;
  /** The parent field's wire value for a top row. */
  readonly root: string;
  readonly level: string | undefined;
  readonly ancestors: string | undefined;
}

/** Fields that are unique together, among the rows that meet a condition where there is one. */
interface UniqueModel {
  readonly fields: readonly string[];
  readonly scope: "tenant" | "global";
  readonly where?: Condition;
}

/** A key as a definition says it: the names of its fields, or these with a condition. */
export function uniqueOf(key: readonly string[] | UniqueWhereData): Omit<UniqueModel, "scope"> {
  return "where" in key ? key : { fields: key };
}

export interface ResourceModel {
  readonly name: string;
  readonly area: string;
  readonly file: string;
  /** The description from its definition's comment. */
  readonly about: string | undefined;
  /** The name of one row. */
  readonly label: Text;
  /** The name of several: of the list, its entry in the menu, its tab. */
  readonly listLabel: Text;
  readonly path: string;
  readonly table: string;
  readonly permission: string;
  readonly title: string;
  readonly scope: "tenant" | "platform";
  readonly screen: ScreenKind | "page" | "dialog";
  /** Name of the hand-made page, where the screen is one. */
  readonly page: string | undefined;
  /** Name of the hand-made dialog that actions of other resources open, where it has one. */
  readonly dialog: string | undefined;
  readonly key: string;
  readonly hasBaseColumns: boolean;
  /** Its rows are stored; those of a derived resource are computed from other tables. */
  readonly hasTable: boolean;
  readonly fields: readonly FieldModel[];
  readonly field: ReadonlyMap<string, FieldModel>;
  readonly calls: ReadonlySet<Call>;
  readonly reads: readonly ReadModel[];
  readonly actions: readonly ActionModel[];
  readonly tree: TreeModel | undefined;
  readonly stateField: FieldModel | undefined;
  /** What tells people how a row stands: its life cycle, or a status that users set. */
  readonly status: FieldModel | undefined;
  /** The day or moment that people know rows by. */
  readonly date: FieldModel | undefined;
  readonly uniques: readonly UniqueModel[];
  readonly details: DetailsData | undefined;
  /** The rows of `details` as a field of the form, where they are entered with the record. */
  readonly lines: FieldModel | undefined;
  /** Newest first, by their date where they have one, unless users order the rows. */
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  readonly data: ResourceData;
}

export interface Model {
  readonly areas: readonly Area[];
  readonly resources: readonly ResourceModel[];
  readonly resource: ReadonlyMap<string, ResourceModel>;
  /** target → fields that refer to it. */
  readonly referrers: ReadonlyMap<string, readonly { readonly resource: ResourceModel; readonly field: FieldModel }[]>;
}

const defaultCalls: readonly Call[] = ["list", "detail", "submit", "remove"];

function labelKeyOf(name: string, field: FieldData, names: ReadonlySet<string>): string | undefined {
  const { labelKey } = kindOf(field);
  if (labelKey === "none") return undefined;
  const stem = labelKey === "name" ? name : name.replace(/(?:Ids|Id|IdList|Codes|Code)$/, "");
  const key = `${stem === "" ? name : stem}Name`;
  return names.has(key) ? `${name}Label` : key;
}

type Siblings = Readonly<Record<string, FieldData>>;

function withinParamOf(within: string, target: ResourceData, siblings: Siblings): string | undefined {
  if (target.fields[within] !== undefined) return within;
  const narrowing = siblings[within];
  const { to: resource, valueField } = narrowing === undefined ? {} : kindData(narrowing);
  if (resource === undefined) return undefined;
  // Whether a call can name the tenant of its rows (docs/wire.md §8).
  if (valueField === "tenantId" && target.scope !== "platform") return "tenantId";
  const candidates = Object.entries(target.fields).filter(([, field]) => kindData(field).to === resource);
  return candidates.length === 1 ? candidates[0]?.[0] : undefined;
}

function referenceOf(field: FieldData, siblings: Siblings, all: ReadonlyMap<string, ResourceData>): ReferenceModel | undefined {
  const data = kindData(field);
  const { reference } = kindOf(field);
  const resource = reference?.fixed?.resource ?? data.to;
  if (reference === undefined || resource === undefined) return undefined;
  const target = all.get(resource);
  return {
    resource,
    isFixed: reference.fixed !== undefined,
    valueField: data.valueField ?? reference.fixed?.valueField ?? target?.key ?? "id",
    show: data.show ?? target?.title ?? "id",
    several: reference.isSeveral,
    within: data.within,
    withinParam: data.within === undefined || target === undefined ? undefined : withinParamOf(data.within, target, siblings),
    filter: data.filter ?? {},
    isTree:
      reference.nodes === "always" ||
      (reference.nodes === "where the target is a tree" && target !== undefined && treeOf(target) !== undefined),
  };
}

/** Whether a field refers to parent rows of its own resource. */
function refersToParent(field: FieldData, resource: ResourceData): boolean {
  return kindOf(field).reference?.nodes === "always" && kindData(field).to === resource.name;
}

function treeOf(resource: ResourceData): TreeModel | undefined {
  if (resource.tree !== undefined) {
    const { parent, root = "0", level, ancestors } = resource.tree;
    return { parent, root, level, ancestors };
  }
  const parent = Object.entries(resource.fields).find(([, field]) => refersToParent(field, resource));
  if (parent === undefined) return undefined;
  const has = (name: string) => (resource.fields[name]?.readonly ? name : undefined);
  return { parent: parent[0], root: "0", level: has("level"), ancestors: has("ancestors") };
}

/** Fields that have an index in any case, and an order that means something: numbers of rows, and the date of documents. */
function isIndexedForSorting(name: string, field: FieldData, { date, unbounded }: ResourceData): boolean {
  if (name === date) return true;
  // The index of a code in a table without bound finds codes by their beginning, which is another order (schema/indexes.ts).
  return unbounded !== true && field.unique !== undefined && kindOf(field).meaning === "code";
}

/** A default that is a word stands in both languages. */
function defaultsOf({ default: given }: FieldData, wire: WireType): Pick<FieldModel, "default" | "englishDefault"> {
  if (wire !== "text" || !Array.isArray(given)) return { default: given, englishDefault: undefined };
  const [zh, en]: readonly unknown[] = given;
  return { default: zh, englishDefault: en };
}

interface FieldContext {
  readonly own: ResourceData;
  readonly all: ReadonlyMap<string, ResourceData>;
  readonly siblings: Siblings;
}

function fieldModel(name: string, declared: FieldData, { own, all, siblings }: FieldContext): FieldModel {
  const isParent = refersToParent(declared, own) && treeOf(own)?.parent === name;
  const kind = kindOf(declared);
  const implied = { ...(isParent ? { isParent } : {}), ...(kind.optionsFrom === "events" ? { options: eventOptions(all) } : {}) };
  const data: FieldData = Object.keys(implied).length === 0 ? declared : Object.assign({}, declared, implied);
  const own_ = kindData(data);
  const isReadonly = data.readonly === true;
  const visibleIn = new Set(data.visibleIn ?? formNames);
  const embedded = own_.fields ?? {};
  return {
    name,
    kind: data.kind,
    traits: kind.traits,
    label: data.label,
    data,
    wire: kind.wire(data),
    admitsMinusOne: (typeof own_.min === "number" && own_.min <= -1) || (choicesOf({ data }) ?? []).some(([value]) => value === -1),
    required: data.requiredWhen === undefined ? requiredMessage(data, kind) : undefined,
    readonly: isReadonly,
    createOnly: data.createOnly === true,
    showWhen: data.showWhen,
    requiredWhen: requiredWhenOf(data, kind),
    inList:
      (own.fields === siblings ? own.defaultColumns?.includes(name) : undefined) ??
      ((data.list ?? kind.listed) && !kind.traits.isSecret && data.screenOnly !== true),
    inForm: {
      create: visibleIn.has("create") && !isReadonly,
      edit: visibleIn.has("edit") && !isReadonly,
      view: visibleIn.has("view") && data.screenOnly !== true && !kind.traits.isSecret,
    },
    search: data.search,
    sortable: data.sortable === true || (siblings === own.fields && isIndexedForSorting(name, data, own)),
    unique: data.unique,
    sensitive: data.sensitive === true,
    stored: data.screenOnly !== true && data.computed !== true,
    ...defaultsOf(data, kind.wire(data)),
    reference: referenceOf(data, siblings, all),
    labelKey: labelKeyOf(name, data, new Set(Object.keys(siblings))),
    fields: Object.entries(embedded).map(([inner, field]) => fieldModel(inner, field, { own, all, siblings: embedded })),
  };
}

function resourceModel(loaded: LoadedDefinition, all: ReadonlyMap<string, ResourceData>): ResourceModel {
  const { data } = loaded;
  const isWritten = (data.calls ?? defaultCalls).some((call) => call === "submit" || call === "save" || call === "update");
  // What no call writes has no form to write it in; its actions may still ask for it.
  const shown = (field: FieldModel): FieldModel =>
    isWritten ? field : { ...field, inForm: { create: false, edit: false, view: field.inForm.view } };
  const fields = Object.entries(data.fields).map(([name, field]) =>
    shown(fieldModel(name, field, { own: data, all, siblings: data.fields })),
  );
  const field = new Map(fields.map((one) => [one.name, one]));
  const permission = data.permission ?? data.name.replace(/-/g, "");
  const stateField = fields.find((one) => kindOf(one.data).initial !== undefined);
  const screen = data.screen ?? "table";
  const scope = data.scope ?? "tenant";
  const order = ["sort", "sortOrder"].find((name) => field.has(name));
  const status = stateField ?? field.get("status");
  // Rows with a life cycle come newest first by a time that can be seen, without a word of their own; ids, which are made in the order of
  // time, order those of tables without bound.
  const entered = linesFieldOf(data, all);
  const dated = data.date ?? (stateField !== undefined && data.unbounded !== true && field.has("createTime") ? "createTime" : undefined);
  return {
    name: data.name,
    area: loaded.area,
    file: loaded.file,
    about: loaded.about,
    label: data.label,
    listLabel: listLabelOf(data),
    path: data.path,
    table: snakeCase(data.name),
    permission,
    title: data.title,
    scope,
    screen: typeof screen === "string" ? screen : "page" in screen ? "page" : "dialog",
    page: typeof screen === "object" && "page" in screen ? screen.page : undefined,
    dialog: typeof screen === "object" && "dialog" in screen ? screen.dialog : undefined,
    key: data.key ?? "id",
    hasBaseColumns: data.key === undefined && data.derived !== true,
    hasTable: data.derived !== true,
    fields,
    field,
    calls: new Set(data.calls ?? defaultCalls),
    reads: Object.entries(data.reads ?? {}).map(([name, read]) => readModel(name, read, data)),
    actions: Object.entries(data.actions ?? {}).map(([name, action]) => {
      const params = Object.entries(action.params ?? {}).map(([param, declared]) =>
        fieldModel(param, declared, { own: data, all, siblings: { ...data.fields, ...action.params } }),
      );
      return actionModel(name, action, { resource: data, permission, fields: field, params, stateField });
    }),
    tree: treeOf(data),
    stateField,
    status: status !== undefined && choicesOf(status) !== undefined ? status : undefined,
    date: field.get(data.date ?? ""),
    uniques: [
      ...fields.flatMap((one): readonly UniqueModel[] =>
        one.unique === undefined ? [] : [{ fields: [one.name], scope: scope === "platform" ? ("global" as const) : one.unique }],
      ),
      ...(data.unique ?? []).map((key): UniqueModel => ({ ...uniqueOf(key), scope: scope === "platform" ? "global" : "tenant" })),
    ],
    details: data.details,
    lines: entered === undefined ? undefined : fieldModel(linesMember, entered, { own: data, all, siblings: { [linesMember]: entered } }),
    order:
      data.defaultSort !== undefined
        ? [
            { field: data.defaultSort.field, descending: data.defaultSort.descending === true },
            { field: data.key ?? "id", descending: data.key === undefined },
          ]
        : order === undefined
          ? [
              ...(dated === undefined ? [] : [{ field: dated, descending: true }]),
              { field: data.key ?? "id", descending: data.key === undefined },
            ]
          : [
              { field: order, descending: false },
              { field: data.key ?? "id", descending: false },
            ],
    data,
  };
}

/** Builds the model of all definitions. Broken references are left unresolved; `checkModel` names them. */
export function buildModel(declared: readonly LoadedDefinition[], areas: readonly Area[]): Model {
  const definitions = declared.map((one) => ({ ...one, data: withApproval(one.data) }));
  const all = new Map(definitions.map((one) => [one.data.name, one.data]));
  const resources = definitions.map((one) => resourceModel(one, all)).sort((left, right) => (left.name < right.name ? -1 : 1));
  const referrers = new Map<string, { resource: ResourceModel; field: FieldModel }[]>();
  for (const resource of resources) {
    for (const field of resource.fields) {
      if (field.reference === undefined || !field.stored || !resource.hasTable) continue;
      // The other side of a link stands in nobody's way: it follows when the link goes.
      if (kindData(field.data).inverseOf !== undefined) continue;
      const existing = referrers.get(field.reference.resource) ?? [];
      existing.push({ resource, field });
      referrers.set(field.reference.resource, existing);
    }
  }
  return {
    areas: [...areas].sort((left, right) => left.sort - right.sort),
    resources,
    resource: new Map(resources.map((one) => [one.name, one])),
    referrers,
  };
}

/** Whether a field takes part for this record (its showWhen holds). */
export function applies(field: FieldModel, record: Readonly<Record<string, unknown>>, now?: string): boolean {
  return field.showWhen === undefined || meets(field.showWhen, record, now);
}

/** Whether a record must hold a value of a field, where that takes part in it. */
export function isNeeded(field: FieldModel, record: Readonly<Record<string, unknown>>, now?: string): boolean {
  return field.required !== undefined || (field.requiredWhen !== undefined && meets(field.requiredWhen.when, record, now));
}

/** The label of a field or of a column that every table has, in both languages; the name itself where there is neither. */
export function labelOf(resource: Pick<ResourceModel, "field"> | undefined, name: string): Text {
  return resource?.field.get(name)?.label ?? (isBaseColumn(name) ? baseLabels[name] : [name, name]);
}

/** A resource that code or a checked definition names; its absence is a fault of ours, and throws. */
export function resourceIn(model: Pick<Model, "resource">, name: string): ResourceModel {
  const resource = model.resource.get(name);
  if (resource === undefined) throw new Error(`there is no resource "${name}"`);
  return resource;
}
