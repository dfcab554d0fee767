// What roles hold, list by list and by what people know it by, for the log of a grant.
import { z } from "zod";
import { apiCategory, dataCategory, selectGrants } from "../../access/grants.ts";
import { buttonCategory, type MenuForest } from "../../access/menu-forest.ts";
import type { Lists } from "../../audit/list-changes.ts";
import type { Transaction } from "../../store/database.ts";

const menuRows = z.array(z.object({ role_id: z.string(), menu_id: z.string() }));
const scopeRows = z.array(z.object({ role_id: z.string(), category: z.number(), name: z.string() }));

/** A menu by its name, a button with its menu's: “新增” alone says nothing. */
export function menuName(forest: MenuForest, id: string): string {
  const entry = forest.byId.get(id);
  if (entry === undefined) return id;
  const parent = entry.category === buttonCategory && entry.parentId !== undefined ? forest.byId.get(entry.parentId) : undefined;
  return parent === undefined ? entry.name : `${parent.name} / ${entry.name}`;
}

/** Of each role its menus and buttons, and the names of its scopes; by the members of a grant's body. */
export async function grantedLists(tx: Transaction, forest: MenuForest, roleIds: readonly string[]): Promise<ReadonlyMap<string, Lists>> {
  const [menus, scopes] = await tx.batch([
    selectGrants(roleIds),
    {
      sql: `select s.role_id, s.scope_category::int as category, coalesce(d.scope_name, a.scope_name, s.scope_id) as name from role_scope s
        left join data_scope d on s.scope_category = ${dataCategory} and d.id::text = s.scope_id
        left join api_scope a on s.scope_category = ${apiCategory} and a.id::text = s.scope_id
        where s.role_id = any($1) and s.is_deleted = 0 order by s.id`,
      parameters: [roleIds],
    },
  ]);
  const [ofMenus, ofScopes] = [menuRows.parse(menus?.rows ?? []), scopeRows.parse(scopes?.rows ?? [])];
  const scopesOf = (role: string, category: number) => ofScopes.filter((row) => row.role_id === role && row.category === category).map(({ name }) => name);
  return new Map(
    roleIds.map((role) => [role, {
      menuIds: ofMenus.filter((row) => row.role_id === role).map(({ menu_id }) => menuName(forest, menu_id)),
      dataScopeIds: scopesOf(role, dataCategory),
      apiScopeIds: scopesOf(role, apiCategory),
    }]),
  );
}
