// Figures of scans are what follows from the scans, after any history: kept as scans arrive, many at once, in any order of days, and changed
// afterwards.
import { describe, expect, it } from "vitest";
import { callerWithoutRights } from "../../../../src/server/caller/caller.ts";
import type { CommitContext } from "../../../../src/server/contract.ts";
import { figureDifferences, rebuildFigures } from "../../../../src/server/domain/scan/figures-job.ts";
import { beforeIn } from "../../../../src/server/domain/scan/count-scan.ts";
import { earlierScans } from "../../../../src/server/domain/scan/earlier-scans.ts";
import { countingIn, holdScan } from "../../../../src/server/domain/scan/figures.ts";
import { createSchedules } from "../../../../src/server/jobs/schedules.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { insert } from "../../../../src/server/rows/insert.ts";
import { rowsOfAll, run } from "../../../../src/server/rows/query.ts";
import { tenantAdministrator } from "../../../../src/server/seed/calls.ts";
import { chanceFrom } from "../../../../src/server/seed/chance.ts";
import { isDistributedRun } from "../../../support/coordinator-url.ts";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { businessDomain, people, serverOfFile, tenants, testMoment } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

const scans = "/digit-apply/consumer-scan-record";
let moment = testMoment;
const server = await serverOfFile({ isSeeded: true, milliseconds: () => moment });
const zhangwei = server.as("zhangwei");
/** Sees the same scans, but by a limit, so that they are counted one by one. */
const limited = server.as("zhangwei", {
  rowLimits: new Map([
    ["consumer-scan-record", (alias: string) => ({ shape: `all ${alias}`, parameters: [], sql: () => `${alias}.id is not null` })],
  ]),
});
const context: CommitContext = {
  caller: callerWithoutRights({ userId: "", tenantId: tenants.one, account: "" }),
  language: "zh",
  model: server.model,
  scope: { tenantId: tenants.one },
  now: () => server.clock.now(),
  identifiers: server.services.identifiers,
  address: "",
};

interface Scan {
  readonly id: string;
  readonly code: string;
  readonly scanTime: string;
  readonly result: number;
  readonly productId: string | null;
  readonly channelId: string | null;
  readonly scanRegionCode: string | null;
  readonly wxUserId: string | null;
  readonly ip: string;
  readonly nonChannel: number;
  readonly crossRegion: number;
}

const idsOf = async (sql: string) => (await rowsOf(server, sql, [tenants.one])).map((row) => String(row["id"]));
const products = await idsOf("select id from attr_owner where tenant_id = $1 and owner_type = 1 order by id limit 2");
const channels = await idsOf("select id from channel where tenant_id = $1 order by id limit 3");
const users = await idsOf("select id from wxuser where tenant_id = $1 order by id limit 2");
// The demonstration's own scans are for other tests.
await write(server, "delete from consumer_scan_record");
await rebuildFigures(server, tenants.one);

const day = (number: number): string => `2025-03-${String(number).padStart(2, "0")}`;

function randomScan(seed: number, id: string): Scan {
  const { below, oneOf, once } = chanceFrom(seed);
  const code = below(14);
  const result = once(6) ? oneOf([3, 4, 5, 6]) : oneOf([1, 2]);
  const isExisting = result !== 3;
  const crossRegion = isExisting ? oneOf([0, 0, 1, 2]) : 2;
  const regions = ["410105", "4103", "44", "330106", "81"] as const;
  return {
    id,
    code: `HISTORY${code}`,
    scanTime: `${day(1 + below(20))} ${String(below(24)).padStart(2, "0")}:30:00`,
    result,
    productId: isExisting && code !== 5 ? (products[code % 2] ?? null) : null,
    channelId: isExisting && !once(5) ? oneOf(channels) : null,
    scanRegionCode: crossRegion !== 1 && once(4) ? null : oneOf(regions),
    wxUserId: once(4) ? oneOf(users) : null,
    ip: `10.0.0.${below(6)}`,
    nonChannel: once(8) ? 1 : 0,
    crossRegion,
  };
}

const add = (scan: Scan): Promise<void> =>
  server.database.transaction(context.scope, async (tx) => {
    const before = beforeIn(await rowsOfAll(tx, [holdScan(context, scan), ...earlierScans(context, scan)]));
    await run(tx, insert(context, "consumer-scan-record", [scan]), ...countingIn(context, { id: scan.id, scan }, before));
  });

/** The summary as it follows from a list of scans. */
function summaryOf(all: readonly Scan[], from: string, to: string, productId: string | undefined) {
  const seen = all.filter(
    (scan) =>
      scan.scanTime.slice(0, 10) >= from && scan.scanTime.slice(0, 10) <= to && (productId === undefined || scan.productId === productId),
  );
  const count = (is: (scan: Scan) => boolean) => seen.filter(is).length;
  return {
    scanNum: seen.length,
    codeNum: new Set(seen.map(({ code }) => code)).size,
    userNum: new Set(seen.map(({ wxUserId, ip }) => wxUserId ?? ip)).size,
    firstNum: count(({ result }) => result === 1),
    repeatNum: count(({ result }) => result === 2),
    unknownNum: count(({ result }) => result === 3),
    blockedNum: count(({ result }) => result === 4 || result === 5),
    nonChannelNum: count(({ nonChannel }) => nonChannel === 1),
    crossRegionNum: count(({ crossRegion }) => crossRegion === 1),
  };
}

/** Codes outside as they follow from a list of scans, by channel, province and product. */
function outsideOf(all: readonly Scan[], from: string, to: string, narrowed: Readonly<Record<string, string>> = {}) {
  return all.filter(
    (scan) =>
      scan.crossRegion === 1 &&
      scan.channelId !== null &&
      scan.scanTime.slice(0, 10) >= from &&
      scan.scanTime.slice(0, 10) <= to &&
      (narrowed["regionCode"] === undefined || scan.scanRegionCode?.slice(0, 2) === narrowed["regionCode"]) &&
      (narrowed["channelId"] === undefined || scan.channelId === narrowed["channelId"]) &&
      (narrowed["productId"] === undefined || scan.productId === narrowed["productId"]),
  );
}

const seeds = [1, 2];

describe.each(seeds)("after a random history, seed %i", (seed) => {
  let all: Scan[] = [];

  it("kept figures are those of the scans, and every answer is the same as counted one by one", async () => {
    await write(server, "delete from consumer_scan_record");
    await rebuildFigures(server, tenants.one);
    all = [];
    const { below } = chanceFrom(seed * 1000);
    for (let round = 0; round < 15; round += 1) {
      const ids = await server.services.identifiers.take(4);
      // Several at once: the same codes, people and cells meet.
      const arriving = ids.map((id, index) => randomScan(seed * 100_000 + round * 10 + index, id));
      await Promise.all(arriving.map(add));
      all.push(...arriving);
    }
    expect(await figureDifferences(server, tenants.one)).toEqual([]);

    for (let range = 0; range < 4; range += 1) {
      const [one, other] = [day(1 + below(20)), day(1 + below(20))];
      const [startDate, endDate] = one < other ? [one, other] : [other, one];
      for (const productId of [undefined, products[0]]) {
        const query = { startDate, endDate, ...(productId === undefined ? {} : { productId }) };
        const answer = objectIn(await zhangwei.get(`${scans}/summary`, query));
        expect(answer["total"]).toEqual(summaryOf(all, startDate, endDate, productId));
        expect(objectIn(await limited.get(`${scans}/summary`, query))).toEqual(answer);
      }
      const rows = arrayIn(await zhangwei.get(`${scans}/cross-region-sale/summary`, { startDate, endDate }));
      expect(arrayIn(await limited.get(`${scans}/cross-region-sale/summary`, { startDate, endDate }))).toEqual(rows);
      const outside = outsideOf(all, startDate, endDate);
      expect(rows.reduce((sum, row) => sum + Number(row["crossScanNum"]), 0)).toBe(outside.length);
      const narrowings: readonly Readonly<Record<string, string>>[] = [
        {},
        { regionCode: "44" },
        { channelId: channels[1] ?? "" },
        { regionCode: "41", productId: products[1] ?? "" },
      ];
      for (const narrowed of narrowings) {
        const query = { startDate, endDate, ...narrowed };
        const overview = objectIn(await zhangwei.get(`${scans}/cross-region-sale/overview`, query));
        expect(objectIn(await limited.get(`${scans}/cross-region-sale/overview`, query))).toEqual(overview);
        const met = outsideOf(all, startDate, endDate, narrowed);
        expect(overview["total"]).toMatchObject({ crossScanNum: met.length, crossCodeNum: new Set(met.map(({ code }) => code)).size });
      }
    }
  });

  it("made anew they are the same", async () => {
    const figures = async () =>
      rowsOf(
        server,
        `select cut, day::text, region_code, channel_id, product_id, sum(scan_num)::int as n, sum(first_num)::int as f from consumer_scan_day
         where day is not null group by 1, 2, 3, 4, 5 having sum(scan_num) <> 0 order by 1, 2, 3, 4, 5`,
      );
    const stored = await figures();
    await write(
      server,
      "update consumer_scan_day set scan_num = scan_num + 1 where id = (select min(id) from consumer_scan_day where day is not null)",
    );
    expect(await figureDifferences(server, tenants.one)).toHaveLength(1);
    await rebuildFigures(server, tenants.one);
    expect(await figureDifferences(server, tenants.one)).toEqual([]);
    expect(await figures()).toEqual(stored);
  });
});

describe("a scan that is counted after very many others", () => {
  const [product = "", another = ""] = products;
  /** Scans at one address of one product, an hour apart, each of a code of its own or all of one. */
  const many = async (number: number, code: string, from: string) => {
    await server.database.owner.transaction(async (tx) => {
      await tx.query({
        sql: `insert into consumer_scan_record (id, tenant_id, code, scan_time, result, ip, product_id)
          select 6200000000000000000 + n, $1, $2, $3::timestamp + n * interval '1 hour', 2, '10.2.0.1', $4::bigint from generate_series(1, $5::int) n`,
        parameters: [tenants.one, code, from, product, number],
      });
    });
  };
  const scanOf = async (of: Partial<Scan>): Promise<Scan> => {
    const [id = ""] = await server.services.identifiers.take(1);
    return { ...randomScan(1, id), ...of };
  };

  it.each([
    { of: "of its address, the last of the same product long ago", number: 210, code: "MANY" },
    { of: "of its code, the last of the same product long ago", number: 1010, code: "MANY" },
  ])("$of, is counted as what the scans say", async ({ number, code }) => {
    await write(server, "delete from consumer_scan_record");
    await rebuildFigures(server, tenants.one);
    const common = { code, ip: "10.2.0.1", wxUserId: null, result: 2, crossRegion: 0 };
    await add(await scanOf({ ...common, productId: another, scanTime: `${day(1)} 08:00:00` }));
    await many(number, code, `${day(2)} 00:00:00`);
    await rebuildFigures(server, tenants.one);
    await add(await scanOf({ ...common, productId: another, scanTime: "2025-06-01 08:00:00" }));
    // And one that comes late, between others.
    await add(await scanOf({ ...common, productId: another, scanTime: `${day(4)} 08:00:00` }));
    expect(await figureDifferences(server, tenants.one)).toEqual([]);
  });
});

it("until the figures are there, summaries count the scans", async () => {
  const query = { startDate: day(1), endDate: day(20) };
  const before = objectIn(await zhangwei.get(`${scans}/summary`, query));
  await write(server, "delete from consumer_scan_day");
  await write(server, "delete from consumer_scan_reach");
  expect(objectIn(await zhangwei.get(`${scans}/summary`, query))).toEqual(before);
  await rebuildFigures(server, tenants.one);
  expect(objectIn(await zhangwei.get(`${scans}/summary`, query))).toEqual(before);
});

it("kept figures are of the own tenant", async () => {
  expect(people.chenqing.tenantId).toBe(tenants.two);
  expect(objectIn(await server.as("chenqing").get(`${scans}/summary`, { startDate: day(1), endDate: day(20) }))["total"]).toMatchObject({
    scanNum: 0,
  });
});

it("every night the figures of the last days are compared with the scans, and a difference is told among the jobs", async () => {
  const { database, clock, model, services } = server;
  const { "scan-figures-proof": proof } = businessDomain.schedules ?? {};
  if (proof === undefined) throw new Error("there is no such schedule");
  const schedules = createSchedules({ database, clock, schedules: { proof } });
  await schedules.prepare();
  const faults: unknown[] = [];
  const night = async () => {
    moment += 86_400_000;
    await schedules.poll();
    const handlers = businessDomain.jobs ?? {};
    await createWorker({
      model,
      database,
      clock,
      identifiers: services.identifiers,
      handlers,
      onFault: (error) => void faults.push(error),
    }).idle();
    const jobs = recordsIn(await zhangwei.get("/blade-job/job/list", { queue_equal: "scan-figures-proof", descs: "create_time" }));
    return jobs.map(({ status, error }) => [status, error]);
  };
  expect(await night()).toEqual([[3, ""]]);
  const spoil = (by: number) =>
    write(
      server,
      `update consumer_scan_day set scan_num = scan_num + ${by} where id = (select min(id) from consumer_scan_day where cut = 0 and day = '2025-03-10')`,
    );
  await spoil(1);
  expect(await night()).toEqual([
    [4, expect.stringMatching(/2025-03-10 的扫码汇总与扫码记录不一致.*npm run reconcile -- --rebuild/)],
    [3, ""],
  ]);
  await spoil(-1);
  expect((await night())[0]).toEqual([3, ""]);
  expect(faults).toEqual([]);
});

interface Node {
  readonly "Relation Name"?: string;
  readonly "Actual Loops": number;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

// Plans of one PostgreSQL: a cluster shows those of its nodes in another way.
it.skipIf(isDistributedRun())(
  "a year's list of scans outside looks for the scans of the groups that it shows alone, and at no figures of others",
  async () => {
    const summary = businessDomain.reads["scan-cross-region-sale.summary"];
    if (summary === undefined) throw new Error("there is no such list");
    const [shown, groups] = [1000, 1200];
    // Places that nobody knows, so that there are more groups than a list shows; each code is scanned on two days.
    await server.database.owner.transaction(async (tx) => {
      await tx.query({ sql: "set local session_replication_role = replica", parameters: [] });
      await tx.query({
        sql: `insert into consumer_scan_record (id, tenant_id, code, scan_time, result, ip, channel_id, product_id, scan_region_code, cross_region)
        select 6100000000000000000 + n, $1, 'OUTSIDE' || n % $2, date '2024-02-01' + n % 101 + time '08:00', 2, '10.1.1.' || n % 200,
          ($3::bigint[])[1 + n % 3], ($4::bigint[])[1 + n / 2 % 2], chr(65 + n % $2 / 26 % 26) || chr(65 + n % 26), 1
        from generate_series(0, 2 * $2::int - 1) n`,
        parameters: [tenants.one, groups, channels, products],
      });
    });
    await rebuildFigures(server, tenants.one);
    await write(server, "analyze consumer_scan_record, consumer_scan_day, consumer_scan_reach");
    const plans: Node[] = [];
    const read: typeof server.database.read = async (scope, statements, stored) => {
      for (const { sql, parameters } of statements)
        await server.database.transaction(scope, async (tx) => {
          // In a database of thousands of rows reading all of them is cheap; in one of millions it is not.
          await tx.query({ sql: "set local enable_seqscan = off", parameters: [] });
          const found = await tx.first({ sql: `explain (analyze, format json) ${sql}`, parameters });
          const [planned] = (found?.["QUERY PLAN"] ?? []) as readonly { readonly Plan: Node }[];
          if (planned !== undefined) plans.push(planned.Plan);
        });
      return server.database.read(scope, statements, stored);
    };
    const { userId, account } = people.zhangwei;
    const requested = {
      ...context,
      scope: { tenantId: tenants.one, userId },
      caller: tenantAdministrator(server.services, { tenantId: tenants.one, userId, account }),
      database: { ...server.database, read },
    };
    const list = await summary(requested, { startDate: "2024-01-01", endDate: "2024-12-31" }, undefined);
    expect(list).toHaveLength(shown);
    const all = plans.flatMap(nodesOf);
    const scansTouched = all.filter((node) => node["Relation Name"] === "consumer_scan_record");
    // Of a group its first scan, its last one, and where the goods of that may be sold.
    expect(scansTouched.map((node) => node["Actual Loops"])).toEqual([shown, shown, shown]);
    const reachTouched = all.filter((node) => node["Relation Name"] === "consumer_scan_reach");
    expect(reachTouched.length).toBeGreaterThan(0);
    expect(reachTouched.filter((node) => (node["Rows Removed by Filter"] ?? 0) > 0)).toEqual([]);
  },
);
