// What a dialog of trees begins with: the trees to choose from, and what each row holds now.
import { useEffect, useState } from "react";
import type { ScreenTrees } from "#schema/screen";
import { failureOf, isRecord, partsOf, request, textOf, type ApiFailure } from "../../api/index.ts";
import { choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";
import { menuTreeIn } from "./menu-tree.ts";
import { limitsIn } from "./role-limits.ts";
import type { Limits } from "./sidebar-of.ts";

/** A list with its tree, and what each of the rows holds of it. */
export interface OfferedList {
  readonly name: string;
  readonly tree: ChoiceTree;
  readonly held: readonly ReadonlySet<string>[];
  /** What the rows have besides what they hold, and what of it counts. */
  readonly limits: Limits;
}

export interface Offered {
  /** Undefined until they are there. */
  readonly lists?: readonly OfferedList[];
  /** What else the server tells of the rows. */
  readonly notes?: readonly string[];
  readonly failure?: ApiFailure;
  readonly again: () => void;
}

/** @param ids of the rows, comma-joined; @param idParam the name under which the read of what they hold takes them */
export function useOffered({ offered, held, lists }: ScreenTrees, idParam: string, ids: string): Offered {
  const [found, setFound] = useState<Omit<Offered, "again">>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const read = (path: string, query: Readonly<Record<string, string>>) => request("GET", path, { query, signal: abort.signal });
    setFound({});
    // Each row by itself, so that it can be told where they differ.
    const load = async (): Promise<void> => {
      const [trees, ...keys] = await Promise.all([read(offered, {}), ...ids.split(",").map((id) => read(held, { [idParam]: id }))]);
      const member = (data: unknown, name: string) => (isRecord(data) ? data[name] : undefined);
      const notes = [...new Set(keys.map((one) => textOf(member(one, "note"))))].filter((note) => note !== "");
      const treeOf = async (data: unknown, entries: string | undefined) => (entries === undefined ? choiceTreeIn(data) : menuTreeIn(data, () => read(entries, {})));
      const found = await Promise.all(lists.map(async ({ name, tree, entries }) => ({
        name, tree: await treeOf(member(trees, tree), entries), held: keys.map((one) => new Set(partsOf(member(one, tree)))), limits: limitsIn(keys, tree),
      })));
      if (!abort.signal.aborted) setFound({ notes, lists: found });
    };
    load().catch((error: unknown) => (abort.signal.aborted ? undefined : setFound({ failure: failureOf(error) })));
    return () => abort.abort();
  }, [offered, held, lists, idParam, ids, attempt]);
  return { ...found, again: () => setAttempt((count) => count + 1) };
}
