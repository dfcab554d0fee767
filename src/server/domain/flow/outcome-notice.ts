// Whoever asked is told how it ended.
import type { CommitContext } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { sendNotices, type NoticeKind } from "./notices.ts";
import { callerName } from "./task-notes.ts";

const kinds = { approved: "approved", rejected: "rejected", withdrawn: "ended", failed: "failed" } as const satisfies Readonly<
  Record<string, NoticeKind>
>;

export async function notifyOutcome(
  context: CommitContext,
  tx: Transaction,
  processInstanceId: string,
  { outcome, reason }: { readonly outcome: keyof typeof kinds; readonly reason: string },
): Promise<void> {
  const instance = await first(
    tx,
    db.selectFrom(tables(context).unscoped("flow-instance", "i")).where("i.processInstanceId", "=", processInstanceId).select("i.starter"),
  );
  const starter = instance?.starter ?? null;
  // Whoever ends it knows.
  if (starter === null || starter === context.caller.userId) return;
  await sendNotices(
    context,
    tx,
    [{ to: starter, kind: kinds[outcome], processInstanceId, comment: reason }],
    await callerName(context, tx),
  );
}
