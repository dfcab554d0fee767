// The first work of `npm start`, while the product is being built: the settings are judged, so that a mistake in them is told at once, and
// the data directory of a bundled PostgreSQL is made.
import path from "node:path";
import { readConfiguration } from "../src/server/config.ts";
import { prepareCluster } from "../src/server/postgres/launcher.ts";
import { judgeAddress, judgeData } from "../src/server/preconditions.ts";
import { formatError } from "../src/server/format-error.ts";

try {
  const configuration = readConfiguration(process.env);
  await judgeData(configuration);
  await judgeAddress(configuration);
  const { bladeUrl, databaseUrl, dataDirectory } = configuration;
  if (bladeUrl === undefined && databaseUrl === undefined) await prepareCluster({ directory: path.join(dataDirectory, "postgres") });
} catch (error) {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = 1;
}
