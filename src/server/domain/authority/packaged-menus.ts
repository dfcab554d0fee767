// Which menus a tenant's package names.
import type { RequestContext } from "../../contract.ts";
import { db, readAsOwner } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

/** Menus of a tenant's package; undefined where the tenant has none. */
export async function packagedMenus(context: RequestContext, tenantId: string): Promise<readonly string[] | undefined> {
  const { acrossTenants } = tables(context);
  // As the owner: packages belong to the platform, and only its administrator asks for another tenant's.
  const [[row]] = await readAsOwner(context, [
    db
      .selectFrom(acrossTenants("tenant", "t"))
      .innerJoin(acrossTenants("tenant-package", "p"), "p.id", "t.packageId")
      .where("t.tenantId", "=", tenantId)
      .select("p.menuId"),
  ]);
  return row?.menuId ?? undefined;
}
