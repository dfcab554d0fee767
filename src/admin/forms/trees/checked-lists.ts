// Compares the ids assigned to rows with the selection: where the rows differ, what is added and removed, what is out of reach.
import type { ChoiceTree } from "./choice-tree.ts";

type Ids = ReadonlySet<string>;

export interface ListChange {
  /** Ids that at least one row gets. */
  readonly added: Ids;
  /** Ids that at least one row loses. */
  readonly removed: Ids;
}

/** Ids that any of the rows holds, of those that may be chosen. */
export function checkedInAny(assigned: readonly Ids[], { offered }: ChoiceTree): Ids {
  return new Set(assigned.flatMap((ids) => [...ids].filter((id) => offered.has(id))));
}

/** The effect of saving: each row gets the selected ids, and loses the others. */
export function changeOf(assigned: readonly Ids[], chosen: Ids, tree: ChoiceTree): ListChange {
  const before = checkedInAny(assigned, tree);
  return {
    added: new Set([...chosen].filter((id) => assigned.some((ids) => !ids.has(id)))),
    removed: new Set([...before].filter((id) => !chosen.has(id))),
  };
}

export const changes = ({ added, removed }: ListChange): number => added.size + removed.size;

/** Whether the rows hold different things of what may be chosen. */
export function areDifferent(assigned: readonly Ids[], tree: ChoiceTree): boolean {
  const all = checkedInAny(assigned, tree);
  return assigned.some((ids) => [...all].some((id) => !ids.has(id)));
}

/** For each id the number of rows it is assigned to, where that is neither all nor none. */
export function partlyChecked(assigned: readonly Ids[], tree: ChoiceTree): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of checkedInAny(assigned, tree)) {
    const count = assigned.filter((ids) => ids.has(id)).length;
    if (count < assigned.length) counts.set(id, count);
  }
  return counts;
}

/** How many ids the rows hold that may not be chosen here: they stay as they are. */
export function countNotOffered(assigned: readonly Ids[], { offered }: ChoiceTree): number {
  return new Set(assigned.flatMap((ids) => [...ids].filter((id) => !offered.has(id)))).size;
}

export function isSame(left: Ids, right: Ids): boolean {
  return left.size === right.size && [...left].every((id) => right.has(id));
}
