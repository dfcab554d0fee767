// A tree that ids are chosen from: its nodes as the server sends them, their children, and the matches of a search.
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";

export interface ChoiceNode {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** A button on a screen, where the nodes are entries of the menu. */
  readonly isButton: boolean;
  /** A menu that opens in a new window. */
  readonly opensWindow: boolean;
  /** A menu whose screen has nothing to show: the server omits it from the sidebar. */
  readonly isUnavailable?: boolean;
  /** It only holds others. */
  readonly isDisabled: boolean;
  /** Distance from the top: 0 for roots. */
  readonly depth: number;
  readonly parent: ChoiceNode | undefined;
  readonly children: readonly ChoiceNode[];
}

export interface ChoiceTree {
  readonly roots: readonly ChoiceNode[];
  readonly byId: ReadonlyMap<string, ChoiceNode>;
  /** Ids that may be chosen. */
  readonly offered: ReadonlySet<string>;
}

/** `category` of a button among the entries of the menu (docs/wire.md §7). */
const buttonCategory = "2";
/** `isOpen` of a menu that opens in a new window. */
const ownWindow = "2";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Nodes or rows below one. */
export function childrenOf(row: Readonly<Record<string, unknown>>): Rows {
  return Array.isArray(row["children"]) ? row["children"].filter(isRecord) : [];
}

/** The tree in an answer; an id that occurs twice counts at its first position. `entries`: further data of its nodes, by their ids. */
export function choiceTreeIn(data: unknown, entries: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map()): ChoiceTree {
  const byId = new Map<string, ChoiceNode>();
  const offered = new Set<string>();
  const level = (rows: Rows, parent: ChoiceNode | undefined): readonly ChoiceNode[] =>
    rows.flatMap((one) => {
      const id = textOf(one["id"]) || textOf(one["key"]);
      if (id === "" || byId.has(id)) return [];
      const row = { ...entries.get(id), ...one };
      const children: ChoiceNode[] = [];
      const node: ChoiceNode = {
        id,
        parent,
        children,
        title: textOf(row["title"]) || id,
        icon: textOf(row["source"]),
        isButton: textOf(row["category"]) === buttonCategory,
        opensWindow: textOf(row["isOpen"]) === ownWindow,
        ...(row["unavailable"] === true ? { isUnavailable: true } : {}),
        isDisabled: row["disabled"] === true,
        depth: parent === undefined ? 0 : parent.depth + 1,
      };
      byId.set(id, node);
      if (!node.isDisabled) offered.add(id);
      children.push(...level(childrenOf(one), node));
      return [node];
    });
  return { roots: level(rowsOf(data), undefined), byId, offered };
}

/** A node and everything below it that may be chosen. */
export function branchOf(node: ChoiceNode): readonly string[] {
  return [...(node.isDisabled ? [] : [node.id]), ...node.children.flatMap(branchOf)];
}

export interface Count {
  readonly chosen: number;
  readonly all: number;
}

/** Of every node that has others below it: how many of these may be chosen, and how many are. */
export function countsBelow(tree: ChoiceTree, chosen: ReadonlySet<string>): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  const count = (node: ChoiceNode): Count => {
    let [here, all] = [0, 0];
    for (const child of node.children) {
      const below = count(child);
      here += below.chosen + Number(!child.isDisabled && chosen.has(child.id));
      all += below.all + Number(!child.isDisabled);
    }
    const totals = { chosen: here, all };
    if (node.children.length > 0) counts.set(node.id, totals);
    return totals;
  };
  for (const root of tree.roots) count(root);
  return counts;
}

/** The filtered tree. */
interface Narrowed {
  readonly matches: ReadonlySet<string>;
  /** Nodes to render: the matches, their ancestors and their descendants. */
  readonly visible: ReadonlySet<string>;
  /** Nodes with a match below them. */
  readonly leading: ReadonlySet<string>;
}

/** Narrows a tree to the nodes that are wanted, in their places. */
export function narrowed(tree: ChoiceTree, isWanted: (node: ChoiceNode) => boolean): Narrowed {
  const [matches, visible, leading] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const keepBelow = (node: ChoiceNode): void => {
    visible.add(node.id);
    node.children.forEach(keepBelow);
  };
  for (const node of tree.byId.values()) {
    if (!isWanted(node)) continue;
    matches.add(node.id);
    keepBelow(node);
    for (let above = node.parent; above !== undefined && !leading.has(above.id); above = above.parent) leading.add(above.id);
  }
  for (const id of leading) visible.add(id);
  return { matches, visible, leading };
}

export function contains(node: ChoiceNode, search: string): boolean {
  return node.title.toLowerCase().includes(search.toLowerCase());
}

/** A node in its row. */
export interface ShownNode {
  readonly node: ChoiceNode;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  /** From 1, among its rendered siblings. */
  readonly position: number;
  readonly siblings: number;
}

/** The rows of a tree, top to bottom. `kept` leaves others out. */
export function shownNodes(
  roots: readonly ChoiceNode[],
  isOpen: (node: ChoiceNode) => boolean,
  visible?: ReadonlySet<string>,
): readonly ShownNode[] {
  const rows: ShownNode[] = [];
  const level = (nodes: readonly ChoiceNode[]): void => {
    const here = visible === undefined ? nodes : nodes.filter((node) => visible.has(node.id));
    here.forEach((node, index) => {
      const hasChildren = visible === undefined ? node.children.length > 0 : node.children.some((child) => visible.has(child.id));
      const open = hasChildren && isOpen(node);
      rows.push({ node, isOpen: open, hasChildren, position: index + 1, siblings: here.length });
      if (open) level(node.children);
    });
  };
  level(roots);
  return rows;
}
