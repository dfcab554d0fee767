// What is set for the time of one transaction, in the round trip that begins it.
import { literal } from "./names.ts";
import type { Statement } from "./pipeline.ts";
import { TENANT_SETTING, type SessionSettings } from "./pool-session.ts";
import { DatabaseUsageError } from "./sql-errors.ts";

/**
 * The tenant for the time of one transaction. As a command with its value in it: a distributed PostgreSQL passes on to its nodes what SET LOCAL
 * sets, and not what set_config() does. An empty tenant would see nothing and could write nothing; it is a fault of the caller, and is called one.
 */
export function setTenant({ tenantId }: { readonly tenantId: string }): Statement {
  if (tenantId === "")
    throw new DatabaseUsageError(
      "database.tenantMissing",
      "A scope needs a tenant. What is to work for all tenants goes through database.owner.",
    );
  return { sql: `set local ${TENANT_SETTING} to ${literal(tenantId)}`, parameters: [] };
}

/** What is set together, in the order in which it was first. */
const setTogether = new Map<string, string>();

function preparedName(names: string): string {
  let name = setTogether.get(names);
  if (name === undefined) setTogether.set(names, (name = `tracemark_scope_${setTogether.size}`));
  return name;
}

/** Settings for the time of one transaction, so that no connection carries them back to the pool. */
export function setLocal(settings: SessionSettings, mayBeNamed: boolean): Statement {
  const names = Object.keys(settings);
  const calls = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  // Behind a connection pooler the next transaction may be on another connection, where the name means nothing.
  const name = mayBeNamed ? preparedName(names.join()) : undefined;
  return { sql: `select ${calls.join(", ")}`, parameters: Object.values(settings), name };
}
