// The tables behind background jobs that have no definition: the execution state of jobs, and when schedules are due. Users see the
// resource `job`.
import { APP_ROLE } from "../postgres/app-role.ts";
import { quoted } from "./names.ts";
import type { Catalog } from "./catalog.ts";
import { placementSql } from "./distribution.ts";
import { secureStatements } from "./tables.ts";

/** The execution state of a job, one row per job that may run (again). Times are milliseconds since 1970. */
export const jobTable = "tm_job";
/** When each schedule is due, one row per schedule. */
export const scheduleTable = "tm_schedule";
/** Numbers within the ids of jobs. */
export const jobNumbers = "tm_job_number";

/** Statements that create the missing ones. */
export function jobStatements({
  tables,
  sequences,
  isDistributed,
}: Pick<Catalog, "tables" | "sequences" | "isDistributed">): readonly string[] {
  const statements: string[] = [];
  if (!sequences.has(jobNumbers)) statements.push(`CREATE SEQUENCE ${quoted(jobNumbers)} CYCLE`);
  const existing = tables.get(jobTable);
  if (existing === undefined) {
    statements.push(
      `CREATE TABLE ${jobTable} (
        tenant_id character varying(12) NOT NULL,
        id bigint NOT NULL,
        queue text NOT NULL,
        key text,
        payload jsonb NOT NULL,
        checkpoint jsonb,
        run_at bigint NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        max_attempts integer NOT NULL,
        worker text,
        lease_until bigint,
        is_cancelled boolean NOT NULL DEFAULT false,
        is_unfinished boolean NOT NULL DEFAULT true,
        traceparent text,
        PRIMARY KEY (tenant_id, id)
      )`,
      `CREATE UNIQUE INDEX ${jobTable}_key ON ${jobTable} (tenant_id, queue, key) WHERE is_unfinished`,
      `CREATE INDEX ${jobTable}_due ON ${jobTable} (run_at) WHERE is_unfinished`,
      ...secureStatements(jobTable, isDistributed),
      ...(isDistributed ? [placementSql(jobTable, "distributed")] : []),
    );
  }
  // It came later than the table.
  else if (!existing.columns.has("traceparent")) statements.push(`ALTER TABLE ${jobTable} ADD COLUMN traceparent text`);
  if (!tables.has(scheduleTable)) {
    statements.push(
      `CREATE TABLE ${scheduleTable} (name text PRIMARY KEY, rule text NOT NULL, next_at bigint NOT NULL, last_at bigint)`,
      `REVOKE ALL ON ${scheduleTable} FROM ${APP_ROLE}`,
    );
  }
  return statements;
}
