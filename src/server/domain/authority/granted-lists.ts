// What roles hold, list by list and by what people know it by, for the log of a grant.
import { z } from "zod";
import { apiCategory, dataCategory, selectGrants } from "../../access/grants.ts";
import { buttonCategory, type MenuForest } from "../../access/menu-forest.ts";
import type { Lists } from "../../audit/list-changes.ts";
import type { CommitContext } from "../../contract.ts";
import { rowsOfAll } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { scopesOfRoles } from "./granted-scopes.ts";

const menuRows = z.array(z.object({ role_id: z.string(), menu_id: z.string() }));

/** A menu by its name, a button with its menu's: “新增” alone says nothing. */
export function menuName(forest: MenuForest, id: string): string {
  const entry = forest.byId.get(id);
  if (entry === undefined) return id;
  const parent = entry.category === buttonCategory && entry.parentId !== undefined ? forest.byId.get(entry.parentId) : undefined;
  return parent === undefined ? entry.name : `${parent.name} / ${entry.name}`;
}

/** Of each role its menus and buttons, and the names of its scopes; by the members of a grant's body. */
export async function grantedLists(
  context: CommitContext,
  tx: Transaction,
  forest: MenuForest,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, Lists>> {
  const [menus, ofScopes] = await rowsOfAll(tx, [
    selectGrants(roleIds, context.scope.tenantId),
    scopesOfRoles(context, roleIds)
      .orderBy("s.id")
      .select(({ fn }) => ["s.roleId", "s.scopeCategory", fn.coalesce("d.scopeName", "a.scopeName", "s.scopeId").as("name")]),
  ]);
  const ofMenus = menuRows.parse(menus);
  const scopesOf = (role: string, category: number) =>
    ofScopes.filter((row) => row.roleId === role && Number(row.scopeCategory) === category).map(({ name }) => name ?? "");
  return new Map(
    roleIds.map((role) => [
      role,
      {
        menuIds: ofMenus.filter((row) => row.role_id === role).map(({ menu_id }) => menuName(forest, menu_id)),
        dataScopeIds: scopesOf(role, dataCategory),
        apiScopeIds: scopesOf(role, apiCategory),
      },
    ]),
  );
}
