// Actions: checked against the life cycle under a lock on their rows, with the values of their dialog, in one transaction.
import { stateValue, withdrawal } from "#schema/approval";
import { isRecord } from "#schema/json";
import type { ActionModel, ResourceModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { brokenRules } from "#schema/rules";
import type { TreeLists } from "#schema/resource";
import { sentenceOf } from "#schema/sentence";
import { readTreeList } from "#schema/tree-lists";
import { readSubmit, ruleIssues, type Issue } from "#schema/validation";
import { requireAccess } from "../../access/guard.ts";
import { mostRows, auditLogOf } from "../../audit/audit-log.ts";
import { recordAction } from "../../audit/row-watch.ts";
import type {
  ActionInput,
  ActionPhases,
  Approvals,
  AskedApproval,
  CommitContext,
  CommitInput,
  RequestContext,
  Values,
} from "../../contract.ts";
import {
  ApiError,
  businessError,
  invalidFields,
  malformedParameter,
  missingParameter,
  notImplemented,
  rowNotFound,
} from "../../http/errors.ts";
import { countDetails } from "../guards/child-lists.ts";
import { duplicatesAmong, translated } from "../guards/duplicates.ts";
import type { ReceivedFiles } from "../../http/multipart.ts";
import { writeJobs } from "./jobs.ts";
import { keysOf, mostKeys } from "../sql/keys.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { overlapsAmong } from "../guards/overlaps.ts";
import { permissionOfAction } from "../guards/permissions.ts";
import { uploadsAmong } from "../guards/own-uploads.ts";
import { referencesAmong } from "../guards/references.ts";
import { refuseRows, RowRefusal } from "../guards/row-set.ts";
import type { Services } from "../services.ts";
import { askedProcess } from "./ask-approval.ts";
import type { SubmittedMove } from "./submit.ts";
import { submitRows } from "./submit-rows.ts";
import { checkState } from "../guards/action-guard.ts";
import { findUnscoped, findAccessible, titleOf } from "../sql/stored-row.ts";
import { updateRows } from "./write.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";

type Parameters = Readonly<Record<string, string>>;

/** The lists that were chosen from trees. All of them must be sent, empty where nothing is chosen. */
function chosenLists({ lists }: TreeLists<string>, body: unknown): Values {
  const sent = isRecord(body) ? body : {};
  return Object.fromEntries(
    Object.keys(lists).map((name) => {
      if (sent[name] === undefined || sent[name] === null) throw missingParameter(name);
      const ids = readTreeList(sent[name]);
      if (ids === undefined) throw malformedParameter(name);
      return [name, ids];
    }),
  );
}

/** Structured values as queries and forms bring them: as text. What is no JSON is left for validation to refuse. */
function structuredIn(action: ActionModel, parameters: Parameters): Readonly<Values> {
  const parsed = action.asked.flatMap(({ name, wire }) => {
    const text = parameters[name];
    if (text === undefined || text === "" || (wire !== "json" && wire !== "rows")) return [];
    try {
      const value: unknown = JSON.parse(text);
      return [[name, value] as const];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  });
  return { ...parameters, ...Object.fromEntries(parsed) };
}

/** The values of the dialog, checked; refused with its fields otherwise. */
function askedValues(context: RequestContext, action: ActionModel, parameters: Parameters, body: unknown): Values {
  if (action.trees !== undefined) return chosenLists(action.trees, body);
  if (action.asked.length === 0) return {};
  const sent = action.send === "body" ? (isRecord(body) ? body : {}) : structuredIn(action, parameters);
  const { values, issues } = readSubmit({ fields: action.asked }, sent, {
    mode: "insert",
    isAdministrator: context.caller.isAdministrator,
    now: context.now(),
  });
  if (issues.length > 0) throw invalidFields(issues);
  return { ...values };
}

/** Name of the parameter that holds the keys; undefined where no row is concerned. */
function keyParameter(action: ActionModel): string | undefined {
  if (action.path.includes("{id}")) return "id";
  return action.on === "row" || action.on === "selection" ? action.idParam : undefined;
}

/** The keys as they were sent: as a parameter, or in the body of an action that has one. */
function sentKeys(action: ActionModel, name: string, parameters: Parameters, body: unknown): string {
  const inBody = (action.send === "body" || action.trees !== undefined) && isRecord(body) ? body[name] : undefined;
  const sent: unknown = parameters[name] ?? (Array.isArray(inBody) ? inBody.join(",") : inBody);
  return typeof sent === "string" || typeof sent === "number" ? String(sent) : "";
}

function keysFor(resource: ResourceModel, action: ActionModel, parameters: Parameters, body: unknown): readonly string[] {
  const name = keyParameter(action);
  if (name === undefined) return [];
  const sent = sentKeys(action, name, parameters, body);
  if (sent === "") throw missingParameter(name);
  if (action.idField === undefined) return keysOf(resource, name, sent);
  // A tenant's actions take its six digits, not the id of its row; these are looked up below.
  const values = [
    ...new Set(
      sent
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
  if (values.length === 0 || values.length > mostKeys) throw malformedParameter(name);
  return values;
}

/** Ids of the rows that a field other than the id names. */
async function keysByField(
  tx: Transaction,
  resource: ResourceModel,
  tenantId: string,
  { field, values }: { readonly field: string; readonly values: readonly string[] },
): Promise<readonly string[]> {
  const [fieldColumn, key] = [columnOf(resource, field), columnOf(resource, resource.key)];
  const tenant = isTenantTable(resource) ? " AND tenant_id = $2" : "";
  const living = resource.hasBaseColumns ? " AND is_deleted = 0" : "";
  const { rows } = await tx.query({
    sql: `SELECT ${quoted(key.column)}::text AS key FROM ${quoted(resource.table)} WHERE ${quoted(fieldColumn.column)}::text = ANY($1::text[])${tenant}${living}`,
    parameters: tenant === "" ? [values] : [values, tenantId],
  });
  return rows.map((row) => String(row["key"]));
}

async function checkHasDetails(tx: Transaction, context: CommitContext, resource: ResourceModel, row: Readonly<Values>): Promise<void> {
  const count = countDetails(resource, context.model, context.scope.tenantId, String(row[resource.key]));
  if (count === undefined || Number((await tx.first(count))?.["total"]) > 0) return;
  const title = titleOf(resource, row);
  throw businessError(
    "noDetails",
    [`${resource.label[0]}“${title}”没有明细，请先添加`, `${resource.label[1]} “${title}” has no lines; add them first`],
    { data: { id: String(row[resource.key]) } },
  );
}

/** A value that an action sets, as it is for this row at this moment. */
function setValue(context: CommitContext, { stateField }: ResourceModel, value: unknown, row: Readonly<Values>): unknown {
  if (value === "@now") return context.now();
  if (value === "@user") return context.caller.userId;
  return value === "@state" ? row[stateField?.name ?? ""] : value;
}

/** Columns of the dialog's fields. */
function askedColumns({ resource, action, values }: Pick<Move, "resource" | "action" | "values">): Values {
  const own = new Set((action.ask ?? []).filter((name) => resource.field.get(name)?.stored === true));
  return Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name)));
}

/** Columns that the action itself writes: the dialog's fields, the state, the time, the user. */
export function writtenBy(
  { context, resource, action, values }: Pick<Move, "context" | "resource" | "action" | "values">,
  row: Readonly<Values>,
): Values {
  const written = askedColumns({ resource, action, values });
  for (const [name, value] of Object.entries(action.set ?? {})) {
    written[name] = setValue(context, resource, value, row);
  }
  if (action.toValue !== undefined && resource.stateField !== undefined) written[resource.stateField.name] = action.toValue;
  return written;
}

/** Only where the definition says that the action may ask. */
const isConfirmed = ({ warning }: ActionModel, parameters: Parameters): boolean => warning !== undefined && parameters["confirmed"] === "1";

/** A call of an action. */
export interface ActionCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly action: ActionModel;
  readonly parameters: Parameters;
  readonly body: unknown;
  /** Files that came with it; none unless it takes any. */
  readonly files?: ReceivedFiles;
}

/** What a submit does as well (`bySubmit`): moves the row that it has written, for whoever may. */
export function movingOf({ imageSources, domain: { approvals } }: Services, resource: ResourceModel): SubmittedMove {
  return async (tx, context, action, id) => {
    requireAccess(permissionOfAction(resource, action), context.caller);
    await moveRows({ tx, context, resource, action, keys: [id], values: {}, imageSources, approvals });
  };
}

/** Refuses an action whose effect nobody has written. */
export function requireHandled({ domain }: Pick<Services, "domain">, resource: ResourceModel, action: ActionModel): void {
  const name = `${resource.name}.${action.name}`;
  if (action.needsHandler && domain.actions[name] === undefined) throw notImplemented(name);
}

/** Runs an action on its rows: all of them or none. Its effect's return value is the answer. */
export async function runAction(sent: ActionCall): Promise<unknown> {
  const { services, resource, action } = sent;
  const call: ActionCall = { ...sent, context: { ...sent.context, domain: services.domain } };
  requireHandled(services, resource, action);
  const effect = services.domain.actions[`${resource.name}.${action.name}`] ?? withdrawalOf(services, resource, action);
  if (action.submits !== undefined) return runSubmits(call, action.submits, effect);
  return resource.hasTable ? runOnRows(call, effect) : runWithoutTable(call, effect);
}

/** The effect of the action that every approval brings along. */
function withdrawalOf({ domain }: Services, { data }: ResourceModel, { name }: ActionModel): ActionPhases | undefined {
  return data.approval !== undefined && name === withdrawal ? domain.approvals?.withdraw : undefined;
}

/** The phases of an effect inside the transaction; null where there is no effect, and where it returns nothing. */
export async function commit(
  tx: Transaction,
  context: CommitContext,
  effect: ActionPhases | undefined,
  input: CommitInput<unknown>,
): Promise<unknown> {
  if (effect === undefined) return null;
  const answer = (await effect.commit(tx, context, input)) ?? null;
  await writeJobs(tx, context, effect.enqueue?.(context, { ...input, answer }));
  return answer;
}

/** An action that writes a list of rows as submit writes them; its effect comes after. */
async function runSubmits(
  { services, context, resource, parameters, body, files = {} }: ActionCall,
  owner: string | true,
  effect: ActionPhases | undefined,
): Promise<unknown> {
  const input: ActionInput = { ids: [], values: {}, body, parameters, isConfirmed: false, files };
  const prepared = await effect?.prepare?.(context, input);
  return submitRows({ services, context, resource, owner, body }, async (tx, within, ids) => {
    const rows = effect === undefined ? [] : await findUnscoped(tx, resource, within.scope.tenantId, { keys: ids });
    return commit(tx, within, effect, { ...input, ids, rows, prepared });
  });
}

async function runWithoutTable(
  { context, resource, action, parameters, body, files = {} }: ActionCall,
  effect: ActionPhases | undefined,
): Promise<unknown> {
  const input: ActionInput = {
    ids: keysWithoutTable(action, parameters, body),
    values: askedValues(context, action, parameters, body),
    body,
    parameters,
    isConfirmed: isConfirmed(action, parameters),
    files,
  };
  const prepared = await effect?.prepare?.(context, input);
  return inTransaction({ context, resource, acrossTenants: effect?.acrossTenants }, (tx, within) =>
    commit(tx, within, effect, { ...input, rows: [], prepared }),
  );
}

async function runOnRows(
  { services, context, resource, action, parameters, body, files = {} }: ActionCall,
  effect: ActionPhases | undefined,
): Promise<unknown> {
  const { imageSources, domain } = services;
  const { approvals } = domain;
  const values = askedValues(context, action, parameters, body);
  const named = keysFor(resource, action, parameters, body);
  const scope = action.idField === undefined ? await scopeOfRows(context, resource, named) : context.scope;
  const input: ActionInput = { ids: named, values, body, parameters, isConfirmed: isConfirmed(action, parameters), files };
  const prepared = await effect?.prepare?.({ ...context, scope }, input);
  try {
    return await inTransaction({ context, resource, scope, acrossTenants: effect?.acrossTenants }, async (tx, within) => {
      const ids =
        action.idField === undefined ? named : await keysByField(tx, resource, scope.tenantId, { field: action.idField, values: named });
      if (ids.length < named.length) throw rowNotFound();
      if (action.name === withdrawal) await approvals?.hold(tx, within, resource, ids);
      const moved = await moveRows({ tx, context: within, resource, action, keys: ids, values, imageSources, approvals });
      const processes = await ask(tx, { ...within, preparedDecision: prepared }, moved.asked, approvals);
      const left = ids.filter((id) => !moved.asked.some((asked) => asked.id === id));
      if (effect === undefined || (left.length === 0 && processes.length > 0)) return processes.length === 0 ? null : { processes };
      // As they are now; they are locked already.
      const before = moved.before.filter((row) => left.includes(String(row[resource.key])));
      const rows = moved.isWritten ? await findUnscoped(tx, resource, scope.tenantId, { keys: left }) : before;
      const answer = await commit(tx, within, effect, { ...input, ids: left, rows, prepared });
      await recordHandled(tx, resource, scope.tenantId, before);
      return answer;
    });
  } catch (error) {
    throw translated(resource, services.model, error);
  }
}

/** Starts the processes that decide about rows; answers their instances by the ids of the rows. */
async function ask(
  tx: Transaction,
  context: CommitContext,
  asked: readonly AskedApproval[],
  approvals: Approvals | undefined,
): Promise<readonly Values[]> {
  const processes: Values[] = [];
  for (const one of asked) processes.push({ id: one.id, processInstanceId: await approvals?.start(tx, context, one) });
  return processes;
}

/** Logs what a handler changed in the rows of its action, by whatever statements. */
async function recordHandled(tx: Transaction, resource: ResourceModel, tenantId: string, before: readonly Values[]): Promise<void> {
  const auditLog = auditLogOf(tx);
  if (auditLog === undefined || before.length === 0) return;
  const beforeByKey = new Map(before.slice(0, mostRows).map((row) => [String(row[resource.key]), row]));
  for (const after of await findUnscoped(tx, resource, tenantId, { keys: [...beforeByKey.keys()] })) {
    const key = String(after[resource.key]);
    auditLog.record(resource, "edit", key, { before: beforeByKey.get(key) ?? after, after });
  }
}

/** Keys of rows without a table: as many as others may be, and for the handler to look up. */
function keysWithoutTable(action: ActionModel, parameters: Parameters, body: unknown): readonly string[] {
  const name = keyParameter(action);
  if (name === undefined) return [];
  const keys = sentKeys(action, name, parameters, body)
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.length === 0) throw missingParameter(name);
  if (keys.length > mostKeys) throw malformedParameter(name);
  return keys;
}

interface Move {
  readonly tx: Transaction;
  readonly context: CommitContext;
  readonly resource: ResourceModel;
  readonly action: ActionModel;
  readonly keys: readonly string[];
  readonly values: Readonly<Values>;
  readonly imageSources: readonly string[];
  /** Who decides about rows before they move, where somebody does. */
  readonly approvals?: Approvals | undefined;
}

/** Takes all other rows of the tenant out of the state that at most one row has. */
async function releaseOthers({ tx, context, resource, action, keys }: Move): Promise<void> {
  const { stateField } = resource;
  if (stateField === undefined || action.toValue === undefined || action.othersValue === undefined) return;
  const state = quoted(columnOf(resource, stateField.name).column);
  const title = columnOf(resource, resource.title);
  const parameters: unknown[] = [action.othersValue, action.toValue, keys, context.caller.userId, context.now()];
  const tenant = isTenantTable(resource) ? ` AND tenant_id = $${parameters.push(context.scope.tenantId)}` : "";
  const { rows } = await tx.query({
    sql: `UPDATE ${quoted(resource.table)} SET ${state} = $1, update_user = $4, update_time = $5, version = version + 1 WHERE ${state} = $2 AND id <> ALL($3::bigint[]) AND is_deleted = 0${tenant} RETURNING id, ${quoted(title.column)} AS title`,
    parameters,
  });
  for (const row of rows) {
    const named = { [resource.title]: row["title"] };
    auditLogOf(tx)?.record(resource, "edit", String(row["id"]), {
      before: { ...named, [stateField.name]: action.toValue },
      after: { ...named, [stateField.name]: action.othersValue },
    });
  }
}

/** Locks all rows of the tenant, in one order: of two that are to be the only one, the second waits for the first, and then releases it. */
async function lockAll(context: CommitContext, resource: ResourceModel, tx: Transaction): Promise<void> {
  const tenant = isTenantTable(resource) ? " AND tenant_id = $1" : "";
  await tx.query({
    sql: `SELECT id FROM ${quoted(resource.table)} WHERE is_deleted = 0${tenant} ORDER BY id FOR NO KEY UPDATE`,
    parameters: tenant === "" ? [] : [context.scope.tenantId],
  });
}

interface Moved {
  /** The rows as they were. */
  readonly before: readonly Values[];
  /** Whether anything was written into them. */
  readonly isWritten: boolean;
  /** Those that wait for a decision now, instead of having moved. */
  readonly asked: readonly AskedApproval[];
}

/** Rules of the row that what an action writes breaks; a rule about other fields is no affair of the action. */
function rulesBrokenBy(resource: ResourceModel, written: Readonly<Values>, row: Readonly<Values>, now: string): readonly Issue[] {
  const isChanged = (name: string) => name in written && String(written[name] ?? "") !== String(row[name] ?? "");
  const record = { ...row, ...written };
  return ruleIssues(resource.fields, brokenRules({ rules: resource.data.rules, fields: resource.fields, record, isChanged, now }));
}

/** The process that decides about a row before this action is carried out; undefined where it is carried out at once. */
async function decidedBy({ tx, context, resource, action, values, approvals }: Move, row: Readonly<Values>): Promise<string | undefined> {
  if (resource.data.approval?.of !== action.name) return undefined;
  return askedProcess(approvals, tx, context, { resource, row: { ...row, ...values } });
}

/** What is written of an action that somebody decides about: what it asked, and that the row waits. */
function waitingColumns(move: Move): Values {
  const { data, stateField } = move.resource;
  return { ...askedColumns(move), [stateField?.name ?? ""]: stateValue(data, data.approval?.pending) };
}

/** What an action makes of a row. */
interface Draft {
  readonly id: string;
  readonly row: Readonly<Values>;
  readonly definitionId: string | undefined;
  readonly written: Readonly<Values>;
  /** What was asked of it; fields that narrow a choice follow what was chosen. */
  readonly asked: Values;
}

async function draftOf(move: Move, row: Readonly<Values>): Promise<Draft> {
  const { tx, context, resource, action } = move;
  const now = context.now();
  auditLogOf(tx)?.name(resource, "touch", row);
  checkState(resource, action, row, now);
  if (action.needsDetails === true) await checkHasDetails(tx, context, resource, row);
  const id = String(row[resource.key]);
  const definitionId = await decidedBy(move, row);
  const own = definitionId === undefined ? writtenBy(move, row) : waitingColumns(move);
  const written = Object.keys(own).length === 0 ? own : { ...own, ...followingValues(resource, { values: own, current: row, now }) };
  const asked = Object.fromEntries(Object.entries(written).filter(([name]) => (action.ask ?? []).includes(name)));
  return { id, row, definitionId, written, asked };
}

/** Issues of several rows name the row: nobody counts what they have chosen. */
function refuseDraft(resource: ResourceModel, drafts: readonly Draft[], { place, refusal }: RowRefusal): unknown {
  const row = drafts[place]?.row;
  if (drafts.length === 1 || row === undefined || !(refusal instanceof ApiError)) return refusal;
  const title = titleOf(resource, row);
  const issues = (refusal.details.issues ?? []).map((issue) => ({
    ...issue,
    message: [
      `${resource.label[0]}“${title}”：${sentenceOf(issue, "zh")}`,
      `${resource.label[1]} “${title}”: ${sentenceOf(issue, "en")}`,
    ] as const,
  }));
  return new ApiError(refusal.status, refusal.code, refusal.text, { ...refusal.details, issues, data: { id: String(row[resource.key]) } });
}

/** Judges what is written of all rows, with as many statements as one needs. */
async function judge({ tx, context, resource, imageSources }: Move, drafts: readonly Draft[]): Promise<void> {
  const { scope, model, caller } = context;
  const { tenantId } = scope;
  const now = context.now();
  const ofAsked = drafts.map(({ asked, row }) => ({ values: asked, current: row }));
  const judgements = [
    await overlapsAmong(
      context,
      tx,
      resource,
      drafts.map(({ written, row }) => ({ values: written, current: row })),
    ),
    drafts.map(({ written, row }) => rulesBrokenBy(resource, written, row, now)),
    await uploadsAmong(tx, { context, resource, imageSources }, ofAsked),
    await referencesAmong(tx, { model, resource, tenantId, caller, now }, ofAsked),
    await duplicatesAmong(tx, resource, tenantId, ofAsked),
  ];
  try {
    refuseRows(...judgements);
  } catch (error) {
    throw error instanceof RowRefusal ? refuseDraft(resource, drafts, error) : error;
  }
}

/** Checks and changes the rows of an action. */
async function moveRows(move: Move): Promise<Moved> {
  const { tx, context, resource, action, keys } = move;
  if (keys.length === 0) return { before: [], isWritten: false, asked: [] };
  const { scope, caller } = context;
  const now = context.now();
  if (action.othersValue !== undefined) await lockAll(context, resource, tx);
  await lockReferred(context, tx, resource, keys);
  const rows = await findAccessible(context, tx, resource, { keys, lock: "no key update" });
  if (rows.length < keys.length) throw rowNotFound();
  // First, because at no time may two rows be the only one; a refusal takes it back.
  await releaseOthers(move);
  const drafts: Draft[] = [];
  for (const row of rows) drafts.push(await draftOf(move, row));
  await judge(move, drafts);
  for (const { id, definitionId } of drafts) if (definitionId === undefined) recordAction(tx, resource, action.name, id);
  const changed = drafts.filter(({ written }) => Object.keys(written).length > 0);
  await updateRows(
    tx,
    resource,
    changed.map(({ id, row, written, asked }) => ({ values: { ...written, ...asked }, id, scope, caller, now, current: row })),
  );
  return {
    before: rows,
    isWritten: changed.length > 0,
    asked: drafts.flatMap(({ id, definitionId }) => (definitionId === undefined ? [] : [{ resource, id, definitionId }])),
  };
}
