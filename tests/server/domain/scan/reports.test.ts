// Reports over consumers' scans: bounded ranges, figures that add up, and the tenant's own rows only (catalogue, area scan).
import { describe, expect, it } from "vitest";
import { rebuildFigures } from "../../../../src/server/domain/scan/figures-job.ts";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile, tenants } from "../../../support/server.ts";
import { idOf, rowsOf, write } from "../rows.ts";

const scans = "/digit-apply/consumer-scan-record";
const march = { startDate: "2025-03-01", endDate: "2025-03-31" };
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

// Scans of the days before the installation come and go with the calendar.
await write(server, "delete from consumer_scan_record where code like 'MXBR%'");
await rebuildFigures(server, tenants.one);

describe("the summary", () => {
  it("counts scans, codes and people of a range, by day, province and product", async () => {
    const { total, byDay, byProvince, byProduct } = objectIn(await zhangwei.get(`${scans}/summary`, march));
    expect(total).toEqual({
      scanNum: 10,
      codeNum: 6,
      userNum: expect.any(Number),
      firstNum: 4,
      repeatNum: 4,
      unknownNum: 1,
      blockedNum: 1,
      nonChannelNum: 1,
      crossRegionNum: 4,
    });
    expect(byDay).toEqual(
      expect.arrayContaining([
        { day: "2025-03-11", scanNum: 8, firstNum: 4, crossRegionNum: 2 },
        { day: "2025-03-12", scanNum: 2, firstNum: 0, crossRegionNum: 2 },
      ]),
    );
    expect((byDay as readonly { readonly scanNum: number }[]).reduce((sum, { scanNum }) => sum + scanNum, 0)).toBe(10);
    expect((byProvince as readonly unknown[])[0]).toEqual({ code: "41", name: "河南省", scanNum: 4 });
    expect(byProduct).toEqual([{ productId: expect.stringMatching(/^\d+$/), name: "茅溪迎宾酒", scanNum: 9 }]);
  });

  it("counts the last day in, and the days before the first not", async () => {
    expect(objectIn(await zhangwei.get(`${scans}/summary`, { startDate: "2025-03-12", endDate: "2025-03-12" }))["total"]).toMatchObject({
      scanNum: 2,
    });
    expect(objectIn(await zhangwei.get(`${scans}/summary`, { startDate: "2025-02-01", endDate: "2025-03-10" }))["total"]).toMatchObject({
      scanNum: 0,
      codeNum: 0,
    });
  });

  it("takes the days of a search panel as well, and refuses what it would pass over", async () => {
    const path = `${scans}/summary`;
    const requested = await zhangwei.get(path, { day_datege: "2025-03-01", day_datele: "2025-03-31" });
    expect(requested.data).toEqual((await zhangwei.get(path, march)).data);
    expect(await zhangwei.get(path, { day_ge: "2025-04-01" })).toMatchObject({ status: 400 });
    expect(await zhangwei.get(path, { ...march, day: "2025-04-03" })).toMatchObject({ status: 400 });
  });

  it("is refused for days that are none, for a range of more than a year, and to who may not see it", async () => {
    expect(await zhangwei.get(`${scans}/summary`, { startDate: "2025-02-30" })).toMatchObject({
      status: 400,
      data: { error: "malformedParameter" },
    });
    expect(await zhangwei.get(`${scans}/summary`, { startDate: "2024-01-01", endDate: "2025-04-01" })).toMatchObject({
      status: 400,
      msg: "时间范围最多 366 天",
    });
    expect(await zhangwei.get(`${scans}/summary`, { startDate: "2025-04-02", endDate: "2025-04-01" })).toMatchObject({
      status: 400,
      data: { error: "emptyRange" },
    });
    expect(await zhangwei.get(`${scans}/summary`, { ...march, productId: "abc" })).toMatchObject({ status: 400 });
    expect(await server.as("nobody").get(`${scans}/summary`, march)).toMatchObject({ status: 403 });
  });

  it("is the tenant's own", async () => {
    expect(objectIn(await server.as("chenqing").get(`${scans}/summary`, march))).toMatchObject({
      total: { scanNum: 0 },
      byDay: [],
      byProduct: [],
    });
  });
});

describe("cross-region sales", () => {
  const path = `${scans}/cross-region-sale/summary`;

  it("groups what was scanned outside by channel, province and product, with its share of the channel's codes", async () => {
    const rows = arrayIn(await zhangwei.get(path, march));
    expect(rows.map((row) => [row["scanRegionCode"], row["crossCodeNum"], row["crossScanNum"]])).toEqual([
      ["44", 1, 2],
      ["51", 1, 1],
      ["33", 1, 1],
    ]);
    expect(rows[0]).toMatchObject({
      channelName: "河南豫商商贸有限公司",
      saleRegionCodes: "41",
      scanRegionName: "广东省",
      productName: "茅溪迎宾酒",
      totalCodeNum: 3,
      crossRate: "0.3333",
      firstTime: "2025-03-11 21:40:00",
      lastTime: "2025-03-12 09:15:00",
    });
    expect(new Set(rows.map((row) => row["id"])).size).toBe(3);
  });

  it("is narrowed by channel, region and range, and sorted as asked", async () => {
    const channelId = await idOf(zhangwei, "/digit-bind/channel", { code_equal: "QD002" });
    expect(arrayIn(await zhangwei.get(path, { ...march, channelId }))).toEqual([]);
    expect(arrayIn(await zhangwei.get(path, { ...march, scanRegionCode: "33" }))).toHaveLength(1);
    expect(
      arrayIn(await zhangwei.get(path, { lastTime_datege: "2025-03-12 00:00:00", lastTime_datelt: "2025-03-13 00:00:00" })),
    ).toHaveLength(2);
    expect(arrayIn(await zhangwei.get(path, { ...march, ascs: "crossScanNum" })).map((row) => row["crossScanNum"])).toEqual([1, 1, 2]);
    expect(arrayIn(await server.as("chenqing").get(path, march))).toEqual([]);
  });
});

describe("scans of goods outside of every channel", () => {
  const path = `${scans}/non-channel`;

  it("say where the books have the goods", async () => {
    expect(await zhangwei.get(path, { current: 1, size: 10 })).toMatchObject({
      data: {
        total: 1,
        pages: 1,
        records: [
          {
            code: "MXB8W5E2R7Y4UY",
            lifeStatus: 2,
            warehouseName: "仁怀成品库",
            productName: "茅溪迎宾酒",
            scanRegionName: expect.stringContaining("成都市"),
            scanCount: 1,
            scanTime: "2025-03-11 11:05:00",
          },
        ],
      },
    });
  });

  it("are found by what a list is searched by", async () => {
    const count = async (query: Record<string, string>) => recordsIn(await zhangwei.get(path, query)).length;
    expect(await count({ lifeStatus: "2" })).toBe(1);
    expect(await count({ lifeStatus: "3" })).toBe(0);
    expect(await count({ scanTime_datege: "2025-03-11 00:00:00", scanTime_datelt: "2025-03-12 00:00:00" })).toBe(1);
    expect(await count({ scanTime_datege: "2025-03-12 00:00:00" })).toBe(0);
    expect(await zhangwei.get(path, { size: 500 })).toMatchObject({ status: 400, data: { error: "pageTooLarge" } });
    expect(recordsIn(await server.as("chenqing").get(path))).toEqual([]);
  });

  it("are read by an index of their own", async () => {
    expect(
      await rowsOf(
        server,
        "select 1 as there from pg_indexes where tablename = 'consumer_scan_record' and indexdef like '%(tenant_id, non_channel, scan_time)%'",
      ),
    ).toHaveLength(1);
  });
});

describe("the scans of one code", () => {
  const path = `${scans}/single-code`;

  it("are answered newest first, with the way from the scan before", async () => {
    const answer = objectIn(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H" }));
    expect(answer).toMatchObject({
      code: "MXB7K2Q9D4HT5H",
      productName: "茅溪迎宾酒",
      channelName: "河南豫商商贸有限公司",
      scanCount: 4,
      firstScanTime: "2025-03-11 10:30:00",
    });
    const records = answer["records"] as readonly Record<string, unknown>[];
    expect(records.map((row) => [row["scanTime"], row["scanNum"], row["distanceKm"]])).toEqual([
      ["2025-03-12 08:44:00", 4, "1541.4"],
      ["2025-03-11 21:02:00", 3, "787.4"],
      ["2025-03-11 12:11:00", 2, "1.6"],
      ["2025-03-11 10:30:00", 1, -1],
    ]);
    expect(records[3]).toMatchObject({
      wxUserName: "老李爱喝酒",
      scanRegionName: expect.stringContaining("郑州市"),
      crossRegion: 0,
      result: 1,
    });
  });

  it("need a code, are those of exactly that code, and of the tenant", async () => {
    expect(await zhangwei.get(path)).toMatchObject({ status: 400, msg: "请输入码" });
    expect(objectIn(await zhangwei.get(path, { code: "MXBZZZZZZZZZZZ" }))).toMatchObject({
      scanCount: 1,
      productName: "",
      records: [{ result: 3 }],
    });
    expect(objectIn(await zhangwei.get(path, { code: "MXC00000000018" }))).toMatchObject({ records: [] });
    expect(objectIn(await server.as("chenqing").get(path, { code: "MXB7K2Q9D4HT5H" }))).toMatchObject({ scanCount: 0, records: [] });
  });
});
