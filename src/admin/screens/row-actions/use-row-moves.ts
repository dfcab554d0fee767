// Moving rows of a list, by keys, buttons or dragging: offered where possible, written by a chunk that is loaded on first use. The new order
// is shown at once, and taken back where it is refused; the moved row keeps the focus.
import { useUpdate } from "@refinedev/core";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isVisibleIn } from "../../../schema/field.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { useInvalidateAfter, useWrite } from "../../data/queries/writes.ts";
import type { Rights } from "../../access/use-rights.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { rowOfKey, type ListData } from "../data/list-data.ts";
import { rowTitle } from "../data/row-title.ts";
import type { ListQuery } from "../search/list-query.ts";
import type { RowDragging } from "../table/row-drag.tsx";
import { isEditable } from "./row-actions.ts";
import type { DropZone, RowDrop } from "./row-drop.ts";
import { futureSiblings, numberBehind, orderField, placeAfter, siblingsOf, isShownInOrder, type Move, type Shift } from "./row-moves.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";

export interface RowMoves {
  /** The rows as they are, or as they will be once a move is written. */
  readonly rows: readonly Row[];
  /** Whether rows have buttons for it. */
  readonly isOffered: boolean;
  /** Whether this row can go there now. */
  readonly can: (key: string, move: Move) => boolean;
  readonly move: (key: string, move: Move) => void;
  /** Moves a row of a tree below the one before it, or out of its parent. */
  readonly shift: (key: string, shift: Shift) => Promise<void>;
  /** Dragging rows by their handles; undefined where rows cannot be moved. The same value at each rendering. */
  readonly dragging: RowDragging | undefined;
  /** The number of a new row, below a parent or at the top, that puts it behind the others. */
  readonly behind: (parent: string | undefined) => Row;
}

interface MovesInput {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly query: ListQuery;
  readonly data: ListData;
  /** The element that holds the rows. */
  readonly frame: RefObject<HTMLElement | null>;
}

/** A move that is on its way. */
interface Pending {
  readonly rows: readonly Row[];
  /** What they were made of. */
  readonly of: readonly Row[];
  readonly isWritten: boolean;
  /** They are read anew since. */
  readonly isRead: boolean;
}

export function useRowMoves({ screen, rights, query, data, frame }: MovesInput): RowMoves {
  const { mutateAsync: update } = useUpdate();
  const write = useWrite();
  const invalidate = useInvalidateAfter();
  const { t } = useTranslation();
  const notices = useNotices();
  const field = orderField(screen, rights);
  const isOffered = field !== undefined && isShownInOrder(screen, query, field);
  const isMoving = useRef(false);
  const moved = useRef<string>(undefined);
  const [pending, setPending] = useState<Pending>();
  const { isBusy } = data;
  const rows = pending?.rows ?? data.rows;

  // What was written is shown until it has been read.
  if (pending?.isWritten === true) {
    if (isBusy && !pending.isRead) setPending({ ...pending, isRead: true });
    else if (!isBusy && (pending.isRead || data.rows !== pending.of)) setPending(undefined);
  }

  // Reordering removes rows from the document for a moment, and with them the focus.
  useEffect(() => {
    if (moved.current === undefined || isBusy) return;
    const row = frame.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(moved.current)}"]`);
    moved.current = undefined;
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }, [rows, isBusy, frame]);

  const titleOf = (key: string | undefined) => {
    const row = key === undefined ? undefined : rowOfKey(rows, screen.key, key);
    return row === undefined ? "" : rowTitle(screen, row);
  };
  const sentenceOf = (key: string, { parent, isElsewhere, siblings, at }: RowDrop) => {
    if (!isElsewhere) return t("list.movedTo", { place: at + 1, count: (siblings?.length ?? 0) + 1 });
    const row = titleOf(key);
    return parent === undefined ? t("list.movedToTop", { row }) : t("list.movedBelow", { row, parent: titleOf(parent) });
  };

  const go = useEvent(async (key: string, drop: RowDrop) => {
    const row = rowOfKey(rows, screen.key, key);
    if (field === undefined || !isOffered || row === undefined || isMoving.current) return;
    isMoving.current = true;
    try {
      const { moveBelow, moveRow, rowsAfter } = await import("./move-row.ts");
      setPending({ rows: rowsAfter(rows, screen.key, key, drop), of: data.rows, isWritten: false, isRead: false });
      const goesOn = { before: data.isPaged && query.current > 1, behind: data.isPaged && query.current * query.size < data.total };
      // What single writes make stale is read once, after the last.
      const writes = {
        one: (id: string, values: Row) =>
          update({ resource: screen.name, id, values, invalidates: [], successNotification: false, errorNotification: false }),
        together: (changed: readonly Row[]) => write({ path: `${screen.path}/reorder`, body: changed, resource: screen.name }),
        done: () => invalidate(screen.name),
      };
      const parent = drop.isElsewhere ? (drop.parent ?? screen.tree?.root) : undefined;
      const siblings = drop.isElsewhere ? [...(drop.siblings ?? []), row] : siblingsOf(rows, screen.key, key);
      const from = siblings.indexOf(row);
      const isDone =
        drop.siblings === undefined && parent !== undefined
          ? await moveBelow(screen, row, parent, writes).then(() => true)
          : await moveRow({ screen, field, siblings, from, to: drop.at, parent, goesOn, writes });
      if (isDone) {
        moved.current = key;
        notices.done(sentenceOf(key, drop), "moved");
      } else notices.refused(t("list.noRoomToMove"));
      setPending((old) => (isDone && old !== undefined ? { ...old, isWritten: true } : undefined));
    } catch (error) {
      setPending(undefined);
      notices.failed(error);
      data.refresh();
    } finally {
      isMoving.current = false;
    }
  });

  const parentField = screen.fields.find(({ name }) => name === screen.tree?.parent);
  const mayChangeParent = parentField !== undefined && parentField.fixed !== true && isVisibleIn(parentField, "edit");
  const isOpen = (key: string) => data.expandable?.expandedRowKeys?.includes(key) ?? true;
  const input = (isShownOpen = isOpen) => ({ screen, rows, mayChangeParent, isOpen: isShownOpen });
  const drop = async (key: string, target: string, zone: DropZone, isShownOpen = isOpen) =>
    (await import("./move-row.ts")).dropOf(input(isShownOpen), key, target, zone);
  const look = useEvent((...[dropOf, key, target, zone]: Parameters<RowDragging["look"]>) => {
    const place = dropOf(input(), key, target, zone);
    if (place === undefined) return undefined;
    if ("refused" in place)
      return { isRefused: true, sentence: t(`list.dragRefused.${place.refused}`, { count: screen.tree?.addChildLevel ?? 0 }) };
    const isBelow = place.parent === target;
    return { isRefused: false, sentence: t(`list.drag.${isBelow ? "inside" : zone}`, { row: titleOf(target) }) };
  });
  const fall = useEvent(async (key: string, target: string, zone: DropZone) => {
    const place = await drop(key, target, zone);
    if (place !== undefined && !("refused" in place)) await go(key, place);
  });
  const expand = useEvent((key: string) => {
    const row = rowOfKey(rows, screen.key, key);
    const { expandable } = data;
    if (row !== undefined && expandable?.expandedRowKeys?.includes(key) === false) expandable.onExpand?.(true, row);
  });
  const isTree = screen.tree !== undefined;
  const canDrag = useCallback((row: Row) => isEditable(screen, row), [screen]);
  const [dragging] = useState((): RowDragging => ({ isTree, look, drop: (...where) => void fall(...where), expand, canDrag }));

  return {
    rows,
    isOffered,
    can: (key, move) => placeAfter(screen, siblingsOf(rows, screen.key, key), key, move) !== undefined,
    move(key, move) {
      const siblings = siblingsOf(rows, screen.key, key);
      const to = placeAfter(screen, siblings, key, move);
      const other = to === undefined ? undefined : siblings[to];
      if (other !== undefined) void fall(key, textOf(other[screen.key]), move === "up" ? "before" : "behind");
    },
    async shift(key, shift) {
      const siblings = siblingsOf(rows, screen.key, key);
      const at = siblings.findIndex((row) => textOf(row[screen.key]) === key);
      const row = siblings[at];
      if (!isOffered || !isTree || row === undefined || !isEditable(screen, row)) return;
      const target = shift === "in" ? textOf(siblings[at - 1]?.[screen.key]) : textOf(row[screen.tree?.parent ?? ""]);
      // Out of a parent is behind it and all that is below it.
      if (target === "") return;
      const place = shift === "in" ? await drop(key, target, "inside") : await drop(key, target, "behind", () => false);
      if (place === undefined) return;
      if ("refused" in place) notices.refused(t(`list.dragRefused.${place.refused}`, { count: screen.tree?.addChildLevel ?? 0 }));
      else await go(key, place);
    },
    dragging: isOffered ? dragging : undefined,
    behind(parent) {
      const number = field === undefined || !isOffered ? undefined : numberBehind(futureSiblings(data, screen.key, parent), field);
      return field === undefined || number === undefined ? {} : { [field]: number };
    },
  };
}
