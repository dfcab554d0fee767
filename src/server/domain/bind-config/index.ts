// What the area of bind configuration hangs in: the values that count for the caller's tenant, its own or the default.
import { sql, type Expression } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { read } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import { mergeDomains } from "../../crud/services.ts";
import { effectiveConfigs } from "./settings.ts";
import { typedValuesDomain } from "./typed-values.ts";

const configs = (from: TableSources, now: Expression<string>) =>
  effectiveConfigs(from, now)
    .orderBy("c.sort")
    .orderBy("c.id")
    .select(({ ref }) => ["c.configGroup", "c.valueType", sql<number>`(${ref("o.id")} is not null)::int`.as("overridden")]);

const allConfigs = prepared("config_effective", (given: Given<{ readonly now: string }>, from) => configs(from, given("now")));
const oneConfig = prepared("config_effective_one", (given: Given<{ readonly now: string; readonly key: string }>, from) =>
  configs(from, given("now")).where("c.configKey", "=", given("key")),
);

const all: ReadHandler = async (context) => {
  const [rows] = await read(context, [allConfigs(context, { now: context.now() })]);
  return rows.map((row) => ({
    configKey: row.configKey,
    configValue: row.configValue ?? "",
    valueType: row.valueType,
    configGroup: row.configGroup,
    overridden: row.overridden,
  }));
};

const single: ReadHandler = async (context, parameters) => {
  const key = parameters["configKey"] ?? "";
  const [[row]] = await read(context, [oneConfig(context, { now: context.now(), key })]);
  if (row === undefined)
    throw businessError("unknownConfig", [`配置项不存在或已停用: ${key}`, `There is no such setting, or it is disabled: ${key}`], {
      data: { configKey: key },
    });
  return { configKey: row.configKey, configValue: row.configValue ?? "", valueType: row.valueType };
};

const readsDomain: Domain = { reads: { "config-tenant.all": all, "config-tenant.single": single }, actions: {}, hooks: {} };

export const bindConfigDomain = mergeDomains([readsDomain, typedValuesDomain]);
