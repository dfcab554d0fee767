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
import { buildWorld, WorldError, type WorldProgress } from "./world/build.ts";
import { planWorld } from "./world/plan.ts";
import { firstPerson, foundTenant } from "./world/tenant.ts";

const usage = `npm run seed -- [--scale N] [--tenant T] [--seed S]
npm run seed -- --world [--codes N] [--scans N] [--tenant T] [--seed S]

Fills the database that npm start would use, as its first start does.

With a scale it then copies the rows that daily business brings (orders, documents, scans, codes, members …) until the tenant has N for each
that it has now. With --world it builds a brand owner: a factory, products in packages, codes, documents to dealers in their regions, and what
consumers scan, among it goods that were diverted and codes that were copied. All of it goes through the effects of the product, so that
every figure of a report comes from rows. A world begins in an empty tenant; one that was stopped begins again in another.

  --scale N    1 to ${mostScale}; 1 unless given
  --codes N    codes of a world, at least; 1000000 unless given
  --scans N    look-ups of consumers in a world; 100000 unless given
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

/** Shows how far a world has come: on a terminal one line that changes, elsewhere one for each part. */
function progressShown(): (progress: WorldProgress) => void {
  let [part, began] = ["", performance.now()];
  return ({ part: next, done, total }) => {
    if (next !== part) [part, began] = [next, performance.now()];
    const line = `${part.padEnd(10)} ${done} of ${total}, ${seconds(began)}`;
    const isLast = done >= total;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${isLast ? "\n" : ""}`);
    else if (isLast) console.log(line);
  };
}

interface WorldWish {
  readonly codes: number;
  readonly scans: number;
  readonly seed: number;
  readonly tenant: string | undefined;
}

async function addWorld(services: Services, { codes, scans, seed, tenant }: WorldWish): Promise<void> {
  const began = performance.now();
  const plan = planWorld({ codes, scans, seed, today: services.clock.now().slice(0, 10) });
  const { passwordTransform } = readConfiguration(process.env);
  const person =
    tenant === undefined
      ? await foundTenant(services, { name: `合成世界 ${codes}`, passwordTransform })
      : await firstPerson(services, tenant);
  console.log(`a world of ${codes} codes and ${scans} scans in tenant ${person.tenantId}`);
  const { calls } = await buildWorld({ services, plan, person, onProgress: progressShown() });
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
      codes: { type: "string", default: "1000000" },
      scans: { type: "string", default: "100000" },
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
  const [codes, scans] = [wholeNumber("codes", values.codes, leastCodes), wholeNumber("scans", values.scans, leastScans)];
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
