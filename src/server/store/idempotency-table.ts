// The table of answers that are kept under the idempotency keys of calls (docs/wire.md §1.1), and the removal of old ones.
import type { Statement } from "./pipeline.ts";
import type { Catalog } from "./catalog.ts";
import { placementSql } from "./distribution.ts";
import { secureStatements } from "./tables.ts";

/** Its name. */
export const idempotencyTable = "tm_idempotency_key";

/** A key is kept at least so long: clients that repeat a call do so within minutes. */
const retentionMs = 24 * 3_600_000;

/** Statements that make it where it is missing. Times are milliseconds since 1970; the answer is encrypted, because some hold a secret. */
export const idempotencyStatements = ({ tables, isDistributed }: Pick<Catalog, "tables" | "isDistributed">): readonly string[] =>
  tables.has(idempotencyTable)
    ? []
    : [
        ...statements,
        ...secureStatements(idempotencyTable, isDistributed),
        ...(isDistributed ? [placementSql(idempotencyTable, "distributed")] : []),
      ];

const statements: readonly string[] = [
  `create table ${idempotencyTable} (
    tenant_id varchar(12) not null,
    user_id bigint not null,
    key varchar(128) not null,
    fingerprint varchar(64) not null,
    answer text not null,
    created_at bigint not null,
    primary key (tenant_id, user_id, key)
  )`,
  `create index ${idempotencyTable}_created_at on ${idempotencyTable} (tenant_id, created_at)`,
];

/** Whose key it is: the same text of two users is two keys. */
export interface KeyOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly key: string;
}

/** What is stored under a key. */
export const storedUnder = ({ tenantId, userId, key }: KeyOwner): Statement => ({
  name: "idempotency_key",
  sql: `select fingerprint, answer from ${idempotencyTable} where tenant_id = $1 and user_id = $2 and key = $3`,
  parameters: [tenantId, userId, key],
});

/** Whether nobody else holds the key; then this transaction does until it ends. */
export const lockKey = ({ tenantId, userId, key }: KeyOwner): Statement => ({
  name: "idempotency_key_lock",
  sql: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free",
  parameters: [`tracemark.idempotency ${tenantId} ${userId} ${key}`],
});

/** Stores an answer. Fails where there is one already. */
export const storeUnder = (
  { tenantId, userId, key }: KeyOwner,
  { fingerprint, answer, at }: { readonly fingerprint: string; readonly answer: string; readonly at: number },
): Statement => ({
  name: "idempotency_key_insert",
  sql: `insert into ${idempotencyTable} (tenant_id, user_id, key, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5, $6)`,
  parameters: [tenantId, userId, key, fingerprint, answer, at],
});

/** Removes the keys of a tenant that have been kept long enough. */
export const removeOldKeys = (tenantId: string, now: number): Statement => ({
  sql: `delete from ${idempotencyTable} where tenant_id = $1 and created_at < $2`,
  parameters: [tenantId, now - retentionMs],
});
