// submit, save and update: an insert without id, a partial update with one; one transaction each.
import { kindOf } from "#schema/kinds";
import type { ActionModel, FieldModel, ResourceModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { checkValue, readSubmit, type Issue } from "#schema/validation";
import { fromWire } from "#schema/wire";
import type { CommitContext, RequestContext, SubmitPhases, Values } from "../../contract.ts";
import { requireAccess } from "../../access/guard.ts";
import { invalidFields, malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { requireAvailable } from "../available.ts";
import { fixedIssues, fixedValuesAmong, unchangeableIssues } from "../guards/changeable.ts";
import { mastersAmong } from "../guards/child-lists.ts";
import { duplicatesAmong, translated } from "../guards/duplicates.ts";
import { overlapsAmong } from "../guards/overlaps.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { checkEditable } from "../guards/editable.ts";
import { sees, readableFieldsOf, hiddenFieldMessage, type ReadableFields } from "../sql/readable-fields.ts";
import { isWaiting } from "../guards/waiting.ts";
import { askedBySaving, wait } from "./ask-approval.ts";
import { writeJobs } from "./jobs.ts";
import { isKey } from "../sql/keys.ts";
import { masked } from "../sql/mask.ts";
import { checkMove } from "../guards/parent-moves.ts";
import { nextNumbers } from "./numbering.ts";
import { requireOwnChannels } from "../guards/own-channel.ts";
import { uploadsAmong } from "../guards/own-uploads.ts";
import { permissionOf } from "../guards/permissions.ts";
import { referencesAmong } from "../guards/references.ts";
import { distinctIssues, ofRow, plainRefusal, refuseRows, RowRefusal, type RowOfSet } from "../guards/row-set.ts";
import type { Services } from "../services.ts";
import { checkVersion } from "../guards/staleness.ts";
import { findUnscoped, findAccessible } from "../sql/stored-row.ts";
import { placeInTree } from "../guards/tree-position.ts";
import { movedBySubmit, sentStateIssues } from "../guards/sent-state.ts";
import { insertRowsSoon, updateRows } from "./write.ts";
import { inTransaction, scopeOfNewRow, scopeOfRows, type Writing } from "./write-scope.ts";

/** submit decides by the id; save only inserts, update only updates. */
export type WriteCall = "submit" | "save" | "update";

export function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw malformedParameter("body");
  // An object that is no array has string keys.
  return body as Readonly<Record<string, unknown>>;
}

/** The id of a body; "", null and -1 mean none. */
export function keyOf(resource: ResourceModel, body: Readonly<Record<string, unknown>>): string | undefined {
  const sent = body[resource.key];
  if (sent === undefined || sent === null || sent === "" || sent === -1 || sent === "-1") return undefined;
  const key = typeof sent === "number" && Number.isSafeInteger(sent) ? String(sent) : sent;
  if (typeof key !== "string" || !isKey(resource, key)) throw malformedParameter(resource.key);
  return key;
}

/** Refuses a submit with the problems of its fields, each named once. */
function refuse(issues: readonly Issue[]): void {
  const distinct = distinctIssues(issues);
  if (distinct.length > 0) throw invalidFields(distinct);
}

/** Does on a row that a submit has written what the action does whose state it carries. */
export type SubmittedMove = (tx: Transaction, context: CommitContext, action: ActionModel, id: string) => Promise<void>;

/** A submit of a row, as its phases know it before the transaction. */
export interface SubmitCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly body: Readonly<Values>;
  /** Without it another state is refused. */
  readonly move?: SubmittedMove;
}

export interface SubmitRequest extends Omit<SubmitCall, "body"> {
  readonly body: unknown;
  readonly call: WriteCall;
}

/** Inserts or updates a row; answers its id. */
export async function submitRow({ body: sent, call, ...request }: SubmitRequest): Promise<Values> {
  const body = bodyOf(sent);
  const submit: SubmitCall = { ...request, body };
  const { resource } = submit;
  const key = keyOf(resource, body);
  if (resource.key !== "id" && key !== undefined) return submitByKey(submit, key, call);
  if (key === undefined || call === "save") {
    if (call === "update") throw missingParameter(resource.key);
    const added = await withTenant(submit);
    return { id: call === "save" ? await insertSubmitted(added) : await submitOne(added) };
  }
  return { id: await updateSubmitted(submit, key) };
}

/** A submit of a new row with the tenant that it belongs to. */
async function withTenant(submit: SubmitCall): Promise<SubmitCall> {
  const { context, resource, body } = submit;
  const scope = await scopeOfNewRow(context, resource, body);
  return scope === undefined ? submit : { ...submit, context: { ...context, scope }, body: { ...body, tenantId: scope.tenantId } };
}

/** The id of the row that there already is for the row that the body refers to, where there is one for each (`onePer`). */
async function existingOne({ context, resource, body }: SubmitCall): Promise<string | undefined> {
  const { onePer } = resource.data;
  const field = resource.field.get(onePer ?? "");
  const value = field === undefined ? null : fromWire(field, body[field.name]);
  if (field === undefined || typeof value !== "string" || checkValue(field, value).length > 0) return undefined;
  const column = columnOf(resource, field.name);
  const tenant = isTenantTable(resource) ? " AND tenant_id = $2" : "";
  const row = await inTransaction({ context, resource }, (tx) =>
    tx.first({
      sql: `SELECT ${quoted(columnOf(resource, resource.key).column)}::text AS id FROM ${quoted(resource.table)} WHERE ${quoted(column.column)} = $1 AND is_deleted = 0${tenant}`,
      parameters: tenant === "" ? [column.toColumn(value)] : [column.toColumn(value), context.scope.tenantId],
    }),
  );
  return row === undefined ? undefined : String(row["id"]);
}

/** Inserts a row, or changes the one that there already is for the same row. */
async function submitOne(submit: SubmitCall): Promise<string> {
  const existing = await existingOne(submit);
  if (existing !== undefined) return updateSubmitted(submit, existing);
  try {
    return await insertSubmitted(submit);
  } catch (error) {
    // Another user may have been faster: then this is a change of what they added.
    const added = await existingOne(submit);
    if (added === undefined) throw error;
    return updateSubmitted(submit, added);
  }
}

/** A resource with user-chosen keys: an unknown key is an insert, an existing one an update. */
async function submitByKey(submit: SubmitCall, key: string, call: WriteCall): Promise<Values> {
  const { context, resource } = submit;
  const exists =
    (await inTransaction({ context, resource }, (tx) => findUnscoped(tx, resource, context.scope.tenantId, { keys: [key] }))).length > 0;
  const written = exists && call !== "save" ? await updateSubmitted(submit, key) : await insertSubmitted(submit);
  return { id: written, [resource.key]: written };
}

/** The stored form of a password field; slow on purpose, so it is computed before the transaction. */
async function hashSecrets(services: Services, resource: ResourceModel, values: Values): Promise<void> {
  for (const field of resource.fields) {
    const value = values[field.name];
    if (field.traits.isSecret && field.stored && typeof value === "string") values[field.name] = await services.keepSecret(field, value);
  }
}

/** Gives rows of `lines` fields an id each, where they have none. */
async function numberLines(services: Services, resource: ResourceModel, values: Values): Promise<void> {
  for (const field of resource.fields) {
    const rows = values[field.name];
    if (!field.traits.holdsRows || !Array.isArray(rows)) continue;
    values[field.name] = await Promise.all(
      rows.map(async (row: unknown) =>
        typeof row === "object" && row !== null && !("id" in row) ? { id: await services.identifiers.next(), ...row } : row,
      ),
    );
  }
}

/** Takes the values of fields without a column out; answers them. */
function takeUnstored(resource: ResourceModel, values: Values): Readonly<Values> {
  const taken: Values = {};
  for (const { name, stored } of resource.fields) {
    if (stored || !(name in values)) continue;
    taken[name] = values[name];
    delete values[name];
  }
  return taken;
}

/** Gives a new row the state that its life begins with. */
export function initialStates(resource: ResourceModel, values: Values): void {
  for (const field of resource.fields) {
    const { initial } = kindOf(field.data);
    if (initial !== undefined && (values[field.name] ?? null) === null) values[field.name] = initial(field.data);
  }
}

/** A row whose slow and refusable parts are done; the rest runs in a transaction (`writeRows`). */
export type PreparedRow = PreparedInsert | PreparedUpdate;

interface Prepared {
  readonly id: string;
  readonly body: Readonly<Values>;
  readonly move: SubmittedMove | undefined;
  /** The result of the resource's own `prepare`. */
  readonly prepared: unknown;
}

interface PreparedInsert extends Prepared {
  readonly is: "insert";
  readonly submitted: Readonly<Values>;
  readonly unstored: Readonly<Values>;
  readonly action: ActionModel | undefined;
}

interface PreparedUpdate extends Prepared {
  readonly is: "update";
  readonly secrets: Readonly<Values>;
}

/** Checks a new row and makes what its insert needs. */
export async function preparedInsert({ services, context, resource, body, move }: SubmitCall): Promise<PreparedInsert> {
  requireAccess(permissionOf(resource, "add"), context.caller);
  requireAvailable(services, resource, "add");
  const { values: read, issues } = readSubmit(resource, body, {
    mode: "insert",
    isAdministrator: context.caller.isAdministrator,
    now: context.now(),
  });
  const begun: Values = {};
  initialStates(resource, begun);
  const action = move === undefined ? undefined : movedBySubmit(resource, body, begun);
  refuse([...issues, ...(action === undefined ? sentStateIssues(resource, body, begun) : [])]);
  const submitted: Values = { ...read };
  const unstored = takeUnstored(resource, submitted);
  await hashSecrets(services, resource, submitted);
  await numberLines(services, resource, submitted);
  const id = resource.key === "id" ? await services.identifiers.next() : String(submitted[resource.key] ?? body[resource.key]);
  const prepared = await services.domain.hooks[resource.name]?.submit?.beforeValidate?.(context, { isInsert: true, body });
  return { is: "insert", id, body, move, prepared, submitted, unstored, action };
}

async function insertSubmitted(submit: SubmitCall): Promise<string> {
  const row = await preparedInsert(submit);
  // The tenant of a new row is the caller's, or the one the platform's administrator named (access/guard.ts).
  return writeOne(submit, row);
}

/** Writes one row in a transaction of its own. */
async function writeOne(writing: Pick<SubmitCall, "services"> & Writing, row: PreparedRow): Promise<string> {
  const { services, resource } = writing;
  try {
    const [id = row.id] = await inTransaction(writing, (tx, within) => writeRows({ services, resource }, tx, within, [row]));
    return id;
  } catch (error) {
    throw translated(resource, services.model, plainRefusal(error));
  }
}

/** A row of a set while it is judged and written. */
interface Draft extends RowOfSet {
  /** Its place in the set. */
  readonly place: number;
  readonly id: string;
  readonly prepared: unknown;
  readonly unstored: Readonly<Values>;
  /** Names of what was sent. */
  readonly sent: ReadonlySet<string>;
  readonly action: ActionModel | undefined;
  readonly move: SubmittedMove | undefined;
  /** What saving does beyond the definition; undefined where that is decided about first. */
  effect?: SubmitPhases | undefined;
  /** The process that decides about it. */
  definitionId?: string | undefined;
  placeBelow?: () => Promise<void>;
}

interface SetOf {
  readonly services: Services;
  readonly resource: ResourceModel;
}

/**
 * Whether rows may be written together: the place of a row in its tree depends on where those before it went, and phases that are written for one
 * row see what those before it have left.
 */
function areTogether(resource: ResourceModel, effect: SubmitPhases | undefined): boolean {
  if (resource.tree !== undefined || effect?.findExisting !== undefined) return false;
  return (effect?.beforeChange === undefined && effect?.afterChange === undefined) || effect.together !== undefined;
}

/**
 * Writes rows; answers their ids, in their order. All of them are judged by as many statements as one, inserted by one statement and updated in
 * one round trip. Of unique values, ranges and combinations each may take what those before it have left; everything else is judged by what was
 * stored before the set. A refusal says of which row it is (`RowRefusal`), but for what the database itself refuses of several.
 */
export async function writeRows(
  set: SetOf,
  tx: Transaction,
  within: CommitContext,
  rows: readonly PreparedRow[],
): Promise<readonly string[]> {
  const { domain } = set.services;
  if (rows.length > 1 && !areTogether(set.resource, domain.hooks[set.resource.name]?.submit)) {
    const ids: string[] = [];
    for (const [place, row] of rows.entries())
      ids.push(
        ...(await writeRows(set, tx, within, [row]).catch((error: unknown) => Promise.reject(new RowRefusal(place, plainRefusal(error))))),
      );
    return ids;
  }
  // The work may run again after a conflict with another transaction, so it changes copies.
  const context: CommitContext = { ...within, domain };
  const drafts = await draftsOf(set, tx, context, rows);
  return writeDrafts(set, tx, context, drafts);
}

async function draftsOf(set: SetOf, tx: Transaction, context: CommitContext, rows: readonly PreparedRow[]): Promise<readonly Draft[]> {
  const placed = rows.map((row, place) => ({ row, place }));
  const updates = await readUpdates(
    set,
    tx,
    context,
    placed.flatMap(({ row, place }) => (row.is === "update" ? [{ row, place }] : [])),
  );
  const inserts = placed.flatMap(({ row, place }): readonly Draft[] => {
    if (row.is === "update") return [];
    const { id, prepared, unstored, body, action, move, submitted } = row;
    return [
      { place, id, prepared, unstored, action, move, values: { ...submitted }, current: undefined, sent: new Set(Object.keys(body)) },
    ];
  });
  return [...updates, ...inserts].toSorted((left, right) => left.place - right.place);
}

/** Judges rows and writes them. */
async function writeDrafts(
  { services, resource }: SetOf,
  tx: Transaction,
  context: CommitContext,
  drafts: readonly Draft[],
): Promise<readonly string[]> {
  const { scope, model, caller } = context;
  const { tenantId } = scope;
  const now = context.now();
  const effect = services.domain.hooks[resource.name]?.submit;
  const orphaned = await mastersAmong(context, tx, resource, drafts);
  refuseRows(
    orphaned,
    await uploadsAmong(tx, { context, resource, imageSources: services.imageSources }, drafts),
    await referencesAmong(tx, { model, resource, tenantId, caller, now }, drafts),
  );
  const ids = drafts.map(({ id }) => id);
  const written: Draft[] = [];
  for (const [index, draft] of drafts.entries()) {
    const { current, values } = draft;
    const existing = current === undefined ? await effect?.findExisting?.(tx, context, { values }) : undefined;
    if (existing === undefined) written.push(draft);
    else ids[index] = existing;
  }
  for (const draft of written) await ofRow(draft.place, () => placeDraft({ services, resource }, tx, context, draft));
  await beforeWrites(tx, context, written);
  for (const { values, current } of written) Object.assign(values, followingValues(resource, { values, current, now }));
  // After the effect, which may give values that must be unique.
  const judged = [await duplicatesAmong(tx, resource, tenantId, written), await overlapsAmong(context, tx, resource, written)];
  await atPlaces(written, async () => refuseRows(...judged));
  await writeNumbers(tx, context, resource, written);
  await updateRows(
    tx,
    resource,
    written.flatMap(({ values, id, current }) => (current === undefined ? [] : [{ values, id, scope, caller, now, current }])),
  );
  insertRowsSoon(
    tx,
    resource,
    written.flatMap(({ values, id, current }) => (current === undefined ? [{ values, id, scope, caller, now }] : [])),
  );
  for (const { placeBelow } of written) await placeBelow?.();
  await requireOwnChannels(context, tx, resource, written);
  await afterWrites({ services, resource }, tx, context, written);
  for (const [index, { place, action, move, id }] of drafts.entries())
    if (action !== undefined) await ofRow(place, () => move?.(tx, context, action, ids[index] ?? id));
  return ids;
}

/** Finds the place of a row in its tree, and whether somebody decides about it. */
async function placeDraft({ services, resource }: SetOf, tx: Transaction, context: CommitContext, draft: Draft): Promise<void> {
  const { values, current } = draft;
  const { tenantId } = context.scope;
  if (current !== undefined) await checkMove(tx, resource, { model: context.model, tenantId, values, current });
  draft.placeBelow = await placeInTree({ tx, resource, tenantId, values, current });
  if (current === undefined) initialStates(resource, values);
  draft.definitionId = await askedBySaving(services.domain.approvals, tx, context, { resource, row: { ...current, ...values } });
  if (draft.definitionId !== undefined) wait(resource, values);
  // What saving does is decided about: it is done when that is.
  const waits = current !== undefined && resource.data.approval?.of === "submit" && isWaiting(resource, current);
  if (draft.definitionId === undefined && !waits) draft.effect = services.domain.hooks[resource.name]?.submit;
}

/** What saving does before rows are written; in their order, where it looks at one after the other. */
async function beforeWrites(tx: Transaction, context: CommitContext, drafts: readonly Draft[]): Promise<void> {
  const concerned = drafts.filter(({ effect }) => effect !== undefined);
  const together = concerned[0]?.effect?.together;
  if (together !== undefined) return atPlaces(concerned, () => together.beforeChanges(tx, context, concerned));
  for (const draft of concerned) await ofRow(draft.place, () => draft.effect?.beforeChange?.(tx, context, draft));
}

/** Says a refusal by the places of the rows in their set. */
async function atPlaces(drafts: readonly Draft[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof RowRefusal ? new RowRefusal(drafts[error.place]?.place ?? error.place, error.refusal) : error;
  }
}

async function writeNumbers(tx: Transaction, context: CommitContext, resource: ResourceModel, drafts: readonly Draft[]): Promise<void> {
  const { numbering } = resource.data;
  if (numbering === undefined) return;
  const waiting = drafts.filter(({ values, current }) => current === undefined && (values[numbering.field] ?? null) === null);
  if (waiting.length === 0) return;
  const { tenantId } = context.scope;
  const numbers = await nextNumbers(tx, resource, { ...numbering, tenantId, now: context.now() }, waiting.length);
  for (const [index, { values }] of waiting.entries()) values[numbering.field] = numbers[index];
}

/** What follows from rows that are written. */
async function afterWrites(
  { services, resource }: SetOf,
  tx: Transaction,
  context: CommitContext,
  drafts: readonly Draft[],
): Promise<void> {
  const { approvals } = services.domain;
  for (const { place, id, definitionId, prepared } of drafts)
    if (definitionId !== undefined)
      await ofRow(place, async () => approvals?.start(tx, { ...context, preparedDecision: prepared }, { resource, id, definitionId }));
  const concerned = drafts.filter(({ effect }) => effect !== undefined);
  const together = concerned[0]?.effect?.together;
  if (together !== undefined) await atPlaces(concerned, () => together.afterChanges(tx, context, concerned));
  else for (const draft of concerned) await ofRow(draft.place, () => draft.effect?.afterChange?.(tx, context, draft));
  await writeJobs(
    tx,
    context,
    concerned.flatMap((draft) => draft.effect?.enqueue?.(context, draft) ?? []),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The request without values that the caller cannot have meant: masks sent back, empty secrets, and empty values of hidden fields. */
function withoutEchoes(
  resource: ResourceModel,
  body: Readonly<Values>,
  current: Readonly<Values>,
  readable: ReadableFields,
): Readonly<Values> {
  const isEcho = (field: FieldModel): boolean => {
    const value = body[field.name];
    if (field.traits.isSecret && typeof value === "string" && /^\*+$/.test(value)) return true;
    if (field.traits.isSecret || !sees(readable, field.name)) return isEmpty(fromWire(field, value));
    const storedValue = current[field.name];
    if (!field.sensitive || storedValue === null || storedValue === undefined) return false;
    return (
      value === masked(Array.isArray(storedValue) ? storedValue.join(",") : String(storedValue)) ||
      (readable.masksSensitive && value === "****")
    );
  };
  const echoes = resource.fields.filter((field) => field.name in body && isEcho(field));
  if (echoes.length === 0) return body;
  const names = new Set(echoes.map(({ name }) => name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

/** Values sent for hidden fields: a caller who could overwrite them blindly could also learn from a refusal what they contain. */
function hiddenFieldsIn(
  resource: ResourceModel,
  read: Readonly<Values>,
  body: Readonly<Values>,
  readable: ReadableFields,
): readonly Issue[] {
  if (readable.unseen.size === 0) return [];
  return resource.fields
    .filter(({ name }) => !sees(readable, name) && name in body && name in read)
    .map(({ name, label }) => ({ code: "notAllowed", path: [name], parameters: {}, label, message: hiddenFieldMessage }));
}

/** Checks that the caller may change rows, and prepares the update. */
export async function preparedUpdate({ services, context, resource, body, move }: SubmitCall, key: string): Promise<PreparedUpdate> {
  requireAccess(permissionOf(resource, "edit"), context.caller);
  requireAvailable(services, resource, "edit");
  const secrets = await secretsOf(services, resource, body);
  const prepared = await services.domain.hooks[resource.name]?.submit?.beforeValidate?.(context, { isInsert: false, body });
  return { is: "update", id: key, body, move, prepared, secrets };
}

async function updateSubmitted(submit: SubmitCall, key: string): Promise<string> {
  const { services, context, resource } = submit;
  const scope = await scopeOfRows(context, resource, [key]);
  const row = await preparedUpdate({ ...submit, context: { ...context, scope } }, key);
  return writeOne({ services, context, resource, scope }, row);
}

/**
 * Stored forms of the secrets in a body that validation will accept, each checked separately: whether its condition is met depends on the
 * stored row, which is not read yet.
 */
async function secretsOf(services: Services, resource: ResourceModel, body: Readonly<Values>): Promise<Values> {
  const secrets = resource.fields.filter((field) => field.traits.isSecret && field.stored);
  const stored: Values = {};
  for (const field of secrets) {
    const { values, issues } = readSubmit({ fields: [{ ...field, showWhen: undefined }] }, body, {
      mode: "update",
      current: {},
      isAdministrator: true,
    });
    if (issues.length === 0) Object.assign(stored, values);
  }
  await hashSecrets(services, resource, stored);
  return stored;
}

/** A stored row, and what was sent for it. */
interface ReadUpdate {
  readonly place: number;
  readonly row: PreparedUpdate;
  readonly current: Values;
  readonly readable: ReadableFields;
  /** What was sent, without what the caller cannot have meant. */
  readonly body: Readonly<Values>;
  /** Fields that the step of a process lets its person change. */
  readonly ofTask: readonly string[];
}

/** Locks and reads the rows that are changed, and says what was sent for them. */
async function lockedUpdates(
  { services, resource }: SetOf,
  tx: Transaction,
  context: CommitContext,
  rows: readonly { readonly row: PreparedUpdate; readonly place: number }[],
): Promise<readonly ReadUpdate[]> {
  const keys = rows.map(({ row }) => row.id);
  await lockReferred(context, tx, resource, keys);
  const stored = await findAccessible(context, tx, resource, { keys, lock: "no key update" });
  const byKey = new Map(stored.map((row) => [String(row[resource.key]), row]));
  const readable = readableFieldsOf(context, resource);
  const { approvals } = services.domain;
  const read: ReadUpdate[] = [];
  for (const { row, place } of rows)
    await ofRow(place, async () => {
      const current = byKey.get(row.id);
      if (current === undefined) throw rowNotFound();
      const body = withoutEchoes(resource, row.body, current, readable);
      checkVersion(resource, current, body, readable);
      const ofTask = isWaiting(resource, current) ? ((await approvals?.editable(tx, context, resource, current)) ?? []) : [];
      if (ofTask.length === 0) checkEditable(resource, current, context.now());
      read.push({ place, row, current, readable, body, ofTask });
    });
  return read;
}

async function readUpdates(
  set: SetOf,
  tx: Transaction,
  context: CommitContext,
  rows: readonly { readonly row: PreparedUpdate; readonly place: number }[],
): Promise<readonly Draft[]> {
  if (rows.length === 0) return [];
  const { services, resource } = set;
  const { isAdministrator } = context.caller;
  const now = context.now();
  const updates = (await lockedUpdates(set, tx, context, rows)).map((update) => {
    const { body, current, row } = update;
    const { values: written, issues } = readSubmit(resource, body, { mode: "update", current, isAdministrator, now });
    const action = row.move === undefined ? undefined : movedBySubmit(resource, body, current);
    return { ...update, resource, written, issues, action, isAdministrator, now, answer: services.domain.hooks[resource.name]?.afterRead };
  });
  const fixed = await fixedValuesAmong(tx, updates);
  const drafts: Draft[] = [];
  for (const [index, { place, row, current, readable, body, ofTask, written, issues, action }] of updates.entries())
    await ofRow(place, async () => {
      // Values newly required by a condition cannot be given for hidden fields.
      const problems = [
        ...issues,
        ...(action === undefined ? sentStateIssues(resource, body, current) : []),
        ...unchangeableIssues(resource, written, current, now),
        ...(ofTask.length === 0 ? [] : fixedIssues(resource, written, current, ofTask)),
      ];
      refuse([
        ...hiddenFieldsIn(resource, written, body, readable),
        ...(fixed[index] ?? []),
        ...problems.filter(({ path }) => sees(readable, String(path[0]))),
      ]);
      const values: Values = { ...written };
      const unstored = takeUnstored(resource, values);
      // A secret that is emptied because its field is now hidden stays empty, whatever was sent.
      for (const [name, secret] of Object.entries(row.secrets)) if ((values[name] ?? null) !== null) values[name] = secret;
      await numberLines(services, resource, values);
      const { id, prepared, move } = row;
      drafts.push({ place, id, prepared, unstored, action, move, values, current, sent: new Set(Object.keys(body)) });
    });
  return drafts;
}
