// Several processes of the server behind a proxy are restarted one after the other while people work: no request fails, what was acknowledged
// is stored once, sessions go on in any process, and jobs are done once.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isRecord } from "#schema/json";
import { openDatabase } from "../../../src/server/store/database.ts";
import { amount } from "../../support/amounts.ts";
import { callAs, tenantAdministrator, type Application } from "../../support/application.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { installationVariables, installedProduct } from "../../support/product.ts";
import { passedTo, proxyName, startReverseProxy } from "../../support/reverse-proxy.ts";
import { dataDirectory, startProgram } from "../http/program.ts";

const processes = amount(2, 4);
/** People who work at the same time. */
const people = 3;
const codesOfRecord = 200;
const pauseMs = 40;
/** More tell nothing new. */
const maxFailures = 20;

type Call = Awaited<ReturnType<typeof callAs>>;
const idIn = (answer: unknown): string => (isRecord(answer) ? String(answer["id"]) : "");

test(`${processes} processes behind ${proxyName} are restarted under load without a failed request`, { timeout: 300_000 }, async () => {
  const connection = await freshDatabase(await installedProduct());
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  const directory = await dataDirectory();
  const variables = {
    ...installationVariables(connection, directory),
    UPLOAD_DIR: join(directory, "uploads"),
    CALLS_PER_MINUTE: "100000",
    TRUST_PROXY: "127.0.0.1",
    DRAIN_SECONDS: "1",
  };
  const rowsOf = async (sql: string, parameters: readonly unknown[] = []) =>
    (await database.owner.read([{ sql, parameters }]))[0]?.rows ?? [];
  const portOf = async (program: { address(): Promise<string> }): Promise<number> => Number(new URL(await program.address()).port);

  const programs = Array.from({ length: processes }, () => startProgram(variables));
  const ports = await Promise.all(programs.map(portOf));
  const proxy = await startReverseProxy(ports);
  onTestFinished(() => proxy.stop());
  const [rule] = await rowsOf("select id::text from code_make_rule where name = '瓶身追溯码' and tenant_id = '100001'");

  const failures: string[] = [];
  const acked = { posts: new Map<string, number>(), records: new Set<string>(), files: new Set<string>() };
  let [requests, signIns, made] = [0, 0, 0];

  const signIn = async () => {
    signIns += 1;
    const call = await callAs({ address: proxy.address } as Application, tenantAdministrator);
    const counted: Call = (...parameters) => {
      requests += 1;
      return call(...parameters);
    };
    return { call: counted };
  };

  const addAndEdit = async (call: Call): Promise<void> => {
    made += 1;
    const postCode = `ROLL${made}`;
    const post = { category: "1", postCode, postName: `岗位 ${made}`, sort: 0 };
    const id = idIn(await call("POST", "/blade-system/post/submit", post));
    acked.posts.set(postCode, 0);
    for (const sort of [1, 2]) {
      await call("POST", "/blade-system/post/submit", { ...post, id, sort });
      acked.posts.set(postCode, sort);
    }
  };
  const look = async (call: Call): Promise<void> => {
    await call("GET", "/blade-system/post/list?size=5");
    await call("GET", "/digit-bind/warehouse/list?size=5");
  };
  const generate = async (call: Call): Promise<void> => {
    made += 1;
    const record = { name: `ROLL${made}`, codeMakeRuleId: rule?.["id"], codeNum: codesOfRecord, fileFormat: 1, fileContent: 1 };
    const id = idIn(await call("POST", "/digit-manage/code-gen-record/submit", record));
    await call("POST", `/digit-manage/code-gen-record/gen/${id}`);
    acked.records.add(id);
  };
  const steps = [look, addAndEdit, look, generate, look];

  const stop = new AbortController();
  const orFailure = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures.push(String(error));
      return undefined;
    }
  };
  const working = Array.from({ length: people }, async (_one, person) => {
    let session = await orFailure(signIn);
    for (let turn = person; session !== undefined && failures.length < maxFailures && !stop.signal.aborted; turn += 1) {
      const { call } = session;
      await orFailure(async () => steps[turn % steps.length]?.(call));
      // People look at what they have done; the processor is not what is tested.
      await delay(pauseMs);
      if (turn % 10 === 9) session = await orFailure(signIn);
    }
  });
  /** Who answers a call now. */
  const answeringPort = async (): Promise<number> => {
    const answer = await fetch(`${proxy.address}/livez`);
    return answer.status === 200 ? Number(/(\d+)$/.exec(answer.headers.get(passedTo) ?? "")?.[1]) : 0;
  };
  /** A call that the process of this port has answered through the proxy: nothing else is restarted before it has work again. */
  const isUsed = (port: number) => expect.poll(answeringPort, { timeout: 60_000, interval: 50 }).toBe(port);

  for (const [index, program] of programs.entries()) {
    const port = ports[index] ?? 0;
    await isUsed(port);
    expect(await program.stop("SIGTERM")).toBe(0);
    const before = acked.posts.size;
    // The others go on.
    await expect.poll(() => acked.posts.size + failures.length, { timeout: 60_000 }).toBeGreaterThan(before);
    await startProgram({ ...variables, PORT: String(port) }).address();
    await isUsed(port);
  }
  stop.abort();
  await Promise.all(working);

  expect(failures).toEqual([]);
  const stored = await rowsOf(
    "select post_code, sort, count(*)::int as n from post where tenant_id = '100001' and post_code like 'ROLL%' group by 1, 2",
  );
  expect(
    new Map(stored.map((row) => [String(row["post_code"]), row["n"] === 1 ? Number(row["sort"]) : `${String(row["n"])} times`])),
  ).toEqual(acked.posts);
  const unfinished = async () =>
    Number((await rowsOf("select count(*)::int as n from tm_job where queue like 'code%' and is_unfinished"))[0]?.["n"]);
  await expect.poll(unfinished, { timeout: 120_000 }).toBe(0);
  const records = await rowsOf(
    `select g.id::text, count(i.id)::int as codes, count(distinct i.serial_no)::int as serials from code_gen_record g
       join code_gen_record_detail d on d.tenant_id = g.tenant_id and d.code_gen_record_id = g.id join code_item i on i.tenant_id = d.tenant_id and i.code_gen_record_detail_id = d.id
     where g.name like 'ROLL%' and g.tenant_id = '100001' group by 1`,
  );
  expect(new Map(records.map((row) => [row["id"], [row["codes"], row["serials"]]]))).toEqual(
    new Map([...acked.records].map((id) => [id, [codesOfRecord, codesOfRecord]])),
  );
  console.log(
    `${proxyName}: ${requests} calls by ${signIns} sessions, ${acked.posts.size} rows added and edited, ${acked.records.size} jobs, 0 failed`,
  );
});
