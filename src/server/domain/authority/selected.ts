// What one user holds of something (roles, departments), for the dialogs that ask with `userId`.
import type { RequestContext } from "../../contract.ts";
import { db, read, readAsOwner } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { idsOf } from "./ids.ts";

interface AssignedIds {
  /** The request as one of the user's own tenant. */
  readonly within: RequestContext;
  readonly ids: readonly string[];
}

/** Ids of what a user holds, by default the caller; undefined where the caller does not see the user. */
export async function assignedIds(
  context: RequestContext,
  userId: string | undefined,
  assigned: "roleId" | "deptId",
): Promise<AssignedIds | undefined> {
  const { caller } = context;
  const { accessible, acrossTenants, unscoped } = tables(context);
  const [id = caller.userId] = userId === undefined || userId === "" ? [] : idsOf(userId, "userId");
  // Everybody sees what they hold themselves; the platform's administrator sees the users of all tenants.
  const own = id === caller.userId ? unscoped("user", "u") : accessible("user", "u");
  const users = caller.isAdministrator ? acrossTenants("user", "u") : own;
  const find = db
    .selectFrom(users)
    .where("u.id", "=", id)
    .select([`u.${assigned} as ids`, "u.tenantId"]);
  const [[user]] = caller.isAdministrator ? await readAsOwner(context, [find]) : await read(context, [find]);
  return user === undefined
    ? undefined
    : { within: { ...context, scope: { ...context.scope, tenantId: user.tenantId } }, ids: user.ids ?? [] };
}
