// What is set for the time of one transaction, in the round trip that begins it.
import { literal } from "./names.ts";
import type { Statement } from "./pipeline.ts";
import { TENANT_SETTING, type SessionSettings } from "./pool-session.ts";
import { DatabaseUsageError } from "./sql-errors.ts";

/** What decides how transactions of a database begin. */
interface OpeningKind {
  /**
   * A distributed PostgreSQL passes on to its nodes what SET LOCAL sets, inside a transaction that was begun, and not what set_config() does.
   * One server takes the tenant by a function: that is parsed once for each connection, is one statement with all else that is set, and needs no
   * BEGIN where statements are sent together.
   */
  readonly isDistributed: boolean;
  /** Behind a connection pooler the next transaction may be on another connection, where the name of a statement means nothing. */
  readonly mayBeNamed: boolean;
}

/**
 * What one transaction sets for its time, so that no connection carries it back to the pool: settings, and the tenant whose rows it is about;
 * undefined: those of all, as the owner.
 */
export function openingOf(settings: SessionSettings, tenantId: string | undefined, kind: OpeningKind): readonly Statement[] {
  if (tenantId === undefined) return setLocal(settings, kind);
  return kind.isDistributed
    ? [...setLocal(settings, kind), setTenant(tenantId)]
    : setLocal({ ...settings, [TENANT_SETTING]: required(tenantId) }, kind);
}

/** Another tenant for the rest of a transaction; by a command with the value in it, which reaches the nodes of a distributed database. */
export function setTenant(tenantId: string): Statement {
  return { sql: `set local ${TENANT_SETTING} to ${literal(required(tenantId))}`, parameters: [] };
}

/** An empty tenant would see nothing and could write nothing; it is a fault of the caller, and is called one. */
function required(tenantId: string): string {
  if (tenantId !== "") return tenantId;
  throw new DatabaseUsageError(
    "database.tenantMissing",
    "A scope needs a tenant. What is to work for all tenants goes through database.owner.",
  );
}

/** What is set together, in the order in which it was first. */
const setTogether = new Map<string, string>();

function preparedName(names: string): string {
  let name = setTogether.get(names);
  if (name === undefined) setTogether.set(names, (name = `tracemark_scope_${setTogether.size}`));
  return name;
}

function setLocal(settings: SessionSettings, { mayBeNamed }: OpeningKind): readonly Statement[] {
  const names = Object.keys(settings);
  if (names.length === 0) return [];
  const calls = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  const name = mayBeNamed ? preparedName(names.join()) : undefined;
  return [{ sql: `select ${calls.join(", ")}`, parameters: Object.values(settings), name }];
}
