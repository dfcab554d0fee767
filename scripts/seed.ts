// `npm run seed`: fills the database as a first start does, and brings a large tenant into it: `--scale` copies what the demonstration tenant
// has, `--world` has a synthetic brand owner go through all that the product does.
import { parseArgs } from "node:util";
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { ConfigurationError, readConfiguration } from "#server/config";
import { remakeFigures } from "#server/domain/scan/figures-job";
import { systemClock } from "#server/store/clock";
import { EnlargeError, enlargeTenant, mostScale } from "#server/seed/enlarge";
import { demonstrationTenant } from "#server/seed/flatten";
import { withData } from "#server/start-server";
import type { Services } from "#server/crud/services";
import { contradictionsOf } from "#server/domain/warehousing/reconcile";
import { askOf, compareWorld } from "./world/compare.ts";
import { buildWorld, worldBegun, type WorldProgress } from "./world/build.ts";
import { planWorld, type WorldSize } from "./world/plan.ts";
import { firstPerson, foundTenant } from "./world/tenant.ts";
import { WorldError } from "./world/world-error.ts";

/** Codes and look-ups of a world. */
const usualWorld = { codes: 1_000_000, scans: 100_000 } as const;

const usage = `npm run seed -- [--scale N] [--tenant T] [--seed S]
npm run seed -- --world [--codes N] [--scans N] [--tenant T] [--seed S]

Fills the database that npm start would use, as its first start does.

With a scale it then copies the rows that daily business brings (orders, documents, scans, codes, members …) until the tenant has N for each
that it has now. With --world it builds a brand owner: a factory, products in packages, codes, documents to dealers in their regions, and what
consumers scan, among it goods that were diverted and codes that were copied. All of it goes through the effects of the product, so that
every figure of a report comes from rows. A world begins in an empty tenant; one that was stopped goes on where it was when its tenant is
named.

  --scale N    1 to ${mostScale}; 1 unless given
  --codes N    codes of a world, at least; ${usualWorld.codes} unless given
  --scans N    look-ups of consumers in a world; ${usualWorld.scans} unless given
  --tenant T   the tenant's six digits; of a scale ${demonstrationTenant} unless given, of a world a new one
  --seed S     a whole number: the same one gives the same rows; 1 unless given`;

class UsageError extends Error {}

function wholeNumber(name: string, text: string, least = 0): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${name} must be a whole number${least > 0 ? ` of ${least} at least` : ""}, not "${text}"`);
  return number;
}

/** A world has two packages of everything at least, and scans of each kind. */
const leastCodes = 1_000;
const leastScans = 100;

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
  const begun = tenant === undefined ? undefined : await worldBegun(services, tenant);
  const today = services.clock.now().slice(0, 10);
  if (begun === undefined) return { codes: codes ?? usualWorld.codes, scans: scans ?? usualWorld.scans, seed, today };
  if ((codes ?? begun.codes) !== begun.codes || (scans ?? begun.scans) !== begun.scans)
    throw new WorldError(`the world of tenant ${tenant} was begun with ${begun.codes} codes and ${begun.scans} scans`);
  return begun;
}

async function addWorld(services: Services, wish: WorldWish): Promise<void> {
  const began = performance.now();
  const size = await sizeOf(services, wish);
  const plan = planWorld(size);
  const { passwordTransform } = readConfiguration(process.env);
  const person =
    wish.tenant === undefined
      ? await foundTenant(services, { name: `合成世界 ${size.codes}`, passwordTransform })
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
  const { values } = parseArgs({
    options: {
      scale: { type: "string", default: "1" },
      world: { type: "boolean", default: false },
      codes: { type: "string" },
      scans: { type: "string" },
      tenant: { type: "string" },
      seed: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const [scale, seed] = [wholeNumber("scale", values.scale, 1), wholeNumber("seed", values.seed)];
  const codes = values.codes === undefined ? undefined : wholeNumber("codes", values.codes, leastCodes);
  const scans = values.scans === undefined ? undefined : wholeNumber("scans", values.scans, leastScans);
  if (values.world && scale !== 1) throw new UsageError("--world and --scale make tenants in two ways; choose one");
  const model = buildModel(definitions, areas);
  const began = performance.now();
  await withData(
    { configuration: readConfiguration(process.env), model, note: (sentence) => console.log(`note: ${sentence}`) },
    async (database, services) => {
      console.log("the database has what a first start brings");
      if (values.world) await addWorld(services, { codes, scans, seed, tenant: values.tenant });
      if (scale === 1) return;
      const tenantId = values.tenant ?? demonstrationTenant;
      const onTable = ({ resource, rows }: { readonly resource: string; readonly rows: number }) =>
        console.log(`${String(rows).padStart(10)}  ${resource}`);
      const written = await enlargeTenant({ model, database, tenantId, scale, seed, onTable });
      // Copies of scans went past what counts them.
      await remakeFigures({ database, model, clock: systemClock }, tenantId);
      console.log(`${String(written).padStart(10)}  rows for tenant ${tenantId} in ${seconds(began)}`);
    },
  );
}

main().catch((error: unknown) => {
  const isForPeople =
    error instanceof EnlargeError ||
    error instanceof WorldError ||
    error instanceof ConfigurationError ||
    error instanceof UsageError ||
    (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  console.error(isForPeople ? `${error.message}\n\n${usage}` : error);
  process.exitCode = 1;
});
