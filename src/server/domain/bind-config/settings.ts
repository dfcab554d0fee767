// Settings of the code side in effect: the tenant's own value where it may have one and it is in effect already, else the platform's.
import type { Expression } from "kysely";
import type { CommitContext, RequestContext } from "../../contract.ts";
import { prepared, type Given, type RowOf } from "../../rows/prepared.ts";
import { anyOf, db, read, rowsOfAll, type Query } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

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

const platformSettings = prepared("settings_of_platform", (given: Given<{ readonly keys: readonly string[] }>, { unscoped }) =>
  db
    .selectFrom(unscoped("config", "c"))
    .where("c.configKey", "=", anyOf(given("keys")))
    .where("c.status", "=", 1)
    .select(["c.id", "c.configKey", "c.configValue", "c.tenantEditable"]),
);

/** All of a tenant's own: there are few. */
const ownSettings = prepared("settings_of_tenant", (given: Given<{ readonly now: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("config-tenant", "o"))
    .where(({ or, eb }) => or([eb("o.effectTime", "is", null), eb("o.effectTime", "<=", given("now"))]))
    .select(["o.configId", "o.configValue"]),
);

type PlatformSetting = RowOf<typeof platformSettings>;
type OwnSetting = RowOf<typeof ownSettings>;

/**
 * The queries of settings by their keys, for the tenant of the request: those of the platform, and the tenant's own. They are not joined, because
 * every look-up of a code reads them and a distributed database plans what joins tables anew each time.
 */
export function settings(
  context: Pick<RequestContext, "model" | "scope" | "caller">,
  { now, keys }: { readonly now: string; readonly keys: readonly string[] },
): readonly [Query<PlatformSetting>, Query<OwnSetting>] {
  return [platformSettings(context, { keys }), ownSettings(context, { now })];
}

/** The rows of `settings`. */
export function settingsOf(platform: readonly PlatformSetting[], own: readonly OwnSetting[]): Settings {
  const values = new Map(own.map(({ configId, configValue }) => [configId, configValue]));
  return new Map(
    platform.map(({ id, configKey, configValue, tenantEditable }) => [
      configKey ?? "",
      (tenantEditable === 1 ? values.get(id) : undefined) ?? configValue ?? "",
    ]),
  );
}

/** Settings within a transaction. */
export async function settingsWithin(context: CommitContext, tx: Transaction, keys: readonly string[]): Promise<Settings> {
  return settingsOf(...(await rowsOfAll(tx, settings(context, { now: context.now(), keys }))));
}

/** Settings of the tenant whose rows the request sees. */
export async function readSettings(context: RequestContext, keys: readonly string[]): Promise<Settings> {
  return settingsOf(...(await read(context, settings(context, { now: context.now(), keys }))));
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
