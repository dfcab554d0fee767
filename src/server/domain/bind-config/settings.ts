// Settings of the code side in effect: the tenant's own value where it may have one and it is in effect already, else the platform's.
import type { Expression } from "kysely";
import type { RequestContext } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";

/** Values by key; a setting that is not there or switched off is missing. */
export type Settings = ReadonlyMap<string, string>;

/** The values in effect of settings that are switched on: the tenant's own from its time on, where tenants may have one. */
export const effectiveConfigs = ({ unscoped }: TableSources, now: Expression<string>) =>
  db
    .selectFrom(unscoped("config", "c"))
    .leftJoin(unscoped("config-tenant", "o"), (join) =>
      join
        .onRef("o.configId", "=", "c.id")
        .on("c.tenantEditable", "=", 1)
        .on(({ or, eb }) => or([eb("o.effectTime", "is", null), eb("o.effectTime", "<=", now)])),
    )
    .where("c.status", "=", 1)
    .select(({ fn }) => ["c.configKey", fn.coalesce("o.configValue", "c.configValue").as("configValue")]);

/** Settings by their keys, for the tenant of the request. */
export const settings = prepared("settings_in_effect", (given: Given<{ readonly now: string; readonly keys: readonly string[] }>, from) =>
  effectiveConfigs(from, given("now")).where("c.configKey", "=", anyOf(given("keys"))),
);

/** The rows of `settings`. */
export function settingsOf(rows: readonly { readonly configKey: string | null; readonly configValue: string | null }[]): Settings {
  return new Map(rows.map(({ configKey, configValue }) => [configKey ?? "", configValue ?? ""]));
}

/** Settings of the tenant whose rows the request sees. */
export async function readSettings(context: RequestContext, keys: readonly string[]): Promise<Settings> {
  const [matches] = await read(context, [settings(context, { now: context.now(), keys })]);
  return settingsOf(matches);
}

/** A whole number of at least `least`, or what is built in. */
export function numberSetting(settings: Settings, key: string, builtIn: number, min = 0): number {
  const value = Number(settings.get(key) ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= min ? value : builtIn;
}

/** A switch, or what is built in. */
export function isOn(settings: Settings, key: string, builtIn: boolean): boolean {
  const value = settings.get(key);
  return value === undefined ? builtIn : value === "1" || value === "true";
}
