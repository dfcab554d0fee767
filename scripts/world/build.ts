// Builds a planned world in a tenant: everything that people, devices and consumers would send, through the same effects. Each step is one
// transaction together with how far the world is; one that was stopped goes on with the step that it was at.
import { setTimeout as delay } from "node:timers/promises";
import type { Services } from "../../src/server/crud/services.ts";
import { storeLookups } from "../../src/server/domain/scan/public-lookup.ts";
import { db, read } from "../../src/server/rows/query.ts";
import { tables } from "../../src/server/rows/tables.ts";
import { callsOf, setClock, tenantAdministrator, type Calls } from "../../src/server/seed/calls.ts";
import { databaseWithin } from "../../src/server/seed/within.ts";
import { refreshStatistics } from "../../src/server/store/statistics.ts";
import { addRules, codeQueues, codesOf, codeStepsDone, nextCodes, stepsOfCodes } from "./code-sets.ts";
import { book, bookingQueues } from "./documents.ts";
import { addMasters } from "./masters.ts";
import { packageName, type WorldPlan } from "./plan.ts";
import { initialState, hasJobs, storeFirstState, storeNextState, stateOf, type WorldState } from "./progress.ts";
import { WorldError } from "./world-error.ts";

type WorldPart = "masters" | "codes" | "documents" | "scans";

export interface WorldProgress {
  readonly part: WorldPart;
  readonly done: number;
  readonly total: number;
}

/** Who acts in the tenant of a world. */
export interface Person {
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
}

interface WorldOptions {
  readonly services: Services;
  readonly plan: WorldPlan;
  readonly person: Person;
  readonly onProgress?: (progress: WorldProgress) => void;
}

/** Look-ups of one transaction. */
const maxLookups = 250;
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
    throw new WorldError(`tenant ${context.scope.tenantId} has products, codes, documents or scans; a world begins in an empty tenant`);
}

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Tables that fill with many rows in each part. */
const growing = {
  masters: [],
  codes: ["code-item", "code-relation"],
  documents: ["scan-record", "stock-move-record", "warehousegoodscurrent", "goods-bill", "goods-stock", "doc-detail"],
  scans: ["consumer-scan-record", "scan-repeat", "consumer-scan-day", "consumer-scan-reach"],
} as const;

/** The next step of a world, with the part that it belongs to; undefined where the world is whole. */
interface NextStep {
  readonly part: WorldPart;
  readonly run: (calls: Calls) => Promise<WorldState>;
}

interface Building {
  readonly plan: WorldPlan;
  readonly clock: ReturnType<typeof setClock>;
  /** What is printed on the packages that are scanned, by `nameOf`. */
  readonly scanned: (calls: Calls) => Promise<ReadonlyMap<string, string>>;
}

const setsOf = ({ codes }: WorldState): readonly string[] => codes.map(({ setId = "" }) => setId);

function nextStep({ plan, clock, scanned }: Building, state: WorldState): NextStep | undefined {
  const { masters, codes, documents, scans } = state;
  const next = { ...state, turn: state.turn + 1 };
  clock.set(`${daysBefore(plan.size.today, foundedDays)} 08:00:00`);
  if (masters === undefined)
    return {
      part: "masters",
      run: async (calls) => ({ ...next, masters: { ...(await addMasters(calls, plan)), rules: await addRules(calls) } }),
    };
  if (codeStepsDone(codes) < stepsOfCodes * plan.products.length)
    return { part: "codes", run: async (calls) => ({ ...next, codes: await nextCodes(calls, plan, { codes, masters }) }) };
  const step = plan.steps[documents];
  if (step !== undefined)
    return {
      part: "documents",
      run: async (calls) => {
        await book({ calls, clock, masters, sets: setsOf(state) }, step);
        return { ...next, documents: documents + 1 };
      },
    };
  if (scans >= plan.scans.length) return undefined;
  return {
    part: "scans",
    run: async (calls) => {
      const texts = await scanned(calls);
      const some = plan.scans.slice(scans, scans + maxLookups);
      await storeLookups(
        calls.context,
        some.map(({ of, at, address, place }) => ({
          sent: typeof of === "string" ? of : (texts.get(packageName(of)) ?? ""),
          at,
          address,
          ...(place === undefined ? {} : { longitude: place.longitude, latitude: place.latitude }),
        })),
      );
      return { ...next, scans: scans + some.length };
    },
  };
}

function progressOf(plan: WorldPlan, state: WorldState): Readonly<Record<WorldPart, Omit<WorldProgress, "part">>> {
  return {
    masters: { done: state.masters === undefined ? 0 : 1, total: 1 },
    codes: { done: codeStepsDone(state.codes), total: stepsOfCodes * plan.products.length },
    documents: { done: state.documents, total: plan.steps.length },
    scans: { done: state.scans, total: plan.scans.length },
  };
}

/** How large the world is that was begun in a tenant; undefined where none was. */
export async function startedWorld({ database }: Pick<Services, "database">, tenantId: string): Promise<WorldPlan["size"] | undefined> {
  // As the owner: what keeps the state of work is no tenant's table.
  return (await database.owner.transaction((tx) => stateOf(tx, tenantId)))?.size;
}

/** Begins a world in an empty tenant. */
async function begin({ services, plan, person }: WorldOptions, calls: Calls): Promise<WorldState> {
  await requireEmpty(calls);
  const state = initialState(plan.size);
  const id = await services.identifiers.next();
  await services.database.owner.transaction((tx) => storeFirstState(tx, { id, tenantId: person.tenantId }, state));
  return state;
}

/** Whether there are twice as many as at the last time. */
const isDoubled = (number: number): boolean => Number.isInteger(Math.log2(number));

const queues: readonly string[] = [...codeQueues, ...bookingQueues];
const nextLookMs = 1_000;

/** Runs the jobs that a step has brought. One that was stopped is free a minute later, and goes on where it was. */
async function runJobs({ database }: Pick<Services, "database">, calls: Calls): Promise<void> {
  const { scope } = calls.context;
  const isLeft = () => database.transaction(scope, (tx) => hasJobs(tx, scope.tenantId, queues));
  while (await isLeft()) {
    await calls.work(queues);
    if (await isLeft()) await delay(nextLookMs);
  }
}

/** Builds a world in an empty tenant, or goes on with the one that was begun there. Answers calls of the person in it. */
export async function buildWorld(options: WorldOptions): Promise<Calls> {
  const { services, plan, person, onProgress = () => undefined } = options;
  const { database, model } = services;
  const clock = setClock(services.clock, services.clock.now());
  const caller = tenantAdministrator(services, person);
  const calls = callsOf(services, { caller, clock });
  await services.identifiers.ready();
  let state = (await database.owner.transaction((tx) => stateOf(tx, person.tenantId))) ?? (await begin(options, calls));
  await runJobs(services, calls);
  let startedPart: WorldPart | undefined;
  let texts: ReadonlyMap<string, string> | undefined;
  const scanned = async (within: Calls) =>
    (texts ??= await codesOf(
      within,
      setsOf(state),
      plan.scans.flatMap(({ of }) => (typeof of === "string" ? [] : [of])),
    ));
  for (;;) {
    const step = nextStep({ plan, clock, scanned }, state);
    if (step === undefined) return calls;
    const { part, run } = step;
    // Where a part begins, or goes on.
    if (part !== startedPart) onProgress({ part, ...progressOf(plan, state)[part] });
    startedPart = part;
    state = await database.transaction(
      calls.context.scope,
      async (tx) => {
        const next = await run(callsOf({ ...services, database: databaseWithin(tx, database) }, { caller, clock }));
        await storeNextState(tx, person.tenantId, next);
        return next;
      },
      // Thousands of look-ups, all alike.
      ...(part === "scans" ? (["kept"] as const) : []),
    );
    await runJobs(services, calls);
    // The world grows within minutes: nobody else tells the planner how large a tenant has become.
    const { done, total } = progressOf(plan, state)[part];
    if (isDoubled(part === "scans" ? Math.ceil(done / maxLookups) : done))
      await refreshStatistics(database, { replaced: growing[part].flatMap((name) => model.resource.get(name)?.table ?? []) });
    onProgress({ part, done, total });
  }
}
