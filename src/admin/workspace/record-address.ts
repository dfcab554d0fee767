// The addresses of records: each is below the address of its list. The page at such an address decides whether the record has a page of its
// own or opens in the dialog over its list (pages/screen-page.tsx), so that a link needs to know nothing but the name of the resource.
import { useMemo } from "react";
import { flatMenu, leafAt, type MenuItem } from "./menu.ts";
import { useWorkspaceIfThere } from "./workspace.ts";

/** In place of an id: the page on which a new record is entered. Ids are numbers. */
export const newRecord = "new";

/** Whether an address is that of a new record. */
export const isNewRecord = ({ entry }: { readonly entry?: "page" }, id: string): boolean => entry === "page" && id === newRecord;

/** The address of a record of the list at a path. `act`: an action that it is opened for. */
export function addressBelow(list: string, id: string, act = ""): string {
  return `${list}/${encodeURIComponent(id)}${act === "" ? "" : `?${new URLSearchParams({ act })}`}`;
}

/** The address of the list of a resource; undefined for those whose menu does not have it. */
function listAddress(menu: readonly MenuItem[], resource: string): string | undefined {
  return flatMenu(menu).find(({ code }) => code === resource)?.path;
}

/** The address of a record of a resource; undefined for those whose menu does not have its list. */
export function recordAddress(menu: readonly MenuItem[], resource: string, id: string): string | undefined {
  const list = listAddress(menu, resource);
  return list === undefined || id === "" ? undefined : addressBelow(list, id);
}

/** The address of a screen's list: that of the menu, or else the one that every screen has. */
export function useListAddress({ area, name }: { readonly area: string; readonly name: string }): string {
  const workspace = useWorkspaceIfThere();
  return listAddress(workspace?.menu ?? [], name) ?? `/${area}/${name}`;
}

const noMenu: readonly MenuItem[] = [];

/** The addresses of the lists that the menu has, by resource. */
export function useListAddresses(): (resource: string) => string | undefined {
  const menu = useWorkspaceIfThere()?.menu ?? noMenu;
  return useMemo(() => {
    const paths = new Map(
      flatMenu(menu)
        .toReversed()
        .map(({ code, path }) => [code, path]),
    );
    return (resource) => paths.get(resource);
  }, [menu]);
}

/** What an address says of a screen: its entry in the menu, the address of its list, and the record below that. */
interface ScreenPlace {
  readonly leaf: MenuItem | undefined;
  readonly list: string;
  readonly id: string | undefined;
}

/** The last segment of a path as it was meant; as it stands where nobody can have meant it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The list or the record at an address: by the menu where it has one of them, else by the two segments that every list has. */
export function screenPlace(menu: readonly MenuItem[], pathname: string): ScreenPlace {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const own = leafAt(menu, path);
  if (own?.path !== undefined) return { leaf: own, list: own.path, id: undefined };
  const end = path.lastIndexOf("/");
  const [list, last] = [path.slice(0, end), decoded(path.slice(end + 1))];
  const leaf = flatMenu(menu).find((item) => item.path === list);
  if (leaf !== undefined || list.split("/").length === 3) return { leaf, list, id: last };
  return { leaf: undefined, list: path, id: undefined };
}
