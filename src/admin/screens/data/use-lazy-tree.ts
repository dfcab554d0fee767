// The rows of a tree whose children are loaded as rows are expanded.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { failureOf } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { listKey, useLists, type ListQuery } from "../../data/queries/lists.ts";
import { useCommonWrites, type CommonWrite } from "../../data/queries/writes.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { sortersOf, type ListSort } from "../search/list-query.ts";
import { expandIconFor } from "./expand-icon.tsx";
import { keyOf, nestedRows, parentOf, touchedParents, type Levels } from "./lazy-tree.ts";
import type { ListData } from "./list-data.ts";

interface LevelInput {
  readonly screen: ListViewModel;
  /** The read that gives a level. */
  readonly read: string;
  readonly tree: NonNullable<ListViewModel["tree"]>;
  readonly sorts: readonly ListSort[];
  /** False while a search is shown in place of the tree. */
  readonly isOn: boolean;
}

const noLevels: Levels = new Map();
/**
 * Loaded children are valid as long as they are visible and none of them is written; after collapsing, or in a hidden tab, they are
 * reloaded when they are shown again.
 */
const times = { staleTime: Infinity, gcTime: 0 } as const;

export function useLazyTree({ screen, read, tree, sorts, isOn }: LevelInput): ListData {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(noLevels);
  const client = useQueryClient();
  // A row that is gone takes its level with it.
  const parents = useMemo(
    () => [tree.root, ...[...open].filter((key) => parentOf(shown, key, screen.key) !== undefined)],
    [tree.root, open, shown, screen.key],
  );
  const sorters = sortersOf(sorts);
  const levelBelow = (parent: string): ListQuery => ({
    resource: screen.name,
    sorters,
    isLevel: true,
    meta: { read, parameters: { [tree.parent]: parent } },
  });
  const { answers, refetch } = useLists(parents.map(levelBelow), { isOn, ...times });
  const levels = useMemo(
    (): Levels =>
      new Map(
        parents.flatMap((parent, index) => {
          const rows = answers[index]?.data?.data;
          return rows === undefined ? [] : [[parent, rows] as const];
        }),
      ),
    [parents, answers],
  );
  // When the order changes, the old tree stays until the new top rows are loaded.
  if (levels.has(tree.root) && levels !== shown && !isSame(levels, shown)) setShown(levels);

  const refresh = useEvent(refetch);
  const follow = useEvent(({ isCreate, ids, values }: CommonWrite) => {
    if (!isOn) return;
    const given = values[tree.parent];
    const target = isCreate || given !== undefined ? textOf(given) : undefined;
    const touched = touchedParents(shown, tree.root, screen.key, { ids, target });
    for (const parent of touched) void client.refetchQueries({ queryKey: listKey(levelBelow(parent)), exact: true });
    // A new row is shown, and so is one that was moved below a row whose children are not loaded.
    const opened = touched.filter((parent) => parent === target && parent !== tree.root && (isCreate || !shown.has(parent)));
    if (opened.length > 0) setOpen((old) => new Set([...old, ...opened]));
  });
  useCommonWrites(screen.name, follow);

  const onExpand = useEvent((isOpen: boolean, row: Row) => {
    const key = keyOf(row, screen.key);
    setOpen((old) => new Set(isOpen ? [...old, key] : [...old].filter((other) => other !== key)));
  });

  const rows = useMemo(() => nestedRows(shown, tree.root, screen.key), [shown, tree.root, screen.key]);
  // A row expands once its children are loaded.
  const expandable = useMemo(
    () => ({ expandedRowKeys: [...open].filter((key) => shown.has(key)), expandIcon: expandIconFor(screen), onExpand }),
    [open, shown, screen, onExpand],
  );
  const failed = answers.find(({ error, isFetching }) => error !== null && !isFetching);
  return {
    rows,
    total: rows.length,
    isPaged: false,
    firstNumber: undefined,
    isLoading: !shown.has(tree.root) && failed === undefined,
    isBusy: answers.some(({ isFetching }) => isFetching),
    failure: failed === undefined ? undefined : failureOf(failed.error),
    refresh,
    request: { sorters },
    expandable,
  };
}

/** Whether two trees hold the very same answers. */
function isSame(one: Levels, other: Levels): boolean {
  return one.size === other.size && [...one].every(([parent, rows]) => other.get(parent) === rows);
}
