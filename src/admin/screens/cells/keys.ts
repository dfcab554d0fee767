// Where the keys of a spreadsheet lead among its cells.
import type { GridSize, Place } from "./range.ts";

interface PressedKey {
  readonly key: string;
  readonly isCommand: boolean;
}

const within = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1));

/** The cell that an arrow or a key of its kind leads to; undefined for other keys. `page`: rows that are in sight. */
export function placeAfter({ row, column }: Place, { key, isCommand }: PressedKey, size: GridSize, page: number): Place | undefined {
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: within(nextRow, size.rows),
    column: within(nextColumn, size.columns),
  });
  switch (key) {
    case "ArrowUp":
      return to(isCommand ? 0 : row - 1, column);
    case "ArrowDown":
      return to(isCommand ? size.rows : row + 1, column);
    case "ArrowLeft":
      return to(row, isCommand ? 0 : column - 1);
    case "ArrowRight":
      return to(row, isCommand ? size.columns : column + 1);
    case "Home":
      return to(isCommand ? 0 : row, 0);
    case "End":
      return to(isCommand ? size.rows : row, size.columns);
    case "PageUp":
      return to(row - page, column);
    case "PageDown":
      return to(row + page, column);
    default:
      return undefined;
  }
}

/** The cell after or before a cell, row by row; undefined beyond the last and before the first. */
export function adjacentPlace({ row, column }: Place, isBack: boolean, { rows, columns }: GridSize): Place | undefined {
  const index = row * columns + column + (isBack ? -1 : 1);
  return index < 0 || index >= rows * columns ? undefined : { row: Math.floor(index / columns), column: index % columns };
}

/** Whether a key writes a character, or begins one in an input method. */
export const isPrintable = ({ key, isCommand }: PressedKey): boolean => ([...key].length === 1 || key === "Process") && !isCommand;
