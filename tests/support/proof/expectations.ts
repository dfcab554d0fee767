// Who may call what, read off the definitions alone: the other half of the rights matrix, written without the code that it judges.
import { hasHistory, isRevertible } from "#schema/history";
import { batchEditedFields } from "#schema/batch-edit";
import { importedFields } from "#schema/imports";
import { mappedField } from "#schema/list-shapes";
import type { ActionModel, ResourceModel } from "#schema/model";
import { isRestorable } from "#schema/recycle-bin";
import { permissionsOf } from "#schema/permissions";
import type { Method } from "./server.ts";

/** Whom a call is for. holders: whoever holds one of the codes. */
export type Audience =
  | { readonly to: "anybody" }
  | { readonly to: "signed-in" }
  | { readonly to: "administrator" }
  | { readonly to: "holders"; readonly codes: readonly string[] };

export interface CallCase {
  readonly name: string;
  readonly method: Method;
  /** Below /api, with {…} where a segment is a parameter. */
  readonly path: string;
  readonly audience: Audience;
  /** Of a submit: whether its body names a row. */
  readonly writes?: "add" | "edit";
  readonly action?: ActionModel;
  /** What an import asks for in its query. */
  readonly mode?: "add" | "update";
  /** The parameters of a read, which refuses others; undefined: anything may be sent. */
  readonly takes?: readonly string[];
}

/** Codes that let somebody see a resource's rows: its menu entry, and any key of it. */
function codesOfReaders(resource: ResourceModel): readonly string[] {
  return [resource.name, ...permissionsOf(resource).map(({ key }) => key)];
}

function prefixOf({ data }: ResourceModel): string {
  return data.permission ?? data.name.replaceAll("-", "");
}

/** Rows of the whole platform are written by its administrator alone (docs/wire.md §8). */
function isPlatforms({ data }: ResourceModel): boolean {
  return data.scope === "platform" || data.writeAccess === "administrator";
}

function opened(open: "anonymous" | "signed-in" | undefined, otherwise: Audience): Audience {
  if (open === "anonymous") return { to: "anybody" };
  return open === "signed-in" ? { to: "signed-in" } : otherwise;
}

/** The calls of a resource, each with whom it is for. */
function callsOf(resource: ResourceModel): readonly CallCase[] {
  const { path, calls, data } = resource;
  const readers: Audience = { to: "holders", codes: codesOfReaders(resource) };
  const writers = (key: string): Audience => (isPlatforms(resource) ? { to: "administrator" } : { to: "holders", codes: [key] });
  const keyOf = (verb: string) => `${prefixOf(resource)}_${verb}`;
  // One key may stand for all that is done with rows.
  const keyOfRows = (verb: "view" | "add" | "edit" | "delete") => keyOf(data.singlePermission?.name ?? verb);
  const common: CallCase[] = [];
  for (const name of ["list", "page"] as const)
    if (calls.has(name)) common.push({ name, method: "GET", path: `${path}/${name}`, audience: readers, takes: [] });
  // One whole row is for those who may view or edit it; seeing the list is not enough.
  const viewers: Audience = { to: "holders", codes: [keyOfRows("view"), ...(isPlatforms(resource) ? [] : [keyOfRows("edit")])] };
  if (calls.has("detail")) common.push({ name: "detail", method: "GET", path: `${path}/detail`, audience: viewers });
  // What was done to a row is for those who see it; former values are written as any change.
  if (hasHistory(resource)) common.push({ name: "history", method: "GET", path: `${path}/history`, audience: viewers });
  if (isRevertible(resource)) common.push({ name: "revert", method: "POST", path: `${path}/revert`, audience: writers(keyOfRows("edit")) });
  if (calls.has("submit")) {
    common.push({
      name: "submit of a new row",
      method: "POST",
      path: `${path}/submit`,
      audience: writers(keyOfRows("add")),
      writes: "add",
    });
    common.push({ name: "submit of a row", method: "POST", path: `${path}/submit`, audience: writers(keyOfRows("edit")), writes: "edit" });
    if (resource.lines !== undefined) {
      const withLines = { method: "POST", path: `${path}/submit-with-lines` } as const;
      common.push({ ...withLines, name: "submit of a new row with its lines", audience: writers(keyOfRows("add")), writes: "add" });
      common.push({ ...withLines, name: "submit of a row with its lines", audience: writers(keyOfRows("edit")), writes: "edit" });
    }
  }
  if (calls.has("save"))
    common.push({ name: "save", method: "POST", path: `${path}/save`, audience: writers(keyOfRows("add")), writes: "add" });
  if (calls.has("update"))
    common.push({ name: "update", method: "POST", path: `${path}/update`, audience: writers(keyOfRows("edit")), writes: "edit" });
  // Rows of files are added and edited by those who may do so one by one; what a file may look like is for whoever may do either.
  const takesFiles = data.import !== false && data.derived !== true && (calls.has("list") || calls.has("page"));
  const [adds, edits] = [calls.has("submit") || calls.has("save"), calls.has("submit") || calls.has("update")];
  if (takesFiles && importedFields(resource).length > 0 && data.actions?.["import"]?.path !== `${path}/import`) {
    const one = { method: "POST", path: `${path}/import` } as const;
    if (adds) common.push({ ...one, name: "import of new rows", audience: writers(keyOfRows("add")), mode: "add" });
    if (edits) common.push({ ...one, name: "import of changes", audience: writers(keyOfRows("edit")), mode: "update" });
    // Which rights it takes to undo an import depends on what that has done to its rows.
    const undoes: Audience = isPlatforms(resource)
      ? { to: "administrator" }
      : { to: "holders", codes: [keyOfRows("edit"), keyOfRows("delete")] };
    if (isRevertible(resource)) common.push({ name: "import undo", method: "POST", path: `${path}/import-undo`, audience: undoes });
    if (adds || edits)
      common.push({
        name: "import template",
        method: "GET",
        path: `${path}/import-template`,
        audience: isPlatforms(resource)
          ? { to: "administrator" }
          : { to: "holders", codes: [...(adds ? [keyOfRows("add")] : []), ...(edits ? [keyOfRows("edit")] : [])] },
      });
  }
  if (edits && batchEditedFields(resource).length > 0 && data.actions?.["batch-update"]?.path !== `${path}/batch-update`)
    common.push({ name: "change of several rows", method: "POST", path: `${path}/batch-update`, audience: writers(keyOfRows("edit")) });
  // People who may edit rows may put them in another order, where the rows have one.
  const order = resource.order[0]?.field ?? "";
  if (
    ["sort", "sortOrder"].includes(order) &&
    (calls.has("submit") || calls.has("update")) &&
    resource.field.get(order)?.readonly === false
  ) {
    common.push({ name: "reorder", method: "POST", path: `${path}/reorder`, audience: writers(keyOfRows("edit")) });
  }
  if (calls.has("remove")) common.push({ name: "remove", method: "POST", path: `${path}/remove`, audience: writers(keyOfRows("delete")) });
  // Who may remove rows sees what was removed and brings it back; to delete it for good is a right of its own.
  if (isRestorable(resource)) {
    const removers = writers(keyOfRows("delete"));
    common.push({ name: "removed", method: "GET", path: `${path}/removed`, audience: removers });
    common.push({ name: "restore", method: "POST", path: `${path}/restore`, audience: removers });
    common.push({ name: "purge", method: "POST", path: `${path}/purge`, audience: writers(keyOf("purge")) });
  }
  const refused = (data.rejectedCalls ?? []).map((name): CallCase => ({
    name: `refused ${name}`,
    method: "POST",
    path: `${path}/${name}`,
    audience: readers,
  }));
  const reads = resource.reads.map((read): CallCase => ({
    name: read.name,
    method: read.method,
    path: read.path,
    takes: Object.keys(read.parameters),
    audience: opened(
      read.open,
      read.permission === undefined
        ? readers
        : // The keys of what its administrator writes are nobody else's.
          data.writeAccess === "administrator"
          ? { to: "administrator" }
          : { to: "holders", codes: [read.permission] },
    ),
  }));
  const actions = resource.actions.flatMap((action): CallCase[] => {
    if (action.method === "none" || action.opens !== undefined) return [];
    const own = data.actions?.[action.name];
    return [
      {
        name: action.name,
        method: action.method,
        path: action.path,
        audience: opened(action.open, writers(own?.permission ?? keyOf(action.name.toLowerCase()))),
        action,
      },
    ];
  });
  // Where actions lead to states that their addresses end with, every other state is refused.
  const states = new Map(
    actions.flatMap((one): [string, CallCase][] => {
      const path = one.action?.toValue === undefined ? undefined : /^(.*\{id\}\/)\d+$/.exec(one.path)?.[1];
      return path === undefined
        ? []
        : [[path, { name: "refused state", method: one.method, path: `${path}{state}`, audience: one.audience }]];
    }),
  );
  // Taking all rows of a list away is a right of its own, also where a read fills the screen.
  const whole = calls.has("list") ? `${path}/list` : calls.has("page") ? `${path}/page` : undefined;
  const filling = resource.reads.find(({ name, method, shape }) => name === data.listRead && method === "GET" && shape !== "custom");
  const tables = resource.reads.filter(({ exported }) => exported === true).map((read) => read.path);
  const places = [whole, filling?.path, ...tables].flatMap((list) => (list === undefined ? [] : [`${list}/export`]));
  const second = data.exportPath === undefined ? [] : [`${path}${data.exportPath}`];
  const exports = [...places, ...second].map((place): CallCase => ({
    name: "export",
    method: "GET",
    path: place,
    audience: writers(keyOf("export")),
    takes: [],
  }));
  // Whoever may read a list may have its charts.
  const summarized = filling ?? whole;
  const charts: readonly CallCase[] =
    (data.charts === undefined && mappedField(resource) === undefined) || summarized === undefined
      ? []
      : typeof summarized === "string"
        ? [{ name: "charts", method: "GET", path: `${summarized}/charts`, audience: readers, takes: [] }]
        : reads
            .filter(({ name }) => name === summarized.name)
            .map((read): CallCase => ({ ...read, name: `${read.name} charts`, path: `${read.path}/charts` }));
  // What a definition declares at the place of a common call stands there instead.
  const declared = [...reads, ...actions];
  const taken = new Set(declared.map((one) => `${one.method} ${one.path}`));
  return [
    ...common.filter((one) => !taken.has(`${one.method} ${one.path}`)),
    ...refused,
    ...declared,
    ...exports,
    ...charts,
    ...states.values(),
  ];
}

/** The calls of all resources; of several at one place the first resource's counts. */
export function callsOfAll(resources: readonly ResourceModel[]): ReadonlyMap<ResourceModel, readonly CallCase[]> {
  const places = new Set<string>();
  return new Map(
    resources.map((resource) => {
      const own = callsOf(resource).filter((one) => !places.has(placeOf(one)));
      for (const one of own) places.add(placeOf(one));
      return [resource, own];
    }),
  );
}

/** Method and path, whatever its parameters are called. */
export function placeOf({ method, path }: Pick<CallCase, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
}

/** What a tenant's own administrator holds: everything but what belongs to the whole platform, of which they see their own row at most. */
export function codesOfTenantAdministrator(resources: readonly ResourceModel[]): readonly string[] {
  return resources.flatMap((resource) => {
    const own = resource.data.ownRows === undefined ? [] : [resource.name, `${prefixOf(resource)}_view`];
    return isPlatforms(resource) ? own : [resource.name, ...permissionsOf(resource).map(({ key }) => key)];
  });
}

/** Calls that no definition describes: sign-in, uploads, the home page. */
export const fixedCalls: readonly CallCase[] = [
  { name: "a picture of characters", method: "GET", path: "/blade-auth/oauth/captcha", audience: { to: "anybody" } },
  { name: "a token", method: "POST", path: "/blade-auth/oauth/token", audience: { to: "anybody" } },
  {
    name: "the code by text that a sign-in waits for",
    method: "POST",
    path: "/blade-auth/oauth/challenge/text",
    audience: { to: "anybody" },
  },
  { name: "another platform's sign-in", method: "GET", path: "/blade-auth/oauth/render/{source}", audience: { to: "anybody" } },
  { name: "who one is", method: "GET", path: "/blade-auth/oauth/user-info", audience: { to: "signed-in" } },
  { name: "one's own sessions", method: "GET", path: "/blade-auth/oauth/sessions", audience: { to: "signed-in" } },
  { name: "ending some of them", method: "POST", path: "/blade-auth/oauth/sessions/end", audience: { to: "signed-in" } },
  { name: "ending all but this one", method: "POST", path: "/blade-auth/oauth/sessions/end-others", audience: { to: "signed-in" } },
  { name: "one's own second factor", method: "GET", path: "/blade-auth/oauth/second-factor", audience: { to: "signed-in" } },
  { name: "beginning one", method: "POST", path: "/blade-auth/oauth/second-factor/begin", audience: { to: "signed-in" } },
  { name: "confirming it", method: "POST", path: "/blade-auth/oauth/second-factor/confirm", audience: { to: "signed-in" } },
  { name: "a first code by text", method: "POST", path: "/blade-auth/oauth/second-factor/text/begin", audience: { to: "signed-in" } },
  { name: "confirming it by that", method: "POST", path: "/blade-auth/oauth/second-factor/text/confirm", audience: { to: "signed-in" } },
  { name: "a code by text as proof", method: "POST", path: "/blade-auth/oauth/second-factor/text/send", audience: { to: "signed-in" } },
  { name: "new recovery codes", method: "POST", path: "/blade-auth/oauth/second-factor/recovery-codes", audience: { to: "signed-in" } },
  { name: "turning it off", method: "POST", path: "/blade-auth/oauth/second-factor/end", audience: { to: "signed-in" } },
  { name: "rights looked up anew", method: "GET", path: "/blade-auth/oauth/clear-cache", audience: { to: "signed-in" } },
  { name: "an upload", method: "POST", path: "/blade-resource/oss/endpoint/put-file", audience: { to: "signed-in" } },
  { name: "an upload with its row", method: "POST", path: "/blade-resource/oss/endpoint/put-file-attach", audience: { to: "signed-in" } },
  { name: "a large upload", method: "POST", path: "/blade-resource/oss/endpoint/uploads", audience: { to: "signed-in" } },
  { name: "a part of it", method: "PATCH", path: "/blade-resource/oss/endpoint/uploads/{id}", audience: { to: "signed-in" } },
  { name: "giving it up", method: "DELETE", path: "/blade-resource/oss/endpoint/uploads/{id}", audience: { to: "signed-in" } },
  { name: "finishing it", method: "POST", path: "/blade-resource/oss/endpoint/finish-upload", audience: { to: "signed-in" } },
  { name: "the home page", method: "GET", path: "/blade-desk/home", audience: { to: "signed-in" } },
  { name: "the stream of what happens", method: "GET", path: "/blade-live/stream", audience: { to: "signed-in" } },
  { name: "having a record open", method: "POST", path: "/blade-live/presence", audience: { to: "signed-in" } },
  { name: "rows of any resource", method: "GET", path: "/blade-desk/find", audience: { to: "signed-in" } },
  { name: "the description of the API", method: "GET", path: "/openapi.json", audience: { to: "signed-in" } },
];
