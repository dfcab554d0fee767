// What a dialog of trees begins with: the trees to choose from, and what each row holds now.
import { useEffect, useState } from "react";
import type { ScreenTrees } from "#schema/screen";
import { failureOf, isRecord, partsOf, request, textOf, type ApiFailure } from "../../api/index.ts";
import { choiceTreeIn, type ChoiceTree } from "./choice-tree.ts";

/** A list with its tree, and what each of the rows holds of it. */
export interface OfferedList {
  readonly name: string;
  readonly tree: ChoiceTree;
  readonly held: readonly ReadonlySet<string>[];
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
    Promise.all([read(offered, {}), ...ids.split(",").map((id) => read(held, { [idParam]: id }))]).then(
      ([trees, ...keys]) => {
        const member = (data: unknown, name: string) => (isRecord(data) ? data[name] : undefined);
        const notes = [...new Set(keys.map((one) => textOf(member(one, "note"))))].filter((note) => note !== "");
        setFound({ notes, lists: lists.map(({ name, tree }) => ({ name, tree: choiceTreeIn(member(trees, tree)), held: keys.map((one) => new Set(partsOf(member(one, tree)))) })) });
      },
      (error: unknown) => (abort.signal.aborted ? undefined : setFound({ failure: failureOf(error) })),
    );
    return () => abort.abort();
  }, [offered, held, lists, idParam, ids, attempt]);
  return { ...found, again: () => setAttempt((count) => count + 1) };
}
