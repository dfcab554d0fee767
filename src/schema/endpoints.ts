// The calls of a resource as data: address, parameters, access and answer. The API description and the data dictionary are generated from
// this.
import { conditionsParameter } from "./list-conditions.ts";
import { takesConditions } from "./stored-list.ts";
import type { DescribedParameter } from "./call-model.ts";
import { kindOf } from "./kinds.ts";
import type { ActionModel, FieldModel, ReadModel, ResourceModel } from "./model.ts";
import { chartedListOf } from "./list-charts.ts";
import { importModesOf, isImportUndoable } from "./imports.ts";
import { batchEditedFields } from "./batch-edit.ts";
import { hasHistory, isRevertible } from "./history.ts";
import { binTitle, isRestorable } from "./recycle-bin.ts";
import { exportsOf, type ExportedList } from "./exports.ts";
import { commonPermissions, exportKey, type PermissionKind } from "./permissions.ts";
import type { Call, ReadShape } from "./resource.ts";
import type { Text } from "./text.ts";
import { mustBeSent } from "./validation.ts";

/** The meaning of a parameter: a filter by its field (first row), paging, keys of rows, or a value of a dialog. */
type ParameterMeaning =
  | "contains"
  | "is"
  | "oneOf"
  | "after"
  | "before"
  | "atLeast"
  | "atMost"
  | "page"
  | "size"
  | "ascending"
  | "descending"
  | "orders"
  | "conditions"
  | "key"
  | "ids"
  | "keyToRemove"
  | "row"
  | "rows"
  | "inPath"
  | "asked"
  | "confirmed"
  | "format"
  | "columns"
  | "chosen"
  | "handled"
  | "olderThan"
  | "earlierMoment"
  | "laterMoment"
  | "contained"
  | "inTitle"
  | "inShown"
  | "removedRows"
  | "moment"
  | "sideOfMoment"
  | "fields"
  | "ofImport"
  | "ignored";

export interface Parameter {
  readonly name: string;
  readonly meaning: ParameterMeaning;
  /** The field it filters by, or whose value it carries. */
  readonly field?: FieldModel;
  /** Without it the call is refused. */
  readonly required?: boolean;
  /** What the code of a read takes it for. */
  readonly described?: DescribedParameter;
  /** What it is where nothing is sent. */
  readonly preset?: string;
  /** The only values that it has, each with what it says. */
  readonly values?: readonly (readonly [value: string, label: Text])[];
}

/** The answer of a call: a read's shape, one row, the id that was written, a file, a file or the job that makes it, or only success. */
export type AnswerShape =
  | ReadShape
  | "one"
  | "saved"
  | "file"
  | "template"
  | "export"
  | "charts"
  | "history"
  | "reverted"
  | "savedLines"
  | "imported"
  | "importUndone"
  | "batchUpdated"
  | "removed"
  | "done"
  | "refused"
  | "refusedState";

export interface Endpoint {
  readonly name: string;
  readonly kind: "common" | "refused" | "read" | "action" | "export" | "charts";
  readonly method: "GET" | "POST" | "PUT";
  /** Below /api, with {…} where a segment is a parameter. */
  readonly path: string;
  /** The key that its caller needs; undefined where none is needed. */
  readonly permission: string | undefined;
  /** Who may call it without a key. */
  readonly open: "signed-in" | "anonymous" | undefined;
  readonly parameters: readonly Parameter[];
  /**
   * The body: a row of the resource, alone or with its lines, several rows, a file of rows, a change of many rows, ids, the lists that its
   * action's `trees` name, or these fields.
   */
  readonly body: "row" | "rowWithLines" | "rows" | "table" | "batch" | "ids" | "lists" | readonly FieldModel[] | undefined;
  readonly answer: AnswerShape;
  readonly read?: ReadModel;
  readonly action?: ActionModel;
}

/**
 * Whether a call may have an idempotency key (docs/wire.md §1.1): writes of signed-in callers. Files are received before a call begins, and
 * an answer that is a file is not stored.
 */
export const takesIdempotencyKey = ({ kind, method, open, action, answer }: Endpoint): boolean =>
  method !== "GET" && (kind === "common" || kind === "action") && open !== "anonymous" && action?.send !== "multipart" && answer !== "file";

const paging: readonly Parameter[] = [
  { name: "current", meaning: "page" },
  { name: "size", meaning: "size" },
  { name: "ascs", meaning: "ascending" },
  { name: "descs", meaning: "descending" },
  { name: "orders", meaning: "orders" },
];

/** What a list of stored rows takes beside filters. */
const conditionsOf = (resource: ResourceModel): readonly Parameter[] =>
  takesConditions(resource) ? [{ name: conditionsParameter, meaning: "conditions" }] : [];

/** Filters that screens use; in addition, every stored field takes every suffix of docs/wire.md §5. */
function filtersOf(resource: ResourceModel): readonly Parameter[] {
  const own = Object.entries(resource.data.listParams ?? {}).map(([name, values]): Parameter => ({
    name,
    meaning: "chosen",
    values: Object.entries(values).map(([value, { label }]) => [value, label]),
  }));
  const ofFields = resource.fields.flatMap((field): readonly Parameter[] => {
    switch (field.search) {
      case undefined:
        return [];
      case "like":
        return [{ name: field.name, meaning: "contains", field }];
      case "equal":
        return [
          {
            name:
              field.reference === undefined && kindOf(field.data).column.defaultOperator === "like" ? `${field.name}_equal` : field.name,
            meaning: "is",
            field,
          },
        ];
      case "in":
        return [{ name: `${field.name}_in`, meaning: "oneOf", field }];
      case "range":
        return field.wire === "time"
          ? [
              { name: `${field.name}_dategt`, meaning: "after", field },
              { name: `${field.name}_datelt`, meaning: "before", field },
            ]
          : [
              { name: `${field.name}_ge`, meaning: "atLeast", field },
              { name: `${field.name}_le`, meaning: "atMost", field },
            ];
    }
  });
  return [...ofFields, ...own];
}

function commonEndpoint(resource: ResourceModel, call: Call): Endpoint {
  const keys = new Map<PermissionKind, string>(commonPermissions(resource).map((permission) => [permission.kind, permission.key]));
  const common = { name: call, kind: "common", path: `${resource.path}/${call}`, open: undefined } as const;
  switch (call) {
    case "list":
    case "page": {
      const shape = call === "page" ? "page" : (resource.data.listShape ?? "page");
      const parameters = [...(shape === "page" ? paging : []), ...filtersOf(resource), ...conditionsOf(resource)];
      return { ...common, method: "GET", permission: resource.name, answer: shape, parameters, body: undefined };
    }
    case "detail":
      return {
        ...common,
        method: "GET",
        permission: resource.name,
        answer: "one",
        parameters: [{ name: resource.key, meaning: "key", required: true }],
        body: undefined,
      };
    case "submit":
    case "save":
    case "update":
      return {
        ...common,
        method: "POST",
        permission: keys.get(call === "update" ? "edit" : "add"),
        answer: "saved",
        parameters: [],
        body: "row",
      };
    case "remove":
      return {
        ...common,
        method: "POST",
        permission: keys.get("delete"),
        answer: "done",
        parameters: [
          resource.hasBaseColumns
            ? { name: "ids", meaning: "ids", required: true }
            : { name: "id", meaning: "keyToRemove", required: true },
        ],
        body: undefined,
      };
  }
}

/** The rows of a list as a file. */
function exportEndpoint(resource: ResourceModel, { name, path, read, isWorkbook }: ExportedList): Endpoint {
  const list = read === undefined ? undefined : readEndpoint(resource, read);
  const filters =
    list === undefined ? [...filtersOf(resource), ...conditionsOf(resource)] : list.parameters.filter((one) => !paging.includes(one));
  return {
    name,
    kind: "export",
    method: "GET",
    path,
    permission: exportKey(resource),
    open: undefined,
    parameters: [
      { name: "format", meaning: "format", ...(isWorkbook === true ? { preset: "xlsx" } : {}) },
      // Columns and order of a table that is worked out are its own.
      ...(read?.exported === true
        ? []
        : [{ name: "columns", meaning: "columns" } as const, ...paging.filter(({ meaning }) => meaning !== "page" && meaning !== "size")]),
      ...filters,
    ],
    body: undefined,
    answer: "export",
    ...(read === undefined ? {} : { read }),
  };
}

/** The charts above a list: whoever may call it may have them, by the same filters. */
function chartsEndpoint(resource: ResourceModel): readonly Endpoint[] {
  const list = chartedListOf(resource);
  if (list === undefined) return [];
  const { name, path, read } = list;
  const answered = read === undefined ? undefined : readEndpoint(resource, read);
  return [
    {
      name,
      kind: "charts",
      method: "GET",
      path,
      permission: answered === undefined ? resource.name : answered.permission,
      open: answered?.open,
      parameters:
        answered === undefined
          ? [...filtersOf(resource), ...conditionsOf(resource)]
          : answered.parameters.filter((one) => !paging.includes(one)),
      body: undefined,
      answer: "charts",
      ...(read === undefined ? {} : { read }),
    },
  ];
}

/** The field with the sort numbers of a user-defined order; undefined without one, or where it is not editable. */
export function orderFieldOf(resource: ResourceModel): string | undefined {
  const [first] = resource.order;
  const field = resource.field.get(first?.field ?? "");
  const isWritten = resource.calls.has("submit") || resource.calls.has("update");
  return isWritten && first?.descending === false && field?.traits.number === "whole" && field.inForm.edit && !field.createOnly
    ? field.name
    : undefined;
}

/** The numbers of several rows at once. */
function reorderEndpoint(resource: ResourceModel): readonly Endpoint[] {
  if (orderFieldOf(resource) === undefined) return [];
  const edit = commonPermissions(resource).find(({ kind }) => kind === "edit")?.key;
  return [
    {
      name: "reorder",
      kind: "common",
      method: "POST",
      path: `${resource.path}/reorder`,
      permission: edit,
      open: undefined,
      parameters: [],
      body: "rows",
      answer: "done",
    },
  ];
}

/** A row with its lines. */
function withLinesEndpoint(resource: ResourceModel): readonly Endpoint[] {
  if (resource.lines === undefined) return [];
  const submit = commonEndpoint(resource, "submit");
  return [{ ...submit, name: "submit-with-lines", path: `${resource.path}/submit-with-lines`, body: "rowWithLines", answer: "savedLines" }];
}

/** What an import asks for in its query, in its order. */
export const importParameters = ["mode", "key", "columns", "sheet", "empty", "dryRun", "goodRows", "format", "again", "job"] as const;

/** Rows from files: what one may look like, and what becomes of one. */
function importEndpoints(resource: ResourceModel): readonly Endpoint[] {
  const modes = importModesOf(resource);
  if (modes.length === 0) return [];
  const keys = new Map<PermissionKind, string>(commonPermissions(resource).map((permission) => [permission.kind, permission.key]));
  const common = { kind: "common", permission: keys.get(modes[0] === "update" ? "edit" : "add"), open: undefined } as const;
  return [
    {
      ...common,
      name: "import-template",
      method: "GET",
      path: `${resource.path}/import-template`,
      parameters: [{ name: "format", meaning: "format", preset: "xlsx" }],
      body: undefined,
      answer: "template",
    },
    {
      ...common,
      // Definitions have actions of the shorter name.
      name: "import-rows",
      method: "POST",
      path: `${resource.path}/import`,
      parameters: importParameters.map((parameter): Parameter => ({ name: parameter, meaning: "ofImport" })),
      body: "table",
      answer: "imported",
    },
    ...(isImportUndoable(resource)
      ? [
          {
            ...common,
            name: "import-undo",
            method: "POST" as const,
            path: `${resource.path}/import-undo`,
            parameters: [{ name: "row", meaning: "ofImport", required: true } as const],
            body: undefined,
            answer: "importUndone" as const,
          },
        ]
      : []),
  ];
}

/** One change of many rows. */
function batchEndpoint(resource: ResourceModel): readonly Endpoint[] {
  if (batchEditedFields(resource).length === 0) return [];
  return [
    {
      kind: "common",
      name: "batch-update",
      method: "POST",
      path: `${resource.path}/batch-update`,
      permission: commonPermissions(resource).find(({ kind }) => kind === "edit")?.key,
      open: undefined,
      // As of imports.
      parameters: [{ name: "dryRun", meaning: "ofImport" }],
      body: "batch",
      answer: "batchUpdated",
    },
  ];
}

/** What was done to a record, and former values as a new change. */
function historyEndpoints(resource: ResourceModel): readonly Endpoint[] {
  const keyOf = (kind: PermissionKind) => commonPermissions(resource).find((one) => one.kind === kind)?.key;
  const key: Parameter = { name: resource.key, meaning: "key", required: true };
  const common = { kind: "common", open: undefined, body: undefined } as const;
  const history: Endpoint = {
    ...common,
    name: "history",
    method: "GET",
    path: `${resource.path}/history`,
    permission: keyOf("view"),
    parameters: [
      key,
      { name: "before", meaning: "olderThan" },
      { name: "text", meaning: "contained" },
      { name: "from", meaning: "earlierMoment" },
      { name: "to", meaning: "laterMoment" },
    ],
    answer: "history",
  };
  const revert: Endpoint = {
    ...common,
    name: "revert",
    method: "POST",
    path: `${resource.path}/revert`,
    permission: keyOf("edit"),
    parameters: [
      key,
      { name: "change", meaning: "moment", required: true },
      { name: "side", meaning: "sideOfMoment" },
      { name: "fields", meaning: "fields" },
    ],
    answer: "reverted",
  };
  return [...(hasHistory(resource) ? [history] : []), ...(isRevertible(resource) ? [revert] : [])];
}

/** The recycle bin: what was removed, back again, or gone for good. */
function binEndpoints(resource: ResourceModel): readonly Endpoint[] {
  if (!isRestorable(resource)) return [];
  const keyOf = (kind: PermissionKind) => commonPermissions(resource).find((one) => one.kind === kind)?.key;
  const common = { kind: "common", open: undefined, body: undefined } as const;
  const ids: Parameter = { name: "ids", meaning: "removedRows", required: true };
  return [
    {
      ...common,
      name: "removed",
      method: "GET",
      path: `${resource.path}/removed`,
      permission: keyOf("delete"),
      parameters: [
        ...paging.filter(({ meaning }) => meaning === "page" || meaning === "size"),
        { name: "text", meaning: binTitle(resource) === undefined ? "inShown" : "inTitle" },
      ],
      answer: "removed",
    },
    ...(["restore", "purge"] as const).map((name): Endpoint => ({
      ...common,
      name,
      method: "POST",
      path: `${resource.path}/${name}`,
      permission: keyOf(name === "purge" ? "purge" : "delete"),
      parameters: [ids],
      answer: "done",
    })),
  ];
}

/** A call that exists only to be refused: only the server writes these rows. */
function refusedEndpoint(resource: ResourceModel, call: string): Endpoint {
  return {
    name: call,
    kind: "refused",
    method: "POST",
    path: `${resource.path}/${call}`,
    permission: undefined,
    open: undefined,
    parameters: [],
    body: undefined,
    answer: "refused",
  };
}

/** The last segment of an address at which several states are reached: a state as its wire value. */
const stateSegment = "{state}";

/** An address whose last segment is the state that a row is to have, and the actions that lead to some of the states. */
interface StateAddress {
  readonly method: ActionModel["method"];
  /** With {state} as its last segment. */
  readonly path: string;
  readonly actions: readonly ActionModel[];
}

/** The addresses of a resource where actions lead to some states; there every other state is refused (`status/{id}/{status}`). */
export function stateAddressesOf(resource: ResourceModel): readonly StateAddress[] {
  const addresses = new Map<string, StateAddress>();
  for (const action of resource.actions) {
    const base = /^(.*\/\{id\}\/)(\d+)$/.exec(action.path);
    if (action.toValue === undefined || base?.[2] !== String(action.toValue)) continue;
    const path = `${base[1] ?? ""}${stateSegment}`;
    const key = `${action.method} ${path}`;
    addresses.set(key, { method: action.method, path, actions: [...(addresses.get(key)?.actions ?? []), action] });
  }
  return [...addresses.values()];
}

function refusedState({ method, path, actions: [action] }: StateAddress): readonly Endpoint[] {
  if (method === "none" || action === undefined) return [];
  return [
    {
      name: "otherState",
      kind: "refused",
      method,
      path,
      permission: action.open === undefined ? action.permission : undefined,
      open: action.open,
      parameters: inPath(path),
      body: undefined,
      answer: "refusedState",
    },
  ];
}

function inPath(path: string): readonly Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ name, meaning: "inPath" }));
}

/** What the search panel sends to a read that fills a screen without a table; its handler filters by it. */
function panelFilters(resource: ResourceModel, read: ReadModel): readonly Parameter[] {
  if (resource.hasTable || read.name !== resource.data.listRead) return [];
  return filtersOf(resource).filter(({ name }) => !(name in read.parameters));
}

function readEndpoint(resource: ResourceModel, read: ReadModel): Endpoint {
  const isByIds = read.shape === "by-ids" && read.method === "GET";
  const filters = Object.entries(read.parameters).map(([name, field]): Parameter => {
    const filteredField = resource.field.get(field);
    const needed = isByIds || read.needs?.includes(name) === true ? { required: true } : {};
    if (field === "ignored") return { name, meaning: "ignored" };
    const described = read.handled[name];
    if (described !== undefined) return { name, meaning: "handled", described, ...needed };
    return { name, meaning: "is", ...(filteredField === undefined ? {} : { field: filteredField }), ...needed };
  });
  return {
    name: read.name,
    kind: "read",
    method: read.method,
    path: read.path,
    read,
    permission: read.open === undefined ? (read.permission ?? resource.name) : undefined,
    open: read.open,
    parameters: [
      ...inPath(read.path),
      ...(read.shape === "page" ? paging : []),
      ...filters.filter((one) => !read.path.includes(`{${one.name}}`)),
      ...panelFilters(resource, read),
    ],
    body: read.shape === "by-ids" && read.method !== "GET" ? "ids" : undefined,
    answer: read.shape,
  };
}

const travelsInBody = ({ send }: ActionModel): boolean => send === "body" || send === "form" || send === "multipart";

function bodyOf(action: ActionModel): Endpoint["body"] {
  if (action.submits !== undefined) return "rows";
  if (action.trees !== undefined) return "lists";
  return travelsInBody(action) && action.dialogFields.length > 0 ? action.dialogFields : undefined;
}

function actionEndpoint(action: ActionModel, method: Endpoint["method"]): Endpoint {
  const isOnRows = action.on === "row" || action.on === "selection";
  const row: readonly Parameter[] =
    action.idParam === undefined || action.trees !== undefined
      ? []
      : [{ name: action.idParam, meaning: action.on === "selection" ? "rows" : "row", required: isOnRows }];
  const confirmed: readonly Parameter[] = action.warning === undefined ? [] : [{ name: "confirmed", meaning: "confirmed" }];
  const dialogFields = travelsInBody(action)
    ? []
    : action.dialogFields.map((field): Parameter => ({ name: field.name, meaning: "asked", field, required: mustBeSent(field) }));
  return {
    name: action.name,
    kind: "action",
    method,
    path: action.path,
    action,
    permission: action.open === undefined ? action.permission : undefined,
    open: action.open,
    parameters: [...inPath(action.path), ...row, ...dialogFields, ...confirmed],
    body: bodyOf(action),
    // What is asked for by GET is a download.
    answer: method === "GET" || action.download === true ? "file" : "done",
  };
}

/** All endpoints of a resource: the common calls, those that are refused, its reads, its actions. */
export function endpointsOf(resource: ResourceModel): readonly Endpoint[] {
  return [
    ...[...resource.calls].map((call) => commonEndpoint(resource, call)),
    ...withLinesEndpoint(resource),
    ...reorderEndpoint(resource),
    ...historyEndpoints(resource),
    ...binEndpoints(resource),
    ...exportsOf(resource).map((list) => exportEndpoint(resource, list)),
    ...importEndpoints(resource),
    ...batchEndpoint(resource),
    ...chartsEndpoint(resource),
    ...(resource.data.rejectedCalls ?? []).map((call) => refusedEndpoint(resource, call)),
    ...resource.reads.map((read) => readEndpoint(resource, read)),
    ...resource.actions.flatMap((action) =>
      action.method === "none" || action.opens !== undefined ? [] : [actionEndpoint(action, action.method)],
    ),
    ...stateAddressesOf(resource).flatMap(refusedState),
  ];
}

/** The label of a call, where its definition has one. */
export function labelOfEndpoint(endpoint: Endpoint): Text {
  return endpoint.action?.label ?? [endpoint.name, endpoint.name];
}
