// Menus and buttons, what roles hold of them, entries of the header, and the scopes of data and interfaces.
import { done, type Answer } from "./answers.ts";
import { needed, type Call, type Caller, type Endpoint } from "./calls.ts";
import { crud } from "./crud.ts";
import { byMap } from "./filters.ts";
import { parts, rowsIn, type Row } from "./rows.ts";
import { forest, nodes, withAncestors } from "./trees.ts";
import type { MenuTables } from "./sample-menus.ts";

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const isMenu = (row: Row): boolean => row["category"] === 1;

export function menus(tables: MenuTables): readonly Endpoint[] {
  const { menus: rows, topMenus, dataScopes, apiScopes, held, ofTopMenu } = tables;
  const idIn = (ids: ReadonlySet<string>) => (row: Row) => ids.has(String(row["id"]));
  const heldBy = (caller: Caller) => new Set(caller.roleIds.flatMap((role) => [...(held.get(role) ?? [])]));
  const title = (row: Row) => ({ parentName: String(rows.find(String(row["parentId"]))?.["name"] ?? "顶级") });

  const routes = ({ caller, parameters }: Call): Answer => {
    const own = rows.rows.filter(isMenu).filter(idIn(heldBy(caller)));
    const topMenu = parameters["topMenuId"] ?? "";
    const shown = topMenu === "" ? own : own.filter(idIn(ofTopMenu.get(topMenu) ?? new Set()));
    return done(forest(rows, withAncestors(rows, shown)));
  };

  const buttons = ({ caller }: Call): Answer => {
    const own = rows.rows.filter((row) => !isMenu(row)).filter(idIn(heldBy(caller)));
    const parents = new Set(own.map((row) => row["parentId"]));
    return done(forest(rows, [...rows.rows.filter((row) => parents.has(row["id"] ?? null)), ...own]));
  };

  /** Scopes hang below their menus. */
  const scopeTree = (scopes: MenuTables["dataScopes"]) => {
    const menusOf = withAncestors(
      rows,
      rowsIn(
        rows,
        scopes.rows.map((row) => String(row["menuId"])),
      ),
    );
    return nodes(
      [
        ...menusOf,
        ...scopes.rows.map((row): Row => ({ id: row["id"] ?? null, parentId: row["menuId"] ?? null, name: row["scopeName"] ?? null })),
      ],
      "name",
    );
  };

  const lazy = ({ parameters }: Call): Answer => {
    const { parentId, ...filters } = parameters;
    const found = byMap(rows, filters)
      .filter(isMenu)
      .filter((row) => Object.keys(filters).length > 0 || row["parentId"] === (parentId || "0"));
    return done(
      found.map((row) => ({
        ...rows.shown(row),
        ...title(row),
        hasChildren: rows.rows.some((one) => isMenu(one) && one["parentId"] === row["id"]),
      })),
    );
  };

  return [
    ...crud("/blade-system/menu", rows, {
      list: (_call, found) => done(forest(rows, found, title)),
      before: ({ body }) => ({ ...body, parentId: String(body["parentId"] ?? "") || "0" }),
    }),
    { method: "GET", path: "/blade-system/menu/lazy-menu-list", answer: lazy },
    {
      method: "GET",
      path: "/blade-system/menu/menu-list",
      answer: ({ parameters }) => done(forest(rows, byMap(rows, parameters).filter(isMenu), title)),
    },
    { method: "GET", path: "/blade-system/menu/tree", answer: () => done(nodes(rows.rows.filter(isMenu), "name")) },
    { method: "GET", path: "/blade-system/menu/routes", answer: routes },
    { method: "GET", path: "/blade-system/menu/buttons", answer: buttons },
    {
      method: "GET",
      path: "/blade-system/menu/top-menu",
      answer: () => done(topMenus.rows.map((row) => topMenus.shown(row))),
    },
    {
      method: "GET",
      path: "/blade-system/menu/grant-tree",
      answer: ({ caller }) => {
        const own = caller.roles.includes("administrator") ? rows.rows : rows.rows.filter(idIn(heldBy(caller)));
        return done({ menu: nodes(own, "name"), dataScope: scopeTree(dataScopes), apiScope: scopeTree(apiScopes) });
      },
    },
    {
      method: "GET",
      path: "/blade-system/menu/role-tree-keys",
      answer: (call) => {
        const ids = new Set(parts(needed(call, "roleIds")).flatMap((role) => [...(held.get(role) ?? [])]));
        const keys = (found: readonly Row[]) => found.filter(idIn(ids)).map((row) => row["id"]);
        return done({ menu: keys(rows.rows), dataScope: keys(dataScopes.rows), apiScope: keys(apiScopes.rows) });
      },
    },
    {
      method: "POST",
      path: "/blade-system/role/grant",
      answer: ({ body }) => {
        const granted = new Set(["menuIds", "dataScopeIds", "apiScopeIds"].flatMap((name) => textsIn(body[name])));
        for (const role of textsIn(body["roleIds"])) held.set(role, granted);
        return done();
      },
    },
    { method: "GET", path: "/blade-system/menu/grant-top-tree", answer: () => done({ menu: nodes(rows.rows.filter(isMenu), "name") }) },
    {
      method: "GET",
      path: "/blade-system/menu/top-tree-keys",
      answer: (call) => done({ menu: parts(needed(call, "topMenuIds")).flatMap((id) => [...(ofTopMenu.get(id) ?? [])]) }),
    },
    ...crud("/blade-system/topmenu", topMenus, { isBound: true }),
    {
      method: "POST",
      path: "/blade-system/topmenu/grant",
      answer: ({ body }) => {
        for (const id of textsIn(body["topMenuIds"])) ofTopMenu.set(id, new Set(textsIn(body["menuIds"])));
        return done();
      },
    },
    ...crud("/blade-system/data-scope", dataScopes, { isBound: true }),
    ...crud("/blade-system/api-scope", apiScopes, { isBound: true }),
  ];
}
