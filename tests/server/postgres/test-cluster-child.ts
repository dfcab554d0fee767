// Starts the cluster of a test run, tells where it is, and waits to be killed.
import setup from "../../support/postgres-global.ts";

await setup({ provide: (_, connection) => void process.stdout.write(`${JSON.stringify(connection)}\n`) });
process.stdin.resume();
