// Reads of the menu: what the caller sees, and what the caller may hand out (docs/wire.md §7).
import type { Model } from "#schema/model";
import type { Language } from "#schema/text";
import { apiCategory, dataCategory } from "../../access/grants.ts";
import { buttonCategory, menuCategory, withAncestors, type MenuEntry, type MenuForest } from "../../access/menu-forest.ts";
import { nameOfEntry } from "../../access/menu-names.ts";
import { entriesOfPackage } from "../../access/permissions.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import type { Domain, ReadHandler, RequestContext, ResourceHooks } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, run } from "../../rows/query.ts";
import { bySet, remove, tables } from "../../rows/tables.ts";
import { readVisibleViews } from "../desk/list-views.ts";
import { offeredScopes, type OfferedScope } from "./granted-scopes.ts";
import { idsOf } from "./ids.ts";
import { packagedMenus } from "./packaged-menus.ts";
import { grantableMenus } from "./privilege-escalation.ts";
import { roleTreeKeys } from "./role-keys.ts";
import type { AuthorityServices } from "./services.ts";

interface MenuRow extends Omit<MenuEntry, "parentId"> {
  readonly parentId: string;
  readonly isDeleted: 0;
  readonly children?: readonly MenuRow[];
}

interface TreeNode {
  readonly id: string;
  readonly parentId: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children?: readonly TreeNode[];
}

/** Parent of the top entries on the wire. */
const root = "0";

/** The kept entries as a forest, in the order of the menu. `children` is left out where there are none (docs/wire.md §6). */
function forestOf<T extends object>(
  forest: MenuForest,
  isIncluded: (entry: MenuEntry) => boolean,
  draw: (entry: MenuEntry, parentId: string) => T,
): readonly (T & { readonly children?: readonly T[] })[] {
  const level = (parent: string | undefined): readonly (T & { readonly children?: readonly T[] })[] =>
    (forest.children.get(parent) ?? []).filter(isIncluded).map((entry) => {
      const children = level(entry.id);
      const drawn = draw(entry, parent ?? root);
      return children.length === 0 ? drawn : { ...drawn, children };
    });
  return level(undefined);
}

function rowOf(model: Model, language: Language): (entry: MenuEntry, parentId: string) => MenuRow {
  return (entry, parentId) => ({
    id: entry.id,
    parentId,
    code: entry.code,
    name: nameOfEntry(model, entry, language),
    alias: entry.alias,
    path: entry.path,
    source: entry.source,
    sort: entry.sort,
    category: entry.category,
    action: entry.action,
    isOpen: entry.isOpen,
    component: entry.component,
    remark: entry.remark,
    isDeleted: 0,
  });
}

/** What leads somewhere: an entry without what only its own form shows. */
interface Link extends Pick<MenuEntry, "code" | "name" | "path" | "source"> {
  /** Where the page of this site that embeds it is named by it. */
  readonly id?: string;
  readonly isOpen?: number;
  readonly children?: readonly Link[];
}

function linkOf(model: Model, language: Language): (entry: MenuEntry) => Link {
  return (entry) => ({
    ...(/^\/[\w/-]*$/.test(entry.path) ? {} : { id: entry.id }),
    code: entry.code,
    name: nameOfEntry(model, entry, language),
    path: entry.path,
    source: entry.source,
    ...(entry.isOpen === 1 ? {} : { isOpen: entry.isOpen }),
  });
}

function nodeOf(model: Model, language: Language): (entry: MenuEntry, parentId: string) => TreeNode {
  return (entry, parentId) => ({ id: entry.id, parentId, key: entry.id, value: entry.id, title: nameOfEntry(model, entry, language) });
}

/** A node of a tree that is chosen from; one that is disabled only holds others. */
interface ChoiceNode extends TreeNode {
  readonly category?: number;
  readonly source?: string;
  readonly disabled?: true;
  /** Its screen has nothing to show, because the server does not answer what fills it. */
  readonly unavailable?: true;
  /** 2: it opens a window of its own. */
  readonly isOpen?: number;
}

/** Entries as nodes to choose from: with what they are and their icons, for whoever draws them. */
function choiceOf(
  model: Model,
  language: Language,
  isOffered: (entry: MenuEntry) => boolean,
  missing: ReadonlySet<string> = new Set(),
): (entry: MenuEntry, parentId: string) => ChoiceNode {
  const plain = nodeOf(model, language);
  return (entry, parentId) => ({
    ...plain(entry, parentId),
    category: entry.category,
    source: entry.source,
    isOpen: entry.isOpen,
    ...(isOffered(entry) ? {} : { disabled: true as const }),
    // Nobody sees it in the sidebar, whatever is granted.
    ...(entry.category !== buttonCategory && missing.has(entry.code) ? { unavailable: true as const } : {}),
  });
}

/** Scopes below their menus, with what is above these. */
function scopeTree({ model, language }: RequestContext, forest: MenuForest, scopes: readonly OfferedScope[]): readonly ChoiceNode[] {
  const remaining = closedUpwards(
    forest,
    scopes.map(({ menuId }) => menuId),
  );
  const nodesOf = (menuId: string): readonly ChoiceNode[] =>
    scopes.filter((one) => one.menuId === menuId).map(({ id, name }) => ({ id, parentId: menuId, key: id, value: id, title: name }));
  const hang = (nodes: readonly ChoiceNode[]): readonly ChoiceNode[] =>
    nodes.map((node) => ({ ...node, children: [...hang(node.children ?? []), ...nodesOf(node.id)] }));
  const menu = nodeOf(model, language);
  return hang(
    forestOf(
      forest,
      (entry) => remaining.has(entry.id),
      (entry, parentId): ChoiceNode => ({ ...menu(entry, parentId), disabled: true }),
    ),
  );
}

/** What somebody may see of the menu. */
type Visible = Pick<CallerWithRights, "entries" | "forest">;

/** Ids with all that is above them. */
function closedUpwards(forest: MenuForest, ids: Iterable<string>): ReadonlySet<string> {
  const matches = new Set<string>();
  for (const id of ids) for (const entry of withAncestors(forest, id)) matches.add(entry.id);
  return matches;
}

function menusAmong(forest: MenuForest, ids: ReadonlySet<string>): readonly string[] {
  return [...ids].filter((id) => forest.byId.get(id)?.category === menuCategory);
}

/** The menus of somebody, without buttons, with all that is above them. */
export function menusOf({ entries, forest }: Visible): ReadonlySet<string> {
  return closedUpwards(forest, menusAmong(forest, entries));
}

/** The menus of somebody as tree nodes. */
function menuTreeOf(context: RequestContext, visible: Visible): readonly TreeNode[] {
  const remaining = menusOf(visible);
  return forestOf(visible.forest, (entry) => remaining.has(entry.id), nodeOf(context.model, context.language));
}

/** The same to choose from. */
export function menuChoices(context: RequestContext, visible: Visible): readonly ChoiceNode[] {
  const remaining = menusOf(visible);
  return forestOf(
    visible.forest,
    (entry) => remaining.has(entry.id),
    choiceOf(context.model, context.language, () => true),
  );
}

/** Menus that are configured for an entry of the header. */
async function menusBelowTop(context: RequestContext, topMenuId: string): Promise<ReadonlySet<string>> {
  const [matches] = await read(context, [settingsBelow(context, { topMenuId })]);
  return new Set(matches.map(({ menuId }) => menuId ?? ""));
}

const settingsBelow = prepared("menus_below_top", (given: Given<{ readonly topMenuId: string }>, { unscoped }) =>
  db.selectFrom(unscoped("topmenu-setting", "s")).where("s.topMenuId", "=", given("topMenuId")).select("s.menuId"),
);

const entriesOfHeader = prepared("top_menus", (_given: Given<object>, { unscoped }) =>
  db
    .selectFrom(unscoped("topmenu", "t"))
    .orderBy("t.sort")
    .orderBy("t.id")
    .select(["t.id", "t.code", "t.name", "t.nameEn", "t.source", "t.path", "t.sort"]),
);

/** The entries of the header, in their order, named in the reader's language. */
const topMenus: ReadHandler = async (context) => {
  const [matches] = await read(context, [entriesOfHeader(context, {})]);
  return matches.map(({ id, code, name, nameEn, source, path, sort }) => ({
    id,
    code,
    name: context.language === "en" && nameEn !== null && nameEn !== "" ? nameEn : name,
    source: source ?? "",
    path: path ?? "",
    sort: sort ?? 0,
  }));
};

const hooks: ResourceHooks<"menu"> = {
  // Grants of a menu go with it, and its place below top menus; a package that names it holds it back.
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const ids = rows.map((row) => row.id);
      await run(
        tx,
        remove(tables(context).acrossTenants("role-menu", "g"), bySet).where("g.menuId", "=", anyOf(ids)),
        remove(tables(context).acrossTenants("topmenu-setting", "s"), bySet).where("s.menuId", "=", anyOf(ids)),
      );
    },
  },
};

/** Ids of menus without those that lead to a screen with nothing to show, and without what only held such. */
function shownMenus(forest: MenuForest, menus: readonly string[], missing: ReadonlySet<string>): readonly string[] {
  const own = new Set(menus);
  const isShown = ({ id, code }: MenuEntry): boolean => {
    if (missing.has(code)) return false;
    const children = (forest.children.get(id) ?? []).filter((child) => own.has(child.id));
    return children.length === 0 || children.some(isShown);
  };
  return menus.filter((id) => {
    const entry = forest.byId.get(id);
    return entry !== undefined && isShown(entry);
  });
}

/** `missingScreens`: resources whose screen has nothing to show, because the server does not answer what fills it. */
export function menuDomain(services: AuthorityServices, missingScreens: (model: Model) => ReadonlySet<string>): Domain {
  const { callers } = services;
  const routes: ReadHandler = async (context, parameters) => {
    const { entries, forest } = await callers.withRights(context.caller);
    const menus = shownMenus(forest, menusAmong(forest, entries), missingScreens(context.model));
    const [topMenuId] = (parameters["topMenuId"] ?? "") === "" ? [] : idsOf(parameters["topMenuId"], "topMenuId");
    const chosen = topMenuId === undefined ? undefined : await menusBelowTop(context, topMenuId);
    // A menu that is configured brings what is below it along.
    const isChosen = (id: string) => chosen === undefined || withAncestors(forest, id).some((entry) => chosen.has(entry.id));
    const remaining = closedUpwards(forest, menus.filter(isChosen));
    return forestOf(forest, (entry) => remaining.has(entry.id), rowOf(context.model, context.language));
  };

  /** Everything that the browser application needs of the menu before it shows anything, and nothing else of it. */
  const workspace: ReadHandler = async (context) => {
    const [{ entries, forest }, header, views] = await Promise.all([
      callers.withRights(context.caller),
      topMenus(context, {}, undefined),
      // What the first list opens with, if it opens with a view.
      readVisibleViews(context),
    ]);
    const remaining = closedUpwards(forest, shownMenus(forest, menusAmong(forest, entries), missingScreens(context.model)));
    return {
      routes: forestOf(forest, (entry) => remaining.has(entry.id), linkOf(context.model, context.language)),
      permissions: [...entries].flatMap((id) => {
        const entry = forest.byId.get(id);
        return entry?.category === buttonCategory && entry.parentId !== undefined && forest.byId.has(entry.parentId) ? [entry.code] : [];
      }),
      topMenus: header,
      ...(views === undefined ? {} : { views }),
    };
  };

  const buttons: ReadHandler = async (context) => {
    const { entries, forest } = await callers.withRights(context.caller);
    const own = [...entries].map((id) => forest.byId.get(id)).filter((entry) => entry?.category === buttonCategory);
    const holders = new Set(own.map((entry) => entry?.parentId));
    const draw = rowOf(context.model, context.language);
    // One level of menus with their buttons: the menus' own places in the tree do not matter here (docs/wire.md §7).
    return forest.entries
      .filter((entry) => holders.has(entry.id))
      .map((menu) => ({
        ...draw(menu, menu.parentId ?? root),
        children: (forest.children.get(menu.id) ?? [])
          .filter((entry) => entry.category === buttonCategory && entries.has(entry.id))
          .map((entry) => draw(entry, menu.id)),
      }));
  };

  const tree: ReadHandler = async (context, parameters) => {
    const { entries, forest } = await callers.withRights(context.caller);
    const tenantId = parameters["tenantId"] ?? "";
    const packaged = context.caller.isAdministrator && tenantId !== "" ? await packagedMenus(context, tenantId) : undefined;
    const visible = packaged === undefined ? entries : entriesOfPackage(forest, packaged);
    return menuTreeOf(context, { entries: visible, forest });
  };

  const grantTree: ReadHandler = async (context) => {
    const caller = await callers.withRights(context.caller);
    const { entries, forest } = caller;
    const included = closedUpwards(forest, entries);
    const grantable = grantableMenus(caller);
    const scopes = await offeredScopes(context, caller);
    return {
      menu: forestOf(
        forest,
        (entry) => included.has(entry.id),
        choiceOf(context.model, context.language, (entry) => grantable.has(entry.id), missingScreens(context.model)),
      ),
      dataScope: scopeTree(context, forest, scopes[dataCategory]),
      apiScope: scopeTree(context, forest, scopes[apiCategory]),
    };
  };

  return {
    reads: {
      "menu.routes": routes,
      "menu.buttons": buttons,
      "menu.workspace": workspace,
      "menu.tree": tree,
      "menu.grant-tree": grantTree,
      "menu.role-tree-keys": roleTreeKeys(services),
      "menu.top-menu": topMenus,
    },
    actions: {},
    hooks: { menu: hooks },
  };
}
