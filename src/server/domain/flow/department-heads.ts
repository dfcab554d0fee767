// Heads of departments: "head:7" as an assignee is whoever heads the department 7.
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { WaitingTask } from "./engine/instance.ts";

const departmentIn = (assignee: string): string | undefined => /^head:(\d{1,19})$/u.exec(assignee)?.[1];

/** Whether an assignee is the head of a department, which may be worked out: "head:${deptId}". */
export const isHead = (assignee: string): boolean => assignee.startsWith("head:");

/** The tasks with heads in place of "head:…"; "" where a department has none. Nothing is asked where no task names one. */
export async function withHeads(context: CommitContext, tx: Transaction, tasks: readonly WaitingTask[]): Promise<readonly WaitingTask[]> {
  const departments = [...new Set(tasks.flatMap(({ assignee }) => departmentIn(assignee) ?? []))];
  if (departments.length === 0) return tasks;
  const found = await rows(
    tx,
    db.selectFrom(tables(context).unscoped("dept", "d")).where("d.id", "=", anyOf(departments)).select(["d.id", "d.headId"]),
  );
  const heads = new Map(found.map(({ id, headId }) => [id, headId ?? ""]));
  return tasks.map((task) => {
    const department = departmentIn(task.assignee);
    return department === undefined ? task : { ...task, assignee: heads.get(department) ?? "" };
  });
}
