// Retention of logs and finished jobs: how long rows are kept according to the platform's parameters, and how older ones are removed.
import { z } from "zod";
import { localTime } from "../store/clock.ts";
import type { Database, Statement, Transaction } from "../store/database.ts";

interface RetainedLog {
  readonly resource: string;
  readonly table: string;
  /** Key of the system parameter with the retention in days. */
  readonly parameter: string;
  /** The default in days. */
  readonly defaultDays: number;
  /** Condition on rows that may go. */
  readonly only?: string;
  /** A table whose rows with the same ids are removed too. */
  readonly with?: string;
}

/** The law requires network operators to keep logs for at least six months; the audit log is kept for three years. */
export const retainedLogs: readonly RetainedLog[] = [
  { resource: "log-usual", table: "log_usual", parameter: "log.retention.usual.days", defaultDays: 1_095 },
  // What was changed is kept as long as the entry of its write.
  { resource: "row-change", table: "row_change", parameter: "log.retention.usual.days", defaultDays: 1_095 },
  { resource: "log-api", table: "log_api", parameter: "log.retention.api.days", defaultDays: 190 },
  { resource: "log-error", table: "log_error", parameter: "log.retention.error.days", defaultDays: 190 },
  { resource: "web-log", table: "web_log", parameter: "log.retention.web.days", defaultDays: 190 },
];

/** Jobs change while they run, so they are no log; when they have ended they are kept like one. */
const retainedJobs: RetainedLog = {
  resource: "job",
  table: "job",
  parameter: "job.retention.days",
  defaultDays: 90,
  only: "l.finish_time is not null",
  with: "tm_job",
};

/** Notices are read, or not: after half a year nobody looks for them. */
const retainedNotices: RetainedLog = {
  resource: "flow-notice",
  table: "flow_notice",
  parameter: "notice.retention.days",
  defaultDays: 180,
};

/** Events that were sent, or given up. */
const retainedDeliveries: RetainedLog = {
  resource: "webhook-delivery",
  table: "webhook_delivery",
  parameter: "webhook.retention.days",
  defaultDays: 90,
  only: "l.status <> 0",
};

/** Everything that old rows are removed of. */
export const retainedRows: readonly RetainedLog[] = [...retainedLogs, retainedJobs, retainedNotices, retainedDeliveries];

const dayMs = 86_400_000;
const maxDays = 36_500;
/** Rows that are removed in one transaction. */
export const retentionBatch = 5_000;

const settingRows = z.array(z.object({ param_key: z.string(), param_value: z.string().nullable() }));

/** The local time before which rows go, by resource. */
export async function readRetention(database: Database, now: number): Promise<ReadonlyMap<string, string>> {
  // As the owner: parameters belong to the platform.
  const [answer] = await database.owner.read([
    {
      sql: "select param_key, param_value from param where param_key = any($1) and is_deleted = 0",
      parameters: [retainedRows.map(({ parameter }) => parameter)],
    },
  ]);
  const settings = new Map(settingRows.parse(answer?.rows ?? []).map((row) => [row.param_key, Number(row.param_value ?? "")]));
  // A setting that is no number of days removes nothing that the usual one would keep.
  return new Map(
    retainedRows.map(({ resource, parameter, defaultDays }) => {
      const days = settings.get(parameter) ?? Number.NaN;
      return [resource, localTime(now - (Number.isInteger(days) && days >= 1 && days <= maxDays ? days : defaultDays) * dayMs)];
    }),
  );
}

/** Removed ones too: their rows stay in this table, and their logs have to go all the same. */
export const everyTenant: Statement = { sql: "select distinct tenant_id from tenant order by tenant_id", parameters: [] };

const oldRows = z.array(z.object({ tenant_id: z.string(), id: z.string() }));

/**
 * Removes a batch of old rows of some tenants; answers how many were found and removed. The transaction is the owner's, who alone may. They are found for all these
 * tenants at once and removed tenant by tenant: the nodes of a distributed database delete what is named by its tenant, and answer nothing
 * that is limited for each row of a list of tenants.
 */
export async function removeOldRows(
  tx: Transaction,
  { table, only = "true", with: attached }: RetainedLog,
  { before, tenantIds }: { readonly before: string; readonly tenantIds: readonly string[] },
): Promise<{ readonly found: number; readonly removed: number }> {
  const { rows } = await tx.query({
    sql: `select l.tenant_id, l.id from ${table} l
      where l.tenant_id = any($1) and l.create_time < $2 and l.is_deleted = 0 and ${only} limit ${retentionBatch}`,
    parameters: [tenantIds, before],
  });
  const idsOf = new Map<string, string[]>();
  for (const { tenant_id: tenantId, id } of oldRows.parse(rows)) {
    const ids = idsOf.get(tenantId) ?? [];
    ids.push(id);
    idsOf.set(tenantId, ids);
  }
  // A job that somebody has begun anew since they were found stays.
  const sql = `with gone as (
      delete from ${table} l where l.tenant_id = $1 and l.id = any($2) and ${only} returning l.id
    )${attached === undefined ? "" : `, attached as (delete from ${attached} a using gone where a.tenant_id = $1 and a.id = gone.id)`}
    select id from gone`;
  const removed = await tx.batch([...idsOf].map(([tenantId, ids]) => ({ sql, parameters: [tenantId, ids] })));
  return { found: rows.length, removed: removed.reduce((sum, { rowCount }) => sum + rowCount, 0) };
}
