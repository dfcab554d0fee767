// Moves of files between stores, the removal of what no row refers to, and the room that a tenant has (docs/files.md).
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readChanges } from "#schema/changes";
import { callAs, tenantAdministrator, type Application } from "../../../support/application.ts";
import { builtServer } from "../../../support/built-server.ts";
import { freshDatabase } from "../../../support/postgres.ts";
import { installationSecret, installationVariables, installedProduct, productModel } from "../../../support/product.ts";
import { startS3, type S3Server } from "../../../support/s3-server.ts";
import { testMoment } from "../../../support/server.ts";
import { fileJobsDomain } from "../../../../src/server/domain/resource/file-jobs.ts";
import { decryptSecret } from "../../../../src/server/auth/secret-storage.ts";
import { secretsFrom } from "../../../../src/server/auth/secrets.ts";
import { uploadedFiles } from "../../../../src/server/domain/resource/uploaded-files.ts";
import { jobState } from "../../../../src/fields/job-view.ts";
import { addRecords, takeFiles } from "../../../../src/server/storage/records.ts";
import { holdingFiles, referringTables } from "../../../../src/server/storage/references.ts";
import { openStores, type Stores } from "../../../../src/server/storage/stores.ts";
import { clockOf, systemClock } from "../../../../src/server/store/clock.ts";
import { openDatabase } from "../../../../src/server/store/database.ts";
import { dataDirectory, startProgram } from "../../http/program.ts";
import { jobBench } from "../../jobs/job-bench.ts";

const bench = await jobBench();
const tenantId = "100001";
const paper = (text: string): Buffer => Buffer.concat([Buffer.from(`%PDF-1.7\n${text}\n`), randomBytes(50_000)]);

let s3: S3Server;
beforeAll(async () => {
  // Both take minutes on a slow machine, and no part of a test.
  await installedProduct();
  builtServer();
  s3 = await startS3();
}, 900_000);
afterAll(() => s3.close());

const dayMs = 24 * 60 * 60 * 1000;
/** Clears away what nothing refers to, as the night does. */
async function collect(directory: string, stores: Stores): Promise<void> {
  const domain = fileJobsDomain({ decryptSecret: () => undefined, internalHosts: [] }, { directory, stores });
  const worker = bench.worker(domain.jobs ?? {});
  await bench.enqueue({ queue: "file.collect", payload: null }, "000000");
  await worker.idle();
  expect(bench.faults).toEqual([]);
}

const hex = (): string => randomBytes(16).toString("hex");

test("files are moved into a bucket although the server is killed in between, and each is whole and readable all the time", async () => {
  const connection = await freshDatabase(await installedProduct());
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  const directory = await dataDirectory();
  const uploads = join(directory, "uploads");
  // Files of before there were records, as an installation has them that is upgraded.
  const files = new Map<string, Buffer>();
  await mkdir(join(uploads, tenantId, "202501"), { recursive: true });
  const yesterday = new Date(Date.now() - dayMs);
  for (let number = 0; number < 12; number += 1) {
    const name = `${tenantId}/202501/${hex()}.pdf`;
    files.set(name, paper(`number ${number}`));
    await writeFile(join(uploads, name), files.get(name) ?? "");
    await utimes(join(uploads, name), yesterday, yesterday);
  }
  const variables = { ...installationVariables(connection, directory), UPLOAD_DIR: uploads, INTERNAL_HOSTS: "127.0.0.1" };
  const first = startProgram(variables);
  const application = { address: await first.address() } as Application;
  const call = await callAs(application, tenantAdministrator);
  const values = {
    category: "1",
    ossCode: "s3",
    endpoint: s3.endpoint,
    bucketName: "trace",
    accessKey: "tester",
    secretKey: "secret of the tester",
  };
  const added = await call("POST", "/blade-resource/oss/submit", values);
  const id = typeof added === "object" && added !== null && "id" in added ? String(added.id) : "";
  let puts = 0;
  const killed = new Promise<void>((resolve) => {
    s3.onCall = async ({ method }) => {
      if (method !== "DELETE" && method !== "PUT") return;
      puts += 1;
      if (puts !== 6) return;
      await first.stop("SIGKILL");
      resolve();
    };
  });
  await call("POST", `/blade-resource/oss/move?id=${id}`);
  // What the job says where it fails, instead of waiting for what will not come.
  const errorOf = async () =>
    (await database.owner.read([{ sql: "select error::text as error from job where queue = 'file.move'", parameters: [] }]))[0]?.rows[0]?.[
      "error"
    ];
  await expect.poll(async () => (puts >= 6 ? "killed" : await errorOf()), { timeout: 90_000, interval: 250 }).toBe("killed");
  await killed;
  s3.onCall = undefined;
  const [half] = await database.owner.read([
    { sql: "select count(*) filter (where store_id is not null)::int as moved, count(*)::int as all from stored_file", parameters: [] },
  ]);
  expect(half?.rows[0]).toMatchObject({ all: 12 });
  expect(Number(half?.rows[0]?.["moved"])).toBeGreaterThan(0);
  expect(Number(half?.rows[0]?.["moved"])).toBeLessThan(12);
  const { storage } = secretsFrom(installationSecret);
  const stores = openStores({
    directory: uploads,
    database,
    internalHosts: ["127.0.0.1"],
    decryptSecret: (sealed) => decryptSecret(storage, sealed),
  });
  const readable = uploadedFiles(uploads, systemClock, { database, stores });
  const check = async (): Promise<void> => {
    for (const [name, content] of files) {
      const opened = await readable.openFile(`/upload/${name}`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of opened?.read() ?? []) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(content), name).toBe(true);
    }
  };
  await check();
  const second = startProgram(variables);
  await second.address();
  await expect
    .poll(
      async () =>
        (await database.owner.read([{ sql: "select status from job where queue = 'file.move'", parameters: [] }]))[0]?.rows[0]?.["status"],
      { timeout: 120_000, interval: 250 },
    )
    .toBe(jobState.succeeded);
  await check();
  for (const [name, content] of files) {
    expect(s3.objects.get(`trace/${name}`)?.equals(content), name).toBe(true);
    expect(existsSync(join(uploads, name)), name).toBe(false);
  }
  const [left] = await database.owner.read([
    {
      sql: "select count(*)::int as count from stored_file where store_id is null or left_store is not null or hash is null",
      parameters: [],
    },
  ]);
  expect(left?.rows[0]).toEqual({ count: 0 });
});

test("what no living row refers to is removed after a day, and nothing that one does", async () => {
  const uploads = await mkdtemp(join(tmpdir(), "tracemark-collection-test-"));
  onTestFinished(() => rm(uploads, { recursive: true, force: true }));
  const { database } = bench.server;
  const stores = openStores({ directory: uploads, database, internalHosts: [], decryptSecret: () => undefined });
  const files = uploadedFiles(
    uploads,
    clockOf(() => testMoment),
    { database, stores },
  );
  const put = async (name: string): Promise<string> => files.keep(tenantId, name, [paper(name)]);
  const stored = {
    field: await put("field.pdf"),
    list: await put("list.pdf"),
    text: await put("text.pdf"),
    attachment: await put("attachment.pdf"),
    otherTenant: await put("other.pdf"),
    young: await put("young.pdf"),
    justTaken: await put("taken.pdf"),
  };
  const gone = { unused: await put("unused.pdf"), removed: await put("removed.pdf"), neverSaved: await put("never.pdf") };
  const nameOf = (address: string) => address.slice("/upload/".length);
  const write = (sql: string, parameters: readonly unknown[] = []) => database.owner.transaction((tx) => tx.query({ sql, parameters }));
  await write("insert into attach (id, tenant_id, link, is_deleted) values (1, $1, $2, 0), (2, $1, $3, 1)", [
    tenantId,
    stored.attachment,
    gone.removed,
  ]);
  // Rows that uploads brought along: of a file that nothing uses, and of one that a row uses.
  await write(
    "insert into attach (id, tenant_id, original_name, link, file, is_loose) values (7, $1, 'never.pdf', $2, $2, 1), (8, $1, 'field.pdf', $3, $3, 1)",
    [tenantId, gone.neverSaved, stored.field],
  );
  // The platform's administrator may have given another tenant's row this file.
  await write("insert into attach (id, tenant_id, file, is_deleted) values (3, '100002', $1, 0)", [stored.otherTenant]);
  await write("insert into raw_material (id, tenant_id, inspect_report) values (4, $1, $2)", [tenantId, stored.field]);
  await write("insert into partner (id, tenant_id, attachments) values (5, $1, $2)", [tenantId, ["/upload/elsewhere", stored.list]]);
  await write("insert into notice (id, tenant_id, content) values (6, $1, $2)", [tenantId, `<p><a href="${stored.text}">x</a></p>`]);
  await write("update stored_file set created_at = created_at - $1::bigint, used_at = used_at - $1::bigint where name <> $2", [
    2 * dayMs,
    nameOf(stored.young),
  ]);
  const take = async (address: string) =>
    database.transaction({ tenantId }, async (tx) => takeFiles(tx, [nameOf(address)], true, testMoment));
  expect(await take(stored.justTaken)).toEqual([]);
  await collect(uploads, stores);
  const [job] = await database.owner.read([
    { sql: "select status, progress_done, error from job where queue = 'file.collect'", parameters: [] },
  ]);
  expect(job?.rows).toMatchObject([{ status: jobState.succeeded, progress_done: "3" }]);
  for (const [name, address] of Object.entries(stored)) expect(await files.openFile(address), name).toBeDefined();
  for (const [name, address] of Object.entries(gone)) {
    expect(await files.openFile(address), name).toBeUndefined();
    expect(existsSync(join(uploads, nameOf(address))), name).toBe(false);
  }
  expect(existsSync(join(uploads, nameOf(stored.field)))).toBe(true);
  const [rows] = await database.owner.read([
    { sql: "select id::text, is_deleted from attach where is_loose = 1 order by id", parameters: [] },
  ]);
  expect(rows?.rows).toEqual([
    { id: "7", is_deleted: 1 },
    { id: "8", is_deleted: 0 },
  ]);
  const [entries] = await database.owner.read([
    { sql: "select log_data from log_usual where tenant_id = $1 and log_id = 'job.file.collect'", parameters: [tenantId] },
  ]);
  expect(entries?.rows.map((row) => readChanges(String(row["log_data"]))?.rows)).toMatchObject([
    [{ resource: "attach", id: "7", title: "never.pdf", action: "remove" }],
  ]);
  // A form that was open all the time is refused, and not believed.
  expect(await take(gone.unused)).toEqual([nameOf(gone.unused)]);
});

test("every column of every table that can hold a file keeps it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-references-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { database } = bench.server;
  const stores = openStores({ directory, database, internalHosts: [], decryptSecret: () => undefined });
  // No field whose kind can hold files is left out, whatever it is called.
  const tables = referringTables(productModel);
  for (const resource of productModel.resources.filter(({ hasTable }) => hasTable)) {
    const found = tables.find((table) => table.resource === resource);
    expect(found?.shown.length ?? 0, resource.name).toBe(holdingFiles(resource.fields).filter(({ stored }) => stored).length);
  }
  const name = (): string => `${tenantId}/202501/${hex()}.pdf`;
  const used = new Map<string, string>();
  const at = testMoment - 2 * dayMs;
  await database.owner.transaction(async (tx) => {
    // Rows with nothing but a key and a file.
    await tx.query({
      sql: `do $$ declare one record; begin
          for one in select conrelid::regclass as place, conname from pg_constraint where contype in ('f', 'c') and conparentid = 0 and connamespace = current_schema()::regnamespace and conrelid::regclass::text !~ '_[0-9]{6,}$'
          loop execute format('alter table %s drop constraint %I', one.place, one.conname); end loop;
        end $$`,
      parameters: [],
    });
    for (const { table, columns } of tables) {
      const { rows: described } = await tx.query({
        sql: `select c.column_name as name, c.data_type as type, c.is_nullable = 'NO' as needed, exists (select 1 from pg_index i
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
            where i.indrelid = to_regclass(c.table_name) and i.indisprimary and a.attname = c.column_name) as key
          from information_schema.columns c where c.table_schema = current_schema and c.table_name = $1`,
        parameters: [table],
      });
      for (const { name: column, needed, key } of described)
        if (needed === true && key !== true && !["is_deleted", "is_unfinished"].includes(String(column)))
          await tx.query({ sql: `alter table "${table}" alter column "${String(column)}" drop not null`, parameters: [] });
      const keys = described.filter(({ key }) => key === true).map((one) => String(one["name"]));
      for (const column of columns) {
        const file = name();
        used.set(file, `${table}.${column}`);
        const type = described.find((one) => one["name"] === column)?.["type"];
        const address = `/upload/${file}`;
        const value =
          type === "ARRAY"
            ? ["/upload/elsewhere", address]
            : type === "jsonb"
              ? JSON.stringify({ rows: [{ file: address }] })
              : `see ${address}`;
        const all = [...keys, column];
        await tx.query({
          sql: `insert into "${table}" (${all.map((one) => `"${one}"`).join(", ")}) values (${all.map((_one, index) => `$${index + 1}`).join(", ")})`,
          parameters: [...keys.map(() => String(900_000 + used.size)), value],
        });
      }
    }
    const record = (file: string) => ({ name: file, tenantId, storeId: null, bytes: 1, hash: null, at });
    used.set(name(), "nothing");
    await addRecords(tx, [...used.keys()].map(record));
  });
  expect(used.size).toBeGreaterThan(300);
  await collect(directory, stores);
  const [gone] = await database.owner.read([
    { sql: "select name from stored_file where gone_at is not null and name = any($1)", parameters: [[...used.keys()]] },
  ]);
  expect(gone?.rows.map((row) => used.get(String(row["name"])))).toEqual(["nothing"]);
});

test("the files of a tenant stay within its limit, however many come at once, and what is cleared away makes room", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-quota-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { database } = bench.server;
  const stores = openStores({ directory, database, internalHosts: [], decryptSecret: () => undefined });
  const files = uploadedFiles(
    directory,
    clockOf(() => testMoment),
    { database, stores },
  );
  const owner = (sql: string, parameters: readonly unknown[] = []) => database.owner.transaction((tx) => tx.query({ sql, parameters }));
  // About 1 MB, into which three of these go.
  await owner("delete from param where param_key = 'file.quotaGb'");
  await owner("insert into param (id, param_key, param_value) values (77, 'file.quotaGb', '0.001')");
  onTestFinished(() => void owner("delete from param where id = 77"));
  const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(300 * 1024)]);
  const put = (tenant: string) =>
    files.accept({ tenantId: tenant, userId: "11", originalName: "paper.pdf", content: Readable.from([content]) });
  const come = await Promise.allSettled(Array.from({ length: 8 }, () => put("100009")));
  expect(come.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const refused = come.find((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({
    status: 413,
    code: "quotaFull",
    text: [expect.stringContaining("文件空间上限为 1 MB"), expect.stringContaining("may take 1 MB")],
  });
  // Nothing of what was refused lies anywhere, and other tenants have room of their own.
  const stored = come.flatMap((one) => (one.status === "fulfilled" ? [one.value.name] : []));
  const lying = await readdir(directory, { recursive: true, withFileTypes: true });
  expect(lying.filter((entry) => entry.isFile())).toHaveLength(3);
  await expect(put("100008")).resolves.toMatchObject({ bytes: content.length });
  await owner("update stored_file set created_at = 0, used_at = 0 where name = $1", [stored[0]]);
  await collect(directory, stores);
  await expect(put("100009")).resolves.toMatchObject({ bytes: content.length });
  await expect(put("100009")).rejects.toMatchObject({ code: "quotaFull" });
});

test("two configurations of one bucket are found out: the records change and no file goes; one that is missing is named and stays", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-same-bucket-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { database } = bench.server;
  const decryptSecret = (stored: string): string => stored;
  const internalHosts = ["127.0.0.1"];
  const stores = openStores({ directory, database, internalHosts, decryptSecret });
  const clock = clockOf(() => testMoment);
  const files = uploadedFiles(directory, clock, { database, stores });
  const other = "100002";
  const values = [other, s3.endpoint, "trace", "tester", "secret of the tester"];
  await database.owner.transaction(async (tx) => {
    for (const [id, status] of [
      [501, 2],
      [502, 1],
    ])
      await tx.query({
        sql: `insert into oss (id, status, category, oss_code, tenant_id, endpoint, bucket_name, access_key, secret_key) values ($6, $7, 1, $8, $1, $2, $3, $4, $5)`,
        parameters: [...values, id, status, `one of two ${id}`],
      });
  });
  const content = paper("in both");
  const name = (await files.keep(other, "both.pdf", [content])).slice("/upload/".length);
  const missing = `${other}/202501/${"0".repeat(32)}.pdf`;
  await database.owner.transaction((tx) =>
    addRecords(tx, [{ name: missing, tenantId: other, storeId: null, bytes: 1, hash: null, at: testMoment }]),
  );
  const domain = fileJobsDomain({ decryptSecret, internalHosts }, { directory, stores });
  const worker = bench.worker(domain.jobs ?? {});
  await bench.enqueue({ queue: "file.move", payload: { storeId: "502" } }, other);
  await worker.idle();
  expect(bench.faults).toEqual([]);
  const [records, jobs] = await database.owner.read([
    { sql: "select name, store_id::text, left_store from stored_file where tenant_id = $1 order by name", parameters: [other] },
    { sql: "select status, progress_done::int as done, error::text from job where queue = 'file.move'", parameters: [] },
  ]);
  expect(records?.rows).toEqual([
    { name: missing, store_id: null, left_store: null },
    { name, store_id: "502", left_store: null },
  ]);
  expect(jobs?.rows).toMatchObject([{ status: jobState.failed, done: 1, error: expect.stringContaining(missing) }]);
  expect(s3.objects.get(`trace/${name}`)?.equals(content)).toBe(true);
  expect([...s3.objects.keys()].filter((key) => key.includes("tracemark-test"))).toEqual([]);
});
