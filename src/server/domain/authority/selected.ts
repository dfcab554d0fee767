// What one user holds of something (roles, departments), for the dialogs that ask with `userId`.
import type { RequestContext } from "../../contract.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import type { Row } from "../../store/database.ts";
import { idsOf } from "./ids.ts";

/** The rows that a user holds, by default the caller. */
export async function selectedOf(context: RequestContext, userId: string | undefined, held: { readonly ids: "role_id" | "dept_id"; readonly sql: string }): Promise<readonly Row[]> {
  const { caller, database, scope } = context;
  const [id] = userId === undefined || userId === "" ? [caller.userId] : idsOf(userId, "userId");
  // Everybody sees what they hold themselves.
  const isOwn = id === caller.userId;
  const find = seenStatement(context, { sql: (seen) => `select u.${held.ids} as ids, u.tenant_id from "user" u where u.id = $1 and u.is_deleted = 0${isOwn ? "" : seen("user", "u")}`, parameters: [id] });
  // As the owner for the platform's administrator, who sees the users of all tenants.
  const [found] = caller.isAdministrator ? await database.owner.read([find]) : await database.read(scope, [find]);
  const user = found?.rows[0];
  if (user === undefined || !Array.isArray(user["ids"])) return [];
  const [answer] = await database.read({ tenantId: String(user["tenant_id"]) }, [{ sql: held.sql, parameters: [user["ids"]] }]);
  return answer?.rows ?? [];
}
