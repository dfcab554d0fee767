// What one user holds of something (roles, departments), for the dialogs that ask with `userId`.
import type { RequestContext } from "../../contract.ts";
import type { Row, Statement } from "../../store/database.ts";
import { idsOf } from "./ids.ts";

/** The rows that a user holds, by default the caller. */
export async function selectedOf(context: RequestContext, userId: string | undefined, held: { readonly ids: "role_id" | "dept_id"; readonly sql: string }): Promise<readonly Row[]> {
  const { caller, database, scope } = context;
  const [id] = userId === undefined || userId === "" ? [caller.userId] : idsOf(userId, "userId");
  const find: Statement = { sql: `select ${held.ids} as ids, tenant_id from "user" where id = $1 and is_deleted = 0`, parameters: [id] };
  // As the owner for the platform's administrator, who sees the users of all tenants.
  const [found] = caller.isAdministrator ? await database.owner.read([find]) : await database.read(scope, [find]);
  const user = found?.rows[0];
  if (user === undefined || !Array.isArray(user["ids"])) return [];
  const [answer] = await database.read({ tenantId: String(user["tenant_id"]) }, [{ sql: held.sql, parameters: [user["ids"]] }]);
  return answer?.rows ?? [];
}
