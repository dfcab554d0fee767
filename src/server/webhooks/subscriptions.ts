// Which tenants are told of which events: known to every process without asking for it with each write. A version in the database counts
// up with every change of a webhook that matters here, and comes along when a request's session is looked up (auth/sessions.ts).
import { z } from "zod";
import { Shared } from "../access/shared.ts";
import type { Model } from "#schema/model";
import { subscriptionVersion } from "../access/version.ts";
import type { ChangeSubscriptions } from "../contract.ts";
import type { Database, Rows, Statement } from "../store/database.ts";
import { readOfAllTenants } from "../store/distributed-tenants.ts";
import { DatabaseSilentError } from "../store/sql-errors.ts";
import { EventWatch } from "./event-watch.ts";
import type { TenantSubscriptions } from "./tenant-subscriptions.ts";

const activeRows = z.array(z.object({ tenant_id: z.string(), id: z.coerce.string(), events: z.array(z.string()).nullable() }));
const versionRow = z.object({ version: z.coerce.string() });

/** No version was counted yet: nobody has ever made a webhook. */
const none = "0";

const selectVersion: Statement = {
  sql: "select version from rights_version where tenant_id = $1",
  parameters: [subscriptionVersion],
  name: "subscription_version",
};

const selectActive = (ofTenants: string): string =>
  `select tenant_id, id, events from webhook where status = 1 and is_deleted = 0${ofTenants} order by id`;

/** The version of what is to be loaded anew in any case. */
const outdated = "";

interface Cached {
  readonly version: string;
  readonly byTenant: ReadonlyMap<string, TenantSubscriptions>;
  /** Whose they are, where a node was down and those of its tenants did not come. */
  readonly tenantIds: ReadonlySet<string> | undefined;
}

function versionIn(answer: Rows | undefined): string {
  const [row] = answer?.rows ?? [];
  return row === undefined ? none : versionRow.parse(row).version;
}

/** What a process knows of subscriptions; nothing where the definitions have no webhooks. */
export function createSubscriptions(database: Database, model: Model): ChangeSubscriptions {
  if (!model.resource.has("webhook")) return { require: () => undefined, refresh: () => Promise.resolve(), watch: () => undefined };
  let cached: Cached | undefined;
  const isCurrent = (version: string, tenantId: string): boolean =>
    cached?.version === version && cached.tenantIds?.has(tenantId) !== false;
  // They are asked for only where the version says that one has changed: the rows lie on all nodes of a distributed database, the version on
  // its coordinator. Together with their version, which is never newer than they are.
  const loading = new Shared<string, true>(async () => {
    const { answers, tenantIds: given } = await readOfAllTenants(database, async (tenantIds) => {
      const statement =
        tenantIds === undefined
          ? { sql: selectActive(""), parameters: [], name: "subscriptions" }
          : { sql: selectActive(" and tenant_id = any($1)"), parameters: [tenantIds] };
      // As the owner: those of all tenants.
      return { answers: await database.authentication.read("all tenants", [selectVersion, statement]), tenantIds };
    });
    const [version, active] = answers;
    const byTenant = new Map<string, Map<string, string[]>>();
    for (const { tenant_id: tenantId, id, events } of activeRows.parse(active?.rows ?? [])) {
      const ofTenant = byTenant.get(tenantId) ?? new Map<string, string[]>();
      byTenant.set(tenantId, ofTenant);
      for (const event of events ?? []) ofTenant.set(event, [...(ofTenant.get(event) ?? []), id]);
    }
    cached = { version: versionIn(version), byTenant, tenantIds: given === undefined ? undefined : new Set(given) };
    return new Map([["", true]]);
  });
  const versions = new Shared<string, string>(async () => {
    const [version] = await database.authentication.read("all tenants", [selectVersion]);
    return new Map([["", versionIn(version)]]);
  });
  const load = async (): Promise<void> => void (await loading.get(""));
  return {
    require: (version, tenantId) => (isCurrent(version, tenantId) ? undefined : load()),
    refresh: async (tenantId) => {
      if (!isCurrent((await versions.get("")) ?? none, tenantId)) await load();
    },
    watch: (context) => {
      const { tenantId } = context.scope;
      if (cached?.tenantIds?.has(tenantId) === false) {
        // A row of another tenant than the caller's, whose node has just come back: nobody may be left untold. Others go on with what is known.
        cached = { ...cached, version: outdated };
        throw new DatabaseSilentError();
      }
      const subscriptions = cached?.byTenant.get(tenantId);
      return subscriptions === undefined ? undefined : new EventWatch(subscriptions);
    },
  };
}
