// A synthetic world, built through the effects of the product: its reports say exactly what the plan of the world says.
import { expect, it } from "vitest";
import { buildWorld } from "../../../scripts/world/build.ts";
import { compareWorld, type Ask } from "../../../scripts/world/compare.ts";
import { planWorld } from "../../../scripts/world/plan.ts";
import { firstPerson, createTenant } from "../../../scripts/world/tenant.ts";
import { figureDifferences } from "../../../src/server/domain/scan/figures-job.ts";
import type { Services } from "../../../src/server/crud/services.ts";
import { contradictionsOf } from "../../../src/server/domain/reconcile.ts";
import type { Database, Transaction } from "../../../src/server/store/database.ts";
import { amount, seed } from "../../support/amounts.ts";
import { serverOfFile, tenants } from "../../support/server.ts";
import { rowsOf } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true, milliseconds: Date.now });
const { database, model, services } = server;
/** `npm test -- --full` builds a larger one. */
const [codes, scans] = [amount(5_000, 100_000), amount(1_000, 20_000)];
const plan = planWorld({ codes, scans, seed, today: server.clock.now().slice(0, 10) });
const person = await createTenant(services, { name: "合成世界", passwordTransform: "md5" });
const { tenantId } = person;

class Stopped extends Error {}

/** Services whose process ends within the so-manieth step from now on, when all of it is written and nothing is committed. */
function stoppedAt(step: number): Services {
  let left = step;
  const stopping =
    <T>(work: (tx: Transaction) => Promise<T>) =>
    (tx: Transaction): Promise<T> =>
      work({
        ...tx,
        query: async (statement) => {
          const found = await tx.query(statement);
          if (statement.sql.startsWith('update "tm_job" set checkpoint = $3')) left -= 1;
          if (left === 0) throw new Stopped();
          return found;
        },
      });
  const owner: Database["owner"] = { ...database.owner, transaction: (work) => database.owner.transaction(stopping(work)) };
  const transaction: Database["transaction"] = (scope, work, plans) => database.transaction(scope, stopping(work), plans);
  return { ...services, database: { ...database, owner, transaction } };
}

// Stopped at its beginning, among the codes, the documents and the scans, it goes on each time with the step that it was at.
const beforeDocuments = 1 + 3 * plan.products.length;
let done = 0;
for (const steps of [0, 5, beforeDocuments + Math.floor(plan.steps.length / 2), beforeDocuments + plan.steps.length + 2]) {
  await expect(buildWorld({ services: stoppedAt(steps - done + 1), plan, person })).rejects.toThrow(Stopped);
  done = steps;
}
const parts: string[] = [];
await buildWorld({ services, plan, person, onProgress: ({ part, done }) => void parts.push(`${part} ${done}`) });

const client = server.as("zhangwei", { tenantId, userId: person.userId });
const ask: Ask = async (path, query) => {
  const answer = await client.get(path, query);
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`);
  return answer.data;
};

it("was begun once and went on where it was stopped", () => {
  expect(parts[0]).toBe("scans 500");
  expect(parts.at(-1)).toBe(`scans ${plan.scans.length}`);
});

it(`has in every report exactly the figures of its plan (seed ${seed})`, async () => {
  expect(await compareWorld(ask, plan)).toEqual({ compared: expect.any(Number), disagreements: [] });
});

it("would differ from a plan with one scan or one document less", async () => {
  const { scans, steps } = plan;
  const last = scans.findLastIndex(({ of }) => typeof of !== "string");
  const figures = async (other: typeof plan) => (await compareWorld(ask, other)).disagreements.map(({ figure }) => figure);
  expect(await figures({ ...plan, scans: scans.toSpliced(last, 1) })).toEqual(expect.arrayContaining(["scans", "scans by day"]));
  expect(await figures({ ...plan, steps: steps.filter(({ kind }) => kind !== "return") })).toEqual(
    expect.arrayContaining(["stock by warehouse, product and batch", "documents by kind, type and state", "scans"]),
  );
});

it("reconciles, and its reports are read from figures that were kept as its scans arrived", async () => {
  expect(await contradictionsOf(database, model, tenantId)).toEqual([]);
  expect(await figureDifferences(server, tenantId)).toEqual([]);
  expect(await rowsOf(server, "select cut from consumer_scan_day where tenant_id = $1 and cell like 'ready%'", [tenantId])).toHaveLength(1);
});

it("has as many codes as were asked for, each in its package", async () => {
  const [counted] = await rowsOf(
    server,
    `select count(*)::int as codes, count(*) filter (where i.layer < 4 and r.parent_id is null)::int as loose
     from code_item i left join code_relation r on r.tenant_id = i.tenant_id and r.code_id = i.id where i.tenant_id = $1`,
    [tenantId],
  );
  expect(counted?.["codes"]).toBeGreaterThanOrEqual(codes);
  expect(counted?.["loose"]).toBe(0);
});

it("is not built twice, and is refused in a tenant that has goods", async () => {
  const again: unknown[] = [];
  await buildWorld({ services, plan, person, onProgress: (progress) => void again.push(progress) });
  expect(again).toEqual([]);
  const other = await firstPerson(services, tenants.one);
  await expect(buildWorld({ services, plan, person: other })).rejects.toThrow("has products, codes, documents or scans");
});
