// What people are told of processes: a row for each person, written in the transaction of what happens. What nobody has to do any more is read.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { tenantAdminAlias } from "../../access/permissions.ts";
import { userStatus } from "../../auth/people.ts";
import { append, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, runSoon } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { liveChannel, newsMessage } from "../../store/live-messages.ts";
import { administrators } from "./assignment.ts";
import { taskProgress } from "./states.ts";

export type NoticeKind = NonNullable<NewRow<"flow-notice">["kind"]>;

/** Of those who may claim the tasks of one call so many are told, those with the lowest ids; the others have them in their lists. */
const maxListed = 200;

const read = { no: "0", yes: "1" } as const;

/** What asks somebody to do something, which is settled with its task. */
const asking: readonly NoticeKind[] = ["assigned", "claimable", "consulted", "delegated", "transferred", "reminded", "sentBack", "overdue"];

interface Notice {
  readonly kind: NoticeKind;
  readonly processInstanceId: string;
  readonly taskId?: string | null;
  readonly taskName?: string | null;
  readonly comment?: string | null;
  readonly dueTime?: string | null;
}

/** One who is told; for oneself nothing is news. */
interface ReceivedNotice extends Notice {
  readonly to: string | null;
}

/** Tells people; each once of one thing. `fromName`: who did it, "" for nobody. */
export async function sendNotices(
  context: CommitContext,
  tx: Transaction,
  notices: readonly ReceivedNotice[],
  fromName = "",
): Promise<void> {
  const once = new Map<string, NewRow<"flow-notice">>();
  for (const { to, comment, ...notice } of notices) {
    if (to === null || to === "" || to === context.caller.userId) continue;
    const key = `${to} ${notice.kind} ${notice.processInstanceId} ${notice.taskName ?? ""}`;
    if (once.has(key)) continue;
    once.set(key, {
      ...notice,
      id: await context.identifiers.next(),
      recipient: to,
      comment: (comment ?? "").slice(0, 500) || null,
      fromName: fromName === "" ? null : fromName,
      isRead: read.no,
      createTime: context.now(),
    });
  }
  if (once.size === 0) return;
  runSoon(tx, append(context, "flow-notice", [...once.values()]));
  for (const recipient of new Set([...once.values()].map((row) => row.recipient ?? "")))
    tx.tell(liveChannel, newsMessage(context.scope.tenantId, recipient));
}

interface CandidateTask {
  readonly taskId: string | null;
  readonly assignee: string | null;
  readonly candidates: readonly string[];
}

/** Who may sign in of those whom tasks ask, by their tasks: whoever has one, or the first of those who may claim it. */
export async function candidatesOf(context: CommitContext, tx: Transaction, tasks: readonly CandidateTask[]) {
  const free = tasks.filter(({ assignee }) => assignee === null);
  const of = (kind: string) => [
    ...new Set(
      free.flatMap(({ candidates }) => candidates.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))),
    ),
  ];
  const { unscoped } = tables(context);
  const isOfAdministrators = free.some(({ candidates }) => candidates.includes(administrators));
  const found =
    free.length === 0
      ? []
      : await rows(
          tx,
          db
            .selectFrom(unscoped("user", "u"))
            .where("u.status", "=", userStatus.active)
            .where(({ or, eb, ref, selectFrom, exists }) =>
              or([
                eb("u.id", "=", anyOf(of("user"))),
                sql<boolean>`${ref("u.roleId")} && ${of("role")}::bigint[]`,
                sql<boolean>`${ref("u.deptId")} && ${of("dept")}::bigint[]`,
                sql<boolean>`${ref("u.postId")} && ${of("post")}::bigint[]`,
                ...(isOfAdministrators
                  ? [
                      exists(
                        selectFrom(unscoped("role", "r"))
                          .where("r.roleAlias", "=", tenantAdminAlias)
                          .where(({ ref: of }) => sql<boolean>`${of("r.id")} = any(${of("u.roleId")})`)
                          .select("r.id"),
                      ),
                    ]
                  : []),
              ]),
            )
            .orderBy("u.id")
            .limit(maxListed)
            .select(({ exists, selectFrom }) => [
              "u.id",
              "u.roleId",
              "u.deptId",
              "u.postId",
              exists(
                selectFrom(unscoped("role", "r"))
                  .where("r.roleAlias", "=", tenantAdminAlias)
                  .where(({ ref: of }) => sql<boolean>`${of("r.id")} = any(${of("u.roleId")})`)
                  .select("r.id"),
              ).as("isAdministrator"),
            ]),
        );
  const people = found.map(({ id, roleId, deptId, postId, isAdministrator }) => ({
    id,
    names: new Set([
      `user:${id}`,
      ...(roleId ?? []).map((one) => `role:${one}`),
      ...(deptId ?? []).map((one) => `dept:${one}`),
      ...(postId ?? []).map((one) => `post:${one}`),
      ...(isAdministrator === true ? [administrators] : []),
    ]),
  }));
  return tasks.map((task) =>
    task.assignee === null
      ? people.filter(({ names }) => task.candidates.some((one) => names.has(one))).map(({ id }) => id)
      : [task.assignee],
  );
}

/** Tasks with whom they ask; those whom nobody has yet with their candidates. */
export async function notifyCandidates(
  context: CommitContext,
  tx: Transaction,
  tasks: readonly (CandidateTask & Omit<Notice, "kind">)[],
  { kind, fromName }: { readonly kind?: NoticeKind | undefined; readonly fromName?: string } = {},
): Promise<void> {
  const candidates = await candidatesOf(context, tx, tasks);
  const notices = tasks.flatMap(({ assignee, candidates: _candidates, ...task }, index) =>
    (candidates[index] ?? []).map((to) => ({
      ...task,
      to,
      kind: kind ?? (assignee === null ? ("claimable" as const) : ("assigned" as const)),
    })),
  );
  await sendNotices(context, tx, notices, fromName);
}

/** Tasks that wait, with their candidates. */
export function waitingTasks(context: CommitContext) {
  const { unscoped } = tables(context);
  return db
    .selectFrom(unscoped("flow-task", "t"))
    .where("t.progress", "=", taskProgress.waiting)
    .select(({ selectFrom, ref }) => [
      "t.id",
      "t.taskId",
      "t.taskName",
      "t.assignee",
      "t.dueTime",
      ref("t.processInstanceId").$notNull().as("processInstanceId"),
      sql<
        readonly string[]
      >`array(${selectFrom(unscoped("flow-candidate", "c")).where("c.taskId", "=", ref("t.taskId")).select("c.candidate")})`.as(
        "candidates",
      ),
    ]);
}

/** What tasks asked for is settled: nobody has to read of it. Only the notices of one person, where one is named. */
export async function markNoticesDone(
  context: CommitContext,
  tx: Transaction,
  taskIds: readonly (string | null)[],
  { of, except = [] }: { readonly of?: string; readonly except?: readonly string[] } = {},
): Promise<void> {
  if (taskIds.length === 0) return;
  let change = updateDerived(tables(context).unscoped("flow-notice", "n"))
    .set({ isRead: read.yes })
    .where("n.taskId", "=", anyOf(taskIds))
    .where("n.kind", "=", anyOf(asking))
    .where("n.isRead", "=", read.no);
  if (of !== undefined) change = change.where("n.recipient", "=", of);
  if (except.length > 0) change = change.where("n.recipient", "not in", except);
  runSoon(tx, change);
}
