// Which menus a tenant's package names.
import type { RequestContext } from "../../contract.ts";

/** Menus of a tenant's package; undefined where the tenant has none. */
export async function packagedMenus(context: RequestContext, tenantId: string): Promise<readonly string[] | undefined> {
  // As the owner: packages belong to the platform, and only its administrator asks for another tenant's.
  const [answer] = await context.database.owner.read([
    {
      sql: "select p.menu_id from tenant t join tenant_package p on p.id = t.package_id and p.is_deleted = 0 where t.tenant_id = $1 and t.is_deleted = 0",
      parameters: [tenantId],
    },
  ]);
  const menus = answer?.rows[0]?.["menu_id"];
  return Array.isArray(menus) ? menus.map(String) : undefined;
}
