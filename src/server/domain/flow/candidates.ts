// As whom a caller may claim tasks.
import { sql, type Expression } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { db } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { administrators } from "./assignment.ts";

/** Names under which candidates are kept (resources/flow/flow-candidate.ts): the caller, and the caller's roles, departments and posts. */
export function candidatesOf(context: CommitContext): Expression<readonly string[]> {
  const { caller } = context;
  const own = [
    `user:${caller.userId}`,
    ...caller.roleIds.map((id) => `role:${id}`),
    ...caller.deptIds.map((id) => `dept:${id}`),
    ...(caller.isTenantAdmin ? [administrators] : []),
  ];
  const posts = db
    .selectFrom(tables(context).unscoped("user", "u"))
    .where("u.id", "=", caller.userId === "" ? "0" : caller.userId)
    .select(({ ref }) =>
      sql<readonly string[]>`string_to_array('post:' || array_to_string(${ref("u.postId")}, ',post:'), ',')`.as("posts"),
    );
  return sql<readonly string[]>`(${own}::text[] || coalesce((${posts}), '{}'))`;
}
