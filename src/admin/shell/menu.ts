// The menu as the server gives it for the person: areas that hold screens, links that lead out (contract §7).
import { isRecord, rowsOf, textOf } from "../api/record.ts";

export interface MenuItem {
  /** Unique in the menu, also where the server has two rows of one code or path. */
  readonly key: string;
  readonly code: string;
  readonly label: string;
  readonly icon: string;
  /** Route of the screen; undefined for a container. */
  readonly path: string | undefined;
  /** Address of another site, or of a page opened in a window of its own. */
  readonly href: string | undefined;
  readonly children: readonly MenuItem[];
}

/** `isOpen` of a row that opens a new window (contract §7). */
const opensWindow = "2";

/** Only addresses of the web and of this site are ever followed. */
function addressOf(path: string): string | undefined {
  return /^https?:\/\//i.test(path) || /^\/(?![/\\])/.test(path) ? path : undefined;
}

function leadsOut(path: string, row: Readonly<Record<string, unknown>>): boolean {
  return /^https?:/i.test(path) || /html/i.test(path) || textOf(row["isOpen"]) === opensWindow;
}

function itemOf(row: Readonly<Record<string, unknown>>, key: string): MenuItem {
  const children = Array.isArray(row["children"]) ? row["children"].filter(isRecord).map((child, index) => itemOf(child, `${key}-${index}`)) : [];
  const path = textOf(row["path"]);
  const isContainer = children.length > 0;
  const out = !isContainer && leadsOut(path, row);
  return {
    key,
    code: textOf(row["code"]),
    label: textOf(row["name"]),
    icon: textOf(row["source"]),
    path: isContainer || out || !path.startsWith("/") ? undefined : path,
    href: out ? addressOf(path) : undefined,
    children,
  };
}

/** The menu in the answer of menu/routes; no role, no menu (contract §7). */
export function menuIn(data: unknown): readonly MenuItem[] {
  return rowsOf(data).map((row, index) => itemOf(row, String(index)));
}

/** All items, containers before what they hold. */
export function flatMenu(menu: readonly MenuItem[]): readonly MenuItem[] {
  return menu.flatMap((item) => [item, ...flatMenu(item.children)]);
}

/** The item whose screen a path shows, and the containers around it, outermost first. */
export function trailTo(menu: readonly MenuItem[], pathname: string): readonly MenuItem[] {
  for (const item of menu) {
    if (item.path === pathname) return [item];
    const below = trailTo(item.children, pathname);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}
