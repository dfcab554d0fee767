// `npm run faults -- --times 1000`: kills the server so often while it works, and proves after each restart that nothing was lost
// (tests/server/faults).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { times: { type: "string", default: "50" }, seed: { type: "string" } } });
if (!/^[1-9]\d{0,5}$/.test(values.times)) throw new Error("--times is a whole number from 1");
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--config",
    "tests/server.vitest.config.ts",
    "tests/server/faults/killed-server.test.ts",
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FAULTS_TIMES: values.times, ...(values.seed === undefined ? {} : { FAULTS_SEED: values.seed }) },
  },
);
process.exitCode = status ?? 1;
