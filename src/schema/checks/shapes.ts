// The shape of definitions as data: every member that resources, reads, actions and each kind of field may have. The type checker reports
// the same in the editor; this covers users who run the check without one, and runs before anything is built.
import { z } from "zod";
import { commonOptions, condition, formulas, isTrue, namedFields, rules, scalar, text, type Members } from "../../fields/option-shapes.ts";
import { fieldKinds } from "../kinds.ts";
import { chartShapes, maxMeasures } from "../list-charts.ts";
import type { Effect, TreeList, TreeLists } from "../resource.ts";
import { grantLevels } from "../role-grants.ts";
import type { ActionData, ApprovalData, DetailsData, NoOverlapData, ReadData, ResourceData, TransitionData } from "../resource-data.ts";

const names = z.array(z.string());

const schemas = new Map([...fieldKinds].map(([kind, { options }]) => [kind, z.strictObject({ ...commonOptions, ...options })]));

/** The shape of a field of a kind; undefined where there is no such kind. */
export function fieldShape(kind: string): z.ZodObject | undefined {
  return schemas.get(kind);
}

/** Names of the options a kind takes, for a remedy. */
export function optionNames(kind: string): readonly string[] {
  return [...Object.keys(fieldKinds.get(kind)?.options ?? {}), ...Object.keys(commonOptions)].filter(
    (name) => name !== "kind" && name !== "label",
  );
}

const read: Members<ReadData> = {
  path: z.string().startsWith("/").optional(),
  method: z.enum(["GET", "POST"]).optional(),
  shape: z.enum(["page", "rows", "by-ids", "tree", "level", "node-level", "forest", "custom"]).optional(),
  params: z
    .union([names, z.record(z.string(), z.union([z.string(), text, z.strictObject({ about: text, is: z.enum(["day", "whole", "ids"]) })]))])
    .optional(),
  needs: names.optional(),
  includeNull: names.optional(),
  fields: names.optional(),
  where: condition.optional(),
  open: z.enum(["signed-in", "anonymous"]).optional(),
  permission: z.string().min(1).optional(),
  exported: isTrue,
};

const treeList: Members<TreeList> = {
  tree: z.string().min(1),
  label: text,
  of: z.string(),
  sidebar: z.enum(["chosen", "below"]).optional(),
};
const trees: Members<TreeLists<string>> = { offered: z.string(), held: z.string(), lists: z.record(z.string(), z.strictObject(treeList)) };

const action: Members<ActionData> = {
  label: text,
  from: z.union([z.string(), names]).optional(),
  to: z.string().optional(),
  exclusive: z.string().optional(),
  when: condition.optional(),
  on: z.enum(["row", "selection", "toolbar", "screen"]).optional(),
  inRows: isTrue,
  confirm: text.optional(),
  method: z.enum(["POST", "PUT", "GET", "none"]).optional(),
  path: z.string().startsWith("/").optional(),
  idParam: z.string().optional(),
  idField: z.string().optional(),
  permission: z.string().min(1).optional(),
  open: z.enum(["signed-in", "anonymous"]).optional(),
  shows: names.min(1).optional(),
  ask: names.optional(),
  askRequired: isTrue,
  params: namedFields.optional(),
  trees: z.strictObject(trees).optional(),
  with: z.record(z.string(), z.union([scalar, z.strictObject({ field: z.string() })])).optional(),
  send: z.enum(["query", "form", "body", "multipart"]).optional(),
  set: z.record(z.string(), z.union([scalar, z.null()])).optional(),
  submits: z.union([z.string(), z.literal(true)]).optional(),
  grid: z
    .strictObject({
      columns: names.min(1),
      combine: z
        .strictObject({
          into: z.string(),
          axes: z.union([z.string(), z.strictObject({ resource: z.string(), by: z.string(), values: z.string() })]),
        })
        .optional(),
    })
    .optional(),
  needsDetails: isTrue,
  bySubmit: isTrue,
  opens: z.string().optional(),
  suggest: z.record(z.string(), z.strictObject({ field: z.string() })).optional(),
  dialog: z.string().optional(),
  download: isTrue,
  handler: isTrue,
  effect: z.union([z.string(), text]).optional(),
  warning: text.optional(),
};

const transition: Members<TransitionData> = {
  from: z.union([z.string(), names]).optional(),
  to: z.union([z.string(), z.strictObject({ field: z.string() })]),
  when: z.string().optional(),
  at: z.string().optional(),
};

const approval: Members<ApprovalData> = {
  category: z.string().min(1),
  pending: z.string(),
  of: z.string().optional(),
  from: z.union([z.string(), names.min(1)]).optional(),
  approved: z.string().optional(),
  rejected: z.string().optional(),
  withdrawn: z.string().optional(),
  when: condition.optional(),
  optional: isTrue,
  editable: z.union([names.min(1), z.record(z.string(), names.min(1))]).optional(),
  variables: names.min(1).optional(),
};

const effect: Members<Effect> = {
  effect: text,
  requiredFor: z.array(z.enum(["add", "edit", "remove"])).optional(),
};

const details: Members<DetailsData> = {
  resource: z.string(),
  by: z.string(),
  label: text.optional(),
  with: z.record(z.string(), z.union([scalar, z.strictObject({ field: z.string() })])).optional(),
  writableWhen: condition.optional(),
  addableWhen: condition.optional(),
  enteredWhen: z.union([condition, z.literal(false)]).optional(),
  shows: names.min(1).optional(),
  read: z.string().optional(),
};

const noOverlap: Members<NoOverlapData> = {
  per: names,
  from: z.string(),
  to: z.string(),
  where: condition.optional(),
  message: text.optional(),
};

const button = z.boolean().optional();

const resource: Members<ResourceData> = {
  name: z.string(),
  label: text,
  plural: z.string().min(1).optional(),
  path: z.string().startsWith("/"),
  title: z.string(),
  permission: z.string().min(1).optional(),
  singlePermission: z.strictObject({ name: z.string().regex(/^[a-z]+$/), label: text }).optional(),
  buttons: z.strictObject({ add: button, edit: button, view: button, delete: button }).optional(),
  screen: z
    .union([
      z.enum(["table", "readonly-table", "master-detail", "tree", "lazy-tree", "dashboard", "none"]),
      z.strictObject({ page: z.string() }),
      z.strictObject({ dialog: z.string() }),
    ])
    .optional(),
  record: z.enum(["page", "dialog"]).optional(),
  scope: z.enum(["tenant", "platform"]).optional(),
  calls: z.array(z.enum(["list", "page", "detail", "submit", "save", "update", "remove"])).optional(),
  derived: isTrue,
  rejectedCalls: z.array(z.enum(["submit", "remove"])).optional(),
  treeFilter: z.string().optional(),
  date: z.string().optional(),
  defaultColumns: names.min(1).optional(),
  mainColumns: names.min(1).optional(),
  defaultSort: z.strictObject({ field: z.string(), descending: z.literal(true).optional() }).optional(),
  sections: z.record(z.string(), text).optional(),
  listShape: z.enum(["page", "forest", "rows"]).optional(),
  listRead: z.string().optional(),
  listNeeds: names.min(1).optional(),
  listParams: z
    .record(z.string(), z.record(z.string(), z.strictObject({ label: text, field: z.string(), is: z.enum(["empty", "filled"]) })))
    .optional(),
  exportPath: z
    .string()
    .regex(/^\/[\w-]+$/, "must be one segment, such as /export-user")
    .optional(),
  dialogWidth: z.number().positive().optional(),
  maskClosable: z.literal(false).optional(),
  addChildLevel: z.int().positive().optional(),
  key: z.string().optional(),
  tree: z
    .strictObject({ parent: z.string(), root: z.string().optional(), level: z.string().optional(), ancestors: z.string().optional() })
    .optional(),
  unique: z.array(z.union([names.min(1), z.strictObject({ fields: names.min(1), where: condition })])).optional(),
  upsertBy: z.string().optional(),
  rules,
  noOverlap: z.record(z.string(), z.strictObject(noOverlap)).optional(),
  formulas,
  details: z.strictObject(details).optional(),
  related: z.array(z.strictObject({ resource: z.string(), by: z.string() })).optional(),
  gallery: names.optional(),
  shapes: z
    .strictObject({
      board: z.boolean().optional(),
      calendar: z.union([z.literal(false), z.string(), z.strictObject({ from: z.string(), to: z.string() })]).optional(),
      map: z.union([z.literal(false), z.string()]).optional(),
      gallery: z.literal(false).optional(),
    })
    .optional(),
  timeline: z
    .strictObject({
      step: z.string().optional(),
      state: z.string().optional(),
      at: z.string(),
      began: z.string().optional(),
      planned: z.string().optional(),
      overdue: z.string().optional(),
      by: z.string().optional(),
      note: z.string().optional(),
    })
    .optional(),
  totals: z
    .record(z.string(), z.strictObject({ label: text, sum: z.string(), where: condition.optional(), less: condition.optional() }))
    .optional(),
  charts: z
    .record(
      z.string(),
      z.strictObject({
        label: text,
        by: z.string(),
        as: z.enum(chartShapes),
        count: text.optional(),
        sum: names.min(1).max(maxMeasures).optional(),
      }),
    )
    .optional(),
  quickFind: z
    .strictObject({
      by: z.array(z.union([z.string(), z.strictObject({ resource: z.string(), by: z.string(), field: z.string() })])).min(1),
      shows: names.min(1).optional(),
    })
    .optional(),
  lockFirst: names.min(1).optional(),
  editableWhen: condition.optional(),
  removableWhen: condition.optional(),
  removableWhenReferenced: z.strictObject({ note: text }).optional(),
  removalNote: text.optional(),
  finalRemoval: isTrue,
  import: z.literal(false).optional(),
  reads: z.record(z.string(), z.strictObject(read)).optional(),
  actions: z.record(z.string(), z.strictObject(action)).optional(),
  events: z.record(z.string(), z.strictObject(transition)).optional(),
  approval: z.strictObject(approval).optional(),
  effects: z.record(z.string(), z.strictObject(effect)).optional(),
  numbering: z.strictObject({ field: z.string(), prefix: z.string() }).optional(),
  writeAccess: z.literal("administrator").optional(),
  ownRows: z.string().optional(),
  unbounded: isTrue,
  highVolume: isTrue,
  calculatedFrom: z.string().optional(),
  ofChannels: z.union([z.literal("none"), z.record(z.string(), names.min(1))]).optional(),
  eventsOf: z.strictObject({ at: z.string(), of: z.record(z.string(), names.min(1)) }).optional(),
  indexes: z.array(names.min(1)).optional(),
  containsIndexes: names.min(1).optional(),
  grants: z.record(z.string(), z.union([z.enum(grantLevels), names.min(1)]).optional()).optional(),
  seed: z.array(z.record(z.string(), z.unknown())).optional(),
  notes: z.string().optional(),
  fields: namedFields,
};

/** The shape of a definition, but for its fields: their shape depends on their kind. */
export const resourceShape = z.strictObject(resource);

/** The shape of an area. */
export const areaShape = z.strictObject({
  name: z.string(),
  label: text,
  icon: z.string().min(1),
  sort: z.number(),
  order: names.optional(),
  icons: z.record(z.string(), z.string()).optional(),
});
