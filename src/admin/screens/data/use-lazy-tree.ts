// The rows of a tree that is asked for level by level as rows are opened (contract §6).
import { useDataProvider } from "@refinedev/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/record.ts";
import { onWrite, type Write } from "../../api/writes.ts";
import { expandIconFor } from "./expand-icon.tsx";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import { keyOf, nestedRows, touchedParents, withLevel, type Levels } from "./lazy-tree.ts";
import type { ListData } from "./list-data.ts";
import type { ListSort } from "../search/list-query.ts";
import { useEvent } from "../../hooks/use-event.ts";

interface LevelInput {
  readonly screen: ListViewModel;
  /** The read that gives a level. */
  readonly read: string;
  readonly tree: NonNullable<ListViewModel["tree"]>;
  readonly sort: ListSort | undefined;
  /** False while a search is shown in place of the tree. */
  readonly isOn: boolean;
}

const noLevels: Levels = new Map();

export function useLazyTree({ screen, read, tree, sort, isOn }: LevelInput): ListData {
  const provider = useDataProvider()();
  const [levels, setLevels] = useState(noLevels);
  const [failure, setFailure] = useState<ApiFailure>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [running, setRunning] = useState(0);
  const round = useRef(0);

  const ask = async (parent: string): Promise<readonly Row[]> => {
    const { data } = await provider.getList({
      resource: screen.name,
      sorters: sort === undefined ? [] : [{ field: sort.field, order: sort.descending ? "desc" : "asc" }],
      meta: { read, parameters: { [tree.parent]: parent } },
    });
    return data;
  };

  /** Reads levels anew, together; the rest of the tree stays as it is. */
  const readLevels = useEvent(async (parents: readonly string[]) => {
    const now = round.current;
    setRunning((count) => count + 1);
    try {
      const answers = await Promise.all(parents.map(async (parent) => ({ parent, rows: await ask(parent) })));
      // An answer in an order that nobody wants any more.
      if (now !== round.current) return;
      setFailure(undefined);
      setLevels((old) => answers.reduce((next, { parent, rows }) => withLevel(next, parent, rows, screen.key), old));
    } catch (error) {
      if (now === round.current) setFailure(failureOf(error));
    } finally {
      setRunning((count) => count - 1);
    }
  });
  const refresh = useEvent(() => void readLevels([tree.root, ...[...open].filter((key) => levels.has(key))]));

  useEffect(() => {
    if (!isOn) return;
    round.current += 1;
    refresh();
  }, [isOn, sort, refresh]);

  const follow = useEvent((write: Write) => {
    if (write.resource !== screen.name || !isOn) return;
    const given = write.values[tree.parent];
    const target = write.kind === "create" || given !== undefined ? textOf(given) : undefined;
    void readLevels(touchedParents(levels, tree.root, screen.key, { ids: write.ids, target }));
    if (write.kind === "create" && target !== undefined && target !== "") setOpen((old) => new Set([...old, target]));
  });
  useEffect(() => onWrite(follow), [follow]);

  const onExpand = useEvent((isOpen: boolean, row: Row) => {
    const key = keyOf(row, screen.key);
    const mark = () => setOpen((old) => new Set(isOpen ? [...old, key] : [...old].filter((other) => other !== key)));
    if (isOpen && !levels.has(key)) void readLevels([key]).then(mark);
    else mark();
  });

  const rows = useMemo(() => nestedRows(levels, tree.root, screen.key), [levels, tree.root, screen.key]);
  const expandable = useMemo(() => ({ expandedRowKeys: [...open], expandIcon: expandIconFor(screen), onExpand }), [open, screen, onExpand]);
  return {
    rows,
    total: rows.length,
    isPaged: false,
    firstNumber: undefined,
    isLoading: !levels.has(tree.root) && failure === undefined,
    isBusy: running > 0,
    failure,
    refresh,
    expandable,
  };
}
