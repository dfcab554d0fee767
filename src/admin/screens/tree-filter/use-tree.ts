// The tree of a tree filter: loaded completely or lazily, searched, reloaded when its rows were written.
import { useMemo, useState } from "react";
import type { ScreenReference } from "../../../schema/screen.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { useChoiceLevels, useChoiceList } from "../../data/queries/choice-lists.ts";
import { initiallyOpen, parentsIn, pathTo, shownNodes, type ShownNode } from "./visible-nodes.ts";

export interface FilterTree {
  readonly nodes: readonly ShownNode[];
  /** Nothing has arrived yet. */
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
  readonly toggle: (node: ShownNode) => void;
}

/** A tree begins with so many nodes in view at most, unless it has more at the top. */
const shownAtFirst = 30;
const nothing: readonly string[] = [];

/** @param within the value of the filter that narrows the tree itself */
export function useTree(reference: ScreenReference, within: string, search: string, chosen: string | undefined): FilterTree {
  // Nodes that the user expanded or collapsed; all others have their initial state.
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Nodes whose children were requested. */
  const [requested, setRequested] = useState(nothing);
  const isLazy = reference.source === "lazy-tree";
  const typed = search.trim();
  const paused = usePaused(typed);
  // A whole tree is sifted here, from the same answer.
  const sent = isLazy ? paused : typed;
  const narrowed = within === "" ? null : within;
  const { list, isLoading, failure, retry: readList } = useChoiceList(reference, { within: narrowed, search: sent }, true);
  const { levels, failure: failedLevel, retry: readLevels } = useChoiceLevels(reference, requested, { within: narrowed });
  const isSearch = sent !== "";
  const open = useMemo(() => {
    const openByDefault = isSearch
      ? parentsIn(list)
      : [...initiallyOpen(list, shownAtFirst), ...(chosen === undefined ? [] : (pathTo(list, levels, chosen) ?? []))];
    const opened = [...byHand].flatMap(([value, isOpen]) => (isOpen ? [value] : []));
    return new Set([...openByDefault, ...opened].filter((value) => byHand.get(value) !== false));
  }, [list, levels, isSearch, chosen, byHand]);

  const retry = useEvent(() => {
    readList();
    readLevels();
  });

  const nodes = useMemo(() => shownNodes(list, levels, open), [list, levels, open]);
  return {
    nodes,
    isLoading: isLoading && list.length === 0,
    failure: failure ?? failedLevel,
    retry,
    toggle({ choice, isOpen }) {
      const { value } = choice;
      if (isOpen !== true && choice.children === undefined && isLazy) setRequested((old) => (old.includes(value) ? old : [...old, value]));
      setByHand((old) => new Map(old).set(value, isOpen !== true));
    },
  };
}
