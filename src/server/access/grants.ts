// What roles were granted: the menus and buttons behind the permission screens (contract §7, role/grant).
import { z } from "zod";
import type { Scope, Statement, Database } from "../store/database.ts";

const rowSchema = z.object({ role_id: z.string(), menu_id: z.string() });

/** Ids of the menus and buttons that any of these roles holds. */
export async function grantedEntries(database: Database, scope: Scope, roleIds: readonly string[]): Promise<readonly string[]> {
  if (roleIds.length === 0) return [];
  const [answer] = await database.read(scope, [selectGrants(roleIds)]);
  return [...new Set(z.array(rowSchema).parse(answer?.rows ?? []).map((row) => row.menu_id))];
}

/** The grants of roles. */
export function selectGrants(roleIds: readonly string[]): Statement {
  return { sql: "select role_id, menu_id from role_menu where role_id = any($1) and is_deleted = 0", parameters: [roleIds] };
}
