// The settings that count for a tenant: its own value from its time on, else the platform's default.
import { expect, it } from "vitest";
import { arrayIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile, type Client } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

const tenantSettings = "/digit-bind/config-tenant";
const set = (sql: string, ...parameters: readonly unknown[]) => server.database.owner.transaction((tx) => tx.query({ sql, parameters }));
const all = async (client: Client) => new Map(arrayIn(await client.get(`${tenantSettings}/all`)).map((row) => [row["configKey"], row]));

it("all settings say their value and whether it is the tenant's own", async () => {
  const rows = await all(zhangwei);
  expect(rows.size).toBe(23);
  expect(rows.get("scan.repeat.maxCount")).toEqual({
    configKey: "scan.repeat.maxCount",
    configValue: "5",
    configGroup: "scan",
    valueType: 2,
    overridden: 1,
  });
  expect(rows.get("scan.repeat.maxUsers")).toEqual({
    configKey: "scan.repeat.maxUsers",
    configValue: "3",
    configGroup: "scan",
    valueType: 2,
    overridden: 0,
  });
  expect((await all(server.as("chenqing"))).get("scan.repeat.maxCount")).toMatchObject({ configValue: "3", overridden: 0 });
});

it("one setting is asked for by its key", async () => {
  const ask = (query: Readonly<Record<string, string>>) => zhangwei.get(`${tenantSettings}/single`, query);
  expect((await ask({ configKey: "scan.crossRegion.level" })).data).toEqual({
    configKey: "scan.crossRegion.level",
    configValue: "province",
    valueType: 4,
  });
  expect(await ask({ configKey: "no.such.key" })).toMatchObject({
    status: 400,
    msg: "配置项不存在或已停用: no.such.key",
    data: { error: "unknownConfig" },
  });
  expect(await ask({})).toMatchObject({ status: 400, data: { error: "missingParameter" } });
});

it("a tenant's value counts from its time on, and only where tenants may have one", async () => {
  await set("update config_tenant set effect_time = '2025-03-12 12:00:01' where config_key = 'scan.repeat.maxCount'");
  expect((await all(zhangwei)).get("scan.repeat.maxCount")).toMatchObject({ configValue: "3", overridden: 0 });
  await set("update config_tenant set effect_time = '2025-03-12 12:00:00' where config_key = 'scan.repeat.maxCount'");
  expect((await all(zhangwei)).get("scan.repeat.maxCount")).toMatchObject({ configValue: "5", overridden: 1 });
  await set("update config set tenant_editable = 0 where config_key = 'scan.repeat.maxCount'");
  expect((await all(zhangwei)).get("scan.repeat.maxCount")).toMatchObject({ configValue: "3", overridden: 0 });
});

it("removing the tenant's row restores the default, and a disabled setting is none", async () => {
  const [row = {}] = recordsIn(await zhangwei.get(`${tenantSettings}/list`, { configKey_equal: "scan.crossRegion.level" }));
  await zhangwei.post(`${tenantSettings}/remove`, undefined, { ids: String(row["id"]) });
  expect((await all(zhangwei)).get("scan.crossRegion.level")).toMatchObject({ configValue: "city", overridden: 0 });
  await set("update config set status = 2 where config_key = 'scan.crossRegion.level'");
  expect((await all(zhangwei)).has("scan.crossRegion.level")).toBe(false);
  expect(await zhangwei.get(`${tenantSettings}/single`, { configKey: "scan.crossRegion.level" })).toMatchObject({
    status: 400,
    data: { error: "unknownConfig" },
  });
});

it("a tenant's own value is of its setting's type, and names key, group and default", async () => {
  const configId = async (key: string) => {
    const [row] = recordsIn(await server.as("administrator").get("/digit-bind/config/list", { configKey_equal: key }));
    return String(row?.["id"]);
  };
  const own = async (key: string, configValue: string) =>
    zhangwei.post(`${tenantSettings}/submit`, { configId: await configId(key), configValue });
  const refusals: readonly (readonly [string, string, string])[] = [
    ["scan.repeat.maxCities", "two", "须为整数"],
    ["scan.repeat.maxCities", "0", "不能小于 1"],
    ["scan.repeat.maxCities", "51", "不能大于 50"],
    ["scan.nonChannel.enabled", "yes", "须为 0（关）或 1（开）"],
  ];
  for (const [key, value, sentence] of refusals)
    expect(await own(key, value)).toMatchObject({ status: 400, msg: expect.stringContaining(sentence) });
  expect(await own("scan.repeat.maxCities", " 4 ")).toMatchObject({ code: 200 });
  const [row] = recordsIn(await zhangwei.get(`${tenantSettings}/list`, { configKey_equal: "scan.repeat.maxCities" }));
  expect(row).toMatchObject({ configValue: "4", configGroup: "scan", defaultValue: "2" });
  expect((await all(zhangwei)).get("scan.repeat.maxCities")).toMatchObject({ configValue: "4", overridden: 1 });
  expect(await own("scan.crossRegion.level", "village")).toMatchObject({
    status: 400,
    msg: expect.stringContaining("须为 province、city、district 之一"),
  });
});

it("the default of a setting is of its type, and its limits leave room", async () => {
  const settings = "/digit-bind/config";
  const administrator = server.as("administrator");
  const [whole] = recordsIn(await administrator.get(`${settings}/list`, { configKey_equal: "scan.repeat.maxUsers" }));
  const change = (values: object) => administrator.post(`${settings}/submit`, { ...whole, ...values });
  for (const [values, sentence] of [
    [{ configValue: "many" }, "须为整数"],
    [{ configValue: "101" }, "不能大于 100"],
    [{ minValue: 10, maxValue: 5 }, "最大值不能小于“最小值”"],
    [{ valueType: 4, options: [] }, "请先填写可选项"],
    [{ valueType: 3 }, "须为 0（关）或 1（开）"],
  ] as const)
    expect(await change(values)).toMatchObject({ status: 400, msg: expect.stringContaining(sentence) });
  expect(await change({ configValue: "7" })).toMatchObject({ code: 200 });
  expect((await all(zhangwei)).get("scan.repeat.maxUsers")).toMatchObject({ configValue: "7", overridden: 0 });
});
