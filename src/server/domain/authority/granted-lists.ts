// What roles hold, list by list and by what people know it by, for the log of a grant.
import { z } from "zod";
import { apiCategory, dataCategory, selectGrants } from "../../access/grants.ts";
import { buttonCategory, type MenuForest } from "../../access/menu-forest.ts";
import type { Lists } from "../../audit/list-changes.ts";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

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
  const { acrossTenants, withRemoved } = tables(context);
  const [menus, ofScopes] = await rowsOfAll(tx, [
    selectGrants(roleIds),
    db
      .selectFrom(acrossTenants("role-scope", "s"))
      .leftJoin(withRemoved("data-scope", "d"), (join) =>
        join.on("s.scopeCategory", "=", dataCategory).on(({ eb, cast, ref }) => eb(cast<string>("d.id", "text"), "=", ref("s.scopeId"))),
      )
      .leftJoin(withRemoved("api-scope", "a"), (join) =>
        join.on("s.scopeCategory", "=", apiCategory).on(({ eb, cast, ref }) => eb(cast<string>("a.id", "text"), "=", ref("s.scopeId"))),
      )
      .where("s.roleId", "=", anyOf(roleIds))
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
