// Numbers the server gives: prefix, day, running number in the tenant, without gaps and without repeats.
import type { ResourceModel } from "#schema/model";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { counterTable } from "../../store/migrate.ts";

/** CK202503100001: four digits, more when a day needs them. */
const digits = 4;

export interface Numbering {
  readonly field: string;
  readonly prefix: string;
  readonly tenantId: string;
  readonly now: string;
}

/**
 * The next number of a resource for the day of `now`. The counter's row stays locked until the transaction ends: a write that fails returns
 * its number, and the next one takes it. The first of a day continues after existing numbers, such as imported ones.
 */
export async function nextNumber(tx: Transaction, resource: ResourceModel, { field, prefix, tenantId, now }: Numbering): Promise<string> {
  const day = now.slice(0, 10);
  const beginning = `${prefix}${day.replaceAll("-", "")}`;
  const key = [tenantId, resource.name, day];
  const counted = await tx.first({
    sql: `UPDATE ${quoted(counterTable)} SET last = last + 1 WHERE tenant_id = $1 AND name = $2 AND day = $3::date RETURNING last`,
    parameters: key,
  });
  const number = counted ?? (await tx.first(firstOfDay(resource, field, beginning, key)));
  return `${beginning}${String(number?.["last"]).padStart(digits, "0")}`;
}

function firstOfDay(resource: ResourceModel, field: string, beginning: string, key: readonly string[]): Statement {
  const column = quoted(columnOf(resource, field).column);
  const tenant = isTenantTable(resource) ? "tenant_id = $1::text AND " : "";
  return {
    sql: `INSERT INTO ${quoted(counterTable)} AS c (tenant_id, name, day, last) VALUES ($1::text, $2::text, $3::date, (
        SELECT coalesce(max(substr(${column}, length($4::text) + 1)::bigint), 0) + 1 FROM ${quoted(resource.table)} WHERE ${tenant}${column} ~ ('^' || $4::text || '[0-9]{1,9}$')))
      ON CONFLICT (tenant_id, name, day) DO UPDATE SET last = c.last + 1 RETURNING last`,
    parameters: [...key, beginning],
  };
}
