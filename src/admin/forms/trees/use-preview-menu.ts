// A preview of a sidebar: of a role, of a tenant's package, below an entry of the header; without any of them the whole menu.
import { useTranslation } from "../../i18n/use-translation.ts";
import { isRecord, partsOf, type ApiFailure } from "../../api/index.ts";
import { useReadAll, type Reader } from "../../data/queries/reads.ts";
import type { MenuItem } from "../../workspace/menu.ts";
import { choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";
import { countNotOffered } from "./checked-lists.ts";
import { menuTreeIn } from "./menu-tree.ts";
import { limitsIn } from "./role-limits.ts";
import { visibleWith, isBelow, sidebarOf, type Limits, type IsVisible } from "./sidebar-of.ts";

/** The subject of the preview; "" applies no limit. */
export interface Viewer {
  readonly tenantId: string;
  readonly roleId: string;
  readonly topMenuId: string;
}

/** The server's data about a viewer. */
interface ViewerAccess {
  readonly tree: ChoiceTree;
  /** Of the role. */
  readonly granted?: ReadonlySet<string>;
  readonly limits?: Limits;
  /** Menus of the tenant's package. */
  readonly packaged?: ReadonlySet<string>;
  /** The menus configured for the entry of the header. */
  readonly top?: ReadonlySet<string>;
}

/** Name of the menu's tree in the answers that hold several. */
const menuTree = "menu";
const menuPath = "/blade-system/menu";

const member = (data: unknown, name: string): unknown => (isRecord(data) ? data[name] : undefined);

async function viewerAccessOf({ tenantId, roleId, topMenuId }: Viewer, readPath: Reader): Promise<ViewerAccess> {
  const read = (name: string, query: Readonly<Record<string, string>>) => readPath(`${menuPath}/${name}`, query);
  const ofTenant: Readonly<Record<string, string>> = tenantId === "" ? {} : { tenantId };
  const [trees, keys, packaged, top] = await Promise.all([
    read("grant-tree", {}),
    roleId === "" ? undefined : read("role-tree-keys", { roleIds: roleId }),
    roleId !== "" || tenantId === "" ? undefined : read("tree", ofTenant),
    topMenuId === "" ? undefined : read("top-tree-keys", { topMenuIds: topMenuId, ...ofTenant }),
  ]);
  return {
    tree: await menuTreeIn(member(trees, menuTree), () => read("list", {})),
    ...(keys === undefined ? {} : { granted: new Set(partsOf(member(keys, menuTree))), limits: limitsIn([keys], menuTree) }),
    ...(packaged === undefined ? {} : { packaged: new Set(choiceTreeIn(packaged).byId.keys()) }),
    ...(top === undefined ? {} : { top: new Set(partsOf(member(top, menuTree))) }),
  };
}

/** The visibility test of a viewer. */
export function visibleTo({ granted, limits, packaged, top }: Omit<ViewerAccess, "tree">): IsVisible {
  const holds: IsVisible = granted !== undefined ? visibleWith(granted, limits) : ({ id }) => packaged?.has(id) ?? true;
  return (node) => holds(node) && (top === undefined || isBelow(node, top));
}

interface PreviewMenu {
  /** Undefined while loading. */
  readonly menu?: readonly MenuItem[];
  readonly notes?: readonly string[];
  readonly failure?: ApiFailure;
  readonly refetch: () => void;
}

export function usePreviewMenu(viewer: Viewer): PreviewMenu {
  const { t } = useTranslation();
  // The previous viewer's menu stays until the new one is loaded.
  const {
    value: access,
    failure,
    refetch,
  } = useReadAll(`menu of ${viewer.tenantId} ${viewer.roleId} ${viewer.topMenuId}`, (read) => viewerAccessOf(viewer, read), {
    keepsPrevious: true,
  });
  if (access === undefined) return { refetch, ...(failure === undefined ? {} : { failure }) };
  // Users other than administrators are offered only a part of the menu; a role may have more.
  const beyond = access.granted === undefined ? 0 : countNotOffered([access.granted], access.tree);
  return {
    refetch,
    menu: sidebarOf(access.tree, visibleTo(access)),
    notes: beyond === 0 ? [] : [t("trees.notShown", { count: beyond })],
  };
}
