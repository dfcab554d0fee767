// What runs tells who has it: kept with the instance, so that the list of what runs is found and ordered by it.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { runSoon } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { taskProgress } from "./states.ts";

/** As much as the column holds. */
const maxLength = 500;

/** Writes who has the tasks of instances that wait. */
export async function followTasks(context: CommitContext, tx: Transaction, processInstanceIds: readonly string[]): Promise<void> {
  if (processInstanceIds.length === 0) return;
  const { unscoped, withRemoved } = tables(context);
  runSoon(
    tx,
    updateDerived(unscoped("flow-follow", "f"))
      .set(({ selectFrom, ref }) => ({
        assignees: sql<string>`${selectFrom(unscoped("flow-task", "t"))
          .leftJoin(withRemoved("user", "u"), "u.id", "t.assignee")
          .where("t.processInstanceId", "=", ref("f.processInstanceId"))
          .where("t.progress", "=", taskProgress.waiting)
          .select(({ ref: of }) =>
            sql<string>`left(string_agg(distinct coalesce(${of("u.realName")}, '—'), '、'), ${maxLength})`.as("names"),
          )}`,
      }))
      .where("f.processInstanceId", "in", processInstanceIds),
  );
}
