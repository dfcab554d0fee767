// Attempts to reach another tenant's rows, made by chance from the definitions.
import { hasComments } from "#schema/comments";
import { hasHistory } from "#schema/history";
import { batchEditedFields } from "#schema/batch-edit";
import { importModesOf } from "#schema/imports";
import { isRestorable } from "#schema/recycle-bin";
import type { ActionModel, FieldModel, Model, ResourceModel } from "#schema/model";
import { columnsOf, type StoredColumn } from "../../../src/server/store/columns.ts";
import type { Body } from "../samples.ts";
import { canary, plantedColumns, tenantResources, type StoredRow } from "./canary.ts";
import type { Chance } from "../../../src/server/seed/chance.ts";
import { victim, type Sent } from "./server.ts";

export interface Probe {
  readonly kind: string;
  readonly sent: Sent;
  /** The same with an id that nobody has: both must be answered alike, or the answer tells that the row is there. */
  readonly twin?: Sent | undefined;
  /** It asks for rows that hold the canary; there are none. */
  readonly mustFindNothing?: boolean;
  /** It must not be answered as a success. */
  readonly mustBeRefused?: boolean;
}

/** What both tenants have, for probes to choose from. */
export interface Ground {
  readonly model: Model;
  readonly foreign: ReadonlyMap<string, readonly StoredRow[]>;
  readonly own: ReadonlyMap<string, readonly StoredRow[]>;
  /** A body by resource that makes a good row. */
  readonly bodies: ReadonlyMap<string, Body>;
}

/** An id that no row has, as long as the others. */
export const nobodysId = "1999999999999999999";

const suffixes = ["", "_equal", "_like", "_likeleft", "_likeright", "_in", "_ge", "_notlike", "_notequal", "_notnull"] as const;
/** Suffixes that find rows which hold a value. */
const finding: readonly string[] = ["", "_equal", "_like", "_in"];

type Maker = (ground: Ground, resource: ResourceModel, chance: Chance) => Probe | undefined;

const idOf = (resource: ResourceModel, row: StoredRow): string => String(row[columnsOf(resource).get(resource.key)?.column ?? "id"]);

function foreignRow(ground: Ground, resource: ResourceModel, chance: Chance): StoredRow | undefined {
  const rows = ground.foreign.get(resource.name) ?? [];
  return rows.length === 0 ? undefined : chance.oneOf(rows);
}

function listOf({ calls, path }: ResourceModel): string | undefined {
  if (calls.has("list")) return `${path}/list`;
  return calls.has("page") ? `${path}/page` : undefined;
}

/** The same request for the row of nobody. */
function twinOf(sent: Sent, id: string): Sent {
  const swap = (text: string): string => text.replaceAll(id, nobodysId);
  const parsed: unknown = sent.body === undefined ? undefined : JSON.parse(swap(JSON.stringify(sent.body)));
  return {
    method: sent.method,
    path: swap(sent.path),
    query: Object.fromEntries(Object.entries(sent.query ?? {}).map(([name, value]) => [name, swap(value)])),
    body: parsed,
  };
}

const detail: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  if (row === undefined || !resource.calls.has("detail")) return undefined;
  const id = idOf(resource, row);
  const sent: Sent = { method: "GET", path: `${resource.path}/detail`, query: { [resource.key]: id } };
  return { kind: "read by id", sent, twin: twinOf(sent, id) };
};

const history: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  if (row === undefined || !hasHistory(resource)) return undefined;
  const id = idOf(resource, row);
  const sent: Sent = { method: "GET", path: `${resource.path}/history`, query: { [resource.key]: id } };
  return { kind: "history by id", sent, twin: twinOf(sent, id) };
};

/** What is said about another tenant's row, and who follows it. */
const comments: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  if (row === undefined || !hasComments(resource)) return undefined;
  const id = idOf(resource, row);
  const about = { subjectResource: resource.name, subjectId: id };
  const reads = ["of-record", "people"].map((name): Sent => ({
    method: "GET",
    path: `/blade-desk/record-comment/${name}`,
    query: { resource: resource.name, id },
  }));
  const writes = ["record-comment/add-comment", "record-follow/follow", "record-follow/unfollow"].map((path): Sent => ({
    method: "POST",
    path: `/blade-desk/${path}`,
    body: { ...about, content: "?" },
  }));
  const sent = chance.oneOf([...reads, ...writes]);
  return { kind: "comments of a foreign row", sent, twin: twinOf(sent, id), mustBeRefused: true };
};

/** Out of the recycle bin, or out of it for good: neither is another tenant's to do. */
const bin: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  if (row === undefined || !isRestorable(resource)) return undefined;
  const id = idOf(resource, row);
  const call = chance.oneOf(["restore", "purge"] as const);
  const sent: Sent = { method: "POST", path: `${resource.path}/${call}`, query: { ids: id } };
  return { kind: `${call} a foreign row`, sent, twin: twinOf(sent, id), mustBeRefused: true };
};

const list: Maker = (_ground, resource, chance) => {
  const path = listOf(resource);
  if (path === undefined) return undefined;
  const named = chance.oneOf(["tenantId", "tenant_id", "tenantId_equal", "tenantId_in", "tenantId_notnull", "tenantId_notequal"]);
  return {
    kind: "list",
    sent: {
      method: "GET",
      path,
      query: { size: String(chance.oneOf([1, 10, 200, 5000])), current: String(1 + chance.below(3)), [named]: victim.tenantId },
    },
  };
};

/** A stored value as a parameter. */
function asParameter(value: unknown): string {
  return Array.isArray(value)
    ? value.map(String).join(",")
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : String(value);
}

const filter: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  const path = listOf(resource);
  if (row === undefined || path === undefined) return undefined;
  const columns = [...columnsOf(resource).values()].filter(
    (column) => (row[column.column] ?? null) !== null && column.columnType !== "none",
  );
  if (columns.length === 0) return undefined;
  const column: StoredColumn = chance.oneOf(columns);
  const suffix = chance.oneOf(suffixes);
  const value = asParameter(row[column.column]).slice(0, 400);
  const isText = column.columnType === "text" && value.includes(canary) && column.field?.sensitive !== true;
  return {
    kind: "filter by a foreign value",
    sent: { method: "GET", path, query: { size: "200", [`${column.name}${suffix}`]: isText && chance.once(2) ? canary : value } },
    mustFindNothing: isText && !column.isArray && finding.includes(suffix),
  };
};

const sort: Maker = (_ground, resource, chance) => {
  const path = listOf(resource);
  if (path === undefined) return undefined;
  const column = chance.oneOf([...columnsOf(resource).values()]);
  return {
    kind: "sort",
    sent: { method: "GET", path, query: { size: "200", [chance.oneOf(["ascs", "descs"])]: chance.oneOf([column.name, column.column]) } },
  };
};

/** A value of a reference that names a foreign row. */
function foreignValue(ground: Ground, field: FieldModel, chance: Chance): string | undefined {
  const target = field.reference === undefined ? undefined : ground.model.resource.get(field.reference.resource);
  const row = target === undefined ? undefined : foreignRow(ground, target, chance);
  const column = target === undefined || field.reference === undefined ? undefined : columnsOf(target).get(field.reference.valueField);
  const value = row === undefined || column === undefined ? undefined : row[column.column];
  return value === null || value === undefined ? undefined : String(value);
}

function linkable(ground: Ground, fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields.filter((field) => {
    const target = field.reference === undefined ? undefined : ground.model.resource.get(field.reference.resource);
    return target !== undefined && (ground.foreign.get(target.name) ?? []).length > 0;
  });
}

/** A body with one of its references replaced by a foreign row; those within lines too. */
function linkedBody(
  ground: Ground,
  resource: ResourceModel,
  body: Body,
  chance: Chance,
): { readonly body: Body; readonly value: string } | undefined {
  const direct = linkable(
    ground,
    resource.fields.filter((field) => field.stored),
  );
  const within = resource.fields.filter(
    (field) => field.traits.holdsRows && linkable(ground, field.fields).length > 0 && Array.isArray(body[field.name]),
  );
  const candidates = [...direct, ...within];
  if (candidates.length === 0) return undefined;
  const field = chance.oneOf(candidates);
  if (!field.traits.holdsRows) {
    const value = foreignValue(ground, field, chance);
    if (value === undefined) return undefined;
    const before = body[field.name];
    const several = chance.once(2) && Array.isArray(before) ? [...before.map(String), value] : [value];
    return { body: { ...body, [field.name]: field.reference?.several === true ? several : value }, value };
  }
  const inner = chance.oneOf(linkable(ground, field.fields));
  const value = foreignValue(ground, inner, chance);
  const lines: unknown = body[field.name];
  if (value === undefined || !Array.isArray(lines)) return undefined;
  return {
    body: {
      ...body,
      [field.name]: lines.map((line: unknown) => ({
        ...(typeof line === "object" ? line : {}),
        [inner.name]: inner.reference?.several === true ? [value] : value,
      })),
    },
    value,
  };
}

const link: Maker = (ground, resource, chance) => {
  const isAdd = chance.once(2);
  const call = ["submit", isAdd ? "save" : "update"].find((name) => resource.calls.has(name as "submit")); // names of calls
  const body = ground.bodies.get(resource.name);
  const own = ground.own.get(resource.name) ?? [];
  if (call === undefined || body === undefined || (!isAdd && own.length === 0)) return undefined;
  const linked = linkedBody(ground, resource, body, chance);
  if (linked === undefined) return undefined;
  const key = isAdd ? {} : { [resource.key]: idOf(resource, chance.oneOf(own)) };
  const sent: Sent = { method: "POST", path: `${resource.path}/${call}`, body: { ...linked.body, ...key } };
  return {
    kind: isAdd ? "link in a new row" : "link in an own row",
    sent,
    twin: linked.value.length > 9 ? twinOf(sent, linked.value) : undefined,
  };
};

const change: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  const call = (["submit", "update", "save"] as const).find((name) => resource.calls.has(name));
  const body = ground.bodies.get(resource.name);
  if (row === undefined || body === undefined || call === undefined || resource.key !== "id") return undefined;
  const id = idOf(resource, row);
  const whole = chance.once(2) ? body : {};
  const sent: Sent = {
    method: "POST",
    path: `${resource.path}/${call}`,
    body: { ...whole, id, tenantId: victim.tenantId, version: row["version"] },
  };
  return { kind: "change a foreign row", sent, twin: call === "save" ? undefined : twinOf(sent, id) };
};

/** One change of rows with a foreign one among them. */
const changingSeveral: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  const [field] = batchEditedFields(resource);
  if (row === undefined || field === undefined) return undefined;
  const id = idOf(resource, row);
  const value = row[field.name] ?? "1";
  const body = chance.once(2)
    ? { ids: [id], changes: [{ field: field.name, operation: "set", value }] }
    : { rows: [{ [resource.key]: id, [field.name]: value }] };
  const sent: Sent = { method: "POST", path: `${resource.path}/batch-update`, body };
  // The answer names the keys that were sent, of which short ones are not told from other numbers.
  return { kind: "change of several rows with a foreign one", sent, twin: id.length > 9 ? twinOf(sent, id) : undefined };
};

/** A file that names a foreign row by its key, or refers to one. */
const importing: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  const body = ground.bodies.get(resource.name);
  const mode = importModesOf(resource)[0];
  if (row === undefined || body === undefined || mode === undefined) return undefined;
  const id = idOf(resource, row);
  const linked = linkedBody(ground, resource, body, chance)?.body ?? body;
  const cells = Object.entries({ [resource.key]: id, ...linked }).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  const text = [cells.map(([name]) => name), cells.map(([, value]) => String(value).replaceAll(/\s/gu, " "))]
    .map((line) => line.join("\t"))
    .join("\n");
  const sent: Sent = { method: "POST", path: `${resource.path}/import`, query: { mode, goodRows: "1" }, body: { text } };
  return { kind: "import of a foreign row", sent, twin: twinOf(sent, id) };
};

const remove: Maker = (ground, resource, chance) => {
  const row = foreignRow(ground, resource, chance);
  if (row === undefined || !resource.calls.has("remove")) return undefined;
  const own = ground.own.get(resource.name) ?? [];
  const id = idOf(resource, row);
  const ids = chance.once(3) && own.length > 0 ? [idOf(resource, chance.oneOf(own)), id] : [id];
  const sent: Sent = { method: "POST", path: `${resource.path}/remove`, query: { ids: ids.join(",") } };
  return { kind: "remove a foreign row", sent, twin: twinOf(sent, id), mustBeRefused: true };
};

/** Values for what a read or an action asks: ids and texts of foreign rows. */
function anything(ground: Ground, resource: ResourceModel, field: string, chance: Chance): string {
  const declared = resource.field.get(field);
  const linked = declared === undefined ? undefined : foreignValue(ground, declared, chance);
  if (linked !== undefined) return linked;
  const row = foreignRow(ground, resource, chance) ?? foreignRow(ground, chance.oneOf(tenantResources(ground.model)), chance);
  if (row === undefined) return victim.tenantId;
  const column = columnsOf(resource).get(field);
  const held = column === undefined ? undefined : row[column.column];
  const value = held === null || held === undefined ? "" : asParameter(held).slice(0, 400);
  return value.length > 3 ? value : String(row["id"]);
}

const read: Maker = (ground, resource, chance) => {
  if (resource.reads.length === 0) return undefined;
  const one = chance.oneOf(resource.reads);
  const row = foreignRow(ground, resource, chance) ?? foreignRow(ground, chance.oneOf(tenantResources(ground.model)), chance);
  const id = row === undefined ? nobodysId : String(row["id"]);
  const own = ground.own.get(resource.name) ?? [];
  const several = chance.once(2) && own.length > 0 ? [id, idOf(resource, chance.oneOf(own))] : [id];
  const parameters = Object.fromEntries(
    Object.entries(one.parameters)
      .filter(() => !chance.once(3))
      .map(([name, field]) => [name, anything(ground, resource, field === "handled" ? name : field, chance)]),
  );
  const columns = plantedColumns(resource, ground.model);
  // Handlers may answer what they were asked for, and a canary alone could not be told from that.
  const besides = one.shape !== "custom" && chance.once(3) && columns.length > 0 ? { [chance.oneOf(columns).name]: canary } : {};
  const query = {
    ...(one.shape === "by-ids" ? { ids: several.join(",") } : {}),
    ...parameters,
    ...besides,
    ...(chance.once(3) ? { tenantId: victim.tenantId } : {}),
    ...(resource.tree !== undefined && one.shape !== "custom" && chance.once(2) ? { [resource.tree.parent]: id } : {}),
  };
  return {
    kind: `read of the shape ${one.shape}`,
    sent: {
      method: one.method,
      path: one.path.replaceAll(/\{\w+\}/g, id),
      query,
      body: one.method === "POST" ? { ids: several, ...query } : undefined,
    },
  };
};

function actionBody(ground: Ground, resource: ResourceModel, action: ActionModel, chance: Chance): Readonly<Record<string, string>> {
  // No text of a foreign row: what one types oneself may be shown to oneself.
  return Object.fromEntries(
    action.dialogFields.map((field) => [
      field.name,
      foreignValue(ground, field, chance) ?? asParameter(ground.bodies.get(resource.name)?.[field.name] ?? "1"),
    ]),
  );
}

const act: Maker = (ground, resource, chance) => {
  const actions = resource.actions.filter(({ method, opens, open }) => method !== "none" && opens === undefined && open === undefined);
  const row = foreignRow(ground, resource, chance) ?? foreignRow(ground, chance.oneOf(tenantResources(ground.model)), chance);
  if (actions.length === 0 || row === undefined) return undefined;
  const action = chance.oneOf(actions);
  const own = ground.own.get(resource.name) ?? [];
  const requested = actionBody(ground, resource, action, chance);
  const foreignId = idOf(resource, row);
  const isOwn = chance.once(3) && own.length > 0 && Object.keys(requested).length > 0;
  const id = isOwn ? idOf(resource, chance.oneOf(own)) : foreignId;
  const ids = action.on === "selection" && chance.once(2) && own.length > 0 ? `${idOf(resource, chance.oneOf(own))},${id}` : id;
  const body =
    action.submits === undefined
      ? { ...requested, [action.idParam ?? "ids"]: id, ids: [id], data: [{ id }] }
      : [{ ...ground.bodies.get(resource.name), id }];
  const sent: Sent = {
    method: action.method === "PUT" ? "PUT" : action.method === "GET" ? "GET" : "POST",
    path: action.path.replaceAll(/\{\w+\}/g, id),
    query: { ...requested, [action.idParam ?? "ids"]: ids },
    body,
  };
  const concernsRow = !isOwn && (action.path.includes("{id}") || action.on === "row" || action.on === "selection");
  return {
    kind: isOwn ? "action with foreign rows" : "action on a foreign row",
    sent,
    twin: isOwn ? undefined : twinOf(sent, foreignId),
    mustBeRefused: concernsRow,
  };
};

/** How the kinds share the attempts: more of what has more ways. */
const makers: readonly Maker[] = [
  detail,
  history,
  comments,
  bin,
  list,
  filter,
  filter,
  filter,
  sort,
  link,
  link,
  link,
  change,
  importing,
  changingSeveral,
  remove,
  read,
  read,
  read,
  act,
  act,
];

/**
 * What tenants show to the whole world: whose site people come to (docs/wire.md §7, tenant/info), and what a code on a product stands for,
 * which is counted.
 */
const shownToAll: readonly string[] = ["/blade-system/tenant/info", "/anti-fake-web/product-info"];

/** Logs hold what the attacker sent; whose log it is, is shown by the tests of the audit. */
const logs: readonly string[] = ["log-api", "log-error", "log-usual", "row-change", "web-log"];

/** The next attempt: first of which kind, then at which resource. */
export function nextProbe(ground: Ground, chance: Chance): Probe {
  const make = chance.oneOf(makers);
  const resources = ground.model.resources.filter(({ name }) => !logs.includes(name));
  for (;;) {
    const probe = make(ground, chance.oneOf(resources), chance);
    if (probe !== undefined && !shownToAll.includes(probe.sent.path)) return probe;
  }
}
