// `npm run faults -- --times 1000`: kills the server so often while it works, and proves after each restart that nothing was lost
// (tests/server/faults).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commands, parametersOf } from "./commands.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parametersOf(commands.faults);
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "server", "tests/server/faults"],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      TRACEMARK_FULL: "1",
      ...(values.times === undefined ? {} : { TRACEMARK_KILLS: values.times }),
      ...(values.seed === undefined ? {} : { TRACEMARK_SEED: values.seed }),
    },
  },
);
process.exitCode = status ?? 1;
