// The figures of the home page: what is counted, for whom, and what nobody is told.
import { beforeAll, describe, expect, it } from "vitest";
import { rebuildFigures } from "../../../../src/server/domain/scan/figures-job.ts";
import type { DiskSpace } from "../../../../src/server/store/disk-space.ts";
import { objectIn } from "../../../support/samples.ts";
import { serverOfFile, testMoment, type Client } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

const path = "/blade-desk/home";
/** What the disks of the server say. */
let spaces: readonly DiskSpace[] = [];
const server = await serverOfFile({ isSeeded: true, milliseconds: () => testMoment, disks: { spaces: () => spaces } });
const zhangwei = server.as("zhangwei");

const figures = async (client: Client, query: Readonly<Record<string, string>> = {}) => objectIn(await client.get(path, query));
const daysOf = (value: unknown) => value as readonly Readonly<Record<string, unknown>>[];
/** What the charts show of one day. */
const dayOf = (value: unknown, day: string) => daysOf(value).find((entry) => entry["day"] === day);

/** Sees the same scans, but by a limit. */
const limited = server.as("zhangwei", {
  rowLimits: new Map([
    ["consumer-scan-record", (alias: string) => ({ shape: `all ${alias}`, parameters: [], sql: () => `${alias}.id is not null` })],
  ]),
});

/** Scans of a tenant at a time, past the figures that are kept of them. */
const scanned = (id: number, tenantId: string, time: string, result: number) =>
  write(server, "insert into consumer_scan_record (id, tenant_id, code, scan_time, result) values ($1, $2, 'HOME', $3, $4)", [
    id,
    tenantId,
    time,
    result,
  ]);
const countScans = async () => {
  for (const tenantId of ["100001", "100002"]) await rebuildFigures(server, tenantId);
};

beforeAll(async () => {
  // What the demonstration brings is not this test's: the days around its moment begin empty.
  await write(server, "delete from consumer_scan_record");
  await countScans();
  await write(server, "update code_gen_record set finish_time = '2024-01-01' where finish_time is not null");
  await write(server, "update notice set release_time = '2024-01-01'");
});

describe("a disk with little room left", () => {
  const disk = { uses: ["database"], directory: "/data/postgres", freeBytes: 500_000_000, totalBytes: 20_000_000_000 } as const;

  it("is told to the platform's administrator, in the header as well, and to nobody else, until there is room again", async () => {
    const administrator = server.as("administrator");
    const enough: DiskSpace = { ...disk, directory: "/data/uploads", state: "enough" };
    spaces = [{ ...disk, state: "low" }, enough];
    const reported = [{ directory: "/data/postgres", freeBytes: 500_000_000, state: "low", refuses: "writes" }];
    expect((await figures(administrator))["disks"]).toEqual(reported);
    expect((await figures(administrator, { part: "news" }))["disks"]).toEqual(reported);
    expect(await figures(zhangwei)).not.toHaveProperty("disks");
    // What is refused depends on what lies on it.
    spaces = [{ ...disk, uses: ["log"], state: "full" }];
    expect((await figures(administrator))["disks"]).toMatchObject([{ state: "full", refuses: "lines" }]);
    spaces = [{ ...disk, uses: ["uploads", "log"], state: "full" }];
    expect((await figures(administrator))["disks"]).toMatchObject([{ state: "full", refuses: "files" }]);
    spaces = [enough];
    expect(await figures(administrator)).not.toHaveProperty("disks");
  });
});

describe("the home page's figures", () => {
  it("have a place for each of the last fourteen days, also for those without a scan", async () => {
    const { today, scans } = await figures(zhangwei);
    expect(today).toBe("2025-03-12");
    expect(daysOf(scans).map((entry) => entry["day"])).toEqual(
      Array.from({ length: 14 }, (_day, index) =>
        index === 0 ? "2025-02-27" : index === 1 ? "2025-02-28" : `2025-03-${String(index - 1).padStart(2, "0")}`,
      ),
    );
    expect(daysOf(scans).every((entry) => entry["scanNum"] === 0)).toBe(true);
  });

  it("count scans from the first second of the first day to the last of today, the first look-ups apart", async () => {
    await scanned(7001, "100001", "2025-02-26 23:59:59", 1);
    await scanned(7002, "100001", "2025-02-27 00:00:00", 1);
    await scanned(7003, "100001", "2025-03-12 08:00:00", 1);
    await scanned(7004, "100001", "2025-03-12 23:59:59", 2);
    await scanned(7005, "100002", "2025-03-12 09:00:00", 1);
    await countScans();
    const { scans } = await figures(zhangwei);
    expect(dayOf(scans, "2025-02-27")).toMatchObject({ scanNum: 1, firstNum: 1 });
    expect(dayOf(scans, "2025-03-12")).toMatchObject({ scanNum: 2, firstNum: 1 });
    expect(daysOf(scans).reduce((sum, entry) => sum + Number(entry["scanNum"]), 0)).toBe(3);
    // Another tenant sees its own.
    expect(dayOf((await figures(server.as("chenqing")))["scans"], "2025-03-12")).toMatchObject({ scanNum: 1 });
  });

  it("are read from the figures that are kept: scans are counted for whom a limit leaves fewer, and until there are such figures", async () => {
    const { scans } = await figures(zhangwei);
    expect((await figures(limited))["scans"]).toEqual(scans);
    await scanned(7006, "100001", "2025-03-12 10:00:00", 1);
    expect((await figures(zhangwei))["scans"]).toEqual(scans);
    expect(dayOf((await figures(limited))["scans"], "2025-03-12")).toMatchObject({ scanNum: 3, firstNum: 2 });
    await write(server, "delete from consumer_scan_day where cell like 'ready%'");
    expect(dayOf((await figures(zhangwei))["scans"], "2025-03-12")).toMatchObject({ scanNum: 3, firstNum: 2 });
    await write(server, "delete from consumer_scan_record where id = 7006");
    await countScans();
    expect((await figures(zhangwei))["scans"]).toEqual(scans);
  });

  it("count codes on the day on which they were done, and none that are still being made", async () => {
    const [rule] = await rowsOf(server, "select id::text as id from code_make_rule where tenant_id = '100001' limit 1");
    const made = (id: number, status: number, num: number) =>
      write(
        server,
        "insert into code_gen_record (id, tenant_id, name, gen_no, code_make_rule_id, code_num, done_num, status, finish_time) values ($1, '100001', 'home', $2, $3, $4, $4, $5, '2025-03-11 18:00:00')",
        [id, `HOME${id}`, rule?.["id"], num, status],
      );
    await made(7101, 2, 1_000_000_000);
    await made(7102, 2, 500);
    await made(7103, 1, 70);
    expect(dayOf((await figures(zhangwei))["codes"], "2025-03-11")).toMatchObject({ codeNum: 1_000_000_500 });
  });

  it("count documents that are neither finished nor void, and orders that wait for their audit", async () => {
    const { stockIn, stockOut, orders } = await figures(zhangwei);
    const counted = async (table: string, condition: string) =>
      (await rowsOf(server, `select count(*)::int as num from ${table} where tenant_id = '100001' and is_deleted = 0 and ${condition}`))[0];
    expect(stockIn).toEqual(await counted("stock_in_doc", "status not in (2, 9)"));
    expect(stockOut).toEqual(await counted("stock_out_doc", "status not in (2, 9)"));
    expect(orders).toEqual(await counted('"order"', "status = 1"));
    await write(server, `update "order" set status = 1 where tenant_id = '100001'`);
    await write(server, "update stock_out_doc set status = 9 where tenant_id = '100001'");
    const later = await figures(zhangwei);
    expect(later["orders"]).toEqual(await counted('"order"', "true"));
    expect(later["stockOut"]).toEqual({ num: 0 });
  });

  it("leave out removed rows", async () => {
    await write(server, "update consumer_scan_record set is_deleted = 1 where id = 7004");
    await countScans();
    expect(dayOf((await figures(zhangwei))["scans"], "2025-03-12")).toMatchObject({ scanNum: 1 });
  });

  it("tell released notices, the newest first, and none whose day is still to come", async () => {
    const notice = (id: number, tenantId: string, title: string, time: string) =>
      write(server, "insert into notice (id, tenant_id, title, category, release_time, content) values ($1, $2, $3, '1', $4, '')", [
        id,
        tenantId,
        title,
        time,
      ]);
    await notice(7201, "100001", "昨天", "2025-03-11 10:00:00");
    await notice(7202, "100001", "今天", "2025-03-12 10:00:00");
    await notice(7203, "100001", "明天", "2025-03-13 10:00:00");
    await notice(7204, "100002", "别家", "2025-03-12 10:00:00");
    const titles = daysOf((await figures(zhangwei))["notices"]).map((entry) => entry["title"]);
    expect(titles.slice(0, 2)).toEqual(["今天", "昨天"]);
    expect(titles).not.toContain("明天");
    expect(titles).not.toContain("别家");
  });

  it("are told only to those who may read what they count", async () => {
    expect(await figures(server.as("nobody"))).toEqual({ today: "2025-03-12", messages: { num: 0 } });
    expect(Object.keys(await figures(server.as("nobody", { permissions: new Set(["order_audit", "notice"]) }))).toSorted()).toEqual([
      "messages",
      "notices",
      "orders",
      "today",
    ]);
    // Without a token there is nothing.
    const anonymous = await server.app.inject("/api/blade-desk/home");
    expect(anonymous.json()).toMatchObject({ code: 401, success: false });
  });

  it("are those of the own tenant, whatever tenant is named; the platform's administrator may name one", async () => {
    expect(dayOf((await figures(server.as("chenqing"), { tenantId: "100001" }))["scans"], "2025-02-27")).toMatchObject({ scanNum: 0 });
    const administrator = server.as("administrator");
    expect(dayOf((await figures(administrator))["codes"], "2025-03-11")).toMatchObject({ codeNum: 0 });
    expect(dayOf((await figures(administrator, { tenantId: "100001" }))["codes"], "2025-03-11")).toMatchObject({ codeNum: 1_000_000_500 });
  });
});
