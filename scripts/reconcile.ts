// `npm run reconcile`: proves from the rows alone that the stock of every tenant is what came in less what went out, that points and balances
// are the sums of their records, that counts are those of their rows, and that the figures of
// scans are what their scans say.
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { readConfiguration } from "#server/config";
import { contradictionsOf, tenantNumbers } from "#server/domain/reconcile";
import { figureDifferences, rebuildFigures } from "#server/domain/scan/figures-job";
import { withData } from "#server/start-server";
import { systemClock } from "#server/store/clock";
import { formatError } from "#server/format-error";
import { commands, parametersOf } from "./commands.ts";

/** Makes the figures of a tenant anew, and says how far that is and how long it took. */
async function rebuild(figures: Parameters<typeof rebuildFigures>[0], tenantId: string): Promise<void> {
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  await rebuildFigures(figures, tenantId, ({ done, total }) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${tenantId}  figures of scans: part ${done} of ${total}, ${seconds()}`);
  });
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
  console.log(`${tenantId}  figures of scans made anew in ${seconds()}`);
}

/** Differences of one rule that are printed. */
const maxPrinted = 20;

async function main(): Promise<void> {
  const { values } = parametersOf(commands.reconcile);
  const model = buildModel(definitions, areas);
  await withData(
    { configuration: readConfiguration(process.env), model, note: (sentence) => console.log(`note: ${sentence}`) },
    async (database) => {
      const tenants = values.tenant === undefined ? await tenantNumbers(database, model) : [values.tenant];
      for (const tenantId of tenants) {
        const figures = { database, model, clock: systemClock };
        if (values.rebuild === true) await rebuild(figures, tenantId);
        const ofScans = (await figureDifferences(figures, tenantId)).map((one) => ({
          name: "scans",
          label: ["扫码汇总", "Figures of scans"] as const,
          ...one,
        }));
        const found = [...(await contradictionsOf(database, model, tenantId)), ...ofScans];
        if (found.length === 0) {
          console.log(`${tenantId}  reconciles`);
          continue;
        }
        process.exitCode = 1;
        for (const rule of new Set(found.map(({ name }) => name))) {
          const broken = found.filter(({ name }) => name === rule);
          console.log(`${tenantId}  ${broken[0]?.label[1] ?? rule}: ${broken.length} differ`);
          for (const { of, expected, found: actual } of broken.slice(0, maxPrinted))
            console.log(`        ${of}: ${actual} instead of ${expected}`);
        }
      }
    },
  );
}

main().catch((error: unknown) => {
  console.error(formatError(error));
  process.exitCode = 1;
});
