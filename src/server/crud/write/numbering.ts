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
export async function nextNumber(tx: Transaction, resource: ResourceModel, numbering: Numbering): Promise<string> {
  const [number = ""] = await nextNumbers(tx, resource, numbering, 1);
  return number;
}

/** Several numbers that follow each other. */
export async function nextNumbers(
  tx: Transaction,
  resource: ResourceModel,
  { field, prefix, tenantId, now }: Numbering,
  count: number,
): Promise<readonly string[]> {
  const day = now.slice(0, 10);
  const beginning = `${prefix}${day.replaceAll("-", "")}`;
  const key = [tenantId, resource.name, day];
  const counted = await tx.first({
    sql: `UPDATE ${quoted(counterTable)} SET last = last + $4::int WHERE tenant_id = $1 AND name = $2 AND day = $3::date RETURNING last`,
    parameters: [...key, count],
  });
  const last = Number((counted ?? (await tx.first(firstOfDay(resource, field, [...key, beginning, count]))))?.["last"]);
  return Array.from({ length: count }, (_none, index) => `${beginning}${String(last - count + 1 + index).padStart(digits, "0")}`);
}

/** `parameters`: tenant, name and day of the counter, the beginning of its numbers, and how many are taken. */
function firstOfDay(resource: ResourceModel, field: string, parameters: readonly unknown[]): Statement {
  const column = quoted(columnOf(resource, field).column);
  const tenant = isTenantTable(resource) ? "tenant_id = $1::text AND " : "";
  return {
    sql: `INSERT INTO ${quoted(counterTable)} AS c (tenant_id, name, day, last) VALUES ($1::text, $2::text, $3::date, (
        SELECT coalesce(max(substr(${column}, length($4::text) + 1)::bigint), 0) + $5::int FROM ${quoted(resource.table)} WHERE ${tenant}${column} ~ ('^' || $4::text || '[0-9]{1,9}$')))
      ON CONFLICT (tenant_id, name, day) DO UPDATE SET last = c.last + $5::int RETURNING last`,
    parameters,
  };
}
