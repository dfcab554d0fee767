// The server is killed at random while it makes codes, formats sets, imports them and external files, books documents, takes scans and answers
// look-ups, several at once. Nothing that it acknowledged is lost, nothing is half done, no range has a gap or a code twice, stock and figures
// reconcile, and jobs go on in the next server, which at some kills is there already. PostgreSQL stays: what it does when it dies is its own
// (tests/server/postgres).
// A few times at a landing, fifty times by `npm test -- --full`, as often as one likes by `npm run faults -- --times 1000 --seed 1`.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { productModel, installationVariables, installedProduct } from "../../support/product.ts";
import { isFull, seed } from "../../support/amounts.ts";
import { callAs, tenantAdministrator, type Application } from "../../support/application.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { chanceFrom } from "../../../src/server/seed/chance.ts";
import { uploadedFiles } from "../../../src/server/domain/resource/uploaded-files.ts";
import { figureDifferences } from "../../../src/server/domain/scan/figures-job.ts";
import { contradictionsOf } from "../../../src/server/domain/reconcile.ts";
import { systemClock } from "../../../src/server/store/clock.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { dataDirectory, startProgram, type Program } from "../http/program.ts";
import { kills } from "./kills.ts";

const times = kills(3);
const tenantId = "100001";
/** Most records are made in one step, and some in two. */
const [codesOfRecord, codesOfLargeRecord] = [300, 4300];
const unitsOfSet = 20;
const [scansOfDocument, scansOfCall] = [16, 8];
const codesOfFile = 100;
const codesToLookUp = 1000;
/** Kinds of work that a server does at a time, look-ups aside. */
const [fewestWorks, maxWorks] = [2, 3] as const;
/** For how long a server works at most, after it has acknowledged something, until it is killed: about as long as an operation takes. */
const maxWaitMs = 150;
/** A run of so many kills at random must have met everything. */
const enough = 50;
/** Stock and figures are proven after so many kills and at the end; what was acknowledged, after each. */
const provenEvery = 25;

const [ins, outs] = ["/digit-bind/stock-in-doc", "/digit-bind/stock-out-doc"];

type Call = Awaited<ReturnType<typeof callAs>>;
interface Work {
  readonly step: (call: Call) => Promise<void>;
  /** How often it was acknowledged. */
  readonly happened: () => number;
}
const idIn = (answer: unknown): string => (typeof answer === "object" && answer !== null && "id" in answer ? String(answer.id) : "");

test(
  `killed ${times} times at random (seed ${seed}), the server loses nothing that it acknowledged`,
  { timeout: 300_000 + times * 60_000 },
  async () => {
    const connection = await freshDatabase(await installedProduct());
    const database = await openDatabase({ connection });
    onTestFinished(() => database.close());
    const directory = await dataDirectory();
    const uploads = join(directory, "uploads");
    const files = uploadedFiles(uploads, systemClock);
    const variables = {
      ...installationVariables(connection, directory),
      UPLOAD_DIR: uploads,
      CALLS_PER_MINUTE: "100000",
      // Look-ups come from as many addresses as the test says.
      TRUST_PROXY: "127.0.0.1",
    };
    const random = chanceFrom(seed);
    const rowsOf = async (sql: string, parameters: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> => {
      const [found] = await database.owner.read([{ sql, parameters }]);
      return found?.rows ?? [];
    };
    const write = (sql: string, parameters: readonly unknown[] = []) => database.owner.transaction((tx) => tx.query({ sql, parameters }));
    const one = async (sql: string): Promise<string> => String((await rowsOf(sql))[0]?.["id"] ?? "");
    const contradictions = async () => (await contradictionsOf(database, productModel, tenantId)).map((one) => JSON.stringify(one));
    const figures = { database, model: productModel, clock: systemClock };

    const [productId, specId, ruleId, bottleLayer] = [
      await one("select id::text from attr_owner where code = 'P0001' and tenant_id = '100001'"),
      await one("select id::text from spec where spec_code = 'SP0001' and tenant_id = '100001'"),
      await one("select id::text from code_make_rule where name = '瓶身追溯码' and tenant_id = '100001'"),
      await one("select id::text from pack_layer where tenant_id = '100001' and layer = 1"),
    ];
    await write(
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, spec_id)
     select 500000000 + n, '100001', 'FAULT' || n, 1, 1, 'SELF', 1, 0, $1::bigint, $2::bigint from generate_series(1, $3::int) n`,
      [productId, specId, 500 * (times + 1)],
    );
    await write(
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, spec_id)
     select 600000000 + n, '100001', 'LOOK' || n, 1, 1, 'SELF', 1, 0, $1::bigint, $2::bigint from generate_series(0, $3::int) n`,
      [productId, specId, codesToLookUp],
    );
    const contradictory = await contradictions();

    // What was acknowledged: it must be there after every restart.
    const acked = {
      records: new Set<string>(),
      finished: new Set<string>(),
      scans: new Set<string>(),
      sets: new Set<string>(),
      imports: new Set<string>(),
      files: new Set<string>(),
    };
    /** Codes that were looked up: how often a verdict came, of at most so many. */
    const lookups = new Map<string, number>();
    /** What took several calls, or begins a job. */
    const acknowledged = (): number => Object.entries(acked).reduce((sum, [kind, { size }]) => (kind === "scans" ? sum : sum + size), 0);
    let [nextCode, made, looked] = [1, 0, 0];
    const at = { address: "" };
    const application = at as Application;

    const documentOf = async (call: Call, docKind: number, warehouseId: string, num: number): Promise<string> => {
      const path = docKind === 1 ? ins : outs;
      const id = idIn(await call("POST", `${path}/submit`, { docType: 9, warehouseId, bizDate: "2025-03-12" }));
      await call("POST", "/digit-bind/doc-detail/submit", {
        docId: id,
        docKind,
        productId,
        specId,
        layer: 1,
        num,
        realNum: 0,
      });
      return id;
    };

    /** The work of a server: each goes on until the server is gone. */
    const generate = async (call: Call): Promise<void> => {
      made += 1;
      const id = idIn(
        await call("POST", "/digit-manage/code-gen-record/submit", {
          name: `FAULT${made}`,
          codeMakeRuleId: ruleId,
          codeNum: made % 8 === 0 ? codesOfLargeRecord : codesOfRecord,
          fileFormat: 1,
          fileContent: 1,
        }),
      );
      await call("POST", `/digit-manage/code-gen-record/gen/${id}`);
      acked.records.add(id);
      await delay(400);
    };
    const book = async (call: Call): Promise<void> => {
      const id = await documentOf(call, 1, warehouseId, 50);
      await call("POST", `${ins}/finish/non-scan/${id}`);
      acked.finished.add(`stock_in_doc ${id}`);
      const out = await documentOf(call, 2, warehouseId, 20);
      await call("POST", `${outs}/start/${out}`);
      await call("POST", `${outs}/finish/${out}`);
      acked.finished.add(`stock_out_doc ${out}`);
    };
    const scan = async (call: Call): Promise<void> => {
      const id = await documentOf(call, 1, warehouseId, scansOfDocument);
      await call("POST", `${ins}/start/${id}`);
      for (let scanned = 0; scanned < scansOfDocument; scanned += scansOfCall) {
        const codes = Array.from({ length: scansOfCall }, (_one, index) => `FAULT${nextCode + index}`);
        nextCode += scansOfCall;
        const verdicts = await call(
          "POST",
          "/digit-bind/scan-record/submit",
          codes.map((code) => ({ docKind: 1, docId: id, code })) as never,
        );
        expect((verdicts as readonly { accepted: number }[]).every(({ accepted }) => accepted === 1)).toBe(true);
        for (const code of codes) acked.scans.add(`${id} ${code}`);
      }
      await call("POST", `${ins}/finish/${id}`);
      acked.finished.add(`stock_in_doc ${id}`);
    };
    const formatAndImport = async (call: Call): Promise<void> => {
      const [ready] = await rowsOf(
        "select id::text from code_set where tenant_id = '100001' and name like 'FAULT%' and source_type = 1 and status = 2 limit 1",
      );
      if (ready !== undefined) {
        await call("POST", `/digit-manage/code-set/import/${String(ready["id"])}`);
        acked.imports.add(String(ready["id"]));
        await delay(200);
        return;
      }
      made += 1;
      const [line] = await rowsOf(
        `select d.id::text from code_gen_record_detail d join code_gen_record g on g.tenant_id = d.tenant_id and g.id = d.code_gen_record_id
         where g.name like 'FAULT%' and g.status = 2 and d.taken_num + $1::int <= d.done_num limit 1`,
        [unitsOfSet],
      );
      if (line === undefined) {
        await delay(300);
        return;
      }
      const set = idIn(
        await call("POST", "/digit-manage/code-set/submit", {
          name: `FAULT${made}`,
          sourceType: 1,
          relationMode: 0,
          unitNum: unitsOfSet,
          separator: 1,
        }),
      );
      await call("POST", "/digit-manage/code-set-layer/submit", {
        codeSetId: set,
        packLayerId: bottleLayer,
        codeFuncType: 4,
        num: 1,
        twinNum: 1,
        columnIndex: 1,
        codeGenRecordDetailId: line["id"],
      });
      await call("POST", `/digit-manage/code-set/format/${set}`);
      acked.sets.add(set);
      await delay(200);
    };
    const importFile = async (call: Call): Promise<void> => {
      made += 1;
      const name = `FILE${made}`;
      const lines = Array.from({ length: codesOfFile }, (_one, index) => `${name}-${index}`);
      const filePath = await files.keep(tenantId, `${name}.txt`, [Buffer.from(lines.join("\n"))]);
      const set = idIn(
        await call("POST", "/digit-manage/code-set/submit", {
          name,
          sourceType: 2,
          relationMode: 0,
          unitNum: codesOfFile,
          separator: 1,
          filePath,
        }),
      );
      await call("POST", "/digit-manage/code-set-layer/submit", {
        codeSetId: set,
        packLayerId: bottleLayer,
        codeFuncType: 4,
        num: 1,
        twinNum: 1,
        columnIndex: 1,
      });
      await call("POST", `/digit-manage/code-set/import/${set}`);
      acked.files.add(set);
      await delay(200);
    };
    const lookUp = async (): Promise<void> => {
      looked += 1;
      // Each code is looked up a few times, at times by two at once.
      const code = `LOOK${Math.floor(looked / 3) % codesToLookUp}`;
      const address = `10.${(looked >> 16) & 255}.${(looked >> 8) & 255}.${looked & 255}`;
      const answer = await fetch(`${application.address}/api/anti-fake-web/product-info?tenantId=${tenantId}&code=${code}`, {
        headers: { "X-Forwarded-For": address },
      });
      const { data } = (await answer.json()) as { readonly data: { readonly result: number } };
      expect([1, 2]).toContain(data.result);
      lookups.set(code, (lookups.get(code) ?? 0) + 1);
      await delay(20);
    };
    /** Of codes that were made before, or those that wait for their import. */
    const setsCanBeMade = (): boolean => acked.records.size > acked.sets.size || acked.sets.size > acked.imports.size;
    const works = (): readonly [Work, ...Work[]] => [
      { step: lookUp, happened: () => 0 },
      { step: generate, happened: () => acked.records.size },
      { step: book, happened: () => acked.finished.size },
      { step: scan, happened: () => acked.scans.size / scansOfDocument },
      { step: formatAndImport, happened: () => (setsCanBeMade() ? acked.imports.size : Number.POSITIVE_INFINITY) },
      { step: importFile, happened: () => acked.files.size },
    ];

    /** What must hold at any time, whether jobs are under way or not. */
    const check = async (): Promise<void> => {
      const living = async (table: string, ids: readonly string[], condition: string) =>
        (await rowsOf(`select id::text from ${table} where id = any($1::bigint[]) and is_deleted = 0 and ${condition}`, [ids])).length;
      for (const table of ["stock_in_doc", "stock_out_doc"]) {
        const ids = [...acked.finished].filter((one) => one.startsWith(table)).map((one) => one.split(" ")[1] ?? "");
        expect([table, await living(table, ids, "status = 2")]).toEqual([table, ids.length]);
      }
      expect(await living("code_gen_record", [...acked.records], "status in (1, 2)")).toBe(acked.records.size);
      expect(await living("code_set", [...acked.sets], "status in (1, 2, 3, 4)")).toBe(acked.sets.size);
      expect(await living("code_set", [...acked.imports], "status in (3, 4)")).toBe(acked.imports.size);
      expect(await living("code_set", [...acked.files], "status in (3, 4)")).toBe(acked.files.size);
      const scans = await rowsOf("select doc_id || ' ' || code as scan from scan_record where accepted = 1 and code like 'FAULT%'");
      const there = new Set(scans.map(({ scan }) => String(scan)));
      expect([...acked.scans].filter((scan) => !there.has(scan))).toEqual([]);
      // Twice the same scan would count goods twice.
      expect(there.size).toBe(scans.length);
      // A verdict that somebody has read is counted, in its record and on its code, or in neither place.
      const counted = await rowsOf(
        `select i.code, i.scan_count::int as counted, (select count(*)::int from consumer_scan_record r where r.tenant_id = i.tenant_id and r.code = i.code) as kept
       from code_item i where i.code like 'LOOK%' and i.scan_count > 0`,
      );
      expect(counted.filter((row) => row["counted"] !== row["kept"])).toEqual([]);
      const stored = new Map(counted.map((row) => [String(row["code"]), Number(row["kept"])]));
      expect([...lookups].filter(([code, reported]) => (stored.get(code) ?? 0) < reported)).toEqual([]);
    };
    const prove = async (): Promise<void> => {
      expect((await contradictions()).filter((one) => !contradictory.includes(one))).toEqual([]);
      expect(await figureDifferences(figures, tenantId)).toEqual([]);
    };

    let call: Call = () => Promise.reject(new Error("nobody is signed in"));
    let warehouseId = "";
    /** Jobs that a killed server had begun, by their queues, and at how many kills there were such. */
    const started = new Map<string, number>();
    let [killsInJobs, killsWithOther] = [0, 0];
    const ready = async (program: Program, round: number): Promise<void> => {
      at.address = await program.address();
      // Who is signed in stays so when the server is started again; of a thousand kills the token would end.
      if (round % 200 === 0) call = await callAs(application, tenantAdministrator);
      if (round % 20 === 0)
        warehouseId = idIn(
          await call("POST", "/digit-bind/warehouse/submit", { code: `FAULT${round}`, name: `FAULT ${round}`, warehouseType: 1 }),
        );
    };
    /** Jobs that a server has begun; when none runs any more, their leases are ended, as time would end them in half a minute. */
    const startedJobs = () =>
      rowsOf("select queue, count(*)::int as n from tm_job where is_unfinished and worker is not null group by queue");
    const lookAtStarted = async (isAlone: boolean): Promise<void> => {
      const jobs = await startedJobs();
      if (jobs.length > 0) killsInJobs += 1;
      for (const { queue, n } of jobs) started.set(String(queue), (started.get(String(queue)) ?? 0) + Number(n));
      if (isAlone) await write("update tm_job set worker = null, lease_until = null, attempts = 0 where worker is not null");
    };

    /** Mostly when something was acknowledged; now and then before. */
    const atSomeMoment = async (): Promise<void> => {
      const enoughAcknowledged = acknowledged() + (random.once(3) ? 0 : 1);
      await expect.poll(acknowledged, { timeout: 240_000, interval: 20 }).toBeGreaterThanOrEqual(enoughAcknowledged);
      await delay(random.below(maxWaitMs));
    };
    /** When each of these works was acknowledged, and a job has begun: few kills meet everything then. */
    const whenAllIsUnderWay = async (atOnce: readonly Work[]): Promise<void> => {
      const before = atOnce.map(({ happened }) => happened());
      const areDone = () => atOnce.every(({ happened }, index) => happened() > (before[index] ?? 0));
      await expect.poll(areDone, { timeout: 240_000, interval: 20 }).toBe(true);
      await expect.poll(async () => (await startedJobs()).length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    };

    let program = startProgram(variables);
    await ready(program, 0);
    for (let round = 0; round < times; round += 1) {
      // At times another server starts meanwhile, or is there already when this one is killed.
      const early = (isFull ? random.once(2) : round === 1) ? startProgram(variables) : undefined;
      if (random.once(2)) await early?.address();
      const killed = new AbortController();
      // Those come first that happened least.
      const [lookUp, ...steps] = works();
      const atOnce = steps
        .map(({ step, happened }) => ({ step, happened, rank: happened() + random.below(100) / 100 }))
        .sort((left, right) => left.rank - right.rank)
        .slice(0, isFull ? fewestWorks + random.below(maxWorks - fewestWorks + 1) : maxWorks);
      const work = [...atOnce, lookUp].map(async ({ step }) => {
        while (!killed.signal.aborted)
          try {
            await step(call);
          } catch (error) {
            // Whatever is refused while the server lives is a fault of the test or of the server.
            if (!killed.signal.aborted) throw error;
          }
      });
      await (isFull ? atSomeMoment() : whenAllIsUnderWay(atOnce));
      killed.abort();

      await program.stop("SIGKILL");

      await Promise.all(work);
      if (early !== undefined) killsWithOther += 1;
      await lookAtStarted(early === undefined);
      program = early ?? startProgram(variables);
      await ready(program, round + 1);
      await check();
      if (round % provenEvery === provenEvery - 1) await prove();
    }

    await prove();

    const unfinished = async () =>
      Number((await rowsOf("select count(*)::int as n from tm_job where is_unfinished and queue like 'code%'"))[0]?.["n"]);
    await expect.poll(unfinished, { timeout: 240_000, interval: 300 }).toBe(0);
    await check();
    await prove();
    // Every record that was ever started is whole: as many codes as it has serials, one behind the other, and none twice.
    const records = await rowsOf(
      `select g.id::text, g.status, g.code_num::int as requested, count(i.id)::int as stored, count(distinct i.code)::int as different,
       coalesce(max(i.serial_no) - min(i.serial_no) + 1, 0)::int as span
     from code_gen_record g left join code_gen_record_detail d on d.tenant_id = g.tenant_id and d.code_gen_record_id = g.id left join code_item i on i.tenant_id = d.tenant_id and i.code_gen_record_detail_id = d.id
     where g.name like 'FAULT%' group by g.id, g.status, g.code_num`,
    );
    for (const { status, requested, stored, different, span } of records)
      expect([status, stored, different, span]).toEqual(status === 2 ? [2, requested, requested, requested] : [0, 0, 0, 0]);
    expect(records.filter(({ status }) => status === 2).length).toBeGreaterThanOrEqual(acked.records.size);
    const overlapping = await rowsOf(
      `select a.id from code_gen_record_detail a join code_gen_record_detail b on b.tenant_id = a.tenant_id and b.code_make_rule_id = a.code_make_rule_id and b.id > a.id
     where a.start_serial <= b.end_serial and b.start_serial <= a.end_serial and a.code_make_rule_id = $1::bigint and a.code_gen_record_id in (select id from code_gen_record where name like 'FAULT%')`,
      [ruleId],
    );
    expect(overlapping).toEqual([]);
    // Sets are numbered from 1 without a gap, and what was imported is activated as a whole.
    const sets = await rowsOf(
      `select s.status, s.source_type, count(i.id)::int as codes, count(distinct i.seq_no)::int as numbers, coalesce(max(i.seq_no), 0)::int as last,
       count(*) filter (where i.life_status = 1)::int as active
     from code_set s left join code_item i on i.tenant_id = s.tenant_id and i.code_set_id = s.id where s.name like 'FAULT%' or s.name like 'FILE%' group by s.id, s.status, s.source_type`,
    );
    for (const { status, source_type: source, codes, numbers, last, active } of sets) {
      const whole = Number(status) < 2 ? 0 : source === 2 ? codesOfFile : unitsOfSet;
      expect([status, codes, numbers, last, active]).toEqual([status, whole, whole, whole, status === 4 ? whole : 0]);
    }
    expect(await call("GET", "/digit-bind/stock-in-doc/list?size=1")).toBeDefined();
    expect(await program.stop()).toBe(0);
    const acks = {
      generations: acked.records.size,
      sets: acked.sets.size,
      imports: acked.imports.size,
      files: acked.files.size,
      documents: acked.finished.size,
      scans: acked.scans.size,
      "look-ups": [...lookups.values()].reduce((sum, reported) => sum + reported, 0),
    };
    const listed = (counts: Iterable<readonly [string, number]>) => [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
    console.log(
      `killed ${times} times, ${killsWithOther} of them while another server started or ran; acknowledged: ${listed(Object.entries(acks))}; ` +
        `at ${killsInJobs} kills jobs had begun: ${listed(started)}`,
    );
    if (isFull && times < enough) return;
    expect(Object.entries(acks).filter(([, count]) => count === 0)).toEqual([]);
    expect(killsInJobs).toBeGreaterThan(0);
    expect(killsWithOther).toBeGreaterThan(0);
  },
);
