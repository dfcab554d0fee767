// The menu as the server gives it for the person: areas that hold screens, embedded pages, links that lead out (docs/specification.md §2,
// docs/wire.md §7).
import { resourceIn } from "../../schema/dialects/available.ts";
import { isSitePath } from "../../schema/site-path.ts";
import { isRecord, partsOf, rowsOf, textOf } from "../api/wire-data.ts";
import { settings } from "../browser/settings.ts";

export interface MenuItem {
  /** Unique in the menu, also where the server has two rows of one code or path. */
  readonly key: string;
  readonly code: string;
  readonly label: string;
  readonly icon: string;
  /** Route of the screen or embedded page; undefined for a container. */
  readonly path: string | undefined;
  /** Address of an entry that opens in a new window. */
  readonly href: string | undefined;
  /** Address that the page at `path` embeds. */
  readonly embedded: string | undefined;
  readonly children: readonly MenuItem[];
}

/** `isOpen` of a row that opens a new window (docs/wire.md §7). */
const opensWindow = "2";

/** Where embedded pages are shown, each below its own name. */
export const embeddedPath = "/myiframe";

/** Only addresses of the web and of this site are ever followed. */
function addressOfMenuPath(path: string): string | undefined {
  return /^https?:\/\//i.test(path) || isSitePath(path) ? path : undefined;
}

/** Pages outside of the application's own routes (docs/specification.md §2). */
function isForeign(path: string): boolean {
  return /^https?:/i.test(path) || /html/i.test(path);
}

/** A leaf at the top of the menu has its page one level below, as areas have theirs (docs/specification.md §2). */
function routeOf(path: string): string | undefined {
  if (!isSitePath(path)) return undefined;
  return /^\/[^/]+$/.test(path) ? `${path}/index` : path;
}

/** Where a leaf leads: to a screen of ours, to an embedded page, or out of this window. */
function targetOf(row: Readonly<Record<string, unknown>>, key: string): Pick<MenuItem, "path" | "href" | "embedded"> {
  const path = textOf(row["path"]).trim();
  if (textOf(row["isOpen"]) === opensWindow) return { path: undefined, href: addressOfMenuPath(path), embedded: undefined };
  if (!isForeign(path)) return { path: routeOf(path), href: undefined, embedded: undefined };
  // The row's id is the one thing that no other row has, and that stays when the menu is rearranged.
  return {
    path: `${embeddedPath}/${encodeURIComponent(textOf(row["id"]) || key)}`,
    href: undefined,
    embedded: addressOfMenuPath(path) ?? "",
  };
}

/** The aliases of roles that alone see a row; Blade keeps them in `roles` or in `meta.roles`. None: everybody sees it. */
function rolesOf(row: Readonly<Record<string, unknown>>): readonly string[] {
  const { roles, meta } = row;
  return partsOf(roles ?? (isRecord(meta) ? meta["roles"] : undefined));
}

/** The rows that a person with these roles sees; undefined: whoever it is. */
function visibleRows(rows: readonly unknown[], roles: readonly string[] | undefined): readonly Readonly<Record<string, unknown>>[] {
  return rows.filter(isRecord).filter((row) => {
    const wanted = rolesOf(row);
    return roles === undefined || wanted.length === 0 || wanted.some((role) => roles.includes(role));
  });
}

/** The code of a row as our screens are named. */
function codeOf(row: Readonly<Record<string, unknown>>): string {
  const code = textOf(row["code"]);
  const { hyphens, codes } = settings.dialect.menu;
  return codes[code] ?? (hyphens ? code.replaceAll("_", "-") : code);
}

/** Whether an entry leads to a screen that this back-end does not have. */
function isUnavailable(target: Pick<MenuItem, "path" | "embedded">, code: string): boolean {
  return target.path !== undefined && target.embedded === undefined && resourceIn(settings.dialect, code) === undefined;
}

function itemsOf(rows: readonly unknown[], roles: readonly string[] | undefined, above: string): readonly MenuItem[] {
  return visibleRows(rows, roles).flatMap((row, index) => {
    const key = `${above}${index}`;
    const below = Array.isArray(row["children"]) ? row["children"] : [];
    const children = itemsOf(below, roles, `${key}-`);
    // A container whose screens are all for others leads nowhere.
    if (below.length > 0 && children.length === 0) return [];
    const target = children.length > 0 ? { path: undefined, href: undefined, embedded: undefined } : targetOf(row, key);
    const code = codeOf(row);
    if (children.length === 0 && isUnavailable(target, code)) return [];
    const icon = textOf(row["source"]);
    const { icons } = settings.dialect;
    return [{ key, code, label: textOf(row["name"]), icon: icons[icon] ?? icons[code] ?? icon, ...target, children }];
  });
}

/**
 * The menu in the answer of menu/routes; no role, no menu (docs/wire.md §7). An item with a list of roles is shown only to who has one of
 * `roles` (docs/specification.md §2); without `roles` all items are.
 */
export function menuIn(data: unknown, roles?: readonly string[]): readonly MenuItem[] {
  return itemsOf(rowsOf(data), roles, "");
}

/** All items, containers before their children. */
export function flatMenu(menu: readonly MenuItem[]): readonly MenuItem[] {
  return menu.flatMap((item) => [item, ...flatMenu(item.children)]);
}

/** The item of a path's screen, and the containers around it, outermost first. */
export function breadcrumbsTo(menu: readonly MenuItem[], pathname: string): readonly MenuItem[] {
  for (const item of menu) {
    if (item.path === pathname) return [item];
    const below = breadcrumbsTo(item.children, pathname);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

/**
 * The leaf of the menu that an address shows; of several at one address the first. A top leaf is also known by its address without /index.
 */
export function leafAt(menu: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const plain = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return flatMenu(menu).find((item) => item.path === plain || item.path === `${plain}/index`);
}
