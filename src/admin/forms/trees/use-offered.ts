// The starting point of a tree dialog: the trees to choose from, and the ids currently assigned to each row.
import type { ScreenTrees } from "#schema/screen";
import { isRecord, partsOf, textOf, type ApiFailure } from "../../api/index.ts";
import { useReadAll, type Reader } from "../../data/queries/reads.ts";
import { choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";
import { menuTreeIn } from "./menu-tree.ts";
import { limitsIn } from "./role-limits.ts";
import type { Limits } from "./sidebar-of.ts";

/** A list with its tree, and the ids assigned to each of the rows. */
export interface OfferedList {
  readonly name: string;
  readonly tree: ChoiceTree;
  readonly assigned: readonly ReadonlySet<string>[];
  /** Entries that the rows have without a grant, and the limits on them. */
  readonly limits: Limits;
}

interface Offered {
  /** Undefined while loading. */
  readonly lists?: readonly OfferedList[];
  /** Further data about the rows. */
  readonly notes?: readonly string[];
  readonly failure?: ApiFailure;
  readonly refetch: () => void;
}

const member = (payload: unknown, name: string): unknown => (isRecord(payload) ? payload[name] : undefined);

async function readOffered(
  { offered, held, lists }: ScreenTrees,
  idParam: string,
  ids: readonly string[],
  read: Reader,
): Promise<Pick<Offered, "lists" | "notes">> {
  // Each row separately, so that differences can be shown.
  const [trees, ...keys] = await Promise.all([read(offered, {}), ...ids.map((id) => read(held, { [idParam]: id }))]);
  const notes = [...new Set(keys.map((one) => textOf(member(one, "note"))))].filter((note) => note !== "");
  const treeOf = async (payload: unknown, entries: string | undefined) =>
    entries === undefined ? choiceTreeIn(payload) : menuTreeIn(payload, () => read(entries, {}));
  const loaded = await Promise.all(
    lists.map(async ({ name, tree, entries }) => ({
      name,
      tree: await treeOf(member(trees, tree), entries),
      assigned: keys.map((one) => new Set(partsOf(member(one, tree)))),
      limits: limitsIn(keys, tree),
    })),
  );
  return { notes, lists: loaded };
}

/** @param ids of the rows, comma-joined; @param idParam the name under which the read of what they hold takes them */
export function useOffered(trees: ScreenTrees, idParam: string, ids: string): Offered {
  const { value, failure, refetch } = useReadAll(`${trees.offered} ${trees.held} ${idParam} ${ids}`, (read) =>
    readOffered(trees, idParam, ids.split(","), read),
  );
  return { ...value, refetch, ...(failure === undefined ? {} : { failure }) };
}
