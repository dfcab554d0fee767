// Tenant isolation: a tenant's administrator tries, in thousands of ways made by chance, to see, change or link what belongs to another
// (docs/wire.md §8): a sample at a landing, 100,000 by `npm test -- --full`.
import { isRecord } from "#schema/json";
import { afterAll, beforeAll, expect, it } from "vitest";
import { columnsOf } from "../../../src/server/store/columns.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { amount, seed } from "../../support/amounts.ts";
import { canary, plant, rowsOf, tenantResources } from "../../support/proof/canary.ts";
import { isListedCall, isListedWrite } from "../../support/proof/missing.ts";
import { nextProbe, nobodysId, type Ground, type Probe } from "../../support/proof/probes.ts";
import { chanceFrom } from "../../../src/server/seed/chance.ts";
import { attacker, openProofServer, victim, type ProofServer, type Received } from "../../support/proof/server.ts";
import { watchWrites, type Write, type Writes } from "../../support/proof/writes.ts";
import { createSamples, type Body } from "../../support/samples.ts";
import { model } from "../auth/fixture.ts";

const probes = amount(1_000, 100_000);
/** Attempts after which the database is looked at. */
const batchSize = 250;
/** After so many leaks the rest is not tried. */
const maxReported = 20;
/** Attempts under way at once. */
const atOnce = 8;

let server: ProofServer;
let writes: Writes;
let ground: Ground;
let bearer: string;
let foreignIds: ReadonlySet<string>;
let planted = 0;
/** Attempts on calls that nobody has implemented: they prove nothing, and do not count. */
let notAvailable = 0;
const resources = tenantResources(model);

/** Rows of both tenants in every table, the victim's marked with the canary. */
beforeAll(async () => {
  server = await openProofServer();
  const own = createSamples(server.forSamples, "zhangwei");
  for (const samples of [createSamples(server.forSamples, "chenqing"), own]) {
    for (const resource of resources) await samples.row(resource);
  }
  const bodies = new Map<string, Body>();
  for (const resource of resources) {
    // Without passwords: keeping one is slow on purpose, and nothing here is about them.
    const body = await own.body(resource);
    bodies.set(resource.name, Object.fromEntries(Object.entries(body).filter(([name]) => resource.field.get(name)?.kind !== "password")));
  }
  planted = await plant(server.database, model, victim.tenantId);
  ground = {
    model,
    foreign: await rowsOf(server.database, model, victim.tenantId),
    own: await rowsOf(server.database, model, attacker.tenantId),
    bodies,
  };
  // Longer ones only: the fixture's own ids are short, and short numbers mean other things as well.
  foreignIds = new Set(
    [...ground.foreign.values()]
      .flat()
      .map((row) => String(row["id"]))
      .filter((id) => id.length > 9),
  );
  bearer = await server.bearerOf(attacker.who);
  writes = await watchWrites(server.database);
  return () => writes.close();
}, 600_000);

afterAll(() => server.close());

const idsIn = (text: string): readonly string[] => text.match(/\d{10,19}/g) ?? [];

/** An answer without what differs by the id that was asked for. */
function alike({ status, code, data }: Received, ids: readonly string[]): string {
  const text = JSON.stringify([status, code, data ?? null]);
  return [...ids, nobodysId].reduce((left, id) => left.replaceAll(id, "#"), text);
}

/**
 * An answer without what was sent along: refusals name it, and some handlers answer what they were asked for. A canary alone stays, except
 * in refusals.
 */
function withoutEchoes({ kind, sent }: Probe, { code, text }: Received): string {
  const isRefusal = code !== 200;
  if (!isRefusal && kind !== "read of the shape custom") return text;
  const values = Object.values(sent.query ?? {}).filter((value) => value.includes(canary) && (isRefusal || value.length > 3));
  const inBody = isRefusal && JSON.stringify(sent.body ?? null).includes(canary) ? [canary] : [];
  return [...values, ...inBody].reduce((left, value) => left.replaceAll(JSON.stringify(value).slice(1, -1), ""), text);
}

/** Whether the list of what is missing says that a call is not available. */
function isListed({ sent: { method, path } }: Probe): boolean {
  const writing = resources.filter(
    (resource) =>
      path.startsWith(`${resource.path}/`) && ["submit", "save", "update", "remove"].includes(path.slice(resource.path.length + 1)),
  );
  return (
    isListedCall(method, path) ||
    writing.some((resource) => (["add", "edit", "remove"] as const).some((kind) => isListedWrite(resource, kind)))
  );
}

/** What is wrong with the answer to an attempt. */
async function judged(probe: Probe): Promise<readonly string[]> {
  const received = await server.send(bearer, probe.sent);
  const wrong: string[] = [];
  const requested = new Set(idsIn(JSON.stringify(probe.sent)));
  if (withoutEchoes(probe, received).includes(canary)) wrong.push("the answer holds the canary");
  for (const id of idsIn(received.text)) if (foreignIds.has(id) && !requested.has(id)) wrong.push(`the answer holds the foreign id ${id}`);
  if (received.status === 501 && isListed(probe)) notAvailable += 1;
  else if (received.status >= 500) wrong.push("the server failed");
  if (probe.mustBeRefused === true && received.code === 200) wrong.push("it was not refused");
  const total = isRecord(received.data) ? received.data["total"] : undefined;
  if (probe.mustFindNothing === true && received.code === 200 && total !== undefined && total !== 0)
    wrong.push(`it found ${String(total)} rows`);
  // An accepted link is judged by what is stored: the field may not be one that the call writes.
  if (probe.twin !== undefined && !(received.code === 200 && probe.kind.startsWith("link"))) {
    const twin = await server.send(bearer, probe.twin);
    const ids = [...requested];
    if (alike(received, ids) !== alike(twin, ids))
      wrong.push(`the answer differs from that about a row which is not there: ${twin.text.slice(0, 300)}`);
  }
  return wrong.map(
    (what) => `${probe.kind}: ${what}\n  ${JSON.stringify(probe.sent).slice(0, 600)}\n  ${received.status} ${received.text.slice(0, 300)}`,
  );
}

/** Columns through which a row may name another. */
const naming = resources.flatMap((resource) =>
  [...columnsOf(resource).values()]
    .filter(({ base, type }) => base === undefined && /^(?:bigint|bigint\[\]|jsonb|text|character varying.*)$/.test(type))
    .map((column) => ({ resource, column })),
);

/** Rows of the attacker's that hold the id of a foreign row anywhere. */
async function linkedRows(written: readonly Write[]): Promise<readonly string[]> {
  const tables = new Set(written.map(({ table }) => table));
  const suspects = naming.filter(({ resource }) => tables.has(resource.table));
  if (suspects.length === 0) return [];
  const found = await server.database.owner.read(
    suspects.map(({ resource, column }) => ({
      sql: `select id, ${quoted(column.column)}::text as value from ${quoted(resource.table)} where tenant_id = $1 and ${quoted(column.column)} is not null`,
      parameters: [attacker.tenantId],
    })),
  );
  return suspects.flatMap(({ resource, column }, index) =>
    (found[index]?.rows ?? [])
      .filter((row) => idsIn(String(row["value"])).some((id) => foreignIds.has(id)))
      .map(
        (row) =>
          `row ${String(row["id"])} of ${resource.table} names a foreign row in ${column.column}: ${String(row["value"]).slice(0, 200)}`,
      ),
  );
}

async function runBatch(batch: readonly Probe[]): Promise<readonly string[]> {
  const waiting = [...batch];
  const wrong: string[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let probe = waiting.shift(); probe !== undefined; probe = waiting.shift()) wrong.push(...(await judged(probe)));
    }),
  );
  const written = await writes.take();
  const across = written.filter(({ tenantId }) => tenantId === victim.tenantId);
  wrong.push(...across.map(({ operation, table }) => `${operation} of the victim's ${table}`), ...(await linkedRows(written)));
  return wrong;
}

it("has rows of the victim in every table, each with the canary in its texts", () => {
  const without = resources.filter(({ name }) => (ground.foreign.get(name) ?? []).length === 0).map(({ name }) => name);
  expect(without).toEqual([]);
  expect(planted).toBeGreaterThan(500);
});

it(`holds against ${probes} attempts (seed ${seed})`, async () => {
  const chance = chanceFrom(seed);
  const started = performance.now();
  const kinds = new Map<string, number>();
  const leaks: string[] = [];
  let made = 0;
  while (made - notAvailable < probes && leaks.length < maxReported) {
    const batch = Array.from({ length: Math.min(batchSize, probes + notAvailable - made) }, () => nextProbe(ground, chance));
    for (const { kind } of batch) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const from = made;
    leaks.push(...(await runBatch(batch)).map((leak) => `attempts ${from} to ${from + batch.length}: ${leak}`));
    made += batch.length;
  }
  const shares = [...kinds]
    .sort(([, left], [, right]) => right - left)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(", ");
  console.log(
    `tenant isolation: ${made} attempts on ${resources.length} tables, not available: ${notAvailable}, ${leaks.length} leaks, seed ${seed}, ${((performance.now() - started) / 1000).toFixed(0)} s (${shares})`,
  );
  expect(leaks, `seed ${seed}`).toEqual([]);
  expect(made - notAvailable).toBeGreaterThanOrEqual(probes);
}, 1_800_000);
