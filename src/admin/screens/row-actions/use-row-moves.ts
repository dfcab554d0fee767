// Moving rows of a list: offered where possible, run by a chunk that is loaded on first use; the moved row keeps the focus.
import { useUpdate } from "@refinedev/core";
import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { textOf, type Row } from "../../api/record.ts";
import { useInvalidateAfter, useWrite } from "../../queries/writes.ts";
import type { Rights } from "../../access/use-rights.ts";
import { useNotices } from "../../hooks/use-notices.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import type { ListData } from "../data/list-data.ts";
import type { ListQuery } from "../search/list-query.ts";
import { futureSiblings, numberBehind, orderField, placeAfter, siblingsOf, standsInOrder, type Move } from "./row-moves.ts";
import { useEvent } from "../../hooks/use-event.ts";

export interface RowMoves {
  /** Whether rows have buttons for it. */
  readonly isOffered: boolean;
  /** Whether this row can go there now. */
  readonly can: (key: string, move: Move) => boolean;
  readonly move: (key: string, move: Move) => void;
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

export function useRowMoves({ screen, rights, query, data, frame }: MovesInput): RowMoves {
  const { mutateAsync: update } = useUpdate();
  const write = useWrite();
  const invalidate = useInvalidateAfter();
  const { t } = useTranslation();
  const notices = useNotices();
  const field = orderField(screen, rights);
  const isOffered = field !== undefined && standsInOrder(screen, query, field);
  const isMoving = useRef(false);
  const moved = useRef<string>(undefined);
  const { rows, isBusy } = data;

  // Reordering removes rows from the document for a moment, and with them the focus.
  useEffect(() => {
    if (moved.current === undefined || isBusy) return;
    const row = frame.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(moved.current)}"]`);
    moved.current = undefined;
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }, [rows, isBusy, frame]);

  const go = useEvent(async (key: string, move: Move) => {
    const siblings = siblingsOf(rows, screen.key, key);
    const to = placeAfter(screen, siblings, key, move);
    if (field === undefined || !isOffered || to === undefined || isMoving.current) return;
    isMoving.current = true;
    try {
      const from = siblings.findIndex((row) => textOf(row[screen.key]) === key);
      const goesOn = { before: data.isPaged && query.current > 1, behind: data.isPaged && query.current * query.size < data.total };
      // What single writes make stale is read once, after the last.
      const writes = {
        one: (id: string, values: Row) =>
          update({ resource: screen.name, id, values, invalidates: [], successNotification: false, errorNotification: false }),
        together: (rows: readonly Row[]) => write({ path: `${screen.path}/reorder`, body: rows, resource: screen.name }),
        done: () => invalidate(screen.name),
      };
      const { moveRow } = await import("./move-row.ts");
      const isDone = await moveRow({ screen, field, siblings, from, to, goesOn, writes });
      if (!isDone) notices.refused(t("list.noRoomToMove"));
      else {
        moved.current = key;
        notices.done(t("list.movedTo", { place: to + 1, count: siblings.length }), "moved");
      }
    } catch (error) {
      notices.failed(error);
      data.refresh();
    } finally {
      isMoving.current = false;
    }
  });
  return {
    isOffered,
    can: (key, move) => placeAfter(screen, siblingsOf(rows, screen.key, key), key, move) !== undefined,
    move: (key, move) => void go(key, move),
    behind(parent) {
      const number = field === undefined || !isOffered ? undefined : numberBehind(futureSiblings(data, screen.key, parent), field);
      return field === undefined || number === undefined ? {} : { [field]: number };
    },
  };
}
