// Entries of the header: which menus stand below them, and the tree they are chosen from.
import type { MenuForest } from "../../access/menu-forest.ts";
import { recordLists } from "../../audit/list-changes.ts";
import type { CommitContext, Domain, Effect, ReadHandler, ResourceHooks } from "../../contract.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import { businessError } from "../../http/errors.ts";
import { insert } from "../../rows/insert.ts";
import { anyOf, db, read, rows, run } from "../../rows/query.ts";
import { bySet, remove, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { menuName } from "./granted-lists.ts";
import { idsOf } from "./ids.ts";
import { menuChoices, menusOf } from "./menu.ts";
import type { AuthorityServices } from "./services.ts";

const topTreeKeys: ReadHandler = async (context, parameters) => {
  const topMenuIds = idsOf(parameters["topMenuIds"], "topMenuIds");
  const settings = db.selectFrom(tables(context).unscoped("topmenu-setting", "s")).where("s.topMenuId", "=", anyOf(topMenuIds));
  const [matches] = await read(context, [settings.distinct().orderBy("s.menuId").select("s.menuId")]);
  return { menu: matches.map(({ menuId }) => menuId) };
};

/** The menus the caller has, without buttons. */
const grantTopTree =
  ({ callers }: AuthorityServices): ReadHandler =>
  async (context) => ({ menu: menuChoices(context, await callers.withRights(context.caller)) });

/** Names of the menus that are configured for each of the entries. */
async function configured(
  tx: Transaction,
  context: CommitContext,
  forest: MenuForest,
  ids: readonly string[],
): Promise<(id: string) => readonly string[]> {
  const settings = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("topmenu-setting", "s"))
      .where("s.topMenuId", "=", anyOf(ids))
      .select(["s.topMenuId", "s.menuId"]),
  );
  return (id) => settings.filter(({ topMenuId }) => topMenuId === id).map(({ menuId }) => menuName(forest, menuId ?? ""));
}

/**
 * Replaces the menus below the entries, as far as the caller has them; the frame has found and locked these. An empty list takes all away.
 */
function grant({ callers }: AuthorityServices): Effect<"topmenu.grant", CallerWithRights> {
  return {
    prepare: ({ caller }) => callers.withRights(caller),
    commit: async (tx, context, { ids, values, prepared: caller }) => {
      const { menuIds } = values;
      const offered = menusOf(caller);
      if (menuIds.some((id) => !offered.has(id))) {
        throw businessError("morePowerful", ["只能配置自身拥有的菜单", "You can only configure menus that you hold"]);
      }
      const before = await configured(tx, context, caller.forest, ids);
      const pairs = ids.flatMap((topMenuId) => menuIds.map((menuId) => ({ topMenuId, menuId })));
      const newIds = await context.identifiers.take(pairs.length);
      const settings = remove(tables(context).withRemoved("topmenu-setting", "s"), bySet).where("s.topMenuId", "=", anyOf(ids));
      await run(
        tx,
        context.caller.isAdministrator ? settings : settings.where("s.menuId", "=", anyOf([...offered])),
        insert(
          context,
          "topmenu-setting",
          pairs.map((pair, index) => ({ id: newIds[index] ?? "", ...pair })),
          bySet,
        ),
      );
      const after = await configured(tx, context, caller.forest, ids);
      for (const id of ids)
        recordLists(tx, context.model.resource.get("topmenu"), id, { before: { menuIds: before(id) }, after: { menuIds: after(id) } });
      return {};
    },
  };
}

const hooks: ResourceHooks<"topmenu"> = {
  // What is configured for an entry is nothing without it; users are told before (`removalNote`).
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const ids = rows.map((row) => row.id);
      await run(tx, remove(tables(context).withRemoved("topmenu-setting", "s"), bySet).where("s.topMenuId", "=", anyOf(ids)));
    },
  },
};

export function topmenuDomain(services: AuthorityServices): Domain {
  return {
    reads: { "topmenu.grant-top-tree": grantTopTree(services), "topmenu.top-tree-keys": topTreeKeys },
    actions: { "topmenu.grant": grant(services) },
    hooks: { topmenu: hooks },
  };
}
