// Tasks of people who may not sign in any more: they go to whom the model says besides, or to the tenant's administrators, in the transaction
// that stops the person.
import { sql } from "kysely";
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import { userStatus } from "../../auth/people.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { administrators } from "./assignment.ts";
import { followTasks } from "./follow.ts";
import { taskKind, taskProgress } from "./states.ts";
import { notifyCandidates, waitingTasks } from "./notices.ts";
import { addNote, changeAssignee } from "./task-notes.ts";
import { sentenceMark } from "./server-sentences.ts";

/** Tasks that wait for somebody who may not sign in, or for nobody who may; among these, locked in a stable order. */
function tasksWithoutAssignee(context: CommitContext, ids: readonly string[]) {
  const { unscoped } = tables(context);
  return db
    .selectFrom(unscoped("flow-task", "t"))
    .leftJoin(unscoped("user", "u"), (join) => join.onRef("u.id", "=", "t.assignee").on("u.status", "=", userStatus.active))
    .leftJoin(unscoped("user", "o"), (join) => join.onRef("o.id", "=", "t.owner").on("o.status", "=", userStatus.active))
    .where("t.id", "=", anyOf(ids))
    .where("t.progress", "=", taskProgress.waiting)
    .where("u.id", "is", null)
    .orderBy("t.id")
    .forNoKeyUpdate("t")
    .select(({ exists, selectFrom, ref }) => [
      "t.id",
      "t.taskId",
      "t.kind",
      "t.assignee",
      "t.processInstanceId",
      "t.processDefinitionId",
      "t.executionId",
      "t.taskDefinitionKey",
      "t.taskName",
      "o.id as ownerId",
      "o.realName as ownerName",
      exists(
        selectFrom(unscoped("flow-candidate", "c"))
          .innerJoin(unscoped("user", "a"), (join) =>
            join.on("a.status", "=", userStatus.active).on(
              ({ ref: of }) =>
                sql<boolean>`(${of("c.candidate")} = 'user:' || ${of("a.id")} or ${of("c.candidate")} = any(string_to_array(
                  'role:' || array_to_string(coalesce(${of("a.roleId")}, '{}'), ',role:') || ',dept:' || array_to_string(coalesce(${of("a.deptId")}, '{}'), ',dept:')
                    || ',post:' || array_to_string(coalesce(${of("a.postId")}, '{}'), ',post:'), ',')))`,
            ),
          )
          .where("c.taskId", "=", ref("t.taskId"))
          .select("c.id"),
      ).as("hasCandidates"),
      exists(
        selectFrom(unscoped("flow-candidate", "c"))
          .where("c.taskId", "=", ref("t.taskId"))
          .where("c.candidate", "=", administrators)
          .select("c.id"),
      ).as("isAdministrators"),
    ]);
}

/** Gives tasks that nobody can complete to others. */
export async function reassignOrphans(context: CommitContext, tx: Transaction, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const { unscoped } = tables(context);
  const found = await rows(tx, tasksWithoutAssignee(context, taskIds));
  const added: NewRow<"flow-candidate">[] = [];
  const moved: string[] = [];
  const homes: string[] = [];
  for (const task of found) {
    const isFree = task.assignee === null;
    if (isFree && (task.hasCandidates || task.isAdministrators)) continue;
    moved.push(task.processInstanceId ?? "");
    homes.push(task.id);
    const one = updateWithoutVersion(unscoped("flow-task", "t")).where("t.id", "=", task.id);
    const note = { kind: "reassigned", by: "", byName: "" } as const;
    if (task.kind === taskKind.opinion) {
      // Nobody else was asked.
      await run(tx, one.set({ progress: taskProgress.cancelled, endTime: context.now() }));
      await addNote(context, tx, task, { ...note, comment: sentenceMark("adviserGone") });
    } else if (task.ownerId !== null) {
      const owner = { id: task.ownerId, name: task.ownerName ?? "" };
      await run(tx, one.set({ assignee: owner.id, owner: null }));
      await addNote(context, tx, task, { ...note, toName: owner.name, comment: sentenceMark("delegateGone") });
      await changeAssignee(context, tx, task, owner);
    } else {
      await run(tx, one.set({ assignee: null, claimTime: null, owner: null }));
      if (!task.hasCandidates && !task.isAdministrators)
        added.push({ id: await context.identifiers.next(), taskId: task.taskId ?? "", candidate: administrators });
      await addNote(context, tx, task, {
        ...note,
        toName: sentenceMark(task.hasCandidates ? "candidates" : "administrators"),
        comment: sentenceMark("assigneeGone"),
      });
      if (!isFree) await changeAssignee(context, tx, task, { id: null, name: "" });
    }
  }
  if (added.length > 0) await run(tx, insert(context, "flow-candidate", added));
  if (moved.length > 0) {
    const waiting = await rows(tx, waitingTasks(context).where("t.id", "=", anyOf(homes)).orderBy("t.id"));
    await notifyCandidates(
      context,
      tx,
      waiting.map(({ id: _id, dueTime: _due, ...task }) => task),
    );
  }
  await followTasks(context, tx, [...new Set(moved)]);
}

/** The groups as whose members people are asked. */
interface Memberships {
  readonly roleId: readonly string[] | null;
  readonly deptId: readonly string[] | null;
  readonly postId: readonly string[] | null;
}

/** People who have stopped, or left groups, and the groups whose tasks that may concern. */
interface Leaving {
  readonly userIds: readonly string[];
  readonly groups: readonly string[];
}

/** One transaction reassigns so many tasks; a job does the rest. */
const maxAtOnce = 100;

export const reassignmentQueue = "flow.rehoming";

/** The next tasks that nobody may be able to complete any more, by id; answers the last of them, or undefined where there are no more. */
async function reassignBatch(context: CommitContext, tx: Transaction, { userIds, groups }: Leaving, after: string) {
  const { unscoped } = tables(context);
  const affected = await rows(
    tx,
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.progress", "=", taskProgress.waiting)
      .where("t.id", ">", after)
      .where(({ or, eb, and, exists, selectFrom, ref }) =>
        or([
          eb("t.assignee", "=", anyOf(userIds)),
          and([
            eb("t.assignee", "is", null),
            exists(
              selectFrom(unscoped("flow-candidate", "c"))
                .where("c.taskId", "=", ref("t.taskId"))
                .where("c.candidate", "=", anyOf([...userIds.map((id) => `user:${id}`), ...groups]))
                .select("c.id"),
            ),
          ]),
        ]),
      )
      .orderBy("t.id")
      .limit(maxAtOnce)
      .select("t.id"),
  );
  const ids = affected.map(({ id }) => id);
  await reassignOrphans(context, tx, ids);
  return { count: ids.length, last: ids.length < maxAtOnce ? undefined : ids.at(-1) };
}

/** Reassigns the tasks of people who have just stopped, or left groups (`before`): the first at once, very many by a job. */
export async function reassignTasksOf(
  context: CommitContext,
  tx: Transaction,
  userIds: readonly string[],
  before: readonly Memberships[] = [],
): Promise<void> {
  const now = await rows(
    tx,
    db.selectFrom(tables(context).withRemoved("user", "u")).where("u.id", "=", anyOf(userIds)).select(["u.roleId", "u.deptId", "u.postId"]),
  );
  const groups = [...now, ...before].flatMap(({ roleId, deptId, postId }) => [
    ...(roleId ?? []).map((id) => `role:${id}`),
    ...(deptId ?? []).map((id) => `dept:${id}`),
    ...(postId ?? []).map((id) => `post:${id}`),
  ]);
  const leaving: Leaving = { userIds: [...userIds], groups: [...new Set(groups)] };
  const { last } = await reassignBatch(context, tx, leaving, "0");
  if (last === undefined) return;
  const [id = ""] = userIds;
  const payload = { userIds: [...userIds], groups: [...leaving.groups], after: last };
  await writeJobs(tx, context, [{ queue: reassignmentQueue, payload, subject: { resource: "user", id } }]);
}

const reassignmentPayload = z.object({ userIds: z.array(z.string()), groups: z.array(z.string()), after: z.string() });
const position = z.object({ done: z.int(), after: z.string() });

/** The rest of the tasks of people who have left, some in each step. */
export const reassignmentJob: JobHandler = {
  async run(job) {
    const { after: first, ...leaving } = reassignmentPayload.parse(job.payload);
    let { done, after } = position.parse(job.checkpoint ?? { done: 0, after: first });
    for (let isOver = false; !isOver;) {
      const { count, last } = await job.step(
        (tx) => reassignBatch(job.context, tx, leaving, after),
        (some) => ({
          checkpoint: { done: done + some.count, after: some.last ?? after },
          progress: { done: done + some.count, note: ["移交任务", "Handing on tasks"] },
        }),
      );
      done += count;
      isOver = last === undefined;
      after = last ?? after;
    }
  },
};

/** Before people are removed: they do not count any more, as their state says first. */
export async function lockAndReassignTasks(context: CommitContext, tx: Transaction, userIds: readonly string[]): Promise<void> {
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped("user", "u")).set({ status: userStatus.locked }).where("u.id", "=", anyOf(userIds)),
  );
  await reassignTasksOf(context, tx, userIds);
}
