// In which tenant a write happens, and as whom.
import type { ResourceModel } from "#schema/model";
import { logged } from "../../audit/usual-log.ts";
import { fromWire } from "#schema/wire";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Scope, Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { isKey } from "../sql/keys.ts";
import { ScopedStatement, tenantOf } from "../sql/scoped.ts";

function namesTenant(context: RequestContext, resource: ResourceModel): boolean {
  return context.caller.isAdministrator && isTenantTable(resource) && resource.field.get("tenantId")?.data.administratorOnly === true;
}

/** The tenant of the written rows: the caller's, or that of the rows where the platform's administrator writes those of all tenants. */
export async function scopeOfRows(context: RequestContext, resource: ResourceModel, keys: readonly string[]): Promise<Scope> {
  if (!namesTenant(context, resource) || keys.length === 0) return context.scope;
  const key = columnOf(resource, resource.key);
  // As the owner: the tenant of the row is not known yet. The write itself runs under that tenant's row-level security.
  const statement = new ScopedStatement(context.scope.tenantId);
  const sql = statement.select({
    columns: `${tenantOf("t")} AS tenant`,
    resource,
    as: "t",
    acrossTenants: true,
    // Removed ones as well: they are restored where they were.
    withRemoved: true,
    where: [`t.${quoted(key.column)} = ANY(${statement.value(keys)})`],
    rest: `GROUP BY ${tenantOf("t")}`,
  });
  const [answer] = await context.database.owner.read([statement.of(sql)]);
  const [row, ...others] = answer?.rows ?? [];
  if (others.length > 0)
    throw businessError("severalTenants", [
      "一次只能操作同一租户的数据，请分租户进行",
      "These records are of several tenants; choose those of one at a time",
    ]);
  const tenantId = row?.["tenant"];
  return typeof tenantId === "string" ? { ...context.scope, tenantId } : context.scope;
}

/**
 * The tenant of a row that the platform's administrator adds: the named one, which the call already has (access/guard.ts); where none is
 * named, that of the parent in its tree, else the administrator's own, as on Blade.
 */
export async function scopeOfNewRow(context: RequestContext, resource: ResourceModel, body: Readonly<Values>): Promise<Scope | undefined> {
  const tenant = resource.field.get("tenantId");
  if (tenant === undefined || !namesTenant(context, resource) || fromWire(tenant, body["tenantId"]) !== null) return undefined;
  const parent = resource.field.get(resource.tree?.parent ?? "");
  const key = parent === undefined ? null : fromWire(parent, body[parent.name]);
  return typeof key === "string" && isKey(resource, key) ? scopeOfRows(context, resource, [key]) : context.scope;
}

/** The context of code inside a transaction: everything but the database, in the tenant of the written rows. */
function commitContextOf(
  { caller, language, model, now, identifiers, address, origin, beginsDownload, domain, subscriptions }: RequestContext,
  scope: Scope,
): CommitContext {
  return { caller, language, model, scope, now, identifiers, address, origin, beginsDownload, domain, subscriptions };
}

export interface Writing {
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  /** The tenant of the written rows; the call's by default. */
  readonly scope?: Scope;
  /** For a call that belongs to no tenant yet (`Effect.acrossTenants`). */
  readonly acrossTenants?: true | undefined;
}

/**
 * Runs a write, and logs it with its changes. Platform-wide rows may be referenced by rows of every tenant, so writes to them see all
 * tenants. `answerOf`: what the call answers when this is its write; it is stored under the idempotency key of the call.
 */
export function inTransaction<T>(
  { context, resource, scope = context.scope, acrossTenants }: Writing,
  work: (tx: Transaction, context: CommitContext) => Promise<T>,
  answerOf?: (result: T) => unknown,
): Promise<T> {
  const within = commitContextOf(context, scope);
  const { answerRecord } = context;
  const recorded = async (tx: Transaction): Promise<T> => {
    if (answerOf === undefined || answerRecord === undefined) return logged(within, tx, () => work(tx, within));
    await answerRecord.begin(tx);
    const result = await logged(within, tx, () => work(tx, within));
    answerRecord.store(tx, answerOf(result), scope.tenantId);
    return result;
  };
  // As the owner: only the platform's administrator gets here (permissions.ts), or an effect that states why.
  const isOfPlatform = resource.scope === "platform" && context.caller.isAdministrator;
  if (isOfPlatform || acrossTenants === true) return context.database.owner.transaction(recorded);
  return context.database.transaction(scope, recorded);
}
