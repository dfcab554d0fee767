// Settings of the code side in effect: the tenant's own value where it may have one and it holds already, else the platform's (catalogue, `config`).
import type { RequestContext } from "../../contract.ts";
import type { Row, Statement } from "../../store/database.ts";

/** Values by key; a setting that is not there or switched off is missing. */
export type Settings = ReadonlyMap<string, string>;

/** Reads settings for a tenant. */
export function settingsStatement(tenantId: string, now: string, keys: readonly string[]): Statement {
  return {
    sql: `select c.config_key, coalesce(o.config_value, c.config_value) as config_value from config c
      left join config_tenant o on o.tenant_id = $1 and o.config_id = c.id and o.is_deleted = 0 and c.tenant_editable = 1 and (o.effect_time is null or o.effect_time <= $2::timestamp)
      where c.config_key = any($3::text[]) and c.status = 1 and c.is_deleted = 0`,
    parameters: [tenantId, now, keys],
    name: "settings_in_effect",
  };
}

/** The rows of `settingsStatement`. */
export function settingsOf(rows: readonly Row[] | undefined): Settings {
  return new Map((rows ?? []).map((row) => [String(row["config_key"]), String(row["config_value"] ?? "")]));
}

/** Settings of the tenant whose rows the request sees. */
export async function readSettings(context: RequestContext, keys: readonly string[]): Promise<Settings> {
  const [found] = await context.database.read(context.scope, [settingsStatement(context.scope.tenantId, context.now(), keys)]);
  return settingsOf(found?.rows);
}

/** A whole number of at least `least`, or what is built in. */
export function numberIn(settings: Settings, key: string, builtIn: number, least = 0): number {
  const value = Number(settings.get(key) ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= least ? value : builtIn;
}

/** A switch, or what is built in. */
export function isOn(settings: Settings, key: string, builtIn: boolean): boolean {
  const value = settings.get(key);
  return value === undefined ? builtIn : value === "1" || value === "true";
}
