// The focus among the cells of a grid of which only the rows in view are drawn: a cell that is not there yet gets it once it is.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useFieldScope } from "../../admin/inputs/values/field-scope.ts";
import type { Line } from "./widget-lines.ts";

/** px; also in forms.css. */
export const rowHeight = 44;
const maxRowsInView = 8;
/** Rows drawn above and below those in view. */
const spare = 3;

export interface Place {
  readonly row: number;
  readonly cell: string;
}

export function placeOf(target: EventTarget, rows: readonly Line[]): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
  const key = Number(cell?.dataset["line"]);
  const row = rows.findIndex((line) => line.key === key);
  return cell === null || row < 0 ? undefined : { row, cell: cell.dataset["cell"] ?? "" };
}

/** Whether keys in this element are its own: an open list of choices, a picker. */
export function isPlainInput(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.getAttribute("role") !== "combobox" && target.closest(".ant-picker") === null;
}

interface CellFocus {
  /** What scrolls. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly focusCell: (place: Place) => void;
  readonly scrolled: (top: number) => void;
  /** The row that has the focus; undefined: none. */
  readonly setFocusedKey: (key: number | undefined) => void;
  /** A cell is to have the focus that is not drawn yet. */
  readonly isWanted: boolean;
  /** The rows that are drawn, by their index. */
  readonly rendered: readonly { readonly line: Line; readonly index: number }[];
}

/** `firstColumn`: the cell of a row that gets the focus where none is named. */
export function useCellFocus(name: string, rows: readonly Line[], firstColumn: string): CellFocus {
  const { focusers } = useFieldScope();
  const body = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [focusedKey, setFocusedKey] = useState<number>();
  const [wanted, setWanted] = useState<Place>();

  const focusCell = (place: Place) => {
    const element = body.current;
    if (element !== null) {
      const top = place.row * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
      setScrollTop(element.scrollTop);
    }
    setWanted(place);
  };
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const key = rows[wanted.row]?.key;
    const cell = [...(body.current?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])].find(
      (one) => one.dataset["line"] === String(key) && one.dataset["cell"] === wanted.cell,
    );
    const input = cell?.querySelector<HTMLElement>("input, textarea, button");
    if (input === null || input === undefined) return;
    input.focus();
    if (input instanceof HTMLInputElement && isPlainInput(input)) input.select();
    setWanted(undefined);
  }, [wanted, rows, scrollTop]);
  useEffect(() => {
    focusers.set(name, ([row, cell]) => focusCell({ row: Number(row), cell: String(cell ?? firstColumn) }));
    return () => void focusers.delete(name);
  });

  const first = Math.max(Math.floor(scrollTop / rowHeight) - spare, 0);
  const last = Math.min(first + maxRowsInView + 2 * spare, rows.length);
  // The row that has the focus stays, or the focus would fall to the page when it is scrolled away.
  const rendered = rows.flatMap((line, index) =>
    (index >= first && index < last) || line.key === focusedKey || index === wanted?.row ? [{ line, index }] : [],
  );
  return { body, focusCell, scrolled: setScrollTop, setFocusedKey, isWanted: wanted !== undefined, rendered };
}
