// What people do with a task besides completing it, as lines of its instance's history: who, when, to whom, and what was said.
import type { CommitContext } from "../../contract.ts";
import { append, type NewRow } from "../../rows/insert.ts";
import { db, first, run } from "../../rows/query.ts";
import { amend, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { attachmentNames } from "./attachment-names.ts";
import { personName } from "./instance-history.ts";

/** Kinds of lines (resources/flow/flow-history.ts). */
type NoteKind =
  | "unclaimed"
  | "transferred"
  | "delegated"
  | "returned"
  | "consulted"
  | "opinion"
  | "reminded"
  | "withdrawn"
  | "reassigned"
  | "retried";

/** A task, as far as its history names it. */
interface NotedTask {
  readonly processInstanceId: string | null;
  readonly processDefinitionId: string | null;
  readonly executionId: string | null;
  readonly taskDefinitionKey: string | null;
  readonly taskName: string | null;
}

interface Note {
  readonly kind: NoteKind;
  /** Who did it; "" for nobody. */
  readonly by: string;
  readonly byName: string;
  /** The other person that it concerns. */
  readonly toName?: string;
  readonly comment?: string;
  readonly attachments?: NewRow<"flow-history">["attachments"];
  /** When it began, where it took a while. */
  readonly since?: string | null;
}

/** The name of the caller, as history keeps it. */
export async function callerName(context: CommitContext, tx: Transaction): Promise<string> {
  const { caller } = context;
  const person = caller.userId === "" ? undefined : await first(tx, personName(context, caller.userId));
  return person?.realName ?? caller.realName;
}

const maxLength = 500;

/** Adds a line that is over at once. */
export async function addNote(context: CommitContext, tx: Transaction, task: NotedTask, note: Note): Promise<void> {
  const now = context.now();
  const { unscoped } = tables(context);
  const instance = await first(
    tx,
    db
      .selectFrom(unscoped("flow-instance", "i"))
      .where("i.processInstanceId", "=", task.processInstanceId)
      .select(["i.businessId", "i.processDefinitionId"]),
  );
  const to = note.toName === undefined || note.toName === "" ? "" : `→ ${note.toName}`;
  await run(
    tx,
    append(context, "flow-history", [
      {
        id: await context.identifiers.next(),
        processInstanceId: task.processInstanceId,
        processDefinitionId: instance?.processDefinitionId ?? task.processDefinitionId,
        businessId: instance?.businessId ?? null,
        historyActivityId: task.taskDefinitionKey,
        historyActivityType: note.kind,
        historyActivityName: task.taskName,
        assignee: note.by === "" ? null : note.by,
        assigneeName: note.byName === "" ? null : note.byName,
        comment:
          [to, note.comment ?? ""]
            .filter((part) => part !== "")
            .join(" ")
            .slice(0, maxLength) || null,
        attachments: note.attachments ?? null,
        attachmentNames: await attachmentNames(context, tx, note.attachments),
        createTime: note.since ?? now,
        endTime: now,
      },
    ]),
  );
}

/** The line of a task that waits is over, and another one begins with who has it now: each person's time is told apart. */
export async function changeAssignee(
  context: CommitContext,
  tx: Transaction,
  task: NotedTask,
  to: { readonly id: string | null; readonly name: string },
): Promise<void> {
  const now = context.now();
  const { unscoped } = tables(context);
  const open = await first(
    tx,
    db
      .selectFrom(unscoped("flow-history", "h"))
      .where("h.processInstanceId", "=", task.processInstanceId)
      .where("h.executionId", "=", task.executionId)
      .where("h.endTime", "is", null)
      .select(["h.id", "h.businessId", "h.processDefinitionId"]),
  );
  await run(
    tx,
    amend(unscoped("flow-history", "h"))
      .set({ endTime: now })
      .where("h.id", "=", open?.id ?? "0"),
    append(context, "flow-history", [
      {
        id: await context.identifiers.next(),
        processInstanceId: task.processInstanceId,
        processDefinitionId: open?.processDefinitionId ?? task.processDefinitionId,
        businessId: open?.businessId ?? null,
        historyActivityId: task.taskDefinitionKey,
        historyActivityType: "userTask",
        historyActivityName: task.taskName,
        executionId: task.executionId,
        assignee: to.id,
        assigneeName: to.name === "" ? null : to.name,
        createTime: now,
      },
    ]),
  );
}
