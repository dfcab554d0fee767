// The export of a million scans beside PostgreSQL's own COPY of the same columns, and the memory it takes.
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { jobState } from "../../../src/fields/job-view.ts";
import { judge, median, print } from "../goals.ts";
import { watched, type Client, type Installation } from "../installed-server.ts";
import { tenant } from "../sign-in.ts";
import { putScans } from "../lists.ts";

const rows = 1_000_000;
const turns = 3;
const list = "/digit-apply/consumer-scan-record/list/export";
/** Each as a field and as its column. */
const columns = [
  ["code", "code"],
  ["scanTime", "scan_time"],
  ["scanNum", "scan_num"],
  ["batchCode", "batch_code"],
  ["address", "address"],
  ["codeFuncType", "code_func_type"],
  ["result", "result"],
  ["productId", "product_id"],
] as const;

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const jobAnswer = z.object({ data: z.object({ job: z.string() }) });
const jobRow = z.object({ status: z.union([z.number(), z.string()]).transform(Number) });

/** Waits for the job that an export has become, and answers its file. */
async function fileOfJob(client: Client, id: string): Promise<Response> {
  for (;;) {
    const { status } = jobRow.parse(await client.get("/blade-job/job/detail", { id }));
    if (status === jobState.succeeded) return client.raw(`/blade-job/job/download?id=${id}`);
    if (status !== jobState.waiting && status !== jobState.running) throw new Error(`the export ended as ${status}`);
    await delay(200);
  }
}

/** Measures the export; a job that it becomes is waited for. */
export async function measureExport({ server, client, connection, database, directory }: Installation): Promise<void> {
  await putScans(database, rows);
  const reader = new pg.Client(connection);
  await reader.connect();
  try {
    const bare = `copy (select ${columns.map(([, column]) => column).join(", ")} from consumer_scan_record where tenant_id = '${tenant}' and is_deleted = 0 order by id desc) to stdout (format csv)`;
    const exported = async (format: string, file: string): Promise<void> => {
      const answer = await client.raw(`${list}?format=${format}&columns=${columns.map(([field]) => field).join(",")}&descs=id`);
      const whole = answer.status === 202 ? await fileOfJob(client, jobAnswer.parse(await answer.json()).data.job) : answer;
      if (whole.status !== 200 || whole.body === null) throw new Error(`the export was answered ${whole.status}: ${await whole.text()}`);
      await pipeline(whole.body, createWriteStream(file));
    };
    const [copies, exports, memories]: number[][] = [[], [], []];
    for (let turn = 0; turn < turns; turn += 1) {
      copies?.push(await secondsOf(() => pipeline(reader.query(copyTo(bare)), nowhere())));
      const { seconds, memory } = await watched(server, () => exported("csv", path.join(directory, "scans.csv")));
      exports?.push(seconds);
      memories?.push(memory);
    }
    const [copy, csv] = [median(copies ?? []), median(exports ?? [])];
    print(`  COPY of a million rows: ${copy.toFixed(1)} s; their export with labels: ${csv.toFixed(1)} s`);
    judge({ what: "speed of the CSV export of a million rows, against COPY", compared: "at least", limit: 0.5, unit: "×" }, copy / csv);
    judge({ what: "memory above idle during it", compared: "at most", limit: 100, unit: "MB" }, Math.max(...(memories ?? [])));
  } finally {
    await reader.end();
  }
}
