// What people are told of records: that a comment mentions them, that there is one on a record that they follow, and in which state it is now.
import type { CommitContext } from "../../../contract.ts";
import { append, type NewRow } from "../../../rows/insert.ts";
import { run, runSoon } from "../../../rows/query.ts";
import { bySet, tables, updateWithoutVersion } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { liveChannel, newsMessage } from "../../../store/live-messages.ts";
import type { Subject, Witness } from "./subject.ts";

/** Characters of a comment that a notice shows. */
const maxExcerptLength = 200;
const maxTitleLength = 100;

/** One notice for each of those who may see the record. */
export interface RecordNotice {
  readonly kind: "mentioned" | "commented" | "stateChanged";
  readonly subject: Subject;
  readonly to: readonly Witness[];
  readonly fromName: string;
  /** The comment, and what it says for people to read. */
  readonly comment?: { readonly id: string; readonly text: string };
  /** The state as it is stored; it is shown by its name in the reader's language. */
  readonly state?: string;
}

/** The beginning of a comment on one line. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length <= maxExcerptLength ? line : `${line.slice(0, maxExcerptLength - 1)}…`;
}

/** Puts notices into the lists of people, with the commit. */
export async function sendRecordNotices(context: CommitContext, tx: Transaction, notices: readonly RecordNotice[]): Promise<void> {
  const rows: NewRow<"flow-notice">[] = [];
  for (const { kind, subject, to, fromName, comment, state } of notices)
    for (const { userId, title } of to)
      rows.push({
        id: await context.identifiers.next(),
        recipient: userId,
        kind,
        ...subject,
        subjectTitle: title.slice(0, maxTitleLength),
        taskName: state ?? null,
        commentId: comment?.id ?? null,
        comment: comment === undefined ? null : excerptOf(comment.text),
        fromName: fromName === "" ? null : fromName,
        isRead: "0",
        createTime: context.now(),
      });
  if (rows.length === 0) return;
  runSoon(tx, append(context, "flow-notice", rows));
  for (const recipient of new Set(rows.map((row) => row.recipient ?? "")))
    tx.tell(liveChannel, newsMessage(context.scope.tenantId, recipient));
}

interface Excerpted {
  readonly subject: Subject;
  readonly id: string;
  /** What it says now, for people to read; undefined: it is gone. */
  readonly text: string | undefined;
}

/** What a comment said before, or one that is gone, is not read in notices either. */
export async function renewExcerpts(context: CommitContext, tx: Transaction, { subject, id: commentId, text }: Excerpted): Promise<void> {
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped("flow-notice", "n"), bySet)
      .set({ comment: text === undefined ? null : excerptOf(text) })
      .where("n.subjectResource", "=", subject.subjectResource)
      .where("n.subjectId", "=", subject.subjectId)
      .where("n.commentId", "=", commentId),
  );
}
