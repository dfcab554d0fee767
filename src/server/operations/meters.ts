// Figures for Prometheus, in its text format (https://prometheus.io/docs/instrumenting/exposition_formats): requests, connections, jobs, scans, exports,
// disks and the process. Labels name kinds of things only, never people, tenants or codes.
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { z } from "zod";
import type { Database, PoolCounts, ReplicaState } from "../store/database.ts";
import type { DiskWatch } from "../store/disk-space.ts";

export interface Meters {
  readonly contentType: string;
  text(): Promise<string>;
  /** Counts the requests of an application. */
  count(app: FastifyInstance): void;
  /** A file of an export is written. */
  exported(format: string, rows: number): void;
}

interface MetersOptions {
  readonly database: Database;
  readonly disks: DiskWatch;
}

/** Seconds: from an edit to a report. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const jobRows = z.array(z.object({ queue: z.string(), state: z.string(), count: z.coerce.number() }));
const scanRows = z.array(z.object({ table: z.string(), count: z.coerce.number() }));

// As the owner: of all tenants together. PostgreSQL counts inserted rows itself, whichever process inserts them.
const jobsByQueue = {
  sql: `select queue, case when worker is not null and lease_until >= $1 then 'running' when run_at <= $1 then 'due' else 'later' end as state, count(*) as count
    from tm_job where is_unfinished group by 1, 2`,
};
const scanTables = ["consumer_scan_record", "scan_record"];
const scansByTable = {
  sql: "select relname as table, n_tup_ins as count from pg_stat_user_tables where schemaname = current_schema() and relname = any($1)",
  parameters: [scanTables],
};
/** The same where the tables are distributed: each node counts what is inserted into its parts. None while one of them does not answer. */
const scansByTableOfNodes = {
  sql: `select t.name as table, sum(case when r.success then r.result::bigint end) as count from unnest($1::text[]) as t(name) cross join lateral run_command_on_workers(
      format('select coalesce(sum(n_tup_ins), 0) from pg_stat_user_tables where schemaname = current_schema() and relname ~ %L', '^' || t.name || '_[0-9]{6,}$')
    ) as r group by 1 having bool_and(r.success)`,
  parameters: [scanTables],
};

/** What shows how a replica for reads that may be late is doing. */
function replicaMeters(registers: Registry[]): (state: ReplicaState | undefined) => void {
  const used = new Gauge({ name: "tracemark_replica_used", help: "Whether reads that may be late go to the replica", registers });
  const lag = new Gauge({ name: "tracemark_replica_lag_seconds", help: "How old the rows of the replica are at most", registers });
  const reads = new Counter({
    name: "tracemark_replica_reads_total",
    help: "Reads that might be late, by who answered them: replica or primary",
    labelNames: ["source"],
    registers,
  });
  return (state) => {
    if (state === undefined) return;
    used.set(state.isUsed ? 1 : 0);
    lag.set(state.lagMs === undefined ? Number.NaN : state.lagMs / 1000);
    reads.reset();
    for (const [source, count] of Object.entries(state.reads)) reads.inc({ source }, count);
  };
}

/** The figures of a process; those of the database are read when they are asked for. */
export function createMeters({ database, disks }: MetersOptions): Meters {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: "tracemark_http_requests_total",
    help: "Answered requests by method, resource and status",
    labelNames: ["method", "resource", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "tracemark_http_request_duration_seconds",
    help: "Time until requests were answered, by method",
    labelNames: ["method"],
    buckets,
    registers,
  });
  const exports = new Counter({
    name: "tracemark_exports_total",
    help: "Files of exports that were written, by format",
    labelNames: ["format"],
    registers,
  });
  const exportedRows = new Counter({ name: "tracemark_exported_rows_total", help: "Rows in these files", registers });
  const up = new Gauge({ name: "tracemark_database_up", help: "Whether the database answers", registers });
  const connections = new Gauge({
    name: "tracemark_database_connections",
    help: "Connections of the pools: open, idle, and requests that wait for one",
    labelNames: ["pool", "state"],
    registers,
  });
  const showReplica = database.hasReplica ? replicaMeters(registers) : () => undefined;
  const jobs = new Gauge({
    name: "tracemark_jobs",
    help: "Unfinished jobs of all processes by queue: running, due, or due later",
    labelNames: ["queue", "state"],
    registers,
  });
  const scans = new Gauge({
    name: "tracemark_scans",
    help: "Scans recorded by all processes since the database counts them; only grows",
    labelNames: ["kind"],
    registers,
  });
  const free = new Gauge({
    name: "tracemark_disk_free_bytes",
    help: "Room on disks that are written to",
    labelNames: ["directory"],
    registers,
  });
  const size = new Gauge({ name: "tracemark_disk_size_bytes", help: "Size of these disks", labelNames: ["directory"], registers });

  const readDatabase = async (): Promise<void> => {
    const { ok, tenants, owner, replica } = await database.health();
    up.set(ok ? 1 : 0);
    showReplica(replica);
    const ofPool = (pool: string, { open, idle, waiting }: PoolCounts): void => {
      for (const [state, count] of Object.entries({ open, idle, waiting })) connections.set({ pool, state }, count);
    };
    ofPool("tenants", tenants);
    ofPool("owner", owner);
    jobs.reset();
    scans.reset();
    if (!ok) return;
    const inserted = database.isDistributed ? scansByTableOfNodes : scansByTable;
    const [queued, counted] = await database.owner.read([{ ...jobsByQueue, parameters: [Date.now()] }, inserted]);
    for (const { queue, state, count } of jobRows.parse(queued?.rows)) jobs.set({ queue, state }, count);
    for (const { table, count } of scanRows.parse(counted?.rows))
      scans.set({ kind: table === "scan_record" ? "stock" : "consumer" }, count);
  };

  return {
    contentType: register.contentType,
    text: async () => {
      // The others are worth having where the database cannot be asked.
      await readDatabase().catch(() => up.set(0));
      for (const { directory, freeBytes, totalBytes } of disks.spaces()) {
        free.set({ directory }, freeBytes);
        size.set({ directory }, totalBytes);
      }
      return register.metrics();
    },
    count: (app) => {
      app.addHook("onResponse", (request, reply, done) => {
        const resource = request.routeOptions.config.resource?.name ?? "";
        requests.inc({ method: request.method, resource, status: reply.statusCode });
        // How long somebody stays is no time that anybody waits.
        if (request.routeOptions.config.isStream !== true) seconds.observe({ method: request.method }, reply.elapsedTime / 1000);
        done();
      });
    },
    exported: (format, rows) => {
      exports.inc({ format });
      exportedRows.inc(rows);
    },
  };
}
