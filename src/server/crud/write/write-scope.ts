// In which tenant a write happens, and as whom.
import type { ResourceModel } from "#schema/model";
import { logged } from "../../audit/usual-log.ts";
import type { RequestContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Scope, Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";

function namesTenant(context: RequestContext, resource: ResourceModel): boolean {
  return context.caller.isAdministrator && isTenantTable(resource) && resource.field.get("tenantId")?.data.administratorOnly === true;
}

/** The tenant whose rows are written: the caller's, or that of the rows where the platform's administrator writes those of all tenants. */
export async function scopeOfRows(context: RequestContext, resource: ResourceModel, keys: readonly string[]): Promise<Scope> {
  if (!namesTenant(context, resource) || keys.length === 0) return context.scope;
  const key = columnOf(resource, resource.key);
  // As the owner: which tenant the row belongs to is what is asked. The write itself runs under that tenant's row-level security.
  const [found] = await context.database.owner.read([{ sql: `SELECT DISTINCT tenant_id FROM ${quoted(resource.table)} WHERE ${quoted(key.column)} = ANY($1) AND is_deleted = 0`, parameters: [keys] }]);
  const [row, ...others] = found?.rows ?? [];
  if (others.length > 0) throw businessError("severalTenants", ["一次只能操作同一租户的数据，请分租户进行", "These records are of several tenants; choose those of one at a time"]);
  const tenantId = row?.["tenant_id"];
  return typeof tenantId === "string" ? { ...context.scope, tenantId } : context.scope;
}

/** Runs a write, and logs it with what it changed. Rows of the whole platform may be referred to by rows of every tenant, so what happens to them is decided with all tenants in view. */
export function inTransaction<T>(context: RequestContext, resource: ResourceModel, scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // As the owner: only the platform's administrator gets here (permissions.ts).
  const noted = (tx: Transaction) => logged({ ...context, scope }, tx, work);
  if (resource.scope === "platform" && context.caller.isAdministrator) return context.database.owner.transaction(noted);
  return context.database.transaction(scope, noted);
}
