// The public's look-up of a code: verdicts, counting, limits, and what is never told.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { arrayIn, recordsIn } from "../../../support/samples.ts";
import { startTestServer, type TestServer } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

let server: TestServer;
let moment = new Date(2025, 3, 20, 8, 0, 0).getTime();

beforeAll(async () => {
  server = await startTestServer({ isSeeded: true, milliseconds: () => moment });
  await write(
    server,
    `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, spec_id, batch_code)
    select 500 + n, '100001', 'FRESH' || n, 1, 4, 'SELF', 1, 0, i.product_id, i.spec_id, 'MXYB250301' from generate_series(1, 20) n, code_item i where i.code = 'MXB7K2Q9D4HT5H'`,
  );
  await write(
    server,
    "insert into code_item (id, tenant_id, code, layer, code_func_type, life_status, block_status) select 540 + n, '100001', 'FAR' || n, 1, 4, 1, 0 from generate_series(1, 6) n",
  );
});

// Each test has a minute of its own: look-ups of one address are limited.
beforeEach(() => {
  moment += 120_000;
});

afterAll(() => server.close());

interface Report {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function ask(query: Record<string, string>, address = "203.0.113.7"): Promise<Report> {
  const response = await server.app.inject({
    method: "GET",
    url: "/api/anti-fake-web/product-info",
    query,
    remoteAddress: address,
    headers: { "accept-language": "zh-CN" },
  });
  return { status: response.statusCode, ...response.json<{ code: number; msg: string; data: Record<string, unknown> }>() };
}
const look = (code: string, address?: string) => ask({ code, tenantId: "100001" }, address);

describe("a GS1 Digital Link", () => {
  const linked = (gtin: string) => ask({ code: "FRESH9", tenantId: "100001", gtin });

  it("finds a code by the barcode of its product, written with 13 digits or with 14", async () => {
    const [row] = await rowsOf(
      server,
      "select o.barcode from code_item i join attr_owner o on o.tenant_id = i.tenant_id and o.id = i.product_id where i.code = 'FRESH9'",
    );
    const barcode = String(row?.["barcode"]);
    expect(barcode).toMatch(/^\d{13}$/);
    expect((await linked(barcode)).data).toMatchObject({ result: 1, product: { name: "茅溪迎宾酒" } });
    expect((await linked(`0${barcode}`)).data).toMatchObject({ result: 1 });
  });

  it("that names another product is of no code that anybody knows", async () => {
    const { data } = await linked("04006381333931");
    expect(data).toMatchObject({ result: 3, resultText: "您查询的码不存在，谨防假冒" });
    expect(data).not.toHaveProperty("product");
  });
});

describe("the first look-up of a code", () => {
  it("says that the product is genuine, counts, and leaves a record with its flags", async () => {
    const { status, data } = await look("FRESH1");
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({
        result: 1,
        resultText: "您查询的产品是正品，首次查询",
        suspicious: 0,
        needVerify: false,
        code: "FRESH1",
        layerName: "瓶",
        scanCount: 1,
        product: expect.objectContaining({ name: "茅溪迎宾酒" }),
        batch: expect.objectContaining({ batchCode: "MXYB250301" }),
      }),
    ]);
    expect(
      await rowsOf(
        server,
        "select result, scan_num, non_channel, cross_region, ip, tenant_id, create_user from consumer_scan_record where code = 'FRESH1'",
      ),
    ).toEqual([{ result: 1, scan_num: 1, non_channel: 1, cross_region: 2, ip: "203.0.113.7", tenant_id: "100001", create_user: null }]);
    expect(await rowsOf(server, "select scan_count, first_scan_time::text as first from code_item where code = 'FRESH1'")).toEqual([
      { scan_count: 1, first: expect.stringMatching(/^2025-04-20/) },
    ]);
  });

  it("shows batch, factory and dates as the batch is bound, with its materials and steps", async () => {
    const { data } = await look("MXB8W5E2R7Y4UY", "203.0.113.70");
    expect(data).toMatchObject({
      batch: { batchCode: "MXYB250301", produceDate: "2025-03-01" },
      trace: {
        factory: "茅溪酒业仁怀总厂",
        attributes: [
          { name: "生产日期", value: "2025-03-01" },
          { name: "窖池号", value: "12-03" },
        ],
        rawMaterials: [
          { name: "红缨子糯高粱", attributes: expect.arrayContaining([{ name: "水分", value: "13.2" }]) },
          { name: "软质小麦", attributes: expect.arrayContaining([{ name: "质检结论", value: "合格" }]) },
        ],
        processes: [
          { nodeName: "制曲", stepName: "高温制曲", attributes: [{ name: "质检结论", value: "合格" }] },
          { nodeName: "灌装检验", stepName: "在线称重检验", attributes: expect.arrayContaining([{ name: "班次", value: "早班" }]) },
        ],
      },
    });
    // Who made and checked them is nobody's business.
    expect(JSON.stringify(data)).not.toContain("王建国");
  });

  it("is one, however many people look at the same moment", async () => {
    const verdicts = await Promise.all(Array.from({ length: 12 }, (_none, index) => look("FRESH2", `203.0.113.${20 + index}`)));
    expect(verdicts.filter(({ data }) => data["result"] === 1)).toHaveLength(1);
    expect(verdicts.map(({ data }) => data["scanCount"]).toSorted((left, right) => Number(left) - Number(right))).toEqual(
      Array.from({ length: 12 }, (_none, index) => index + 1),
    );
  });
});

describe("a further look-up", () => {
  it("tells how often and when first, in which city", async () => {
    expect((await look("MXB7K2Q9D4HT5H")).data).toMatchObject({
      result: 2,
      scanCount: 5,
      firstScanTime: "2025-03-11 10:30:00",
      firstScanRegion: "河南省郑州市",
      suspicious: 1,
      resultText: "该码已被查询 5 次，首次查询时间 2025-03-11 10:30:00，如非本人操作请谨防假冒",
    });
    expect(await rowsOf(server, "select scan_count, broken_rule from scan_repeat where code = 'MXB7K2Q9D4HT5H'")).toEqual([
      { scan_count: 5, broken_rule: 3 },
    ]);
  });

  it("from the same address at the same moment has the time of the first one", async () => {
    const verdicts = await Promise.all(Array.from({ length: 6 }, () => look("FRESH8")));
    expect(verdicts.map(({ data }) => [data["result"], data["scanCount"], data["firstScanTime"]])).toEqual(
      verdicts.map(() => [1, 1, server.clock.now()]),
    );
  });

  it("from the same address within a minute is the same one, and counts once", async () => {
    await look("FRESH3");
    moment += 30_000;
    expect((await look("FRESH3")).data).toMatchObject({ result: 1, scanCount: 1 });
    expect((await look("FRESH3", "203.0.113.8")).data).toMatchObject({ result: 2, scanCount: 2 });
    moment += 61_000;
    expect((await look("FRESH3")).data).toMatchObject({ result: 2, scanCount: 3 });
    expect(await rowsOf(server, "select count(*)::int as n from consumer_scan_record where code = 'FRESH3'")).toEqual([{ n: 3 }]);
  });
});

describe("the place of a look-up", () => {
  const zhengzhou = { longitude: "113.65", latitude: "34.76" };
  const guangzhou = { longitude: "113.26", latitude: "23.13" };
  /** Between towns of Guangzhou and Foshan. */
  const cityBorder = { longitude: "113.2", latitude: "23.1" };
  /** Between towns of Beijing and Hebei. */
  const provinceBorder = { longitude: "116.81", latitude: "39.95" };
  const hanoi = { longitude: "105.85", latitude: "21.03" };
  const lookFrom = (code: string, place: Record<string, string>, address: string) => ask({ code, tenantId: "100001", ...place }, address);
  const stored = async (code: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (
      await rowsOf(
        server,
        "select scan_region_code as region, address, region_km, region_accuracy as accuracy, locate_mode as mode, cross_region as crossing, non_channel from consumer_scan_record where code = $1 order by scan_time, id",
        [code],
      )
    ).map((row) => ({ ...row, region_km: row["region_km"] === null ? null : Number(row["region_km"]) }));

  beforeAll(() =>
    write(
      server,
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, channel_id, sale_region_codes, stamp_time)
      select 700 + n, '100001', 'SOLD' || n, 1, 4, 'SELF', 3, 0, i.product_id, c.id, case when n = 9 then '{}'::text[] else c.sale_region_codes end, '2025-03-10 10:00:00'
      from generate_series(1, 9) n, code_item i, channel c
        where i.tenant_id = '100001' and c.tenant_id = '100001' and i.code = 'MXB7K2Q9D4HT5H' and c.code = 'QD001'`,
    ),
  );

  it("is its division with the distance of the nearest town, and inside of the regions of the channel", async () => {
    await lookFrom("SOLD1", zhengzhou, "203.0.113.101");
    expect(await stored("SOLD1")).toEqual([
      { region: "4101", address: "河南省郑州市", region_km: expect.any(Number), mode: 1, accuracy: 2, crossing: 0, non_channel: 0 },
    ]);
    expect((await look("SOLD1", "203.0.113.102")).data).toMatchObject({ result: 2, firstScanRegion: "河南省郑州市" });
  });

  it("outside of them is taken for a sale across regions, and reported as one", async () => {
    await lookFrom("SOLD2", guangzhou, "203.0.113.103");
    expect(await stored("SOLD2")).toEqual([expect.objectContaining({ region: "4401", address: "广东省广州市", crossing: 1 })]);
    const { rows } = await rowsOfReport();
    expect(rows).toEqual([expect.objectContaining({ scanRegionCode: "44", crossCodeNum: 1, totalCodeNum: 3 })]);
  });

  it("near the border of two cities is their province, which is compared at the level of provinces only", async () => {
    await lookFrom("SOLD3", cityBorder, "203.0.113.104");
    expect(await stored("SOLD3")).toEqual([expect.objectContaining({ region: "44", address: "广东省", accuracy: 4, crossing: 1 })]);
    await write(
      server,
      "update config_tenant set config_value = 'city' where config_key = 'scan.crossRegion.level' and tenant_id = '100001'",
    );
    await lookFrom("SOLD4", cityBorder, "203.0.113.105");
    await lookFrom("SOLD4", guangzhou, "203.0.113.106");
    await write(
      server,
      "update config_tenant set config_value = 'province' where config_key = 'scan.crossRegion.level' and tenant_id = '100001'",
    );
    expect((await stored("SOLD4")).map((row) => row["crossing"])).toEqual([2, 1]);
  });

  it("is not told near the border of provinces, abroad, and without coordinates", async () => {
    const sent: readonly Record<string, string>[] = [provinceBorder, hanoi, {}, { longitude: "113.65" }];
    for (const [index, place] of sent.entries()) await lookFrom("SOLD5", place, `203.0.113.${110 + index}`);
    const nowhere = { region: null, address: null, region_km: null, crossing: 2, non_channel: 0 };
    expect(await stored("SOLD5")).toEqual(
      [
        { mode: 1, accuracy: 5 },
        { mode: 1, accuracy: 6 },
        { mode: 0, accuracy: 0 },
        { mode: 0, accuracy: 0 },
      ].map((reported) => ({ ...nowhere, ...reported })),
    );
  });

  it("is that of the address down to the district, where coordinates are missing or agree, and near a border of provinces", async () => {
    const address = "广东省广州市白云区机场路1号";
    const sent: readonly Record<string, string>[] = [
      { address },
      { ...cityBorder, address },
      // Whoever says to be elsewhere than the coordinates is where these are.
      { ...zhengzhou, address },
      { ...provinceBorder, address: "北京市通州区宋庄镇" },
      { address: "somewhere" },
      { address: `广东省${"某".repeat(300)}` },
    ];
    for (const [index, place] of sent.entries()) await lookFrom("SOLD8", place, `203.0.113.${140 + index}`);
    const rows = await stored("SOLD8");
    expect(rows.map(({ region, accuracy, mode }) => [region, accuracy, mode])).toEqual([
      ["440111", 3, 3],
      ["440111", 3, 3],
      ["4101", 2, 1],
      ["110112", 3, 3],
      [null, 0, 0],
      ["44", 1, 3],
    ]);
    expect([rows[0]?.["address"], String(rows[5]?.["address"]).length]).toEqual([address, 200]);
  });

  it("is compared with nothing where a code has no channel, where it may be sold anywhere, and where the tenant wants no comparison", async () => {
    await lookFrom("FRESH7", guangzhou, "203.0.113.120");
    expect(await stored("FRESH7")).toEqual([expect.objectContaining({ region: "4401", crossing: 2, non_channel: 1 })]);
    await lookFrom("SOLD9", hanoi, "203.0.113.121");
    expect(await stored("SOLD9")).toEqual([expect.objectContaining({ region: null, crossing: 0 })]);
    await write(server, "update config set config_value = '0' where config_key = 'scan.crossRegion.enabled'");
    await lookFrom("SOLD6", guangzhou, "203.0.113.122");
    await write(server, "update config set config_value = '1' where config_key = 'scan.crossRegion.enabled'");
    expect(await stored("SOLD6")).toEqual([expect.objectContaining({ region: "4401", crossing: 2 })]);
    await lookFrom("NOBODYS", guangzhou, "203.0.113.123");
    expect(await stored("NOBODYS")).toEqual([expect.objectContaining({ region: "4401", crossing: 2, non_channel: 0 })]);
  });

  it("makes a code suspicious that turns up in more cities than allowed, each of them counted once", async () => {
    const verdicts: unknown[] = [];
    // A scan of which only the province is known is in no further city.
    const sent: readonly Record<string, string>[] = [guangzhou, cityBorder, zhengzhou, { longitude: "116.4", latitude: "39.9" }];
    for (const place of sent) {
      verdicts.push((await lookFrom("SOLD7", place, "203.0.113.130")).data["suspicious"]);
      moment += 61_000;
    }
    expect(verdicts).toEqual([0, 0, 0, 1]);
    expect(await rowsOf(server, "select city_num, user_num, broken_rule, regions from scan_repeat where code = 'SOLD7'")).toEqual([
      { city_num: 3, user_num: 1, broken_rule: 3, regions: expect.stringContaining("广州市") },
    ]);
  });

  async function rowsOfReport(): Promise<{ readonly rows: readonly unknown[] }> {
    const day = new Date(moment).toISOString().slice(0, 10);
    const path = "/digit-apply/consumer-scan-record/cross-region-sale/summary";
    return { rows: arrayIn(await server.as("zhangwei").get(path, { startDate: day, endDate: day })) };
  }
});

describe("the rules that a tenant sets", () => {
  const setting = (key: string, value: string) => write(server, "update config set config_value = $2 where config_key = $1", [key, value]);
  const own = (key: string, value: string) =>
    write(server, "update config_tenant set config_value = $2 where config_key = $1 and tenant_id = '100001'", [key, value]);
  const lookLater = async (code: string, minutes: number): Promise<unknown> => {
    moment += minutes * 60_000;
    return (await look(code, "203.0.113.160")).data["suspicious"];
  };

  it("make a code suspicious by the number of its scans, of those within so many hours", async () => {
    await own("scan.repeat.maxCount", "2");
    await setting("scan.repeat.windowHours", "1");
    expect([await lookLater("FRESH15", 2), await lookLater("FRESH15", 2), await lookLater("FRESH15", 2)]).toEqual([0, 0, 1]);
    expect(await rowsOf(server, "select scan_count, broken_rule from scan_repeat where code = 'FRESH15'")).toEqual([
      { scan_count: 3, broken_rule: 1 },
    ]);
    // Of the third the hour before has nothing.
    expect([await lookLater("FRESH16", 2), await lookLater("FRESH16", 2), await lookLater("FRESH16", 90)]).toEqual([0, 0, 0]);
    await own("scan.repeat.maxCount", "5");
    await setting("scan.repeat.windowHours", "0");
  });

  it("make a code suspicious that turns up in two cities at once, further apart than people travel in the time", async () => {
    const [guiyang, zunyi, beijing] = [
      { longitude: "106.63", latitude: "26.65" },
      { longitude: "106.93", latitude: "27.73" },
      { longitude: "116.40", latitude: "39.90" },
    ] as const;
    const lookAt = async (code: string, place: Readonly<Record<string, string>>, minutes: number): Promise<unknown> => {
      moment += minutes * 60_000;
      return (await ask({ code, tenantId: "100001", ...place }, `198.51.100.${moment % 200}`)).data["suspicious"];
    };
    const repeats = (code: string) => rowsOf(server, "select broken_rule, far_km::float8 as km from scan_repeat where code = $1", [code]);
    const report = async (code: string) =>
      recordsIn(await server.as("zhangwei").get("/digit-apply/consumer-scan-record/repeat", { code })).map((row) => [
        row["brokenRule"],
        row["farKm"],
      ]);
    // The rule is off until a brand asks for it.
    expect([await lookAt("FAR6", guiyang, 5), await lookAt("FAR6", beijing, 5)]).toEqual([0, 0]);
    expect(await report("FAR6")).toEqual([]);
    await setting("scan.repeat.farKm", "300");
    // 124 km in half an hour is a long way, and possible; Beijing is 1,728 km off.
    expect([await lookAt("FAR1", guiyang, 5), await lookAt("FAR1", zunyi, 30), await lookAt("FAR1", beijing, 29)]).toEqual([0, 0, 1]);
    expect(await repeats("FAR1")).toEqual([{ broken_rule: 4, km: 1728.2 }]);
    expect(await report("FAR1")).toEqual([[4, "1728.2"]]);
    // An hour and more later anybody may be there.
    expect([await lookAt("FAR2", guiyang, 5), await lookAt("FAR2", beijing, 61)]).toEqual([0, 0]);
    expect(await repeats("FAR2")).toEqual([{ broken_rule: 0, km: null }]);
    // Where nobody knows where a scan was there is no distance.
    expect([await lookAt("FAR3", guiyang, 5), await lookAt("FAR3", {}, 5)]).toEqual([0, 0]);
    await setting("scan.repeat.farKm", "100");
    expect([await lookAt("FAR4", guiyang, 5), await lookAt("FAR4", zunyi, 30)]).toEqual([0, 1]);
    await setting("scan.repeat.farMinutes", "20");
    expect([await lookAt("FAR5", guiyang, 5), await lookAt("FAR5", zunyi, 30)]).toEqual([0, 0]);
    await setting("scan.repeat.farKm", "0");
    await setting("scan.repeat.farMinutes", "60");
  });

  it("leave goods without a channel unmarked where the tenant does not ask for it", async () => {
    const marks = (code: string) => rowsOf(server, "select non_channel from consumer_scan_record where code = $1", [code]);
    await setting("scan.nonChannel.enabled", "0");
    await look("FRESH17", "203.0.113.161");
    await setting("scan.nonChannel.enabled", "1");
    await look("FRESH18", "203.0.113.161");
    expect([await marks("FRESH17"), await marks("FRESH18")]).toEqual([[{ non_channel: 0 }], [{ non_channel: 1 }]]);
  });
});

describe("a code that is not genuine, or not on sale", () => {
  it("is unknown where nobody made or activated it, and in another tenant", async () => {
    expect((await look("MXBZZZZZZZZZZZ")).data).toMatchObject({ result: 3, resultText: "您查询的码不存在，谨防假冒" });
    expect((await look("FRESH1", "203.0.113.9")).data).toHaveProperty("product");
    for (const tenantId of ["100002", "999999", "'; drop"]) {
      const { status, data } = await ask({ code: "MXB7K2Q9D4HT5H", tenantId });
      expect([status, data["result"], data["product"]]).toEqual([200, 3, undefined]);
    }
    expect(
      await rowsOf(server, "select tenant_id from consumer_scan_record where code = 'MXB7K2Q9D4HT5H' and tenant_id <> '100001'"),
    ).toEqual([{ tenant_id: "100002" }]);
  });

  it("is sealed or void with the package it is in, and counts nothing", async () => {
    await write(server, "update code_item set block_status = 1 where code = 'MXH4T8W2N6KQ3D'");
    expect((await look("MXB9M4T6X2CR8P")).data).toMatchObject({ result: 4, product: { name: "茅溪迎宾酒" } });
    await write(server, "update code_item set block_status = 0 where code = 'MXH4T8W2N6KQ3D'");
    expect((await look("MXB2W7H5K9NQ3D")).data).toMatchObject({ result: 5, resultText: "该标签已更换，请查询新标签上的码" });
    expect(await rowsOf(server, "select scan_count from code_item where code = 'MXB9M4T6X2CR8P'")).toEqual([{ scan_count: 1 }]);
  });

  it("asks for the part under the scratch layer where its rule has one, and counts nothing", async () => {
    await write(server, "update code_make_rule set verify_mode = 1 where name = '瓶身追溯码'");
    expect((await look("MXBP3T6V9N2A5X")).data).toEqual({ needVerify: true, code: "MXBP3T6V9N2A5X", layerName: "瓶" });
    await write(server, "update code_make_rule set verify_mode = 0 where name = '瓶身追溯码'");
    expect(await rowsOf(server, "select scan_count from code_item where code = 'MXBP3T6V9N2A5X'")).toEqual([{ scan_count: 2 }]);
  });
});

describe("the public", () => {
  it("learns nothing of channels, documents, people, ids or other codes", async () => {
    const text = JSON.stringify((await look("MXBP3T6V9N2A5X")).data);
    const [item] = await rowsOf(
      server,
      "select id::text as id, product_id::text as product_id from code_item where code = 'MXBP3T6V9N2A5X'",
    );
    for (const secret of ["河南豫商", "CK2025", "RK2025", "MXC0", "SELF", String(item?.["id"]), String(item?.["product_id"])])
      expect(text).not.toContain(secret);
  });

  it("must name code and tenant, and is not told of faults by odd input", async () => {
    expect(await ask({ tenantId: "100001" })).toMatchObject({ status: 400, msg: "请输入防伪码" });
    expect(await ask({ code: "FRESH1" })).toMatchObject({ status: 400, msg: "缺少租户编号" });
    for (const code of ["x".repeat(4000), "%", "https://t.example.cn/c/"])
      expect(await look(code)).toMatchObject({ status: 200, data: { result: 3 } });
    expect(await ask({ code: "FRESH4", tenantId: "100001", longitude: "abc", latitude: "1e9" })).toMatchObject({
      status: 200,
      data: { result: 1 },
    });
    expect(await ask({ code: "FRESH5", tenantId: "100001", longitude: "113.678", latitude: "34.8" })).toMatchObject({
      data: { result: 1 },
    });
    expect(
      await rowsOf(server, "select longitude, locate_mode from consumer_scan_record where code in ('FRESH4', 'FRESH5') order by code"),
    ).toEqual([
      { longitude: null, locate_mode: 0 },
      { longitude: "113.678000", locate_mode: 1 },
    ]);
  });

  it("waits after so many look-ups in a minute, each address by itself", async () => {
    await write(server, "update config set config_value = '3' where config_key = 'antiFake.rateLimitPerMinute'");
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await look("FRESH6", "198.51.100.1")).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await look("FRESH6", "198.51.100.2")).status).toBe(200);
    moment += 60_000;
    expect((await look("FRESH6", "198.51.100.1")).status).toBe(200);
    await write(server, "update config set config_value = '60' where config_key = 'antiFake.rateLimitPerMinute'");
  });

  it("waits after so many look-ups of one code in a minute, from wherever, whether there is such a code or not", async () => {
    await write(server, "update config set config_value = '3' where config_key = 'antiFake.codeLimitPerMinute'");
    for (const code of ["FRESH6", "NOBODYS"]) {
      const statuses: number[] = [];
      for (let count = 0; count < 5; count += 1) statuses.push((await look(code, `198.51.100.${10 + count}`)).status);
      expect([code, statuses]).toEqual([code, [200, 200, 200, 429, 429]]);
    }
    // Another code, and the same one in the next minute, are not concerned.
    expect((await look("FRESH7", "198.51.100.14")).status).toBe(200);
    moment += 60_000;
    expect((await look("FRESH6", "198.51.100.14")).status).toBe(200);
    await write(server, "update config set config_value = '20' where config_key = 'antiFake.codeLimitPerMinute'");
  });

  it("answers nothing by which codes that are not known, not activated or of another product differ", async () => {
    await write(server, "update code_item set life_status = 0 where code = 'FRESH19'");
    const reported = async (query: Readonly<Record<string, string>>) => {
      const { status, code, msg, data } = await ask({ tenantId: "100001", ...query }, "198.51.100.30");
      return JSON.stringify([status, code, msg, data]).replaceAll(query["code"] ?? "", "#");
    };
    const unknown = await reported({ code: "GUESSED" });
    const others: readonly Readonly<Record<string, string>>[] = [
      { code: "FRESH19" },
      { code: "GUESSED", verifyCode: "123456" },
      { code: "FRESH20", gtin: "04006381333931" },
      { code: "GUESSED", tenantId: "999999" },
    ];
    for (const query of others) expect(await reported(query)).toBe(unknown);
  });

  it("says of goods past their best-before date that they are, genuine as they may be", async () => {
    const [row] = await rowsOf(server, "select product_id::text as id from code_item where code = 'MXB8W5E2R7Y4UY'");
    const days = (value: number) => write(server, "update attr_owner set shelf_life_days = $2 where id = $1", [row?.["id"], value]);
    const lookAgain = async () => {
      moment += 61_000;
      return (await look("MXB8W5E2R7Y4UY", "198.51.100.40")).data;
    };
    await days(365);
    expect(await lookAgain()).toMatchObject({ result: 2, expired: 0, batch: { expireDate: "2026-03-01" } });
    await days(30);
    expect(await lookAgain()).toMatchObject({ result: 2, expired: 1, batch: { expireDate: "2025-03-31" } });
    await days(0);
    expect(await lookAgain()).toMatchObject({ expired: 0, batch: { expireDate: "" } });
    // Of what is not on sale nothing is told.
    expect((await look("MXBZZZZZZZZZZZ", "198.51.100.40")).data).not.toHaveProperty("expired");
  });
});
