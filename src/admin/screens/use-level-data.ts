// The rows of a tree that is asked for level by level as rows are opened; a search gives matches of all levels, flat (contract §6).
import { useDataProvider } from "@refinedev/core";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Screen, ScreenField } from "../../schema/screen.ts";
import { ApiFailure, failureOf } from "../api/failure.ts";
import { textOf, type Row } from "../api/record.ts";
import { onWrite, type Write } from "../api/writes.ts";
import { expandIconFor } from "./expand-icon.tsx";
import { keyOf, nestedRows, touchedParents, withLevel, type Levels } from "./levels.ts";
import type { ListData } from "./list-data.ts";
import type { ListQuery } from "./list-query.ts";
import { crudFilters } from "./use-paged-data.ts";
import { useStable } from "./use-stable.ts";

interface LevelInput {
  readonly screen: Screen;
  /** The read that gives a level. */
  readonly read: string;
  readonly tree: NonNullable<Screen["tree"]>;
  readonly query: ListQuery;
  readonly searched: readonly ScreenField[];
}

interface Shown {
  readonly levels: Levels;
  /** Matches of a search instead of the tree. */
  readonly matches: readonly Row[] | undefined;
  readonly failure: ApiFailure | undefined;
}

const nothing: Shown = { levels: new Map(), matches: undefined, failure: undefined };

export function useLevelData({ screen, read, tree, query, searched }: LevelInput): ListData {
  const provider = useDataProvider()();
  const [shown, setShown] = useState<Shown>(nothing);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [running, setRunning] = useState(0);
  const round = useRef(0);
  const isSearch = Object.keys(query.filters).length > 0;
  const { sort } = query;

  const ask = useStable(async (parent: string | undefined): Promise<readonly Row[]> => {
    setRunning((count) => count + 1);
    try {
      const { data } = await provider.getList({
        resource: screen.name,
        filters: parent === undefined ? crudFilters(query, searched, []) : [],
        sorters: sort === undefined ? [] : [{ field: sort.field, order: sort.descending ? "desc" : "asc" }],
        meta: { read, parameters: parent === undefined ? {} : { [tree.parent]: parent } },
      });
      return data;
    } finally {
      setRunning((count) => count - 1);
    }
  });

  /** Reads levels anew, together; the rest of the tree stays as it is. */
  const readLevels = useStable(async (parents: readonly string[]) => {
    const now = round.current;
    try {
      const answers = await Promise.all(parents.map(async (parent) => ({ parent, rows: await ask(parent) })));
      if (now !== round.current) return;
      setShown((old) => ({ ...old, failure: undefined, levels: answers.reduce((levels, { parent, rows }) => withLevel(levels, parent, rows, screen.key), old.levels) }));
    } catch (error) {
      if (now === round.current) setShown((old) => ({ ...old, failure: failureOf(error) }));
    }
  });

  const search = useStable(async () => {
    const now = round.current;
    try {
      const matches = await ask(undefined);
      if (now === round.current) setShown((old) => ({ ...old, matches, failure: undefined }));
    } catch (error) {
      if (now === round.current) setShown((old) => ({ ...old, failure: failureOf(error) }));
    }
  });

  // A new search or order begins from nothing; answers of the one before are dropped.
  useEffect(() => {
    round.current += 1;
    setOpen(new Set());
    if (isSearch) void search();
    else {
      setShown((old) => ({ ...nothing, levels: old.matches === undefined ? old.levels : new Map() }));
      void readLevels([tree.root]);
    }
  }, [query.filters, sort, isSearch, tree.root, search, readLevels]);

  const refreshAll = useStable(() => void (isSearch ? search() : readLevels([tree.root, ...[...open].filter((key) => shown.levels.has(key))])));
  const follow = useStable((write: Write) => {
    if (write.resource !== screen.name) return;
    if (isSearch) {
      void search();
      return;
    }
    const given = write.values[tree.parent];
    const target = write.kind === "create" || given !== undefined ? textOf(given) : undefined;
    void readLevels(touchedParents(shown.levels, tree.root, screen.key, { ids: write.ids, target }));
    if (write.kind === "create" && target !== undefined && target !== "") setOpen((old) => new Set([...old, target]));
  });
  useEffect(() => onWrite(follow), [follow]);

  const onExpand = useStable((isOpen: boolean, row: Row) => {
    const key = keyOf(row, screen.key);
    if (isOpen && !shown.levels.has(key)) void readLevels([key]).then(() => setOpen((old) => new Set([...old, key])));
    else setOpen((old) => new Set(isOpen ? [...old, key] : [...old].filter((other) => other !== key)));
  });

  const rows = useMemo(() => shown.matches ?? nestedRows(shown.levels, tree.root, screen.key), [shown, tree.root, screen.key]);
  const expandable = useMemo(() => ({ expandedRowKeys: [...open], expandIcon: expandIconFor(screen), onExpand }), [open, screen, onExpand]);
  const hasAnswer = shown.matches !== undefined || shown.levels.has(tree.root);
  return {
    rows,
    total: rows.length,
    isPaged: false,
    firstNumber: undefined,
    isLoading: !hasAnswer && shown.failure === undefined,
    isBusy: running > 0,
    failure: shown.failure,
    refresh: refreshAll,
    expandable,
  };
}
