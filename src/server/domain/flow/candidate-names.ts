// What candidates are called: "user:7" and the like, as people know them.
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { administrators } from "./assignment.ts";

export interface CandidateName {
  readonly kind: "user" | "role" | "dept" | "post" | "administrators";
  readonly name: string;
}

/** Names by candidate; four queries for all of them. Those that are gone have none. */
export async function candidateNames(
  context: CommitContext,
  tx: Transaction,
  candidates: readonly string[],
): Promise<ReadonlyMap<string, CandidateName>> {
  const names = new Map<string, CandidateName>();
  if (candidates.includes(administrators)) names.set(administrators, { kind: "administrators", name: "" });
  if (candidates.every((candidate) => candidate === administrators)) return names;
  const { unscoped } = tables(context);
  const ids = (kind: string) =>
    anyOf([...new Set(candidates.flatMap((candidate) => (candidate.startsWith(`${kind}:`) ? [candidate.slice(kind.length + 1)] : [])))]);
  const [users, roles, depts, posts] = await rowsOfAll(tx, [
    db.selectFrom(unscoped("user", "u")).where("u.id", "=", ids("user")).select(["u.id", "u.realName as name"]),
    db.selectFrom(unscoped("role", "r")).where("r.id", "=", ids("role")).select(["r.id", "r.roleName as name"]),
    db.selectFrom(unscoped("dept", "d")).where("d.id", "=", ids("dept")).select(["d.id", "d.deptName as name"]),
    db.selectFrom(unscoped("post", "p")).where("p.id", "=", ids("post")).select(["p.id", "p.postName as name"]),
  ]);
  const all = { user: users, role: roles, dept: depts, post: posts };
  for (const kind of ["user", "role", "dept", "post"] as const)
    for (const { id, name } of all[kind]) names.set(`${kind}:${id}`, { kind, name: name ?? "" });
  return names;
}
