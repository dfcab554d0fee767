// The import of a file with many rows beside PostgreSQL's own COPY of the same rows into the same table with its keys, and the memory it takes.
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { z } from "zod";
import { jobState } from "../../../src/fields/job-view.ts";
import { count, judge, print } from "../goals.ts";
import { watched, type Client, type Installation } from "../installed-server.ts";
import { tenant } from "../sign-in.ts";

const list = "/digit-bind/factory";
const started = z.object({ job: z.string() });
const jobRow = z.object({ status: z.union([z.number(), z.string()]).transform(Number), error: z.unknown() });
const counted = z.object({ count: z.number() });
const outcome = z.object({ done: z.boolean(), added: counted, unchanged: counted, refused: counted, undo: z.string() });

/** The line of a row in the file, and as COPY takes it. */
const cellsOf = (at: number): readonly [code: string, name: string] => [`BENCH-${at}`, `导入测试厂${at}`];

async function* linesOf(rows: number, heading: readonly string[], line: (at: number) => string): AsyncGenerator<string> {
  yield* heading;
  for (let at = 0; at < rows; at += 1000)
    yield Array.from({ length: Math.min(1000, rows - at) }, (_none, index) => line(at + index)).join("");
}

/** Waits for a job. */
async function ended(client: Client, answer: unknown): Promise<string> {
  const { job } = started.parse(answer);
  for (;;) {
    const { status, error } = jobRow.parse(await client.get("/blade-job/job/detail", { id: job }));
    if (status === jobState.succeeded) return job;
    if (status !== jobState.waiting && status !== jobState.running) throw new Error(`the job ended as ${status}: ${JSON.stringify(error)}`);
    await delay(200);
  }
}

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** Copies the rows into a table like that of the import, with its keys and indexes; answers the seconds. */
async function copied({ connection }: Installation, rows: number): Promise<number> {
  const writer = new pg.Client(connection);
  await writer.connect();
  try {
    await writer.query("create table factory_copied (like factory including all)");
    const columns = "id, tenant_id, code, name, factory_type, sort, status, is_deleted, version, create_time, update_time";
    const line = (at: number): string =>
      `${[at + 1, tenant, ...cellsOf(at), 1, 0, 1, 0, 1, "2026-01-01 00:00:00", "2026-01-01 00:00:00"].join("\t")}\n`;
    const content = Readable.from(linesOf(rows, [], line));
    return await secondsOf(() => pipeline(content, writer.query(copyFrom(`copy factory_copied (${columns}) from stdin`))));
  } finally {
    await writer.end();
  }
}

/** Measures the check of a file, its import, the same import again and the way back. */
export async function measureImport(installation: Installation, rows: number): Promise<void> {
  const { server, client, directory } = installation;
  const file = path.join(directory, "factories.csv");
  const line = (at: number): string => `${cellsOf(at).join(",")}\r\n`;
  await pipeline(Readable.from(linesOf(rows, ["工厂编号,工厂名称\r\n"], line)), createWriteStream(file));
  const copy = await copied(installation, rows);
  let job = "";
  const check = await watched(server, async () => {
    job = await ended(client, await client.upload(`${list}/import?dryRun=1`, file));
  });
  const carryOut = await watched(server, async () => {
    job = await ended(client, await client.post(`${list}/import?again=${job}`));
  });
  const { added, refused, undo } = outcome.parse(await client.post(`${list}/import?job=${job}`));
  if (added.count !== rows || refused.count !== 0) throw new Error(`${added.count} of ${rows} rows were added, ${refused.count} refused`);
  let again = "";
  const repeated = await watched(server, async () => {
    again = await ended(client, await client.post(`${list}/import?again=${job}`));
  });
  const { unchanged } = outcome.parse(await client.post(`${list}/import?job=${again}`));
  if (unchanged.count !== rows) throw new Error(`the same file again left ${unchanged.count} of ${rows} rows unchanged`);
  const back = await watched(server, async () => {
    const answer = await client.post(`${list}/import-undo?row=${undo}`);
    if (started.safeParse(answer).success) await ended(client, answer);
  });
  const rate = (seconds: number): string => `${seconds.toFixed(1)} s (${count(Math.round(rows / seconds))} rows/s)`;
  print(`  COPY of ${count(rows)} rows into the table with its keys: ${rate(copy)}`);
  print(
    `  check with all guards: ${rate(check.seconds)}; import: ${rate(carryOut.seconds)}, ${(carryOut.seconds / copy).toFixed(1)} times the COPY`,
  );
  print(`  the same file again: ${rate(repeated.seconds)}; undo: ${rate(back.seconds)}`);
  const parts = { check, import: carryOut, again: repeated, undo: back };
  print(
    `  memory above idle: ${Object.entries(parts)
      .map(([name, { memory: own }]) => `${name} ${Math.round(own)} MB`)
      .join(", ")}`,
  );
  const memory = Math.max(...Object.values(parts).map((one) => one.memory));
  judge({ what: `memory above idle during the import of ${count(rows)} rows`, compared: "at most", limit: 150, unit: "MB" }, memory);
}
