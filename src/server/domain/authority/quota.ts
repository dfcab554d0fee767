// How many accounts a tenant may have.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, lockName } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/**
 * A tenant has at most as many accounts as its licence says; -1 is no limit. Until the transaction ends nobody else adds an account to it.
 */
export async function requireQuota(context: CommitContext, tx: Transaction, tenantId: string): Promise<void> {
  // Waits for others that add an account at the same moment, so that two cannot take the last place.
  await lockName(tx, `tracemark.accounts.${tenantId}`);
  const { acrossTenants } = tables(context);
  const accounts = db
    .selectFrom(acrossTenants("user", "u"))
    .where("u.tenantId", "=", tenantId)
    .select(sql<number>`count(*)::int`.as("count"));
  const row = await first(
    tx,
    db
      .selectFrom(acrossTenants("tenant", "t"))
      .where("t.tenantId", "=", tenantId)
      .select(["t.accountNumber", accounts.as("accounts")]),
  );
  const quota = row?.accountNumber ?? -1;
  if (quota >= 0 && (row?.accounts ?? 0) >= quota)
    throw businessError("quotaReached", ["当前租户已到最大账号额度", "The tenant has as many accounts as its licence allows"]);
}
