// Nobody hands out, or acts on people who hold, more than they hold themselves (contract §8).
import { z } from "zod";
import type { Caller } from "../../access/caller.ts";
import { selectGrants } from "../../access/grants.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import type { Callers } from "../../auth/callers.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";

const rolesSchema = z.array(z.object({ id: z.string(), tenant_id: z.string(), role_alias: z.string().nullable() }));

export interface RoleFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly alias: string;
}

export const foreignRole = () => businessError("foreignRole", ["无权操作非本租户的角色", "This role is not one of your tenant"]);
const morePowerful = () => businessError("morePowerful", ["无权授予或操作高于自身权限的角色", "This role may do more than you may"]);

/** The roles of these ids, all of them; ids of other tenants are refused (contract §8). */
export async function rolesById(tx: Transaction, roleIds: readonly string[]): Promise<readonly RoleFacts[]> {
  const { rows } = await tx.query({ sql: "select id, tenant_id, role_alias from role where id = any($1) and is_deleted = 0 order by id", parameters: [roleIds] });
  const roles = rolesSchema.parse(rows).map((row) => ({ id: row.id, tenantId: row.tenant_id, alias: row.role_alias ?? "" }));
  if (roles.length < new Set(roleIds).size) throw foreignRole();
  return roles;
}

/** Refuses roles that may do what the caller may not. */
export async function requirePower(callers: Callers, caller: Caller, tx: Transaction, roles: readonly RoleFacts[]): Promise<void> {
  if (caller.isAdministrator || roles.length === 0) return;
  if (roles.some((role) => role.alias === administratorAlias)) throw morePowerful();
  if (caller.isTenantAdmin) return;
  if (roles.some((role) => role.alias === tenantAdminAlias)) throw morePowerful();
  const { entries, forest } = await callers.known(caller);
  const { rows } = await tx.query(selectGrants(roles.map((role) => role.id)));
  if (rows.some((row) => forest.byId.has(String(row["menu_id"])) && !entries.has(String(row["menu_id"])))) throw morePowerful();
}
