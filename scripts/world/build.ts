// Builds a planned world in a tenant: everything that people, devices and consumers would send, through the same effects.
import { setTimeout as delay } from "node:timers/promises";
import type { Services } from "../../src/server/crud/services.ts";
import { keepLookups } from "../../src/server/domain/scan/public-lookup.ts";
import { db, read } from "../../src/server/rows/query.ts";
import { tables } from "../../src/server/rows/tables.ts";
import { callsOf, setClock, tenantAdministrator, type Calls, type SetClock } from "../../src/server/seed/calls.ts";
import { quoted } from "../../src/server/store/names.ts";
import { addCodes, codesOf } from "./code-sets.ts";
import { book } from "./documents.ts";
import { addMasters, type Masters } from "./masters.ts";
import { nameOf, type WorldPlan } from "./plan.ts";

/** A world that cannot be built; the message states why. */
export class WorldError extends Error {
  override readonly name = "WorldError";
}

export interface WorldProgress {
  readonly part: "masters" | "codes" | "documents" | "scans";
  readonly done: number;
  readonly total: number;
}

/** Who acts in the tenant of a world. */
export interface Person {
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
}

export interface WorldOptions {
  readonly services: Services;
  readonly plan: WorldPlan;
  readonly person: Person;
  readonly onProgress?: (progress: WorldProgress) => void;
}

/** What was made for the numbers of the plan. */
export interface BuiltWorld {
  readonly calls: Calls;
  readonly masters: Masters;
  readonly sets: readonly string[];
}

/** Look-ups of one transaction. */
const mostLookups = 250;
/** The day on which the world is founded, before the first of its steps. */
const foundedDays = 60;

/** Refuses a tenant that has goods already: the figures of two worlds cannot be told apart. */
async function requireEmpty({ context }: Calls): Promise<void> {
  const { unscoped } = tables(context);
  const [[product], [code], [document], [scan]] = await read(context, [
    db.selectFrom(unscoped("attr-owner", "t")).limit(1).select("t.id"),
    db.selectFrom(unscoped("code-item", "t")).limit(1).select("t.id"),
    db.selectFrom(unscoped("stock-in-doc", "t")).limit(1).select("t.id"),
    db.selectFrom(unscoped("consumer-scan-record", "t")).limit(1).select("t.id"),
  ]);
  if (product ?? code ?? document ?? scan)
    throw new WorldError(
      `tenant ${context.scope.tenantId} has products, codes, documents or scans; a world begins in an empty tenant, and one that was stopped begins again in another`,
    );
}

async function scanAll(
  calls: Calls,
  { plan, sets, onProgress }: { readonly plan: WorldPlan; readonly sets: readonly string[]; readonly onProgress: (done: number) => void },
): Promise<void> {
  const { scans } = plan;
  const codes = await codesOf(
    calls,
    sets,
    scans.flatMap(({ of }) => (typeof of === "string" ? [] : [of])),
  );
  for (let from = 0; from < scans.length; from += mostLookups) {
    const some = scans.slice(from, from + mostLookups).map(({ of, at, address, place }) => ({
      sent: typeof of === "string" ? of : (codes.get(nameOf(of)) ?? ""),
      at,
      address,
      ...(place === undefined ? {} : { longitude: place.longitude, latitude: place.latitude }),
    }));
    await keepLookups(calls.context, some);
    onProgress(Math.min(scans.length, from + mostLookups));
  }
}

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Tables that fill with many rows in each part. */
const grown = {
  codes: ["code-item", "code-relation"],
  documents: ["scan-record", "stock-move-record", "warehousegoodscurrent", "goods-bill", "goods-stock", "doc-detail"],
  scans: ["consumer-scan-record", "scan-repeat"],
} as const;
/** How soon after the beginning of a part statistics are brought up to date, and how often at the end of a long one. */
const firstUpdateMs = 500;
const laterUpdateMs = 20_000;

/**
 * Has the planner learn how large tables become while work goes on. A database that grows by days has its own maintenance for that; a world
 * grows within minutes, and statements that are planned for a tenant without rows read all of it again and again.
 */
async function withStatistics<T>({ database, model }: Services, part: keyof typeof grown, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const statements = grown[part].flatMap((name) => {
    const table = model.resource.get(name)?.table;
    return table === undefined ? [] : [{ sql: `ANALYZE ${quoted(table)}`, parameters: [] }];
  });
  const update = async (): Promise<void> => {
    for (let wait = firstUpdateMs; !ended.signal.aborted; wait = Math.min(2 * wait, laterUpdateMs)) {
      // As the owner: nobody else may. One by one, so that nobody waits for a table that is done.
      for (const statement of statements) await database.owner.transaction((tx) => tx.query(statement));
      await delay(wait, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const updating = update();
  try {
    return await work();
  } finally {
    ended.abort();
    await updating;
  }
}

/** Builds a world in an empty tenant. */
export async function buildWorld({ services, plan, person, onProgress = () => undefined }: WorldOptions): Promise<BuiltWorld> {
  const clock: SetClock = setClock(services.clock, `${daysBefore(plan.size.today, foundedDays)} 08:00:00`);
  const calls = callsOf(services, { caller: tenantAdministrator(services, person), clock });
  await services.identifiers.ready();
  await requireEmpty(calls);
  onProgress({ part: "masters", done: 0, total: 1 });
  const masters = await addMasters(calls, plan);
  onProgress({ part: "masters", done: 1, total: 1 });
  const sets = await withStatistics(services, "codes", () =>
    addCodes(calls, plan, { masters, onProgress: (done, total) => onProgress({ part: "codes", done, total }) }),
  );
  await withStatistics(services, "documents", async () => {
    for (const [index, step] of plan.steps.entries()) {
      await book({ calls, clock, masters, sets }, step);
      onProgress({ part: "documents", done: index + 1, total: plan.steps.length });
    }
  });
  await withStatistics(services, "scans", () =>
    scanAll(calls, { plan, sets, onProgress: (done) => onProgress({ part: "scans", done, total: plan.scans.length }) }),
  );
  return { calls, masters, sets };
}
