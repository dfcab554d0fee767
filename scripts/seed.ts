// `npm run seed -- --scale 1000`: fills the database as a first start does, and makes a large tenant of the demonstration tenant.
import { parseArgs } from "node:util";
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { ConfigurationError, readConfiguration } from "#server/config";
import { remakeFigures } from "#server/domain/scan/figures-job";
import { systemClock } from "#server/store/clock";
import { EnlargeError, enlargeTenant, mostScale } from "#server/seed/enlarge";
import { demonstrationTenant } from "#server/seed/flatten";
import { withData } from "#server/start-server";

const usage = `npm run seed -- [--scale N] [--tenant T] [--seed S]

Fills the database that npm start would use, as its first start does. With a scale it then copies the rows that daily business brings (orders,
documents, scans, codes, members …) until the tenant has N for each that it has now.

  --scale N    1 to ${mostScale}; 1 unless given
  --tenant T   the tenant's six digits; ${demonstrationTenant} unless given
  --seed S     a whole number: the same one gives the same rows; 1 unless given`;

class UsageError extends Error {}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new UsageError(`--${name} must be a whole number, not "${text}"`);
  return number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scale: { type: "string", default: "1" },
      tenant: { type: "string", default: demonstrationTenant },
      seed: { type: "string", default: "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const [scale, seed] = [wholeNumber("scale", values.scale), wholeNumber("seed", values.seed)];
  const model = buildModel(definitions, areas);
  const began = performance.now();
  await withData(
    { configuration: readConfiguration(process.env), model, note: (sentence) => console.log(`note: ${sentence}`) },
    async (database) => {
      console.log("the database has what a first start brings");
      if (scale === 1) return;
      const onTable = ({ resource, rows }: { readonly resource: string; readonly rows: number }) =>
        console.log(`${String(rows).padStart(10)}  ${resource}`);
      const written = await enlargeTenant({ model, database, tenantId: values.tenant, scale, seed, onTable });
      // Copies of scans went past what counts them.
      await remakeFigures({ database, model, clock: systemClock }, values.tenant);
      console.log(
        `${String(written).padStart(10)}  rows for tenant ${values.tenant} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      );
    },
  );
}

main().catch((error: unknown) => {
  const isForPeople =
    error instanceof EnlargeError ||
    error instanceof ConfigurationError ||
    error instanceof UsageError ||
    (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  console.error(isForPeople ? `${error.message}\n\n${usage}` : error);
  process.exitCode = 1;
});
