// Tasks of people who may not sign in any more: they go to whom the model says besides, or to the tenant's administrators, in the transaction
// that stops the person.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { userStatus } from "../../auth/people.ts";
import { insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { administrators } from "./assignment.ts";
import { followTasks } from "./follow.ts";
import { taskKind, taskProgress } from "./states.ts";
import { tellAsked, waitingTold } from "./notices.ts";
import { addNote, changeHands } from "./task-notes.ts";
import { said } from "./server-sentences.ts";

/** Tasks that wait for somebody who may not sign in, or for nobody who may; among these, locked in a stable order. */
function homeless(context: CommitContext, ids: readonly string[]) {
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

/** Gives tasks a new home, where they have none. */
export async function rehome(context: CommitContext, tx: Transaction, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const { unscoped } = tables(context);
  const found = await rows(tx, homeless(context, taskIds));
  const added: NewRow<"flow-candidate">[] = [];
  const moved: string[] = [];
  const homes: string[] = [];
  for (const task of found) {
    const isFree = task.assignee === null;
    if (isFree && (task.hasCandidates || task.isAdministrators)) continue;
    moved.push(task.processInstanceId ?? "");
    homes.push(task.id);
    const one = updateDerived(unscoped("flow-task", "t")).where("t.id", "=", task.id);
    const note = { kind: "reassigned", by: "", byName: "" } as const;
    if (task.kind === taskKind.opinion) {
      // Nobody else was asked.
      await run(tx, one.set({ progress: taskProgress.cancelled, endTime: context.now() }));
      await addNote(context, tx, task, { ...note, comment: said("adviserGone") });
    } else if (task.ownerId !== null) {
      const owner = { id: task.ownerId, name: task.ownerName ?? "" };
      await run(tx, one.set({ assignee: owner.id, owner: null }));
      await addNote(context, tx, task, { ...note, toName: owner.name, comment: said("delegateGone") });
      await changeHands(context, tx, task, owner);
    } else {
      await run(tx, one.set({ assignee: null, claimTime: null, owner: null }));
      if (!task.hasCandidates && !task.isAdministrators)
        added.push({ id: await context.identifiers.next(), taskId: task.taskId ?? "", candidate: administrators });
      await addNote(context, tx, task, {
        ...note,
        toName: said(task.hasCandidates ? "candidates" : "administrators"),
        comment: said("assigneeGone"),
      });
      if (!isFree) await changeHands(context, tx, task, { id: null, name: "" });
    }
  }
  if (added.length > 0) await run(tx, insert(context, "flow-candidate", added));
  if (moved.length > 0) {
    const asked = await rows(tx, waitingTold(context).where("t.id", "=", anyOf(homes)).orderBy("t.id"));
    await tellAsked(
      context,
      tx,
      asked.map(({ id: _id, dueTime: _due, ...task }) => task),
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

/** Gives the tasks of people who have just stopped, or left groups (`before`), a new home. */
export async function leaveTasks(
  context: CommitContext,
  tx: Transaction,
  userIds: readonly string[],
  before: readonly Memberships[] = [],
): Promise<void> {
  const { unscoped } = tables(context);
  const names = userIds.map((id) => `user:${id}`);
  const groups = await rows(
    tx,
    db.selectFrom(tables(context).withRemoved("user", "u")).where("u.id", "=", anyOf(userIds)).select(["u.roleId", "u.deptId", "u.postId"]),
  );
  const own = [...groups, ...before].flatMap(({ roleId, deptId, postId }) => [
    ...(roleId ?? []).map((id) => `role:${id}`),
    ...(deptId ?? []).map((id) => `dept:${id}`),
    ...(postId ?? []).map((id) => `post:${id}`),
  ]);
  const affected = await rows(
    tx,
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.progress", "=", taskProgress.waiting)
      .where(({ or, eb, and, exists, selectFrom, ref }) =>
        or([
          eb("t.assignee", "=", anyOf(userIds)),
          and([
            eb("t.assignee", "is", null),
            exists(
              selectFrom(unscoped("flow-candidate", "c"))
                .where("c.taskId", "=", ref("t.taskId"))
                .where("c.candidate", "=", anyOf([...names, ...own]))
                .select("c.id"),
            ),
          ]),
        ]),
      )
      .select("t.id"),
  );
  await rehome(
    context,
    tx,
    affected.map(({ id }) => id),
  );
}

/** Before people are removed: they do not count any more, as their state says first. */
export async function leaveForGood(context: CommitContext, tx: Transaction, userIds: readonly string[]): Promise<void> {
  await run(
    tx,
    updateDerived(tables(context).acrossTenants("user", "u")).set({ status: userStatus.locked }).where("u.id", "=", anyOf(userIds)),
  );
  await leaveTasks(context, tx, userIds);
}
