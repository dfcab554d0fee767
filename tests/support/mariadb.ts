// A MariaDB of its own for a test file, where the system has the package (Debian: mariadb-server); it ends with the tests.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { createConnection } from "mysql2/promise";
import { afterAll } from "vitest";
import { scratch } from "./scratch.ts";

/** Whether this machine has MariaDB; without it the tests that need it are listed as skipped. */
export const hasMariadb =
  spawnSync("mariadbd", ["--version"]).status === 0 && spawnSync("mariadb-install-db", ["--version"]).error === undefined;

export interface TestMariadb {
  readonly port: number;
  /** Runs statements as root in a database. */
  run(database: string | undefined, statements: readonly string[]): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts a MariaDB for the tests of a file. */
export async function mariadbOfFile(): Promise<TestMariadb> {
  const folder = mkdtempSync(path.join(scratch(), "tracemark-mariadb-"));
  const data = path.join(folder, "data");
  const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
  const made = spawnSync(
    "mariadb-install-db",
    ["--no-defaults", ...asRoot, `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr}${made.stdout}`);
  const port = await freePort();
  const server = spawn(
    "mariadbd",
    [
      "--no-defaults",
      ...asRoot,
      `--datadir=${data}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${path.join(folder, "s")}`,
      "--skip-log-bin",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-buffer-pool-size=32M",
      "--skip-name-resolve",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  const isReady = new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding("utf8").on("data", (part: string) => {
      log += part;
      if (log.includes("ready for connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`mariadbd ended: ${log}`)));
  });
  afterAll(async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  await isReady;
  return {
    port,
    run: async (database, statements) => {
      const connection = await createConnection({
        host: "127.0.0.1",
        port,
        user: "root",
        charset: "utf8mb4",
        ...(database === undefined ? {} : { database }),
      });
      try {
        for (const statement of statements) await connection.query(statement);
      } finally {
        await connection.end();
      }
    },
  };
}
