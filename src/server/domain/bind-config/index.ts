// What the area of bind configuration hangs in: the values that count for the caller's tenant, its own or the default.
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { businessError, missingParameter } from "../../http/errors.ts";
import type { Row } from "../../store/database.ts";

/** A tenant's own value counts from its time on, and only where tenants may have their own. */
const effective = `select c.config_key, c.config_group, c.value_type, coalesce(o.config_value, c.config_value) as config_value, (o.id is not null)::int as overridden
  from config c left join config_tenant o
    on o.tenant_id = $1 and o.config_id = c.id and o.is_deleted = 0 and c.tenant_editable = 1 and (o.effect_time is null or o.effect_time <= $2::timestamp)
  where c.status = 1 and c.is_deleted = 0`;

async function effectiveRows({ database, scope, now }: RequestContext, key: string | undefined): Promise<readonly Row[]> {
  const [found] = await database.read(scope, [
    key === undefined
      ? { sql: `${effective} order by c.sort, c.id`, parameters: [scope.tenantId, now()], name: "config_effective" }
      : { sql: `${effective} and c.config_key = $3`, parameters: [scope.tenantId, now(), key], name: "config_effective_one" },
  ]);
  return found?.rows ?? [];
}

const valueOf = (row: Row) => ({ configKey: String(row["config_key"]), configValue: String(row["config_value"] ?? ""), valueType: Number(row["value_type"]) });

const all: ReadHandler = async (context) =>
  (await effectiveRows(context, undefined)).map((row) => ({ ...valueOf(row), configGroup: String(row["config_group"]), overridden: Number(row["overridden"]) }));

const single: ReadHandler = async (context, parameters) => {
  const key = parameters["configKey"] ?? "";
  if (key === "") throw missingParameter("configKey");
  const [row] = await effectiveRows(context, key);
  if (row === undefined) throw businessError("unknownConfig", [`配置项不存在或已停用: ${key}`, `There is no such setting, or it is disabled: ${key}`], { data: { configKey: key } });
  return valueOf(row);
};

export const bindConfigDomain: Domain = { reads: { "config-tenant.all": all, "config-tenant.single": single }, actions: {}, hooks: {} };
