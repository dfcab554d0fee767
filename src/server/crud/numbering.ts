// Numbers the server gives: prefix, day, running number in the tenant, without gaps and without repeats.
import type { ResourceModel } from "#schema/model";
import type { Transaction } from "../store/database.ts";
import { quoted } from "../store/names.ts";
import { counterTable } from "../store/migrate.ts";

/** CK202503100001: four digits, more when a day needs them. */
const digits = 4;

/**
 * The next number of a resource for the day of `now`. The counter's row stays locked until the transaction ends: a write that fails gives its number
 * back, and the next one takes it.
 */
export async function nextNumber(tx: Transaction, resource: ResourceModel, prefix: string, tenantId: string, now: string): Promise<string> {
  const day = now.slice(0, 10);
  const row = await tx.first({
    sql: `INSERT INTO ${quoted(counterTable)} AS c (tenant_id, name, day, last) VALUES ($1, $2, $3::date, 1) ON CONFLICT (tenant_id, name, day) DO UPDATE SET last = c.last + 1 RETURNING last`,
    parameters: [tenantId, resource.name, day],
  });
  return `${prefix}${day.replaceAll("-", "")}${String(row?.["last"]).padStart(digits, "0")}`;
}
