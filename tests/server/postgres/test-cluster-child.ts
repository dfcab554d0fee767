// Starts the cluster of a test run, tells where it is, and waits to be killed.
import setup from "../../support/postgres-global.ts";

await setup({
  provide: (name, value) => {
    if (name === "postgres") process.stdout.write(`${JSON.stringify(value)}\n`);
  },
});
process.stdin.resume();
