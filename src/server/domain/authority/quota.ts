// How many accounts a tenant may have.
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";

/** A tenant has at most as many accounts as its licence says; -1 is no limit. Until the transaction ends nobody else adds an account to it. */
export async function requireQuota(tx: Transaction, tenantId: string): Promise<void> {
  // Waits for others that add an account at the same moment, so that two cannot take the last place.
  await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.accounts.' || $1, 0))", parameters: [tenantId] });
  const found = await tx.first({
    sql: `select t.account_number as quota, (select count(*)::int from "user" u where u.tenant_id = $1 and u.is_deleted = 0) as accounts from tenant t where t.tenant_id = $1`,
    parameters: [tenantId],
  });
  const quota = Number(found?.["quota"] ?? -1);
  if (quota >= 0 && Number(found?.["accounts"]) >= quota) throw businessError("quotaReached", ["当前租户已到最大账号额度", "The tenant has as many accounts as its licence allows"]);
}
