// Work on a database that no server may use meanwhile.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { operatorText } from "../operator-language.ts";
import type { PostgresConnection } from "../postgres/connection.ts";
import { DistributionRefusedError } from "./distribution.ts";
import { schemaLock } from "./schema-lock.ts";

/** A run that was killed leaves a connection behind until PostgreSQL has ended its last statement. */
const patienceMs = 10_000;
const betweenLooksMs = 200;

/** Connections of servers (`clientConfig`, pool.ts), each with how PostgreSQL names it. */
async function otherUsers(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'tracemark' and pid <> pg_backend_pid() order by pid",
  );
  return rows.map(({ pid }) => pid);
}

/**
 * Runs work while no server uses the database: refuses where one does, and has one that starts meanwhile wait in its migration. The signal
 * is aborted when the connection is lost that keeps others away.
 */
export async function withSoleUse<T>(
  connection: PostgresConnection,
  work: (signal: AbortSignal) => Promise<T>,
  options: { readonly waitMs?: number } = {},
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: "tracemark setup", connectionTimeoutMillis: 10_000, keepAlive: true });
  const lost = new AbortController();
  client.on("error", (error) => lost.abort(error));
  client.on("end", () => lost.abort(new Error("the connection to PostgreSQL has ended")));
  await client.connect();
  try {
    const { rows } = await client.query<{ is_locked: boolean }>(`select pg_try_advisory_lock(${schemaLock}) as is_locked`);
    if (rows[0]?.is_locked !== true)
      throw new DistributionRefusedError(
        operatorText(
          "另一个 npm run distribute 正在处理该数据库，或有服务器正在启动：请等它结束后重新执行。",
          "Another npm run distribute works on this database, or a server is starting: run this again when that is over.",
        ),
      );
    const until = performance.now() + (options.waitMs ?? patienceMs);
    let others = await otherUsers(client);
    while (others.length > 0 && performance.now() < until) {
      await delay(betweenLooksMs);
      others = await otherUsers(client);
    }
    if (others.length > 0)
      throw new DistributionRefusedError(
        operatorText(
          `该数据库正在使用中（${others.length} 个连接，进程号 ${others.join("、")}），未做任何更改：请停止所有使用它的 Tracemark 服务器，然后重新执行。`,
          `The database is in use by ${others.length} connection${others.length === 1 ? "" : "s"} (process ${others.join(", ")}), and nothing was changed: stop every Tracemark server on it, and run this again.`,
        ),
      );
    return await work(lost.signal);
  } finally {
    // One that is lost ends with the error that the signal has already told.
    await client.end().catch((error: unknown) => lost.abort(error));
  }
}
