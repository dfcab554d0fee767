// Retention of removed rows: for how many days each tenant's recycle bins keep them.
import { z } from "zod";
import { localTime } from "../store/clock.ts";
import type { Database } from "../store/database.ts";

/** Key of the system parameter with the days of tenants that have none of their own. */
const parameter = "bin.retention.days";
/** An installation from before there were recycle bins has no such parameter: nobody has seen there yet what would be deleted. */
const defaultDays = 0;
const maxDays = 36_500;
const dayMs = 86_400_000;

const settingRows = z.array(z.object({ param_value: z.string().nullable() }));
const tenantRows = z.array(z.object({ tenant_id: z.string(), bin_days: z.number().nullable() }));

/** A setting that is no number of days deletes nothing that the usual one would keep. */
const isDays = (days: number): boolean => Number.isInteger(days) && days >= 0 && days <= maxDays;

/** All tenants that there are or were: rows of removed ones stay in the tables. */
export async function readAllTenants(database: Database): Promise<readonly string[]> {
  // As the owner: none of them asks.
  const [tenants] = await database.owner.read([{ sql: "select distinct tenant_id from tenant order by tenant_id", parameters: [] }]);
  return (tenants?.rows ?? []).map((row) => String(row["tenant_id"]));
}

/** The local time before which removed rows of each tenant go; tenants that keep them for ever (0 days) are left out. */
export async function readBinRetention(database: Database, now: number): Promise<ReadonlyMap<string, string>> {
  // As the owner: those of all tenants. Removed tenants too, whose rows stay in the tables.
  const [settings, tenants] = await database.owner.read([
    { sql: "select param_value from param where param_key = $1 and is_deleted = 0", parameters: [parameter] },
    { sql: "select distinct on (tenant_id) tenant_id, bin_days from tenant order by tenant_id, is_deleted", parameters: [] },
  ]);
  const [setting] = settingRows.parse(settings?.rows ?? []);
  const value = setting?.param_value ?? "";
  const usual = value !== "" && isDays(Number(value)) ? Number(value) : defaultDays;
  return new Map(
    tenantRows.parse(tenants?.rows ?? []).flatMap(({ tenant_id: tenantId, bin_days: own }) => {
      const days = own !== null && isDays(own) ? own : usual;
      return days === 0 ? [] : [[tenantId, localTime(now - days * dayMs)] as const];
    }),
  );
}
