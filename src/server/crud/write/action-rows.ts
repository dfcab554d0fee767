// The rows of an action: locked, judged by the guards, and changed as its definition says.
import { stateValue } from "#schema/approval";
import type { ActionModel, ResourceModel } from "#schema/model";
import { sentenceOf } from "#schema/sentence";
import { auditLogOf } from "../../audit/audit-log.ts";
import { recordAction } from "../../audit/row-watch.ts";
import type { Approvals, ApprovalRequest, CommitContext, Values } from "../../contract.ts";
import { ApiError } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import type { GuardedRow } from "../guards/guard.ts";
import { RowRefusal } from "../guards/row-set.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { titleOf } from "../sql/stored-row.ts";
import { approvalProcess } from "./ask-approval.ts";
import { changeRows } from "./server-rows.ts";
import { lockedRows, writeRows } from "./write-rows.ts";

interface Move {
  readonly tx: Transaction;
  readonly context: CommitContext;
  readonly resource: ResourceModel;
  readonly action: ActionModel;
  readonly keys: readonly string[];
  /** Values of its dialog. */
  readonly values: Readonly<Values>;
  readonly imageSources: readonly string[];
  /** Who decides about rows before they move, where somebody does. */
  readonly approvals?: Approvals | undefined;
}

interface Moved {
  /** The rows as they were. */
  readonly before: readonly Values[];
  /** Whether anything was written into them. */
  readonly isWritten: boolean;
  /** Those that wait for a decision now, instead of having moved. */
  readonly requested: readonly ApprovalRequest[];
}

/** A row of an action while it is judged and written. Its values are those of the dialog, and then all that the action writes. */
interface ActionRow extends GuardedRow {
  readonly current: Readonly<Values>;
  /** The process that decides about it first. */
  definitionId?: string | undefined;
}

/** A value that an action sets, as it is for this row at this moment. */
function setValue(context: CommitContext, { stateField }: ResourceModel, value: unknown, row: Readonly<Values>): unknown {
  if (value === "@now") return context.now();
  if (value === "@user") return context.caller.userId;
  return value === "@state" ? row[stateField?.name ?? ""] : value;
}

/** Columns of the dialog's fields. */
function dialogColumns({ resource, action, values }: Pick<Move, "resource" | "action" | "values">): Values {
  const own = new Set((action.ask ?? []).filter((name) => resource.field.get(name)?.stored === true));
  return Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name)));
}

/** Columns that the action itself writes: the dialog's fields, the state, the time, the user. */
export function writtenBy(
  { context, resource, action, values }: Pick<Move, "context" | "resource" | "action" | "values">,
  row: Readonly<Values>,
): Values {
  const written = dialogColumns({ resource, action, values });
  for (const [name, value] of Object.entries(action.set ?? {})) {
    written[name] = setValue(context, resource, value, row);
  }
  if (action.toValue !== undefined && resource.stateField !== undefined) written[resource.stateField.name] = action.toValue;
  return written;
}

/** The ids of other rows of the tenant that are in the state that an action gives to its row alone, whether the caller sees them or not. */
async function othersInState({ tx, context, resource, action, keys }: Move): Promise<readonly string[]> {
  const { stateField } = resource;
  if (stateField === undefined || action.toValue === undefined) return [];
  const statement = new ScopedStatement(context.scope.tenantId);
  const state = `t.${quoted(columnOf(resource, stateField.name).column)}`;
  // All rows of the tenant are locked, in one order: of two that are to be the only one, the second waits for the first, and then releases it.
  const columns = `t.id::text AS id, coalesce(${state} = ${statement.value(action.toValue)}, false) AS "isInState"`;
  const { rows } = await tx.query(statement.of(statement.select({ columns, resource, as: "t", rest: "ORDER BY t.id FOR NO KEY UPDATE" })));
  return rows.filter((row) => row["isInState"] === true && !keys.includes(String(row["id"]))).map((row) => String(row["id"]));
}

/** Takes others out of the state that at most one row of the tenant has. The tenant has one, so a row that is hidden from the caller goes too. */
async function releaseOthers(move: Move): Promise<void> {
  const { tx, context, resource, action } = move;
  const { stateField } = resource;
  if (stateField === undefined || action.othersValue === undefined) return;
  const values = { [stateField.name]: action.othersValue };
  const others = await othersInState(move);
  await changeRows(
    context,
    tx,
    resource.name,
    others.map((id) => ({ id, values })),
  );
}

/** The process that decides about a row before this action is carried out; undefined where it is carried out at once. */
async function decidedBy({ tx, context, resource, action, values, approvals }: Move, row: Readonly<Values>): Promise<string | undefined> {
  if (resource.data.approval?.of !== action.name) return undefined;
  return approvalProcess(approvals, tx, context, { resource, row: { ...row, ...values } });
}

/** What is written of an action that somebody decides about: what it asked, and that the row waits. */
function waitingColumns(move: Move): Values {
  const { data, stateField } = move.resource;
  return { ...dialogColumns(move), [stateField?.name ?? ""]: stateValue(data, data.approval?.pending) };
}

/** Gives a row all that the action writes, or what waiting for a decision about it means. */
async function actOn(move: Move, row: ActionRow): Promise<void> {
  row.definitionId = await decidedBy(move, row.current);
  const own = row.definitionId === undefined ? writtenBy(move, row.current) : waitingColumns(move);
  // Fields that narrow a choice follow what was chosen.
  Object.assign(row.values, { ...own, ...row.values });
}

/** Issues of several rows name the row: nobody counts what they have chosen. */
function refusalOf(resource: ResourceModel, rows: readonly ActionRow[], { place, refusal }: RowRefusal): unknown {
  const row = rows[place]?.current;
  if (rows.length === 1 || row === undefined || !(refusal instanceof ApiError) || refusal.details.issues === undefined) return refusal;
  const title = titleOf(resource, row);
  const issues = refusal.details.issues.map((issue) => ({
    ...issue,
    message: [
      `${resource.label[0]}“${title}”：${sentenceOf(issue, "zh")}`,
      `${resource.label[1]} “${title}”: ${sentenceOf(issue, "en")}`,
    ] as const,
  }));
  return new ApiError(refusal.status, refusal.code, refusal.text, { ...refusal.details, issues, data: { id: String(row[resource.key]) } });
}

/** Checks and changes the rows of an action. */
export async function moveRows(move: Move): Promise<Moved> {
  const { tx, context, resource, action, keys, imageSources } = move;
  if (keys.length === 0) return { before: [], isWritten: false, requested: [] };
  // First, because at no time may two rows be the only one; a refusal takes it back.
  await releaseOthers(move);
  const stored = await lockedRows(tx, context, resource, { keys });
  const requested = dialogColumns(move);
  const rows = stored.map((current, place): ActionRow => ({
    kind: "action",
    place,
    id: String(current[resource.key]),
    isNew: false,
    values: { ...requested },
    current,
    sent: new Set(Object.keys(requested)),
  }));
  for (const { current } of rows) auditLogOf(tx)?.name(resource, "touch", current);
  try {
    await writeRows({ tx, context, resource, action, imageSources }, rows, {
      async beforeChange(drafts) {
        for (const draft of drafts) await actOn(move, draft);
        for (const { id, definitionId } of drafts) if (definitionId === undefined) recordAction(tx, resource, action.name, id);
        return drafts;
      },
    });
  } catch (error) {
    throw error instanceof RowRefusal ? refusalOf(resource, rows, error) : error;
  }
  return {
    before: stored,
    isWritten: rows.some(({ values }) => Object.keys(values).length > 0),
    requested: rows.flatMap(({ id, definitionId }) => (definitionId === undefined ? [] : [{ resource, id, definitionId }])),
  };
}
