// The nodes of a tree that are in view: whole or read level by level, some open, some not.
import type { Choice } from "../../api/choice-requests.ts";

/** Key of a node → its children, where these were loaded separately. */
type Levels = ReadonlyMap<string, readonly Choice[]>;

export interface ShownNode {
  readonly choice: Choice;
  /** From 1. */
  readonly level: number;
  /** Key of the node above; undefined at the top. */
  readonly parent: string | undefined;
  /** Undefined: nothing is below it. */
  readonly isOpen: boolean | undefined;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

/** The children of a node; undefined where some may not be loaded yet. */
function below(choice: Choice, levels: Levels): readonly Choice[] | undefined {
  return choice.children ?? levels.get(choice.value) ?? (choice.hasChildren === true ? undefined : []);
}

/** Nodes in the order rendered, with those below open ones. */
export function shownNodes(roots: readonly Choice[], levels: Levels, open: ReadonlySet<string>): readonly ShownNode[] {
  const nodesOf = (list: readonly Choice[], level: number, parent: string | undefined): readonly ShownNode[] =>
    list.flatMap((choice, index) => {
      const children = below(choice, levels);
      const isOpen = children?.length === 0 ? undefined : open.has(choice.value);
      const own: ShownNode = { choice, level, parent, isOpen, position: index + 1, siblings: list.length };
      return isOpen === true ? [own, ...nodesOf(children ?? [], level + 1, choice.value)] : [own];
    });
  return nodesOf(roots, 1, undefined);
}

/** Keys of a node's ancestors, outermost first; undefined for unknown nodes. */
export function pathTo(list: readonly Choice[], levels: Levels, value: string): readonly string[] | undefined {
  for (const choice of list) {
    if (choice.value === value) return [];
    const rest = pathTo(below(choice, levels) ?? [], levels, value);
    if (rest !== undefined) return [choice.value, ...rest];
  }
  return undefined;
}

/** Keys of all nodes with children, as far as these are known. */
export function parentsIn(list: readonly Choice[]): readonly string[] {
  return list.flatMap((choice) => ((choice.children ?? []).length === 0 ? [] : [choice.value, ...parentsIn(choice.children ?? [])]));
}

/** As many levels as leave no more than `most` nodes in view are open from the start. */
export function initiallyOpen(list: readonly Choice[], max: number): ReadonlySet<string> {
  let open: ReadonlySet<string> = new Set();
  let level = list;
  let count = list.length;
  while (level.length > 0) {
    const next = level.flatMap((choice) => choice.children ?? []);
    count += next.length;
    if (next.length === 0 || count > max) return open;
    open = new Set([...open, ...level.filter((choice) => (choice.children ?? []).length > 0).map((choice) => choice.value)]);
    level = next;
  }
  return open;
}
