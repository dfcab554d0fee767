// `npm run seed`: fills the database as a first start does, and brings a large tenant into it: `--scale` copies what the demonstration tenant
// has, `--world` has a synthetic brand owner go through all that the product does.
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { readConfiguration } from "#server/config";
import { rebuildFigures } from "#server/domain/scan/figures-job";
import { systemClock } from "#server/store/clock";
import { EnlargeError, enlargeTenant } from "#server/seed/enlarge";
import { demonstrationTenant } from "#server/seed/flatten";
import { withData } from "#server/start-server";
import { formatError } from "#server/format-error";
import type { Services } from "#server/crud/services";
import { contradictionsOf } from "#server/domain/reconcile";
import { CommandLineError, commands, parametersOf } from "./commands.ts";
import { askOf, compareWorld } from "./world/compare.ts";
import { buildWorld, startedWorld, type WorldProgress } from "./world/build.ts";
import { planWorld, type WorldSize } from "./world/plan.ts";
import { firstPerson, createTenant } from "./world/tenant.ts";
import { WorldError } from "./world/world-error.ts";

/** Codes and look-ups of a world. */
const defaultWorld = { codes: 1_000_000, scans: 100_000 } as const;

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Without a terminal a line is written so often. */
const lineEveryMs = 10_000;

/** Shows how far a world has come, at what rate, and what is left of the part: on a terminal one line that changes. */
function progressShown(): (progress: WorldProgress) => void {
  const shown = { part: "", began: 0, from: 0, line: 0 };
  return ({ part, done, total }) => {
    const now = performance.now();
    if (part !== shown.part) {
      Object.assign(shown, { part, began: now, from: done, line: now });
      return;
    }
    const spent = (now - shown.began) / 1000;
    const rate = (done - shown.from) / Math.max(spent, 0.001);
    const isLast = done >= total;
    const left = isLast ? "" : `, about ${((total - done) / rate).toFixed(0)} s left`;
    const line = `${part.padEnd(10)} ${done} of ${total}, ${spent.toFixed(1)} s, ${rate.toFixed(rate < 10 ? 2 : 0)} a second${left}`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${isLast ? "\n" : ""}`);
    else if (isLast || now - shown.line > lineEveryMs) {
      console.log(line);
      shown.line = now;
    }
  };
}

interface WorldWish {
  readonly codes: number | undefined;
  readonly scans: number | undefined;
  readonly seed: number;
  readonly tenant: string | undefined;
}

/** The size of a new world, or of the one that was begun in the tenant. */
async function sizeOf(services: Services, { codes, scans, seed, tenant }: WorldWish): Promise<WorldSize> {
  const started = tenant === undefined ? undefined : await startedWorld(services, tenant);
  const today = services.clock.now().slice(0, 10);
  if (started === undefined) return { codes: codes ?? defaultWorld.codes, scans: scans ?? defaultWorld.scans, seed, today };
  if ((codes ?? started.codes) !== started.codes || (scans ?? started.scans) !== started.scans)
    throw new WorldError(`the world of tenant ${tenant} was begun with ${started.codes} codes and ${started.scans} scans`);
  return started;
}

async function addWorld(services: Services, wish: WorldWish): Promise<void> {
  const began = performance.now();
  const size = await sizeOf(services, wish);
  const plan = planWorld(size);
  const { passwordTransform } = readConfiguration(process.env);
  const person =
    wish.tenant === undefined
      ? await createTenant(services, { name: `合成世界 ${size.codes}`, passwordTransform })
      : await firstPerson(services, wish.tenant);
  console.log(
    `a world of ${size.codes} codes and ${size.scans} scans in tenant ${person.tenantId}; stopped, it goes on with --world --tenant ${person.tenantId}`,
  );
  const calls = await buildWorld({ services, plan, person, onProgress: progressShown() });
  console.log(
    `tenant ${person.tenantId} is built in ${seconds(began)}: ${plan.steps.length} documents, ${plan.scans.length} scans; sign in as ${person.account} with the initial password of new accounts`,
  );
  const { compared, disagreements } = await compareWorld(askOf(services, calls), plan);
  const contradictions = await contradictionsOf(services.database, services.model, person.tenantId);
  console.log(
    `reports: ${compared} figures and tables compared with the plan, ${disagreements.length} differ; stock: ${contradictions.length === 0 ? "reconciles" : `${contradictions.length} differ`}`,
  );
  for (const { figure, expected, answered } of disagreements) console.log(`  ${figure}:`, { expected, answered });
  if (disagreements.length + contradictions.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parametersOf(commands.seed);
  const [scale, seed] = [Number(values.scale ?? 1), Number(values.seed ?? 1)];
  const codes = values.codes === undefined ? undefined : Number(values.codes);
  const scans = values.scans === undefined ? undefined : Number(values.scans);
  if (values.world === true && scale !== 1) throw new CommandLineError("--world and --scale make tenants in two ways; choose one.");
  const model = buildModel(definitions, areas);
  const began = performance.now();
  await withData(
    { configuration: readConfiguration(process.env), model, note: (sentence) => console.log(`note: ${sentence}`) },
    async (database, services) => {
      console.log("the database has what a first start brings");
      if (values.world === true) await addWorld(services, { codes, scans, seed, tenant: values.tenant });
      if (scale === 1) return;
      const tenantId = values.tenant ?? demonstrationTenant;
      const onTable = ({ resource, rows }: { readonly resource: string; readonly rows: number }) =>
        console.log(`${String(rows).padStart(10)}  ${resource}`);
      const written = await enlargeTenant({ model, database, tenantId, scale, seed, onTable });
      // Copies of scans went past what counts them.
      await rebuildFigures({ database, model, clock: systemClock }, tenantId);
      console.log(`${String(written).padStart(10)}  rows for tenant ${tenantId} in ${seconds(began)}`);
    },
  );
}

main().catch((error: unknown) => {
  const isTheirs = [EnlargeError, WorldError, CommandLineError].some((kind) => error instanceof kind);
  console.error(isTheirs && error instanceof Error ? error.message : formatError(error));
  process.exitCode = 1;
});
