// The sidebar that comes of chosen entries of the menu, as the server makes it: menus without buttons, with all that is above them (contract §7).
import type { TreeList } from "#schema/resource";
import type { ChoiceNode, ChoiceTree } from "./choice-tree.ts";

export interface SidebarEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly children: readonly SidebarEntry[];
}

/** "chosen": what is chosen; "below": with what is below it. */
export function sidebarOf({ roots }: ChoiceTree, chosen: ReadonlySet<string>, extent: NonNullable<TreeList["sidebar"]>): readonly SidebarEntry[] {
  const level = (nodes: readonly ChoiceNode[], isWithin: boolean): readonly SidebarEntry[] =>
    nodes.flatMap((node) => {
      if (node.isButton) return [];
      const isThere = isWithin || chosen.has(node.id);
      const children = level(node.children, extent === "below" && isThere);
      return isThere || children.length > 0 ? [{ id: node.id, label: node.title, icon: node.icon, children }] : [];
    });
  return level(roots, false);
}

/** Whether a menu stands in the sidebar: chosen itself, or above one that is. */
function isShown(node: ChoiceNode, chosen: ReadonlySet<string>): boolean {
  return !node.isButton && (chosen.has(node.id) || node.children.some((child) => isShown(child, chosen)));
}

/** Menus of chosen buttons that are not in the sidebar: whoever holds the buttons does not come to their screen. */
export function menusMissing({ byId }: ChoiceTree, chosen: ReadonlySet<string>): readonly ChoiceNode[] {
  const missing = new Set<ChoiceNode>();
  for (const id of chosen) {
    const node = byId.get(id);
    if (node?.isButton === true && node.parent !== undefined && !isShown(node.parent, chosen)) missing.add(node.parent);
  }
  return [...missing];
}
