// What a dialog of trees begins with: the trees to choose from, and what each row holds now.
import type { ScreenTrees } from "#schema/screen";
import { isRecord, partsOf, textOf, type ApiFailure } from "../../api/index.ts";
import { useReadAll, type Reader } from "../../queries/reads.ts";
import { choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";
import { menuTreeIn } from "./menu-tree.ts";
import { limitsIn } from "./role-limits.ts";
import type { Limits } from "./sidebar-of.ts";

/** A list with its tree, and what each of the rows holds of it. */
export interface OfferedList {
  readonly name: string;
  readonly tree: ChoiceTree;
  readonly assigned: readonly ReadonlySet<string>[];
  /** What the rows have besides what they hold, and what of it counts. */
  readonly limits: Limits;
}

export interface Offered {
  /** Undefined until they are there. */
  readonly lists?: readonly OfferedList[];
  /** What else the server tells of the rows. */
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
  // Each row by itself, so that it can be told where they differ.
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
