// submit, save and update: an insert without id, a partial update with one; one transaction each.
import { kindOf } from "#schema/kinds";
import type { ActionModel, FieldModel, ResourceModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { checkValue, readSubmit, type Issue } from "#schema/validation";
import { fromWire } from "#schema/wire";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { requireAccess } from "../../access/guard.ts";
import { invalidFields, malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { requireAvailable } from "../available.ts";
import { fixedIssues, fixedValueIssues, unchangeableIssues } from "../guards/changeable.ts";
import { checkMaster } from "../guards/child-lists.ts";
import { findDuplicates, translated } from "../guards/duplicates.ts";
import { findOverlaps } from "../guards/overlaps.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { checkEditable } from "../guards/editable.ts";
import { sees, readableFieldsOf, hiddenFieldMessage, type ReadableFields } from "../sql/readable-fields.ts";
import { isWaiting } from "../guards/waiting.ts";
import { askedBySaving, wait } from "./ask-approval.ts";
import { writeJobs } from "./jobs.ts";
import { isKey } from "../sql/keys.ts";
import { masked } from "../sql/mask.ts";
import { checkMove } from "../guards/parent-moves.ts";
import { nextNumber } from "./numbering.ts";
import { requireOwnChannel } from "../guards/own-channel.ts";
import { checkUploads } from "../guards/own-uploads.ts";
import { permissionOf } from "../guards/permissions.ts";
import { checkReferences } from "../guards/references.ts";
import type { Services } from "../services.ts";
import { checkVersion } from "../guards/staleness.ts";
import { findUnscoped, findAccessible } from "../sql/stored-row.ts";
import { placeInTree } from "../guards/tree-position.ts";
import { movedBySubmit, sentStateIssues } from "../guards/sent-state.ts";
import { insertRowSoon, updateRow } from "./write.ts";
import { inTransaction, scopeOfNewRow, scopeOfRows } from "./write-scope.ts";

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
  const distinct = issues.filter((one, index) => issues.findIndex((other) => other.path.join() === one.path.join()) === index);
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

/** A write whose slow and refusable parts are done; the rest runs in a transaction and returns the row's id. */
export type PreparedWrite = (tx: Transaction, context: CommitContext) => Promise<string>;

/** A write as its phases inside the transaction know it. */
interface Write {
  readonly services: Services;
  readonly resource: ResourceModel;
  readonly id: string;
  /** The result of the resource's own `prepare`. */
  readonly prepared: unknown;
}

/** Checks a new row and makes what its insert needs. */
export async function preparedInsert({ services, context, resource, body, move }: SubmitCall): Promise<PreparedWrite> {
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
  const prepared = await services.domain.hooks[resource.name]?.submit?.prepare?.(context, { isInsert: true, body });
  // The work may run again after a conflict with another transaction, so it changes a copy.
  return async (tx, within) => {
    const inside: CommitContext = { ...within, domain: services.domain };
    const inserted = await insertValues({ services, resource, id, prepared }, tx, inside, {
      values: { ...submitted },
      unstored,
      sent: body,
    });
    if (action !== undefined) await move?.(tx, inside, action, inserted);
    return inserted;
  };
}

async function insertSubmitted(submit: SubmitCall): Promise<string> {
  const write = await preparedInsert(submit);
  try {
    // The tenant of a new row is the caller's, or the one the platform's administrator named (access/guard.ts).
    return await inTransaction(submit, write);
  } catch (error) {
    throw translated(submit.resource, submit.services.model, error);
  }
}

async function insertValues(
  { services, resource, id, prepared }: Write,
  tx: Transaction,
  context: CommitContext,
  { values, unstored, sent }: { readonly values: Values; readonly unstored: Readonly<Values>; readonly sent: Readonly<Values> },
): Promise<string> {
  const { scope, model, caller } = context;
  const { tenantId } = scope;
  const orphaned = await checkMaster(context, tx, resource, { values, current: undefined });
  refuse([
    ...orphaned,
    ...(await checkUploads(tx, { context, resource, values, current: undefined, imageSources: services.imageSources })),
    ...(await checkReferences(tx, {
      model,
      resource,
      tenantId,
      caller,
      values,
      current: undefined,
      sent: new Set(Object.keys(sent)),
      now: context.now(),
    })),
  ]);
  const effect = services.domain.hooks[resource.name]?.submit;
  const existing = await effect?.existing?.(tx, context, { values });
  if (existing !== undefined) return existing;
  const placeBelow = await placeInTree({ tx, resource, tenantId, values, current: undefined });
  initialStates(resource, values);
  const { approvals } = services.domain;
  const definitionId = await askedBySaving(approvals, tx, context, { resource, row: values });
  if (definitionId === undefined) await effect?.beforeWrite?.(tx, context, { values, current: undefined, prepared, unstored });
  else wait(resource, values);
  Object.assign(values, followingValues(resource, { values, now: context.now() }));
  // After the effect, which may give values that must be unique.
  refuse([
    ...(await findDuplicates(tx, resource, { tenantId, values, current: undefined })),
    ...(await findOverlaps(context, tx, resource, { values, current: undefined })),
  ]);
  const { numbering } = resource.data;
  if (numbering !== undefined && (values[numbering.field] ?? null) === null)
    values[numbering.field] = await nextNumber(tx, resource, { ...numbering, tenantId, now: context.now() });
  insertRowSoon(tx, resource, { values, id, scope, caller, now: context.now() });
  await placeBelow();
  await requireOwnChannel(context, tx, resource, { id, values, current: undefined });
  if (definitionId !== undefined) {
    await approvals?.start(tx, { ...context, preparedDecision: prepared }, { resource, id, definitionId });
    return id;
  }
  const write = { id, values, current: undefined, prepared, unstored };
  await effect?.afterWrite?.(tx, context, write);
  await writeJobs(tx, context, effect?.after?.(context, write));
  return id;
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
export async function preparedUpdate({ services, context, resource, body, move }: SubmitCall, key: string): Promise<PreparedWrite> {
  requireAccess(permissionOf(resource, "edit"), context.caller);
  requireAvailable(services, resource, "edit");
  const secrets = await secretsOf(services, resource, body);
  const prepared = await services.domain.hooks[resource.name]?.submit?.prepare?.(context, { isInsert: false, body });
  return (tx, within) =>
    updateValues({ services, resource, id: key, prepared }, tx, { ...within, domain: services.domain }, { sent: body, secrets, move });
}

async function updateSubmitted(submit: SubmitCall, key: string): Promise<string> {
  const { services, context, resource } = submit;
  const scope = await scopeOfRows(context, resource, [key]);
  const write = await preparedUpdate({ ...submit, context: { ...context, scope } }, key);
  try {
    return await inTransaction({ context, resource, scope }, write);
  } catch (error) {
    throw translated(resource, services.model, error);
  }
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

interface SentUpdate {
  readonly sent: Readonly<Values>;
  readonly secrets: Readonly<Values>;
  readonly move: SubmittedMove | undefined;
}

async function updateValues(
  { services, resource, id, prepared }: Write,
  tx: Transaction,
  context: CommitContext,
  { sent, secrets, move }: SentUpdate,
): Promise<string> {
  const { scope, model, caller } = context;
  const { tenantId } = scope;
  const { isAdministrator } = caller;
  await lockReferred(context, tx, resource, [id]);
  const [current] = await findAccessible(context, tx, resource, { keys: [id], lock: "no key update" });
  if (current === undefined) throw rowNotFound();
  const readable = readableFieldsOf(context, resource);
  const body = withoutEchoes(resource, sent, current, readable);
  checkVersion(resource, current, body, readable);
  const { approvals } = services.domain;
  const ofTask = isWaiting(resource, current) ? ((await approvals?.editable(tx, context, resource, current)) ?? []) : [];
  if (ofTask.length === 0) checkEditable(resource, current, context.now());
  const { values: read, issues: wrong } = readSubmit(resource, body, {
    mode: "update",
    current,
    isAdministrator,
    now: context.now(),
  });
  const action = move === undefined ? undefined : movedBySubmit(resource, body, current);
  // Values newly required by a condition cannot be given for hidden fields.
  const problems = [
    ...wrong,
    ...(action === undefined ? sentStateIssues(resource, body, current) : []),
    ...unchangeableIssues(resource, read, current, context.now()),
    ...(ofTask.length === 0 ? [] : fixedIssues(resource, read, current, ofTask)),
  ];
  const { answer } = services.domain.hooks[resource.name] ?? {};
  refuse([
    ...hiddenFieldsIn(resource, read, body, readable),
    ...(await fixedValueIssues(tx, {
      resource,
      body,
      current,
      written: read,
      readable,
      isAdministrator,
      now: context.now(),
      answer,
    })),
    ...problems.filter(({ path }) => sees(readable, String(path[0]))),
  ]);
  const values: Values = { ...read };
  const unstored = takeUnstored(resource, values);
  // A secret that is emptied because its field is now hidden stays empty, whatever was sent.
  for (const [name, secret] of Object.entries(secrets)) if ((values[name] ?? null) !== null) values[name] = secret;
  await numberLines(services, resource, values);
  const orphaned = await checkMaster(context, tx, resource, { values, current });
  refuse([
    ...orphaned,
    ...(await checkUploads(tx, { context, resource, values, current, imageSources: services.imageSources })),
    ...(await checkReferences(tx, {
      model,
      resource,
      tenantId,
      caller,
      values,
      current,
      sent: new Set(Object.keys(body)),
      now: context.now(),
    })),
  ]);
  await checkMove(tx, resource, { model, tenantId, values, current });
  const placeBelow = await placeInTree({ tx, resource, tenantId, values, current });
  const definitionId = await askedBySaving(approvals, tx, context, { resource, row: { ...current, ...values } });
  if (definitionId !== undefined) wait(resource, values);
  // What saving does is decided about: it is done when that is.
  const isDeferred = definitionId !== undefined || (resource.data.approval?.of === "submit" && isWaiting(resource, current));
  const effect = isDeferred ? undefined : services.domain.hooks[resource.name]?.submit;
  await effect?.beforeWrite?.(tx, context, { values, current, prepared, unstored });
  Object.assign(values, followingValues(resource, { values, current, now: context.now() }));
  refuse([
    ...(await findDuplicates(tx, resource, { tenantId, values, current })),
    ...(await findOverlaps(context, tx, resource, { values, current })),
  ]);
  await updateRow(tx, resource, { values, id, scope, caller, now: context.now(), current });
  await placeBelow();
  await requireOwnChannel(context, tx, resource, { id, values, current });
  if (definitionId !== undefined) await approvals?.start(tx, { ...context, preparedDecision: prepared }, { resource, id, definitionId });
  const write = { id, values, current, prepared, unstored };
  await effect?.afterWrite?.(tx, context, write);
  await writeJobs(tx, context, effect?.after?.(context, write));
  if (action !== undefined) await move?.(tx, context, action, id);
  return id;
}
