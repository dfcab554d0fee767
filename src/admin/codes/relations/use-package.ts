// The levels of a package that are open, loaded as they are opened.
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "../../api/failure.ts";
import { useFetchRead } from "../../data/queries/reads.ts";
import { levelIn, unitsOf, type Level, type Levels, type Place } from "./package-tree.ts";

const childrenPath = "/digit-bind/code-relation/children";
const noLevel: Level = { codes: [], hasMore: true, isLoading: false };

interface OpenPackage {
  readonly levels: Levels;
  readonly open: ReadonlySet<string>;
  readonly toggle: (code: string) => void;
  /** Loads what follows of a package, or again what could not be loaded. */
  readonly more: (code: string) => void;
}

/** Opens the way to the code that was asked for; the rest is the reader's. The component around it is made anew for each outermost code. */
export function usePackage(place: Place): OpenPackage {
  const fetchRead = useFetchRead();
  const [levels, setLevels] = useState<Levels>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const requestedCodes = useRef(new Set<string>());

  const load = useCallback(
    async (code: string, loaded: Level["codes"]) => {
      requestedCodes.current.add(code);
      const put = (level: Level) => setLevels((old) => new Map(old).set(code, level));
      put({ codes: loaded, hasMore: true, isLoading: true });
      try {
        const answer = levelIn(await fetchRead({ path: childrenPath, query: { code, skip: String(loaded.length) } }));
        put({ codes: [...loaded, ...answer.codes], hasMore: answer.hasMore, isLoading: false });
      } catch (error) {
        put({ codes: loaded, hasMore: true, isLoading: false, failure: failureOf(error).message });
      }
    },
    [fetchRead],
  );

  // What the way leads through, the code itself included if something is in it.
  const way = unitsOf(place)
    .filter(({ childNum }) => childNum > 0)
    .map(({ code }) => code)
    .join("\n");
  useEffect(() => {
    const codes = way === "" ? [] : way.split("\n");
    setOpen((old) => new Set([...old, ...codes]));
    for (const code of codes) if (!requestedCodes.current.has(code)) void load(code, []);
  }, [way, load]);

  const toggle = (code: string) => {
    const next = new Set(open);
    if (!next.delete(code)) {
      next.add(code);
      if (!requestedCodes.current.has(code)) void load(code, []);
    }
    setOpen(next);
  };
  const more = (code: string) => void load(code, (levels.get(code) ?? noLevel).codes);
  return { levels, open, toggle, more };
}
