// `npm run prove-proposals`: proves that what is proposed for thirty tables, and for files, passes every check unchanged
// (tests/server/proposal/proof.test.ts).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commands, parametersOf } from "./commands.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
parametersOf(commands["prove-proposals"]);
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "server", "tests/server/proposal/proof.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, PROPOSALS: "all" } },
);
process.exitCode = status ?? 1;
