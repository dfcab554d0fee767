// Codes made and stored, and downloaded, each beside COPY.
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { count, judge, median, print } from "../goals.ts";
import { added, megabyte, settled, watched, type Client } from "../installed-server.ts";
import type { Bench } from "./bench.ts";

const goals = {
  store: { what: "generate and store, against COPY into the same keyed table", compared: "at most", limit: 1.5, unit: "×" },
  download: { what: "download, against COPY … TO STDOUT", compared: "at least", limit: 0.5, unit: "×" },
  making: { what: "memory above idle while codes are made", compared: "at most", limit: 150, unit: "MB" },
  sending: { what: "memory above idle during a download", compared: "at most", limit: 150, unit: "MB" },
} as const;

/** A table with the keys, indexes and references of another one. */
async function keyedCopy(client: pg.Client, table: string, copy: string): Promise<void> {
  await client.query(`drop table if exists ${copy}`);
  await client.query(`create table ${copy} (like ${table} including all)`);
  const { rows: keys } = await client.query<{ readonly definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'",
    [table],
  );
  for (const { definition } of keys) await client.query(`alter table ${copy} add ${definition}`);
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** Takes all that comes, and answers how many bytes it was. */
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

/** A rule of its own, in use, for codes that begin with a name and a number. */
export async function newRule(client: Client, prefix: string, number: number): Promise<string> {
  const rules = "/digit-manage/code-make-rule";
  const id = await added(client, rules, {
    name: `测量 ${number}`,
    ruleCode: `${prefix}${number}`,
    prefix: `${prefix}${number}-`,
    codeFuncType: 1,
    serialMode: 1,
    alphabet: 2,
    bodyLength: 12,
    checkMode: 2,
    layerMark: 0,
    datePart: 0,
  });
  await client.put(`${rules}/status/${id}/1`);
  return id;
}

export async function measureGeneration({ server, client, database, directory, codes, rounds }: Bench): Promise<void> {
  const records = "/digit-manage/code-gen-record";
  const measured: { readonly store: number; readonly download: number; readonly making: number; readonly sending: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const codeMakeRuleId = await newRule(client, "BENCH", round);
    const id = await added(client, records, {
      name: `测量 ${round}`,
      codeMakeRuleId,
      codeNum: codes,
      fileFormat: 1,
      fileContent: 1,
      splitSize: 0,
    });
    const made = await watched(server, async () => {
      await client.post(`${records}/gen/${id}`);
      const row = await settled(client, records, id, [0, 1]);
      if (row["status"] !== 2) throw new Error(`generation failed: ${String(row["failReason"])}`);
    });
    // The same rows, through the same driver, into a table with the same keys.
    const { rows } = await database.query<{ readonly line: string }>(
      "select id::text as line from code_gen_record_detail where code_gen_record_id = $1",
      [id],
    );
    const line = rows[0]?.line ?? "";
    const file = path.join(directory, "rows");
    await pipeline(
      database.query(copyTo(`copy (select * from code_item where code_gen_record_detail_id = ${line} order by serial_no) to stdout`)),
      createWriteStream(file),
    );
    await keyedCopy(database, "code_item", "bench_code_item");
    await database.query("checkpoint");
    const bare = await secondsOf(() => pipeline(createReadStream(file), database.query(copyFrom("copy bench_code_item from stdin"))));
    let [sent, reported] = [0, 0];
    const downloaded = await watched(server, async () => {
      const answer = await client.raw(`${records}/download/${id}`);
      if (answer.body === null || answer.status !== 200) throw new Error(`download: ${answer.status}`);
      sent = await bytesOf(answer.body);
    });
    const copied = await secondsOf(async () => {
      reported = await bytesOf(database.query(copyTo("copy bench_code_item (code) to stdout")));
    });
    print(
      `  round ${round}: ${count(codes)} codes made in ${made.seconds.toFixed(1)} s, COPY ${bare.toFixed(1)} s; downloaded with ` +
        `${(sent / downloaded.seconds / megabyte).toFixed(1)} MB/s, COPY ${(reported / copied / megabyte).toFixed(1)} MB/s`,
    );
    measured.push({
      store: made.seconds / bare,
      download: sent / downloaded.seconds / (reported / copied),
      making: made.memory,
      sending: downloaded.memory,
    });
  }
  judge(goals.store, median(measured.map(({ store }) => store)));
  judge(goals.download, median(measured.map(({ download }) => download)));
  judge(goals.making, Math.max(...measured.map(({ making }) => making)));
  judge(goals.sending, Math.max(...measured.map(({ sending }) => sending)));
  await database.query("drop table bench_code_item");
}
