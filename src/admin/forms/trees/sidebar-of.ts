// The sidebar that comes of entries of the menu, as the server makes it: menus without buttons, with all that is above them (docs/wire.md
// §7).
import type { MenuItem } from "../../workspace/menu.ts";
import type { ChoiceNode, ChoiceTree } from "./choice-tree.ts";

type Ids = ReadonlySet<string>;

/** What the server reports about a role in addition to its grants. */
export interface Limits {
  /** Entries that the role has without a grant. */
  readonly implied: Ids;
  /** The entries of its tenant's package: all others are invisible. Undefined: no package, no limit. */
  readonly within: Ids | undefined;
}

export const noLimits: Limits = { implied: new Set(), within: undefined };

/** Whether a menu is visible; its ancestors are visible with it. */
export type IsVisible = (menu: ChoiceNode) => boolean;

/** Visibility for users with these grants. */
export function visibleWith(granted: Ids, { implied, within }: Limits = noLimits): IsVisible {
  return ({ id }) => (granted.has(id) || implied.has(id)) && (within === undefined || within.has(id));
}

/** Whether one of these is the node or its ancestor: an entry of the header includes everything below the entries configured for it. */
export function isBelow(node: ChoiceNode, ids: Ids): boolean {
  return ids.has(node.id) || (node.parent !== undefined && isBelow(node.parent, ids));
}

/** The sidebar, as the shell renders it; its entries are not links. */
export function sidebarOf({ roots }: ChoiceTree, sees: IsVisible): readonly MenuItem[] {
  const level = (nodes: readonly ChoiceNode[]): readonly MenuItem[] =>
    nodes.flatMap((node) => {
      if (node.isButton || node.isUnavailable === true) return [];
      const children = level(node.children);
      const hasVisibleUnavailable = node.children.some((child) => child.isUnavailable === true && sees(child));
      if (children.length === 0 && (hasVisibleUnavailable || !sees(node))) return [];
      return [
        {
          key: node.id,
          code: "",
          label: node.title,
          icon: node.icon,
          path: undefined,
          href: node.opensWindow ? "" : undefined,
          embedded: undefined,
          children,
        },
      ];
    });
  return level(roots);
}

/** Menus that are chosen and no part of the package: they are not in the sidebar all the same. */
export function menusOutside({ byId }: ChoiceTree, chosen: Ids, { within }: Limits): readonly ChoiceNode[] {
  return within === undefined
    ? []
    : [...chosen].flatMap((id) => byId.get(id) ?? []).filter((node) => !node.isButton && !within.has(node.id));
}

/** Whether a menu is in the sidebar: it or one of its descendants is selected. */
function isShown(node: ChoiceNode, chosen: Ids): boolean {
  return !node.isButton && (chosen.has(node.id) || node.children.some((child) => isShown(child, chosen)));
}

/** Menus of selected buttons that are not in the sidebar: users who have the buttons cannot reach their screen. */
export function menusMissing({ byId }: ChoiceTree, chosen: Ids): readonly ChoiceNode[] {
  const missing = new Set<ChoiceNode>();
  for (const id of chosen) {
    const node = byId.get(id);
    if (node?.isButton === true && node.parent !== undefined && !isShown(node.parent, chosen)) missing.add(node.parent);
  }
  return [...missing];
}
