// What a client may call for a tenant (resource client-authority): once a tenant names paths for a client, only those.
import { z } from "zod";
import type { Database, Scope } from "../store/database.ts";
import { pathMatcher, isPathPattern } from "./api-scopes.ts";

const rowsSchema = z.array(z.object({ paths: z.array(z.string()), expire_time: z.string().nullable() }));

/** Whether a client may call a path at a time. */
export type ClientLimit = (path: string, now: string) => boolean;

/** Undefined: the tenant names no paths for the client, which is not limited. Paths whose time is over still limit, and open nothing. */
export async function clientLimitOf(database: Database, scope: Scope, clientId: string): Promise<ClientLimit | undefined> {
  const [answer] = await database.authentication.read(scope, [
    {
      sql: `select array_remove(a.authority_path::text || array(select s.scope_path::text from api_scope s where s.id = any(a.api_scope_ids) and s.is_deleted = 0), null) as paths,
          a.expire_time
        from client_authority a join client c on c.id = a.client_id
        where a.tenant_id = $1 and c.client_id = $2 and a.status = 1 and a.is_deleted = 0`,
      parameters: [scope.tenantId, clientId],
    },
  ]);
  const rows = rowsSchema.parse(answer?.rows ?? []);
  if (rows.length === 0) return undefined;
  const limits = rows.map((row) => ({
    until: row.expire_time ?? "",
    covers: row.paths.filter(isPathPattern).map(pathMatcher),
  }));
  return (path, now) => limits.some(({ until, covers }) => (until === "" || until > now) && covers.some((matches) => matches(path)));
}
