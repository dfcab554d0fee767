// Whether this process can do its work, and what is wrong where it cannot: for load balancers and for people who look after it.
import { localTime } from "../store/clock.ts";
import type { Database, DatabaseHealth, ReplicaState } from "../store/database.ts";
import type { DiskWatch } from "../store/disk-space.ts";

/** "degraded": requests are answered, reads at least, and somebody has to look. "unavailable": they are not. */
type HealthStatus = "ok" | "degraded" | "unavailable";

export interface Health {
  readonly status: HealthStatus;
  /** By what was looked at: its state, and facts for people. */
  readonly checks: Readonly<Record<string, HealthCheck>>;
}

type HealthCheck = { readonly status: HealthStatus } & Readonly<Record<string, unknown>>;

/** When background work last looked for jobs. */
export interface JobsWatch {
  lookedAt: number;
}

interface HealthOptions {
  readonly database?: Pick<Database, "health">;
  readonly disks?: DiskWatch | undefined;
  /** Absent where this process runs no jobs. */
  readonly jobs?: JobsWatch | undefined;
  /** Whether the process is ending: requests are still answered, and no more of them are to be sent. */
  readonly isEnding?: (() => boolean) | undefined;
}

/** Work is looked for every five seconds; a long claim may take a few of them. */
const jobsLateMs = 30_000;
/** Probes from anywhere cost one look in this time. */
const cachedMs = 500;

function checkOfDatabase({ ok, milliseconds, tenants, owner, problem }: DatabaseHealth): HealthCheck {
  const facts = { milliseconds: Math.round(milliseconds), connections: { tenants, owner } };
  if (ok) return { status: "ok", ...facts };
  const reason = problem?.kind === "unknown" ? problem.reason : problem?.kind === "timeout" ? "it does not answer" : problem?.kind;
  return { status: "unavailable", reason, ...facts };
}

/** Requests are answered without it, by the primary. */
function checkOfReplica({ isUsed, lagMs, problem }: ReplicaState): HealthCheck {
  const facts = lagMs === undefined ? {} : { lagSeconds: Math.round(lagMs / 100) / 10 };
  if (problem === undefined) return { status: "ok", isUsed, ...facts };
  const reason = { late: "it is too far behind", unrelated: "it does not follow the primary", unavailable: "it cannot be reached" }[
    problem.kind
  ];
  return { status: "degraded", reason: problem.kind === "unavailable" ? `${reason}: ${problem.reason}` : reason, ...facts };
}

function checkOfJobs({ lookedAt }: JobsWatch): HealthCheck {
  const isLate = Date.now() - lookedAt > jobsLateMs;
  return isLate
    ? { status: "degraded", reason: `nobody has looked for jobs since ${localTime(lookedAt)}` }
    : { status: "ok", lookedAt: localTime(lookedAt) };
}

function checkOfDisks(disks: DiskWatch): HealthCheck {
  const spaces = disks.spaces();
  return { status: spaces.every(({ state }) => state === "enough") ? "ok" : "degraded", disks: spaces };
}

const worst = (checks: readonly HealthCheck[]): HealthStatus =>
  (["unavailable", "degraded"] as const).find((status) => checks.some((check) => check.status === status)) ?? "ok";

const ending: Health = { status: "unavailable", checks: { process: { status: "unavailable", reason: "it is ending" } } };

/** The health of a process; answers within two seconds, whatever the database does. */
export function healthOf({ database, disks, jobs, isEnding = () => false }: HealthOptions): () => Promise<Health> {
  const look = async (): Promise<Health> => {
    const found = await database?.health();
    const checks = {
      ...(found === undefined ? {} : { database: checkOfDatabase(found) }),
      ...(found?.replica === undefined ? {} : { replica: checkOfReplica(found.replica) }),
      ...(jobs === undefined ? {} : { jobs: checkOfJobs(jobs) }),
      ...(disks === undefined ? {} : { disk: checkOfDisks(disks) }),
    };
    return { status: worst(Object.values(checks)), checks };
  };
  let last: { readonly at: number; readonly health: Promise<Health> } | undefined;
  return () => {
    if (isEnding()) return Promise.resolve(ending);
    if (last === undefined || performance.now() - last.at > cachedMs) last = { at: performance.now(), health: look() };
    return last.health;
  };
}
