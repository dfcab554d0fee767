// Rows that were submitted, inside their transaction: locked, read, and with what their call sent of them beside what is stored.
import type { ActionModel, FieldModel, ResourceModel } from "#schema/model";
import { readSubmit } from "#schema/validation";
import { fromWire } from "#schema/wire";
import type { CommitContext, SubmitPhases, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import type { GuardedRow, GuardedWrite } from "../guards/guard.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { ofRow } from "../guards/row-set.ts";
import { movedBySubmit, sentStateIssues } from "../guards/sent-state.ts";
import { isWaiting } from "../guards/waiting.ts";
import type { Services } from "../services.ts";
import { masked } from "../sql/mask.ts";
import { readableFieldsOf, isReadable, type ReadableFields } from "../sql/readable-fields.ts";
import { findAccessible } from "../sql/stored-row.ts";
import {
  initialStates,
  numberLines,
  takeUnstored,
  type PreparedInsert,
  type PreparedRow,
  type PreparedUpdate,
  type SubmittedMove,
} from "./prepared-rows.ts";

/** A row of a submit while it is judged and written. */
export interface SubmittedRow extends GuardedRow {
  /** What `beforeValidate` returned. */
  readonly prepared: unknown;
  /** Checked values of fields without a column. */
  readonly unstored: Readonly<Values>;
  /** The action whose state the submit carries, and what does it. */
  readonly action: ActionModel | undefined;
  readonly move: SubmittedMove | undefined;
  /** The hooks of the resource; undefined where somebody has to approve first. */
  hooks?: SubmitPhases | undefined;
  /** The process that decides about it. */
  definitionId?: string | undefined;
}

interface Placed<Row> {
  readonly row: Row;
  readonly place: number;
}

/** The rows of a call, in their order. Those that are there are locked until the transaction ends. */
export async function submittedRows(
  services: Services,
  write: GuardedWrite,
  rows: readonly PreparedRow[],
): Promise<readonly SubmittedRow[]> {
  const inserts: Placed<PreparedInsert>[] = [];
  const updates: Placed<PreparedUpdate>[] = [];
  for (const [place, row] of rows.entries()) {
    if (row.kind === "insert") inserts.push({ row, place });
    else updates.push({ row, place });
  }
  const changed = updates.length === 0 ? [] : await changedRows(services, write, updates);
  return [...changed, ...inserts.map((insert) => newRow(write, insert))].toSorted((left, right) => left.place - right.place);
}

function newRow({ resource }: GuardedWrite, { row, place }: Placed<PreparedInsert>): SubmittedRow {
  const { kind, id, prepared, unstored, body, action, move, submitted } = row;
  // The work may run again after a conflict with another transaction, so it changes copies.
  const values = { ...submitted };
  initialStates(resource, values);
  return { kind, place, id, isNew: true, prepared, unstored, action, move, values, current: undefined, sent: new Set(Object.keys(body)) };
}

async function changedRows(
  services: Services,
  { tx, context, resource }: GuardedWrite,
  updates: readonly Placed<PreparedUpdate>[],
): Promise<readonly SubmittedRow[]> {
  const keys = updates.map(({ row }) => row.id);
  await lockReferred(context, tx, resource, keys);
  const stored = await findAccessible(context, tx, resource, { keys, lock: "no key update" });
  const byKey = new Map(stored.map((row) => [String(row[resource.key]), row]));
  const changed: SubmittedRow[] = [];
  for (const { row, place } of updates)
    await ofRow(place, async () => {
      const current = byKey.get(row.id);
      if (current === undefined) throw rowNotFound();
      const waits = isWaiting(resource, current);
      const taskFields = waits ? ((await services.domain.approvals?.editable(tx, context, resource, current)) ?? []) : [];
      changed.push(await changedRow(services, context, resource, { row, place, current, taskFields }));
    });
  return changed;
}

interface ChangedRow extends Placed<PreparedUpdate> {
  readonly current: Readonly<Values>;
  readonly taskFields: readonly string[];
}

async function changedRow(
  services: Services,
  context: CommitContext,
  resource: ResourceModel,
  { row, place, current, taskFields }: ChangedRow,
): Promise<SubmittedRow> {
  const { kind, id, prepared, move } = row;
  const readable = readableFieldsOf(context, resource);
  const body = withoutEchoes(resource, row.body, current, readable);
  const { values: written, issues } = readSubmit(resource, body, {
    mode: "update",
    current,
    isAdministrator: context.caller.isAdministrator,
    now: context.now(),
  });
  const action = move === undefined ? undefined : movedBySubmit(resource, body, current);
  const values: Values = { ...written };
  const unstored = takeUnstored(resource, values);
  // A secret that is emptied because its field is now hidden stays empty, whatever was sent.
  for (const [name, secret] of Object.entries(row.secrets)) if ((values[name] ?? null) !== null) values[name] = secret;
  await numberLines(services, resource, values);
  const changes = {
    body,
    written,
    issues: [...issues, ...(action === undefined ? sentStateIssues(resource, body, current) : [])],
    readable,
    taskFields,
  };
  return { kind, place, id, isNew: false, prepared, unstored, action, move, values, current, sent: new Set(Object.keys(body)), changes };
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
    if (field.traits.isSecret || !isReadable(readable, field.name)) return isEmpty(fromWire(field, value));
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
