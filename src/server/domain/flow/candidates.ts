// As whom a caller may claim tasks.
import type { CommitContext } from "../../contract.ts";
import { administrators } from "./assignment.ts";

/**
 * Names under which candidates are kept (resources/flow/flow-candidate.ts): the caller, and the caller's roles, departments and posts. Given as
 * values, so that PostgreSQL knows how few tasks they find.
 */
export function candidatesOf({ caller }: CommitContext): readonly string[] {
  return [
    `user:${caller.userId}`,
    ...caller.roleIds.map((id) => `role:${id}`),
    ...caller.deptIds.map((id) => `dept:${id}`),
    ...caller.postIds.map((id) => `post:${id}`),
    ...(caller.isTenantAdmin ? [administrators] : []),
  ];
}
