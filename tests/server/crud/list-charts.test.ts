// Charts above a list: groups of all rows that its filters find, of those and of the fields that the caller may see.
import { describe, expect, it, vi } from "vitest";
import { isRecord } from "#schema/json";
import { chartedListOf, chartsOf } from "#schema/list-charts";
import type { Statement } from "../../../src/server/store/database.ts";
import { arrayIn, objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile, startTestServer, type Client } from "../../support/server.ts";
import { rowsOf, write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const scans = "/digit-apply/consumer-scan-record";

type Query = Readonly<Record<string, string | number>>;

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The groups of each chart. */
async function chartsAt(path: string, query: Query = {}, client: Client = zhangwei) {
  const answer = Object.entries(objectIn(await client.get(`${path}/charts`, query)));
  return Object.fromEntries(
    answer.map(([name, groups]) => {
      const rows: readonly unknown[] = Array.isArray(groups) ? groups : [];
      return [
        name,
        rows.filter(isRecord).map(({ key, name: word, values }) => ({ key: String(key), name: String(word), values: textsIn(values) })),
      ];
    }),
  );
}

/** The groups of one chart as key → numbers. */
const groupsAt = async (path: string, chart: string, query: Query = {}, client: Client = zhangwei) =>
  Object.fromEntries(((await chartsAt(path, query, client))[chart] ?? []).map(({ key, values }) => [key, values.join()]));

/** What PostgreSQL itself makes of the rows. */
async function counted(key: string, where: string, tenantId = "100001"): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf(
    server,
    `select ${key} as key, count(*)::text as num from consumer_scan_record where tenant_id = $1 and ${where} and ${key} is not null group by 1`,
    [tenantId],
  );
  return Object.fromEntries(rows.map((row) => [String(row["key"]), String(row["num"])]));
}

/** The statements of the one round trip that answers charts. */
async function readBy(work: () => Promise<void>): Promise<readonly Statement[]> {
  const read = vi.spyOn(server.database, "read");
  await work();
  const own = read.mock.calls.map(([, statements]) => statements).filter((some) => some.some(({ sql }) => sql.includes("AS matched")));
  read.mockRestore();
  expect(own).toHaveLength(1);
  return own[0] ?? [];
}

const province = "left(scan_region_code, 2)";
const day = "to_char(scan_time, 'YYYY-MM-DD')";

await write(
  server,
  "update consumer_scan_record set non_channel = 1 where id in (select id from consumer_scan_record where tenant_id = '100001' order by id limit 9)",
);

describe("the charts of a list", () => {
  const path = `${scans}/non-channel`;

  it("are of all rows and not of the page, by province and day, with names", async () => {
    const expected = await counted(province, "non_channel = 1");
    expect(Object.keys(expected).length).toBeGreaterThan(1);
    expect(await groupsAt(path, "byProvince")).toEqual(expected);
    expect(await groupsAt(path, "byDay")).toEqual(await counted(day, "non_channel = 1"));
    const names = new Map((await chartsAt(path))["byProvince"]?.map(({ key, name }) => [key, name]));
    expect(names.get("41")).toBe("河南省");
    expect([...names].every(([key, name]) => name !== key && name !== "")).toBe(true);
  });

  it("are of the rows that the filters find, those that only the books answer included", async () => {
    const [first = ""] = Object.keys(await counted(province, "non_channel = 1"));
    expect(await groupsAt(path, "byProvince", { scanRegionCode: first })).toEqual({
      [first]: (await counted(province, "non_channel = 1"))[first],
    });
    const total = objectIn(await zhangwei.get(path, { lifeStatus: 2 }))["total"];
    const inStock = await groupsAt(path, "byDay", { lifeStatus: 2 });
    expect(Object.values(inStock).reduce((sum, num) => sum + Number(num), 0)).toBe(total);
    expect(await zhangwei.get(`${path}/charts`, { nothing: "1" })).toMatchObject({ status: 400 });
  });

  it("are of the own tenant and of the rows inside the data scopes", async () => {
    const other = server.as("chenqing");
    expect(await groupsAt(path, "byDay", {}, other)).toEqual(await counted(day, "non_channel = 1", "100002"));
    const [stored = {}] = await rowsOf(
      server,
      "select id::text from consumer_scan_record where non_channel = 1 and tenant_id = '100001' limit 1",
    );
    const id = String(stored["id"]);
    const limited = server.as("zhangwei", {
      rowLimits: new Map([
        ["consumer-scan-record", (alias: string) => ({ shape: `one ${alias}`, parameters: [], sql: () => `${alias}.id = ${id}` })],
      ]),
    });
    expect(await groupsAt(path, "byDay", {}, limited)).toEqual(await counted(day, `id = ${id}`));
  });

  it("are absent for whom a field that they are made of is hidden, and refused to whom the list is", async () => {
    const blind = server.as("zhangwei", { fieldLimits: new Map([["consumer-scan-record", new Set(["scanRegionCode"])]]) });
    expect(Object.keys(await chartsAt(path, {}, blind))).toEqual(["byDay"]);
    expect(await server.as("nobody").get(`${path}/charts`)).toMatchObject({ status: 403 });
  });

  it("show many days by their months", async () => {
    await write(
      server,
      `update consumer_scan_record set scan_time = scan_time - interval '200 days'
       where id in (select id from consumer_scan_record where tenant_id = '100001' and non_channel = 1 order by id limit 2)`,
    );
    expect(await groupsAt(path, "byDay")).toEqual(await counted("to_char(scan_time, 'YYYY-MM')", "non_channel = 1"));
  });

  it("come in one round trip", async () => {
    expect((await readBy(async () => void (await chartsAt(path)))).length).toBeGreaterThan(0);
  });

  it("have one limit of time together, and are refused rather than answered in part", async () => {
    const requested = await readBy(async () => void (await chartsAt(path)));
    const scope = { tenantId: "100001" };
    const slow = (milliseconds: number) =>
      requested.map((statement) =>
        statement.sql.includes("AS matched")
          ? { sql: "select pg_sleep(0.4)", parameters: [] }
          : { ...statement, parameters: [milliseconds] },
      );
    await expect(server.database.read(scope, slow(60_000))).resolves.toHaveLength(4);
    await expect(server.database.read(scope, slow(600))).rejects.toMatchObject({ code: "57014" });
  });

  it("ask for a narrower search where the rows are too many, rather than show a part of them", async () => {
    const small = await startTestServer({ isSeeded: true, exactTotals: 0 });
    const client = small.as("zhangwei");
    expect(await client.get(`${scans}/repeat/charts`)).toMatchObject({ status: 400, data: { error: "chartsTooLarge" } });
    await small.close();
  });
});

describe("the charts of stored rows", () => {
  const path = `${scans}/repeat`;

  it("name options and references in the language of the caller", async () => {
    const answer = await chartsAt(path);
    const rules = answer["byRule"] ?? [];
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.map(({ name }) => name)).not.toEqual(rules.map(({ key }) => key));
    const rows = await rowsOf(
      server,
      "select broken_rule::text as key, count(*)::text as num from scan_repeat where tenant_id = '100001' and broken_rule in (1,2,3,4) group by 1",
    );
    expect(Object.fromEntries(rules.map(({ key, values }) => [key, values[0]]))).toEqual(
      Object.fromEntries(rows.map((row) => [row["key"], row["num"]])),
    );
    const [product] = answer["byProduct"] ?? [];
    const [named] = await rowsOf(server, "select name from attr_owner where id = $1", [product?.key]);
    expect(product?.name).toBe(named?.["name"]);
  });
});

describe("sums of groups that are worked out", () => {
  it("add up scans outside of their regions by the place of the scan", async () => {
    const path = `${scans}/cross-region-sale/summary`;
    const query = { startDate: "2025-03-01", endDate: "2025-03-31" };
    const rows = arrayIn(await zhangwei.get(path, query));
    const sum = (key: string) =>
      rows.filter((row) => row["scanRegionCode"] === key).reduce((all, row) => all + Number(row["crossScanNum"]), 0);
    const groups = await groupsAt(path, "byProvince", query);
    expect(Object.keys(groups).length).toBeGreaterThan(0);
    expect(groups).toEqual(Object.fromEntries(Object.keys(groups).map((key) => [key, String(sum(key))])));
    expect(Object.values(groups).reduce((all, num) => all + Number(num), 0)).toBe(
      rows.reduce((all, row) => all + Number(row["crossScanNum"]), 0),
    );
  });

  it("add up what waits at the steps of each process, and not of several whose steps have one name", async () => {
    const path = "/blade-flow/statistics/step-list";
    const rows = recordsIn(await zhangwei.get(path, { size: 200 }));
    expect(rows.length).toBeGreaterThan(0);
    const stepOf = (row: (typeof rows)[number]) => `${String(row["processDefinitionName"])} · ${String(row["taskName"])}`;
    for (const [chart, columns] of [
      ["waiting", ["running", "overdue", "finished"]],
      ["hours", ["totalHours", "finished"]],
    ] as const) {
      const groups = (await chartsAt(path))[chart] ?? [];
      for (const { name, values } of groups) {
        const own = rows.filter((row) => stepOf(row) === name);
        const sums = columns.map((column) => own.reduce((all, row) => all + Number(row[column]), 0));
        expect(values.map((value, index) => Math.abs(Number(value) - (sums[index] ?? 0)) < 0.1 * own.length)).toEqual(sums.map(() => true));
      }
      expect(groups.length).toBe(Math.min(10, new Set(rows.map(stepOf)).size));
    }
  });
});

it("the map of a list counts its rows by province, of those that its filters find, and each province has its rows", async () => {
  const members = "/qianyun/member/list";
  const all = await groupsAt(members, "regions");
  expect(Object.keys(all).length).toBeGreaterThan(1);
  for (const [code, count] of Object.entries(all)) {
    const page = objectIn(await zhangwei.get(members, { regionCode_likeright: code }));
    expect([code, String(page["total"])]).toEqual([code, count]);
  }
  const [first = ""] = Object.keys(all);
  expect(await groupsAt(members, "regions", { regionCode: first })).toEqual({ [first]: all[first] });
});

it("every list whose definition has charts answers them, all at once", async () => {
  const lists = server.model.resources.flatMap((resource) => {
    const list = chartedListOf(resource);
    return list === undefined ? [] : [{ path: list.path, names: Object.keys(chartsOf(resource)) }];
  });
  expect(lists.length).toBeGreaterThan(3);
  for (const { path, names } of lists) expect([path, Object.keys(objectIn(await zhangwei.get(path)))]).toEqual([path, names]);
});
