// Entries of the header: which menus stand below them, and the tree they are chosen from (contract §7).
import type { MenuForest } from "../../access/menu-forest.ts";
import { noteLists } from "../../audit/list-changes.ts";
import type { CommitContext, Domain, Effect, ReadHandler } from "../../contract.ts";
import type { KnownCaller } from "../../auth/callers.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { menuName } from "./granted-lists.ts";
import { idsOf } from "./ids.ts";
import { menuChoices, menusOf } from "./menu.ts";
import type { AuthorityServices } from "./services.ts";

const topTreeKeys: ReadHandler = async ({ database, scope }, parameters) => {
  const topMenuIds = idsOf(parameters["topMenuIds"], "topMenuIds");
  const [found] = await database.read(scope, [
    { sql: "select distinct menu_id from topmenu_setting where tenant_id = $1 and top_menu_id = any($2::bigint[]) and is_deleted = 0 order by menu_id", parameters: [scope.tenantId, topMenuIds] },
  ]);
  return { menu: (found?.rows ?? []).map((row) => String(row["menu_id"])) };
};

/** The menus the caller has, without buttons. */
const grantTopTree = ({ callers }: AuthorityServices): ReadHandler => async (context) => ({ menu: menuChoices(context, await callers.known(context.caller)) });

/** Names of the menus that are configured for each of the entries. */
async function configured(tx: Transaction, { scope }: CommitContext, forest: MenuForest, ids: readonly string[]): Promise<(id: string) => readonly string[]> {
  const { rows } = await tx.query({ sql: "select top_menu_id, menu_id from topmenu_setting where tenant_id = $1 and top_menu_id = any($2::bigint[]) and is_deleted = 0", parameters: [scope.tenantId, ids] });
  return (id) => rows.filter((row) => String(row["top_menu_id"]) === id).map((row) => menuName(forest, String(row["menu_id"])));
}

/** Replaces the menus below the entries, as far as the caller has them; the frame has found and locked these. An empty list takes all away. */
function grant({ callers }: AuthorityServices): Effect<KnownCaller> {
  return {
    prepare: ({ caller }) => callers.known(caller),
    commit: async (tx, context, { ids, values, prepared: known }) => {
      const menuIds = Array.isArray(values["menuIds"]) ? values["menuIds"].map(String) : [];
      const offered = menusOf(known);
      if (menuIds.some((id) => !offered.has(id))) {
        throw businessError("morePowerful", ["只能配置自身拥有的菜单", "You can only configure menus that you hold"]);
      }
      const before = await configured(tx, context, known.forest, ids);
      const pairs = ids.flatMap((topMenuId) => menuIds.map((menuId) => ({ topMenuId, menuId })));
      const newIds = await context.identifiers.take(pairs.length);
      await tx.batch([
        {
          sql: "delete from topmenu_setting where tenant_id = $1 and top_menu_id = any($2::bigint[]) and ($3 or menu_id = any($4::bigint[]))",
          parameters: [context.scope.tenantId, ids, context.caller.isAdministrator, [...offered]],
        },
        {
          sql: `insert into topmenu_setting (id, tenant_id, top_menu_id, menu_id, create_user, create_time, update_user, update_time)
            select id, $1, top_menu_id, menu_id, $5::bigint, $6::timestamp, $5::bigint, $6::timestamp from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as pair (id, top_menu_id, menu_id)`,
          parameters: [context.scope.tenantId, newIds, pairs.map((pair) => pair.topMenuId), pairs.map((pair) => pair.menuId), context.caller.userId, context.now()],
        },
      ]);
      const after = await configured(tx, context, known.forest, ids);
      for (const id of ids) noteLists(tx, context.model.resource.get("topmenu"), id, { menuIds: before(id) }, { menuIds: after(id) });
      return {};
    },
  };
}

export function topmenuDomain(services: AuthorityServices): Domain {
  return {
    reads: { "topmenu.grant-top-tree": grantTopTree(services), "topmenu.top-tree-keys": topTreeKeys },
    actions: { "topmenu.grant": grant(services) },
    hooks: {},
  };
}
