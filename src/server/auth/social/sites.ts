// The address under which a browser reaches this installation, and the tenant of that site.
import type { Database } from "../../store/database.ts";
import { isLoopback } from "../../loopback.ts";

/**
 * The site of a request by its host: one of those the settings name, the first where a proxy has put in another host, or this machine's
 * own. A host that only the request names is not believed.
 */
export function siteOf(host: string, siteUrls: readonly string[]): string | undefined {
  const named = siteUrls.find((site) => new URL(site).host === host) ?? siteUrls[0];
  if (named !== undefined) return named;
  const site = `http://${host}`;
  return URL.canParse(site) && isLoopback(new URL(site).hostname) ? new URL(site).origin : undefined;
}

/** The ways in which a browser and a person write the same site: with and without scheme, and a slash at the end. */
function spellings(domain: string): readonly string[] {
  const host = domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/+$/, "");
  return host === "" ? [] : ["", "http://", "https://"].flatMap((scheme) => [`${scheme}${host}`, `${scheme}${host}/`]);
}

interface SiteTenant {
  readonly tenantId: string;
  readonly domain: string;
  readonly backgroundUrl: string;
}

/** The tenant of the site. */
export async function tenantOfSite(database: Database, domain: string): Promise<SiteTenant | undefined> {
  const names = spellings(domain);
  if (names.length === 0) return undefined;
  // As the owner: the request is not signed in, and tenants belong to the platform.
  const [answer] = await database.authentication.read("all tenants", [
    {
      sql: "select tenant_id, domain, background_url from tenant where lower(domain) = any($1) and is_deleted = 0 order by id limit 1",
      parameters: [names],
    },
  ]);
  const row = answer?.rows[0];
  return row === undefined
    ? undefined
    : { tenantId: String(row["tenant_id"]), domain: String(row["domain"] ?? ""), backgroundUrl: String(row["background_url"] ?? "") };
}
