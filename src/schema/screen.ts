// The screen of a resource as data: what the browser loads instead of definitions and zod.
import { withoutListMembers } from "./without-list-members.ts";
import { hasAttachments } from "./attachments.ts";
import { hasComments } from "./comments.ts";
import { hasHistory, isRevertible } from "./history.ts";
import { writesOf, type ImportMode } from "./import-modes.ts";
import { batchEditedFields } from "./batch-edit.ts";
import { sortableFields } from "./indexes.ts";
import { takesConditions } from "./stored-list.ts";
import { importModesOf } from "./imports.ts";
import { isRestorable } from "./recycle-bin.ts";
import { formJsonSchema, type JsonSchema } from "./json-schema.ts";
import { choicesOf, kindOf } from "./kinds.ts";
import { endpointsOf } from "./endpoints.ts";
import { listShapesOf, type ListShapes } from "./list-shapes.ts";
import { decimalsOf, type ChartShape } from "./list-charts.ts";
import { isMissing, missingEffectFor, type IsHandled, type WriteKind } from "./missing.ts";
import { kindData, type ActionModel, type FieldModel, type Model, type ReferenceModel, type ResourceModel } from "./model.ts";
import { keyOfRows } from "./permissions.ts";
import { hasRecordPage, isEnteredOnPage } from "./record-page.ts";
import { linesTotalsOf, type LinesTotal } from "./lines-totals.ts";
import { relatedLists, type RelatedList } from "./related-lists.ts";
import { nextActions, transitionOf, type NextActions } from "./next-actions.ts";
import { alternativesOf, type Condition, type Text } from "./text.ts";
import { formNames, type FormName, type LeadsTo, type RowsChart, type RowLink, type SearchMode } from "./field.ts";
import type { RequiredWhen } from "./kind-data.ts";
import type { FormulasData } from "./formulas.ts";
import type { RulesData } from "./rules.ts";
import type { WireType } from "./wire.ts";
import type { Dialect } from "./dialects/types.ts";
import type { ReadShape, SendMode, TreeList } from "./resource.ts";
import { readNamed } from "./tree-lists.ts";
import type { CombinedRows, TimelineData } from "./resource-data.ts";
import { undoingAction } from "./undoing-action.ts";

/** An option for people: value, names, colour. */
export interface ScreenOption {
  readonly value: string | number;
  readonly label: Text;
  readonly colour?: string;
}

/** Where the choices of a reference come from. */
export interface ScreenReference {
  readonly resource: string;
  /** Path below /api of the resource referred to. */
  readonly path: string;
  /** select: its select read; tree: nodes of its tree; lazy-tree: nodes level by level; list: its paged list. */
  readonly source: "select" | "tree" | "lazy-tree" | "list";
  /** Path of its paged list, where that is not `<path>/list`. */
  readonly listPath?: string;
  readonly value: string;
  readonly show: string;
  readonly several?: true;
  readonly within?: string;
  readonly withinParam?: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Filters of its list by which a row is found that no name leads to: its codes, typed or scanned. */
  readonly codes?: readonly string[];
  /** What its select offers, as filters of the list. */
  readonly offered?: Readonly<Record<string, string>>;
  /** The row referred to has a page of its own. */
  readonly record?: "page";
}

/** Where rows of figures lead. */
export interface ScreenRowLink extends RowLink {
  /** Those of its fields that hold times: a day is searched from its beginning to its end. */
  readonly times?: readonly string[];
}

/** Where the attributes of a record are read, by the field that decides about them; and values that are known of them, by others too. */
interface ScreenAsks {
  readonly by: string;
  readonly path: string;
  readonly initialValues?: { readonly by: readonly string[]; readonly path: string };
}

export interface ScreenField {
  readonly name: string;
  readonly kind: string;
  readonly label: Text;
  readonly wire: WireType;
  readonly admitsMinusOne?: true;
  readonly required?: Text;
  /** Required while this is met, with the message for a missing value. */
  readonly requiredWhen?: RequiredWhen;
  readonly help?: Text;
  readonly showWhen?: Condition;
  /** Changed only while the stored row meets this. */
  readonly changeableWhen?: Condition;
  /** Shown of a chosen row, above the rows that belong to it. */
  readonly inPane?: true;
  /** Its rows are those of `details`, which the page of a record shows as their own list. */
  readonly inDetails?: true;
  readonly default?: unknown;
  /** What a form in English begins with, where that is another word. */
  readonly englishDefault?: unknown;
  readonly list?: true;
  /** The forms that show it; absent: all of them. */
  readonly visibleIn?: readonly FormName[];
  /** Shown but not changed in the edit form. */
  readonly fixed?: true;
  readonly search?: SearchMode;
  /** Its name among the searched fields, where that is another (dialects/screens.ts). */
  readonly searchLabel?: Text;
  readonly sortable?: true;
  readonly unique?: true;
  readonly width?: number;
  readonly labelKey?: string;
  readonly options?: readonly ScreenOption[];
  /** The values of `options` that forms offer; all of them where absent. */
  readonly offered?: readonly (string | number)[];
  readonly multiple?: true;
  readonly dictionary?: string;
  readonly business?: true;
  readonly reference?: ScreenReference;
  readonly max?: number;
  readonly min?: number;
  /** Of days and moments: fixed, or from the present. */
  readonly earliest?: string;
  readonly latest?: string;
  /** Of rows: the rules between the fields of each. */
  readonly rules?: RulesData;
  /** Of rows: cells that follow from others, and keys that no two rows share. */
  readonly formulas?: FormulasData;
  readonly distinct?: readonly (readonly string[])[];
  /** Of rows: sums below them while they are entered. */
  readonly totals?: readonly LinesTotal[];
  readonly scale?: number;
  readonly unit?: Text;
  readonly accept?: string;
  readonly maxKb?: number;
  /** What is said about the types and the size of files, instead of a generated sentence. */
  readonly limits?: Text;
  readonly use?: string;
  /** How a text is rendered where it is not plain. */
  readonly view?: "changes" | "code";
  readonly screenOnly?: true;
  readonly administratorOnly?: true;
  readonly sensitive?: true;
  /** Its value is a link to this screen, searched by this field. */
  readonly leadsTo?: LeadsTo;
  readonly patternMessage?: Text;
  /** Small letters become capitals. */
  readonly capitals?: true;
  readonly isParent?: true;
  /** Of a picture of a person: the field with their name. */
  readonly fallbackInitial?: string;
  /** The field with what is shown in English. */
  readonly english?: string;
  /** Of the title of a row of any resource: the fields that hold the row's resource and id. */
  readonly resourceField?: string;
  readonly idField?: string;
  /** Of the progress of a job: the row is that job, and has fields for its state and error. */
  readonly isJob?: true;
  /** The field that must hold the same; this one only repeats it. */
  readonly confirms?: string;
  readonly fields?: readonly ScreenField[];
  /** Of rows of figures: how they are drawn, and where each of them leads. */
  readonly chart?: RowsChart;
  readonly rowLink?: ScreenRowLink;
  /** Of values of attributes: the field that decides which there are, and the path of the read that answers them. */
  readonly asks?: ScreenAsks;
}

/**
 * The sources of an action's trees and its assigned lists. `entries`: where the entries of the menu are listed with their types, for
 * back-ends whose trees do not contain them.
 */
export interface ScreenTrees {
  /** Paths of the reads below /api. */
  readonly offered: string;
  readonly held: string;
  readonly lists: readonly ({ readonly name: string; readonly entries?: string } & Pick<TreeList, "tree" | "label" | "sidebar">)[];
}

/** A grid of all rows below a record. */
export interface ScreenGrid {
  /** The field of a row that refers to the record. */
  readonly by: string;
  readonly columns: readonly string[];
  readonly combine?: { readonly into: string; readonly axes: string | ScreenAxes };
}

/** Rows that are combined: the path of the read that answers them, and the names of their members. */
interface ScreenAxes {
  readonly path: string;
  readonly by: string;
  readonly name: string;
  readonly values: string;
  readonly value: string;
}

export interface ScreenAction {
  readonly name: string;
  /** Its answer is a file, although it is no GET. */
  readonly download?: true;
  readonly label: Text;
  readonly on: ActionModel["on"];
  /** It is on a selection, and in each row as well. */
  readonly inRows?: true;
  readonly method: ActionModel["method"];
  readonly path: string;
  readonly permission: string;
  readonly idParam?: string;
  /** The field of the row that travels as `idParam`; its key by default. */
  readonly idField?: string;
  /** Every signed-in user may run it; it has no key. */
  readonly open?: "signed-in" | "anonymous";
  /** Allowed while the record meets these (states as wire values). */
  readonly when?: Condition;
  /** The row must have at least one row of `details`. */
  readonly needsDetails?: true;
  /** What it does to the state of a row: it moves it, or refuses or ends it. */
  readonly transition?: "moves" | "refuses";
  /** The action that takes it back, where it changes nothing but the state. */
  readonly undoneBy?: string;
  readonly confirm?: Text;
  /** Fields of the row that its dialog shows. */
  readonly shows?: readonly string[];
  readonly opens?: string;
  /** Values of the row that the opened form begins with. */
  readonly suggest?: Readonly<Record<string, { readonly field: string }>>;
  /** The hand-made dialog that it shows. */
  readonly dialog?: string;
  /** All rows below a record are edited together. */
  readonly grid?: ScreenGrid;
  /** Additional values, without asking for them: a constant, or the value of a field of the row. */
  readonly with?: Readonly<Record<string, string | number | { readonly field: string }>>;
  readonly send: SendMode;
  /** Lists of ids that it sends, chosen from trees. */
  readonly trees?: ScreenTrees;
  readonly dialogFields?: readonly ScreenField[];
  /** Those of `asked` that are fields of the row itself: they begin with its values. A parameter never does, whatever its name is. */
  readonly loadedFromRow?: readonly string[];
  readonly schema?: JsonSchema;
}

export interface ScreenRead {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly shape: ReadShape;
  readonly parameters: readonly string[];
  /** Constants that another back-end needs to answer the same rows (dialects/screens.ts). */
  readonly query?: Readonly<Record<string, string>>;
}

/** How a back-end of another dialect answers and is asked; never in generated files (dialects/screens.ts). */
export interface ScreenBackEnd extends Pick<Dialect, "equalBy" | "several" | "sortsWhole" | "named"> {
  /** The order that is asked for where nobody chose one: the back-end has none of its own. */
  readonly order: readonly { readonly field: string; readonly order: "asc" | "desc" }[];
  /** One row is removed per call. */
  readonly removesSingly?: boolean;
  /** What is sent for fields that are empty. */
  readonly whenEmpty?: Readonly<Record<string, string>>;
  /** What rows hold where a field is empty, besides what is sent for it. */
  readonly readsAsEmpty?: Readonly<Record<string, string>>;
}

/** A chart above a list: the groups are the values of a field, and each has so many numbers. */
export interface ScreenChart {
  readonly name: string;
  readonly label: Text;
  readonly by: string;
  readonly as: ChartShape;
  readonly measures: readonly { readonly label: Text; readonly scale?: number }[];
}

export interface Screen {
  readonly name: string;
  readonly area: string;
  /** The name of one row. */
  readonly label: Text;
  /** The English name of several, where it is another. */
  readonly plural?: string;
  readonly path: string;
  readonly kind: ResourceModel["screen"];
  readonly page?: string;
  readonly dialog?: string;
  /** A record is shown and edited on a page of its own instead of in a dialog. */
  readonly record?: "page";
  readonly title: string;
  /** New rows need a value that only the list of another row gives them. */
  readonly addedBelow?: true;
  /** The field that tells how a row stands, and the day or moment that people know it by. */
  readonly status?: string;
  readonly date?: string;
  /** What is usually done next with a row, by its state. */
  readonly next?: NextActions;
  /** The columns of the list in their order; absent: by the order of the fields. */
  readonly defaultColumns?: readonly string[];
  /** The columns that come right after title, state and date. */
  readonly mainColumns?: readonly string[];
  /** Headings inside its forms and its view, by the field that each begins with. */
  readonly sections?: Readonly<Record<string, Text>>;
  readonly key: string;
  readonly permission: string;
  /** The one key for all that is done with rows; absent: a key for each. */
  readonly singlePermission?: string;
  /** Buttons of the common calls that are never shown are absent. */
  readonly buttons: { readonly add: boolean; readonly edit: boolean; readonly view: boolean; readonly delete: boolean };
  readonly calls: readonly string[];
  readonly listRead?: string;
  /** What must be searched for before the list answers: of each group one field. */
  readonly listNeeds?: readonly (readonly string[])[];
  /** The field of the tree filter, and the resource of its nodes. */
  readonly treeFilter?: { readonly field: string; readonly label: Text };
  readonly listShape: "page" | "forest" | "rows";
  readonly dialogWidth: number;
  readonly maskClosable?: false;
  readonly scope: "tenant" | "platform";
  readonly writeAccess?: "administrator";
  readonly tree?: { readonly parent: string; readonly root: string; readonly level?: string; readonly addChildLevel?: number };
  /** There is one row for each row that this field refers to. */
  readonly upsertBy?: string;
  /** Rules between the fields of a row. */
  readonly rules?: RulesData;
  /** Values that follow from other fields. */
  readonly formulas?: FormulasData;
  readonly editableWhen?: Condition;
  readonly removableWhen?: Condition;
  /** What people are told before they remove a row. */
  readonly removalNote?: Text;
  readonly details?: ResourceModel["details"];
  /** The rows of `details` as a field of the form, where they are entered with the record. */
  readonly lines?: ScreenField;
  /** New records are entered on a page of their own: documents, which have lines. Others in a dialog over the list. */
  readonly entry?: "page";
  /** The rows of `details` come by themselves: nobody adds them. */
  readonly detailsCome?: boolean;
  /** Further rows that refer to a row, each a tab. */
  readonly related?: readonly RelatedList[];
  /** Its rows are steps in time. */
  readonly timeline?: TimelineData;
  /** Fields of which the first that holds a picture is shown large in cards. */
  readonly gallery?: readonly string[];
  /** What the rows of its list can be shown as besides. */
  readonly shapes?: ListShapes;
  /** Sums below the list, in their order: they come with its pages. */
  readonly totals?: readonly { readonly name: string; readonly label: Text; readonly sum: string }[];
  /** Charts above the list, of all rows that its filters find. */
  readonly charts?: readonly ScreenChart[];
  /** The fields shown of a row that was found in the command palette; absent where rows are not found there. */
  readonly quickFind?: { readonly shows: readonly string[] };
  /** Its records have attachments. */
  readonly attachments?: true;
  /** People comment on its records, and follow them. */
  readonly comments?: true;
  /** Its records have a history, from which people restore former values, or only read it. */
  readonly history?: "restorable" | "readable";
  /** Removed rows are in a recycle bin, from which people restore them. */
  readonly recycleBin?: true;
  /** Fields that several rows may get at once. */
  readonly batchFields?: readonly string[];
  /** Rows come from files, in these modes. */
  readonly imports?: readonly ImportMode[];
  readonly order: ResourceModel["order"];
  /** Its list takes conditions in groups. */
  readonly conditions?: true;
  /** It has many rows: they are sorted by one field at a time, which has an index. */
  readonly sortsByOne?: true;
  readonly reads: readonly ScreenRead[];
  readonly actions: readonly ScreenAction[];
  readonly fields: readonly ScreenField[];
  readonly backEnd?: ScreenBackEnd;
  readonly schema: { readonly create: JsonSchema; readonly edit: JsonSchema };
}

function optionsOf(field: FieldModel): readonly ScreenOption[] | undefined {
  return choicesOf(field)?.map(([value, zh, en, colour]) => ({
    value,
    label: [zh, en] as const,
    ...(colour === undefined ? {} : { colour }),
  }));
}

/**
 * A select can serve a reference when it returns the shown and stored fields, and accepts every parameter that narrows the choice
 * (docs/wire.md §5: an unknown parameter is an error).
 */
function servesSelect(target: ResourceModel, { show, valueField, withinParam, filter }: ReferenceModel): boolean {
  const select = target.reads.find((read) => read.name === "select" && read.shape === "rows");
  if (select === undefined) return false;
  const answered = new Set<string>(["id", ...(select.fields ?? [target.title])]);
  const narrowing = [...(withinParam === undefined ? [] : [withinParam]), ...Object.keys(filter)];
  return answered.has(show) && answered.has(valueField) && narrowing.every((name) => name in select.parameters);
}

function sourceOf(target: ResourceModel, field: FieldModel): ScreenReference["source"] {
  const has = (name: string) => target.reads.some((read) => read.name === name);
  const { fixed } = kindOf(field.data).reference ?? {};
  if (fixed !== undefined) return fixed.source;
  if (field.reference?.isTree) return has("tree") ? "tree" : has("lazy-tree") ? "lazy-tree" : "list";
  return field.reference !== undefined && servesSelect(target, field.reference) ? "select" : "list";
}

/** Filters of the list of a resource by its codes: a part of what people search for by a part, the others as a whole. */
function codesOf(target: ResourceModel, show: string): readonly string[] {
  return target.fields.flatMap(({ name, data, search, sensitive }) => {
    if (kindOf(data).isScanned !== true || name === show || search === undefined || sensitive || data.administratorOnly === true) return [];
    return [search === "like" ? name : `${name}_equal`];
  });
}

/** Constants that the rows of a select have in common. */
function offeredBy(target: ResourceModel): Readonly<Record<string, string>> {
  const { where = {} } = target.data.reads?.["select"] ?? {};
  return Object.fromEntries(
    Object.entries(where).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}

function screenReference(field: FieldModel, model: Model): ScreenReference | undefined {
  const { reference } = field;
  const target = reference === undefined ? undefined : model.resource.get(reference.resource);
  if (reference === undefined || target === undefined) return undefined;
  const source = sourceOf(target, field);
  const isList = (source === "select" || source === "list") && target.calls.has("list") && reference.valueField === "id";
  const codes = isList ? codesOf(target, reference.show) : [];
  const offered = source === "select" && codes.length > 0 ? offeredBy(target) : {};
  return {
    resource: reference.resource,
    path: target.path,
    source,
    ...(!target.calls.has("list") && target.calls.has("page") ? { listPath: `${target.path}/page` } : {}),
    value: reference.valueField,
    show: reference.show,
    ...(reference.several ? { several: true as const } : {}),
    ...(reference.within === undefined ? {} : { within: reference.within }),
    ...(reference.withinParam === undefined ? {} : { withinParam: reference.withinParam }),
    ...(Object.keys(reference.filter).length === 0 ? {} : { filter: reference.filter }),
    ...(codes.length === 0 ? {} : { codes }),
    ...(Object.keys(offered).length === 0 ? {} : { offered }),
    ...(hasRecordPage(target) ? { record: "page" as const } : {}),
  };
}

/** Options of any kind that the screen needs, copied where present; kind-specific ones are listed by the kind. */
const taken = ["help", "showWhen", "changeableWhen", "width", "multiple"] as const;
const takenLast = ["screenOnly", "administratorOnly", "sensitive", "leadsTo"] as const;

function without<T extends object>(value: T): T {
  // Members that are undefined are left out, so that generated files hold only facts.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/**
 * Whether a form has a field: those that it edits, read-only ones where the definition names the edit form itself, and those that follow from
 * what is entered.
 */
function isShownIn({ inForm, readonly, data }: FieldModel, form: FormName, follows: boolean): boolean {
  if (follows && (data.visibleIn ?? formNames).includes(form)) return true;
  return inForm[form] || (form === "edit" && readonly && data.visibleIn?.includes("edit") === true);
}

function asksOf(field: FieldModel, model: Model): ScreenAsks | undefined {
  const { of: by, read, initialValues } = kindData(field.data);
  const path = read === undefined ? undefined : readNamed(read, model).read?.path;
  if (by === undefined || path === undefined) return undefined;
  const valuesPath = initialValues === undefined ? undefined : readNamed(initialValues.read, model).read?.path;
  return {
    by,
    path,
    ...(initialValues === undefined || valuesPath === undefined ? {} : { initialValues: { by: initialValues.by, path: valuesPath } }),
  };
}

function rowLinkOf(field: FieldModel, model: Model): ScreenRowLink | undefined {
  const { rowLink } = kindData(field.data);
  if (rowLink === undefined) return undefined;
  const target = model.resource.get(rowLink.screen);
  const times = [...Object.keys(rowLink.by), ...Object.keys(rowLink.keeps ?? {})].filter(
    (name) => target?.field.get(name)?.traits.temporal === "moment",
  );
  return { ...rowLink, ...(times.length === 0 ? {} : { times }) };
}

function screenField(field: FieldModel, model: Model, follows = false): ScreenField {
  const { min, max } = kindData(field.data);
  const data: Readonly<Record<string, unknown>> = { ...field.data };
  return without<ScreenField>({
    name: field.name,
    kind: field.kind,
    label: field.label,
    wire: field.wire,
    admitsMinusOne: field.admitsMinusOne ? true : undefined,
    required: field.required,
    requiredWhen: field.requiredWhen,
    default: field.default,
    englishDefault: field.englishDefault,
    list: field.inList ? true : undefined,
    visibleIn: formNames.every((name) => isShownIn(field, name, follows))
      ? undefined
      : formNames.filter((name) => isShownIn(field, name, follows)),
    fixed: field.createOnly ? true : undefined,
    search: field.search,
    sortable: field.sortable ? true : undefined,
    unique: field.unique === undefined ? undefined : true,
    labelKey: field.labelKey,
    options: optionsOf(field),
    reference: screenReference(field, model),
    fields: field.fields.length === 0 ? undefined : field.fields.map((inner) => screenField(inner, model)),
    asks: asksOf(field, model),
    chart: kindData(field.data).chart,
    rowLink: rowLinkOf(field, model),
    earliest: typeof min === "string" ? min : undefined,
    latest: typeof max === "string" ? max : undefined,
    ...Object.fromEntries([...taken, ...kindOf(field.data).screenOptions, ...takenLast].map((name) => [name, data[name]])),
  });
}

/** Those that have a screen, which shows them. */
/** Whether a call adds rows of a resource. */
function areAdded(name: string, model: Model): boolean {
  const calls = model.resource.get(name)?.calls;
  return calls?.has("submit") === true || calls?.has("save") === true;
}

function screenTrees({ trees }: ActionModel, model: Model): ScreenTrees | undefined {
  if (trees === undefined) return undefined;
  const pathOf = (name: string) => readNamed(name, model).read?.path ?? "";
  const lists = Object.entries(trees.lists).map(([name, { of, ...list }]) => {
    const target = list.sidebar === undefined ? undefined : model.resource.get(of);
    return { name, ...list, ...(target?.calls.has("list") ? { entries: `${target.path}/list` } : {}) };
  });
  return { offered: pathOf(trees.offered), held: pathOf(trees.held), lists };
}

function screenGrid({ grid, submits }: ActionModel, resource: ResourceModel, model: Model): ScreenGrid | undefined {
  if (grid === undefined) return undefined;
  const by =
    typeof submits === "string" ? submits : model.resources.find(({ details }) => details?.resource === resource.name)?.details?.by;
  if (by === undefined) return undefined;
  const { columns, combine } = grid;
  if (combine === undefined) return { by, columns };
  const { into, axes } = combine;
  return { by, columns, combine: { into, axes: typeof axes === "string" ? axes : screenAxes(axes, model) } };
}

function screenAxes({ resource, by, values }: CombinedRows, model: Model): ScreenAxes {
  const rows = model.resource.get(resource);
  const path = rows?.reads.find(({ name }) => name === "select")?.path ?? "";
  return { path, by, name: rows?.title ?? "", values, value: rows?.field.get(values)?.fields[0]?.name ?? "" };
}

/** Whether its dialog may be about one row, whose own fields it asks for. */
const isAboutRows = ({ on }: ActionModel): boolean => on === "row" || on === "selection";

function screenAction(action: ActionModel, resource: ResourceModel, model: Model): ScreenAction {
  const states =
    action.fromValues === undefined || resource.stateField === undefined ? {} : { [resource.stateField.name]: action.fromValues };
  const alternatives = alternativesOf(action.when ?? {}).map((all) => ({ ...all, ...states }));
  const [when = {}] = alternatives;
  return without<ScreenAction>({
    name: action.name,
    label: action.label,
    on: action.on,
    inRows: action.inRows,
    method: action.method,
    path: action.path,
    permission: action.permission,
    idParam: action.idParam,
    idField: action.idField,
    open: action.open,
    when: alternatives.length > 1 ? alternatives : Object.keys(when).length === 0 ? undefined : when,
    needsDetails: action.needsDetails,
    transition: transitionOf(resource, action),
    undoneBy: undoingAction(resource, action)?.name,
    confirm: action.confirm,
    shows: action.shows,
    opens: action.opens,
    suggest: action.suggest,
    dialog: action.dialog,
    grid: screenGrid(action, resource, model),
    with: action.with,
    send: action.trees === undefined ? action.send : "body",
    download: action.download,
    trees: screenTrees(action, model),
    dialogFields:
      action.dialogFields.length === 0 ? undefined : action.dialogFields.map((field) => withoutListMembers(screenField(field, model))),
    loadedFromRow: isAboutRows(action) ? action.ask : undefined,
    schema: action.dialogFields.length === 0 ? undefined : formJsonSchema(action.dialogFields),
  });
}

/** Whether a new row needs this value, and no form asks for it. */
function isGivenByParent({ required, readonly, inForm, stored, ...field }: FieldModel): boolean {
  return required !== undefined && stored && !readonly && !inForm.create && field.default === undefined;
}

function treeFilterOf(resource: ResourceModel, model: Model): Screen["treeFilter"] {
  const name = resource.data.treeFilter;
  const target = model.resource.get(resource.field.get(name ?? "")?.reference?.resource ?? "");
  return name === undefined || target === undefined ? undefined : { field: name, label: target.listLabel };
}

/** The filters that the list's call needs: one of those that the definition names, or the parameters that its read cannot do without. */
function listNeedsOf({ data, fields }: ResourceModel): Screen["listNeeds"] {
  if (data.listNeeds !== undefined) return [data.listNeeds];
  const parameters = data.listRead === undefined ? undefined : data.reads?.[data.listRead]?.params;
  const names = parameters === undefined ? [] : Array.isArray(parameters) ? parameters : Object.keys(parameters);
  const needed = fields.filter(
    (field) => data.derived === true && field.required !== undefined && field.search !== undefined && names.includes(field.name),
  );
  return needed.length === 0 ? undefined : needed.map((field) => [field.name]);
}

const rowsCounted: Text = ["数量", "Count"];

/** The charts above the list, where the server has their rows. */
function chartsOf(resource: ResourceModel, handled: IsHandled): readonly ScreenChart[] | undefined {
  const isServed = endpointsOf(resource).some((endpoint) => endpoint.kind === "charts" && !isMissing(endpoint, resource, handled));
  // The provinces of a map come by the same call, and are no chart above the list.
  if (!isServed || resource.data.charts === undefined) return undefined;
  return Object.entries(resource.data.charts).map(([name, { label, by, as, count = rowsCounted, sum }]): ScreenChart => ({
    name,
    label,
    by,
    as,
    measures:
      sum === undefined
        ? [{ label: count }]
        : sum.flatMap((one) => {
            const field = resource.field.get(one);
            const scale = field === undefined ? 0 : decimalsOf(field);
            return field === undefined ? [] : [{ label: field.label, ...(scale === 0 ? {} : { scale }) }];
          }),
  }));
}

/** The modes in which rows come from files, as far as their calls are there. */
function importsOf(resource: ResourceModel, buttons: { readonly add: boolean; readonly edit: boolean }): readonly ImportMode[] | undefined {
  const modes = importModesOf(resource).filter((mode) => writesOf(mode).every((write) => buttons[write]));
  return modes.length === 0 ? undefined : modes;
}

/**
 * The screen of a resource. `handled`: whether the server implements an action; buttons of others are not shown. An action that a hand-made
 * page calls has no button: it stays, and the page shows the server's answer.
 */
export function screenOf(resource: ResourceModel, model: Model, handled: IsHandled): Screen {
  const { data } = resource;
  const readonlyScreen = resource.screen === "readonly-table" || resource.screen === "dashboard";
  const isAvailable = (kind: WriteKind) => missingEffectFor(resource, kind, handled) === undefined;
  const writesBy = (call: "save" | "update") => !readonlyScreen && (resource.calls.has("submit") || resource.calls.has(call));
  const buttons = {
    add: (data.buttons?.add ?? true) && writesBy("save") && isAvailable("add"),
    edit: (data.buttons?.edit ?? true) && writesBy("update") && isAvailable("edit"),
    view: (data.buttons?.view ?? true) && resource.calls.has("detail"),
    delete: (data.buttons?.delete ?? true) && resource.calls.has("remove") && !readonlyScreen && isAvailable("remove"),
  };
  const lines = resource.lines === undefined ? [] : [resource.lines];
  const batchFields = batchEditedFields(resource).map(({ name }) => name);
  return without<Screen>({
    name: resource.name,
    area: resource.area,
    label: resource.label,
    plural: resource.listLabel[1] === resource.label[1] ? undefined : resource.listLabel[1],
    path: resource.path,
    kind: resource.screen,
    page: resource.page,
    dialog: resource.dialog,
    record: buttons.view && hasRecordPage(resource) ? "page" : undefined,
    title: resource.title,
    addedBelow: resource.fields.some(isGivenByParent) ? true : undefined,
    status: resource.status?.name,
    date: resource.date?.name,
    next: nextActions(resource),
    defaultColumns: data.defaultColumns,
    mainColumns: data.mainColumns,
    sections: data.sections,
    key: resource.key,
    permission: resource.permission,
    singlePermission: data.singlePermission === undefined ? undefined : keyOfRows(resource, "edit"),
    buttons,
    calls: [...resource.calls],
    listRead: data.listRead,
    listNeeds: listNeedsOf(resource),
    treeFilter: treeFilterOf(resource, model),
    listShape: data.listShape ?? "page",
    dialogWidth: data.dialogWidth ?? 600,
    maskClosable: data.maskClosable,
    scope: resource.scope,
    writeAccess: data.writeAccess,
    tree:
      resource.tree === undefined
        ? undefined
        : without({
            parent: resource.tree.parent,
            root: resource.tree.root,
            level: resource.tree.level,
            addChildLevel: data.addChildLevel,
          }),
    upsertBy: data.upsertBy,
    rules: data.rules,
    formulas: data.formulas,
    editableWhen: data.editableWhen,
    removableWhen: data.removableWhen,
    removalNote: data.removalNote ?? data.removableWhenReferenced?.note,
    details: resource.details,
    entry: buttons.add && buttons.view && isEnteredOnPage(resource) ? "page" : undefined,
    lines:
      resource.lines === undefined
        ? undefined
        : without<ScreenField>({ ...withoutListMembers(screenField(resource.lines, model)), totals: linesTotalsOf(resource, model) }),
    detailsCome: resource.details !== undefined && !areAdded(resource.details.resource, model) ? true : undefined,
    related: relatedLists(resource, model),
    timeline: data.timeline,
    gallery: data.gallery,
    shapes: listShapesOf(resource),
    totals: data.totals === undefined ? undefined : Object.entries(data.totals).map(([name, { label, sum }]) => ({ name, label, sum })),
    charts: chartsOf(resource, handled),
    quickFind: data.quickFind === undefined ? undefined : { shows: data.quickFind.shows ?? [] },
    attachments: buttons.view && hasAttachments(resource) ? true : undefined,
    comments: buttons.view && hasComments(resource) ? true : undefined,
    history: buttons.view && hasHistory(resource) ? (isRevertible(resource) ? "restorable" : "readable") : undefined,
    recycleBin: buttons.delete && isRestorable(resource) ? true : undefined,
    imports: importsOf(resource, buttons),
    batchFields: buttons.edit && batchFields.length > 0 ? batchFields : undefined,
    order: resource.order,
    conditions: takesConditions(resource) ? true : undefined,
    sortsByOne: sortableFields(resource) === undefined ? undefined : true,
    reads: resource.reads.map((read) => ({
      name: read.name,
      path: read.path,
      method: read.method,
      shape: read.shape,
      parameters: Object.keys(read.parameters),
    })),
    actions: resource.actions
      .filter((action) => !action.needsHandler || action.on === "screen" || handled(resource.name, action.name))
      .map((action) => screenAction(action, resource, model)),
    fields: resource.fields.map((field) => ({
      ...screenField(field, model, data.formulas?.[field.name] !== undefined),
      ...(data.details?.shows?.includes(field.name) === true ? { inPane: true as const } : {}),
      ...(data.details !== undefined && kindData(field.data).rowsOf?.resource === data.details.resource
        ? { inDetails: true as const }
        : {}),
    })),
    schema: {
      create: formJsonSchema([...resource.fields.filter((field) => field.inForm.create), ...lines]),
      edit: formJsonSchema([...resource.fields.filter((field) => field.inForm.edit && !field.createOnly), ...lines]),
    },
  });
}
