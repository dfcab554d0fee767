// The columns of a grid of cells: those of the list, as wide as it has them.
import { useLayoutEffect, useMemo, useState, type RefObject } from "react";
import type { Screen } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import type { Row } from "../../api/wire-data.ts";
import { fittedColumns, isValueColumn, neededWidth } from "../table/column-widths.ts";
import { lowestHeight, watchRoom, type Room } from "../table/watch-room.ts";
import type { ListModel } from "../list/use-list-model.ts";
import type { CellColumn } from "./grid-state.ts";

/** px; of the heads of rows, also in cells.css. */
export const headWidth = 56;

/** Height of everything above and below the rows, px; the rest of the window belongs to them. */
const aroundRows = 360;

/** The room of what scrolls. */
export function useRoom(ref: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: lowestHeight });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || typeof ResizeObserver === "undefined") return undefined;
    return watchRoom(element, aroundRows, setRoom);
  }, [ref]);
  return room;
}

interface ColumnsOfCells {
  readonly screen: Screen;
  readonly columns: ListModel["layout"]["table"]["columns"];
  readonly rows: readonly Row[];
  readonly width: number;
  readonly language: Language;
}

export function useColumns({ screen, columns, rows, width, language }: ColumnsOfCells): readonly CellColumn[] {
  return useMemo(() => {
    const own = columns.filter(isValueColumn);
    const fitted = fittedColumns(own, (column) => neededWidth(column, rows), Math.max(0, width - headWidth)).columns;
    let left = 0;
    return fitted.flatMap((column): readonly CellColumn[] => {
      const field = screen.fields.find(({ name }) => name === column.key);
      if (field === undefined) return [];
      const cell = {
        field,
        label: inLanguage(field.label, language),
        left,
        width: Number(column.width ?? 0),
        isRight: column.align === "right",
        isTitle: field.name === screen.title,
        isPinned: column.fixed === "left",
      };
      left += cell.width;
      return [cell];
    });
  }, [screen, columns, rows, width, language]);
}
