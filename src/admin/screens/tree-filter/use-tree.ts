// The tree beside a list: loaded whole or level by level, searched, read anew when its rows were written.
import { useEffect, useMemo, useState } from "react";
import type { ScreenReference } from "../../../schema/screen.ts";
import { choices, type Choice } from "../../api/choices.ts";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import { useEvent } from "../../hooks/use-event.ts";
import { useWrites } from "../data/use-paged-data.ts";
import { openAtFirst, parentsIn, pathTo, shownNodes, type Levels, type ShownNode } from "./visible-nodes.ts";

export interface BesideTree {
  readonly nodes: readonly ShownNode[];
  /** Nothing has arrived yet. */
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
  readonly toggle: (node: ShownNode) => void;
}

/** Milliseconds after the last key press at which a search is sent. */
const pause = 250;
/** A tree begins with so many nodes in view at most, unless it has more at the top. */
const shownAtFirst = 30;
const noLevels: Levels = new Map();

interface Loaded {
  readonly of: string;
  readonly list: readonly Choice[];
  readonly failure?: ApiFailure;
}

/** @param within the value of the filter that narrows the tree itself */
export function useTree(reference: ScreenReference, within: string, search: string, chosen: string | undefined): BesideTree {
  const [loaded, setLoaded] = useState<Loaded>();
  const [levels, setLevels] = useState(noLevels);
  // What the person opened and folded; everything else is as it is at first.
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [failedLevel, setFailedLevel] = useState<ApiFailure>();
  const [attempt, setAttempt] = useState(0);
  const isLazy = reference.source === "lazy-tree";
  const sent = search.trim();
  // A whole tree is sifted by `choices` as well, from the same answer.
  const key = `${within} ${sent}`;

  useEffect(() => {
    let isCurrent = true;
    const ask = () =>
      choices(reference, { within: within === "" ? null : within, search: sent }).then(
        (list) => (isCurrent ? setLoaded({ of: key, list }) : undefined),
        (error: unknown) => (isCurrent ? setLoaded({ of: key, list: [], failure: failureOf(error) }) : undefined),
      );
    const timer = setTimeout(() => void ask(), sent === "" || !isLazy ? 0 : pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [reference, within, sent, key, isLazy, attempt]);

  const list = useMemo(() => loaded?.list ?? [], [loaded]);
  const isFound = sent !== "";
  const open = useMemo(() => {
    const usual = isFound ? parentsIn(list) : [...openAtFirst(list, shownAtFirst), ...(chosen === undefined ? [] : (pathTo(list, levels, chosen) ?? []))];
    const opened = [...byHand].flatMap(([value, isOpen]) => (isOpen ? [value] : []));
    return new Set([...usual, ...opened].filter((value) => byHand.get(value) !== false));
  }, [list, levels, isFound, chosen, byHand]);

  const ask = useEvent(async (value: string) => {
    try {
      const level = await choices(reference, { parent: value, within: within === "" ? null : within });
      setLevels((old) => new Map(old).set(value, level));
      setFailedLevel(undefined);
    } catch (error) {
      setFailedLevel(failureOf(error));
    }
  });
  const retry = useEvent(() => {
    setLoaded((old) => (old?.failure === undefined ? old : undefined));
    setFailedLevel(undefined);
    setLevels(noLevels);
    setAttempt((count) => count + 1);
    for (const value of open) if (levels.has(value)) void ask(value);
  });
  useWrites(useMemo(() => [reference.resource], [reference.resource]), retry);

  const nodes = useMemo(() => shownNodes(list, levels, open), [list, levels, open]);
  return {
    nodes,
    isLoading: loaded === undefined,
    failure: loaded?.failure ?? failedLevel,
    retry,
    toggle({ choice, isOpen }) {
      const { value } = choice;
      if (isOpen !== true && choice.children === undefined && !levels.has(value)) void ask(value);
      setByHand((old) => new Map(old).set(value, isOpen !== true));
    },
  };
}
