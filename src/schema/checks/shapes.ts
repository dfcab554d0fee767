// The shape of definitions as data: every member that resources, reads, actions and each kind of field may have. The type
// checker says the same at the keyboard; this says it to whoever runs the check without one, and before anything is built.
import { z } from "zod";
import type { BoolData } from "../../fields/bool/definition.ts";
import type { ChoiceData } from "../../fields/choice/definition.ts";
import type { DictData } from "../../fields/dict/definition.ts";
import type { LinesData } from "../../fields/lines/definition.ts";
import type { NumberOptions } from "../../fields/numeric.ts";
import type { PasswordOptions } from "../../fields/password/definition.ts";
import type { ReferenceData } from "../../fields/reference.ts";
import type { StateData } from "../../fields/state/definition.ts";
import type { TextareaOptions } from "../../fields/textarea/definition.ts";
import type { TextOptions } from "../../fields/textual.ts";
import type { UploadOptions } from "../../fields/upload.ts";
import type { FieldData } from "../field.ts";
import type { TreeList, TreeLists } from "../resource.ts";
import type { ActionData, DetailsData, ReadData, ResourceData, TransitionData } from "../resource-data.ts";

/** A schema for every member of T, so that a member added to a type is added here as well. */
type Members<T> = { readonly [K in keyof Required<T>]: z.ZodType };

const text = z.tuple([z.string(), z.string()]);
const scalar = z.union([z.string(), z.number()]);
const scalars = z.union([scalar, z.array(scalar)]);
const condition = z.record(z.string(), z.union([scalars, z.strictObject({ not: scalars })]));
const isTrue = z.literal(true).optional();
const names = z.array(z.string());
const option = z.union([z.tuple([scalar, z.string(), z.string()]), z.tuple([scalar, z.string(), z.string(), z.string()])]);
const fields = z.record(z.string(), z.unknown());

const searchMode = z.enum(["like", "equal", "in", "range"]).optional();
const uniqueness = z.enum(["tenant", "global"]).optional();

/** Members that a field of any kind may have. */
const common: Members<Omit<FieldData, "search" | "unique" | "default" | "multiple">> = {
  kind: z.string(),
  label: text,
  required: z.union([z.literal(true), text]).optional(),
  readonly: isTrue,
  createOnly: isTrue,
  showWhen: condition.optional(),
  help: text.optional(),
  list: z.boolean().optional(),
  form: z.union([z.boolean(), z.literal("view")]).optional(),
  sortable: isTrue,
  sensitive: isTrue,
  width: z.number().positive().optional(),
  screenOnly: isTrue,
  computed: isTrue,
  administratorOnly: isTrue,
};

const textOptions: Members<TextOptions> = {
  max: z.int().positive().optional(),
  min: z.int().positive().optional(),
  pattern: z.string().optional(),
  patternMessage: text.optional(),
  default: z.string().optional(),
  search: searchMode,
  unique: uniqueness,
};
const textareaOptions: Members<TextareaOptions> = { ...textOptions, view: z.literal("changes").optional() };
const numberOptions: Members<NumberOptions> = { max: z.number().optional(), min: z.number().optional(), default: z.number().optional(), search: searchMode, unique: uniqueness, unit: text.optional() };
const scale = z.int().min(0).max(12).optional();
const timeOptions = { search: searchMode, default: z.literal("now").optional() };
const uploadOptions: Members<UploadOptions> = { accept: z.string().optional(), maxKb: z.number().positive().optional() };
const passwordOptions: Members<PasswordOptions> = { max: textOptions.max, min: textOptions.min, use: z.enum(["sign-in", "secret"]).optional(), sameAs: z.string().optional() };
const reference: Members<Omit<ReferenceData, keyof typeof common | "multiple">> = {
  to: z.string(),
  within: z.string().optional(),
  show: z.string().optional(),
  valueField: z.string().optional(),
  filter: z.record(z.string(), z.union([scalars, z.strictObject({ field: z.string() })])).optional(),
  search: searchMode,
  unique: uniqueness,
  default: z.string().optional(),
};
const bool: Members<Omit<BoolData, keyof typeof common | "unique" | "multiple">> = { yes: text.optional(), no: text.optional(), default: z.literal([0, 1]).optional(), search: searchMode };
const choice: Members<Omit<ChoiceData, keyof typeof common>> = { options: z.array(option).min(1), default: scalar.optional(), search: searchMode, multiple: isTrue, unique: uniqueness };
const dict: Members<Omit<DictData, keyof typeof common>> = { dictionary: z.string().min(1), business: isTrue, default: z.string().optional(), search: searchMode, multiple: isTrue, unique: uniqueness };
const state: Members<Pick<StateData, "states" | "initial" | "search">> = {
  states: z.record(z.string(), z.union([z.tuple([z.number(), z.string(), z.string()]), z.tuple([z.number(), z.string(), z.string(), z.string()])])),
  initial: z.string().optional(),
  search: searchMode,
};
const lines: Members<Omit<LinesData, keyof typeof common | "search" | "unique" | "default" | "multiple">> = { fields, min: z.int().min(0).optional(), max: z.int().positive().optional() };

const { pattern: _pattern, patternMessage: _patternMessage, ...withoutPattern } = textOptions;
const { search: _search, unique: _unique, ...formatted } = withoutPattern;

/** What each kind takes besides what all take. */
const kinds: Readonly<Record<string, z.core.$ZodShape>> = {
  text: textOptions,
  textarea: textareaOptions,
  code: textOptions,
  richtext: formatted,
  phone: { ...textOptions, mobile: isTrue },
  email: withoutPattern,
  url: withoutPattern,
  password: passwordOptions,
  icon: { max: textOptions.max, default: textOptions.default },
  color: { default: textOptions.default },
  region: { search: searchMode, default: z.string().optional() },
  json: {},
  integer: numberOptions,
  decimal: { ...numberOptions, scale },
  money: { ...numberOptions, scale },
  date: timeOptions,
  datetime: timeOptions,
  time: timeOptions,
  bool,
  choice,
  state,
  dict,
  ref: reference,
  refs: reference,
  "tree-ref": reference,
  image: uploadOptions,
  images: uploadOptions,
  file: { ...uploadOptions, multiple: isTrue },
  lines,
};

const schemas = new Map(Object.entries(kinds).map(([kind, shape]) => [kind, z.strictObject({ ...common, ...shape })]));

/** The shape of a field of a kind; undefined where there is no such kind. */
export function fieldShape(kind: string): z.ZodObject | undefined {
  return schemas.get(kind);
}

/** Names of the options a kind takes, for a remedy. */
export function optionNames(kind: string): readonly string[] {
  return [...Object.keys(kinds[kind] ?? {}), ...Object.keys(common)].filter((name) => name !== "kind" && name !== "label");
}

const read: Members<ReadData> = {
  path: z.string().startsWith("/").optional(),
  method: z.enum(["GET", "POST"]).optional(),
  shape: z.enum(["page", "rows", "by-ids", "tree", "level", "node-level", "forest", "custom"]).optional(),
  params: z.union([names, z.record(z.string(), z.string())]).optional(),
  includeNull: names.optional(),
  fields: names.optional(),
  where: condition.optional(),
  open: z.enum(["signed-in", "anonymous"]).optional(),
};

const treeList: Members<TreeList> = { tree: z.string().min(1), label: text, of: z.string(), sidebar: z.enum(["chosen", "below"]).optional() };
const trees: Members<TreeLists<string>> = { offered: z.string(), held: z.string(), lists: z.record(z.string(), z.strictObject(treeList)) };

const action: Members<ActionData> = {
  label: text,
  from: z.union([z.string(), names]).optional(),
  to: z.string().optional(),
  exclusive: z.string().optional(),
  when: condition.optional(),
  on: z.enum(["row", "selection", "toolbar", "screen"]).optional(),
  confirm: text.optional(),
  method: z.enum(["POST", "PUT", "GET", "none"]).optional(),
  path: z.string().startsWith("/").optional(),
  idParam: z.string().optional(),
  idField: z.string().optional(),
  permission: z.string().min(1).optional(),
  open: z.enum(["signed-in", "anonymous"]).optional(),
  ask: names.optional(),
  askRequired: isTrue,
  params: fields.optional(),
  trees: z.strictObject(trees).optional(),
  with: z.record(z.string(), z.union([scalar, z.strictObject({ field: z.string() })])).optional(),
  send: z.enum(["query", "body", "multipart"]).optional(),
  set: z.record(z.string(), z.union([scalar, z.null()])).optional(),
  submits: z.string().optional(),
  needsDetails: isTrue,
  opens: z.string().optional(),
  dialog: z.string().optional(),
  handler: isTrue,
  effect: z.union([z.string(), text]).optional(),
};

const transition: Members<TransitionData> = {
  from: z.union([z.string(), names]).optional(),
  to: z.union([z.string(), z.strictObject({ field: z.string() })]),
  when: z.string().optional(),
};

const details: Members<DetailsData> = {
  resource: z.string(),
  by: z.string(),
  label: text.optional(),
  with: z.record(z.string(), z.union([scalar, z.strictObject({ field: z.string() })])).optional(),
  writableWhen: condition.optional(),
  read: z.string().optional(),
};

const button = z.boolean().optional();

const resource: Members<ResourceData> = {
  name: z.string(),
  label: text,
  path: z.string().startsWith("/"),
  title: z.string(),
  permission: z.string().min(1).optional(),
  buttons: z.strictObject({ add: button, edit: button, view: button, delete: button }).optional(),
  screen: z.union([z.enum(["table", "readonly-table", "master-detail", "tree", "lazy-tree", "dashboard", "none"]), z.strictObject({ page: z.string() }), z.strictObject({ dialog: z.string() })]).optional(),
  scope: z.enum(["tenant", "platform"]).optional(),
  calls: z.array(z.enum(["list", "page", "detail", "submit", "save", "update", "remove"])).optional(),
  derived: isTrue,
  rejectedCalls: z.array(z.enum(["submit", "remove"])).optional(),
  treeFilter: z.string().optional(),
  listShape: z.enum(["page", "forest", "rows"]).optional(),
  listRead: z.string().optional(),
  dialogWidth: z.number().positive().optional(),
  maskClosable: isTrue,
  addChildLevel: z.int().positive().optional(),
  key: z.string().optional(),
  tree: z.strictObject({ parent: z.string(), root: z.string().optional(), level: z.string().optional(), ancestors: z.string().optional() }).optional(),
  unique: z.array(names.min(1)).optional(),
  details: z.strictObject(details).optional(),
  editableWhen: condition.optional(),
  reads: z.record(z.string(), z.strictObject(read)).optional(),
  actions: z.record(z.string(), z.strictObject(action)).optional(),
  events: z.record(z.string(), z.strictObject(transition)).optional(),
  numbering: z.strictObject({ field: z.string(), prefix: z.string() }).optional(),
  writeAccess: z.literal("administrator").optional(),
  ownRows: z.string().optional(),
  unbounded: isTrue,
  highVolume: isTrue,
  indexes: z.array(names.min(1)).optional(),
  seed: z.array(z.record(z.string(), z.unknown())).optional(),
  notes: z.string().optional(),
  fields,
};

/** The shape of a definition, but for its fields: their shape depends on their kind. */
export const resourceShape = z.strictObject(resource);

/** Every word a definition may contain: members of resources, reads, actions, details and events, kinds of field and their options. */
export function wordsOfTheLanguage(): readonly string[] {
  const members = [resource, read, action, trees, treeList, details, transition].flatMap((shape) => Object.keys(shape));
  const options = Object.keys(kinds).flatMap(optionNames);
  return [...new Set([...members, ...Object.keys(kinds), ...options])].sort();
}

/** The shape of an area. */
export const areaShape = z.strictObject({
  name: z.string(),
  label: text,
  icon: z.string().min(1),
  sort: z.number(),
  order: names.optional(),
  icons: z.record(z.string(), z.string()).optional(),
});
