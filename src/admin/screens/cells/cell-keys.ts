// What keys do in a grid of cells: on a selected cell, in the input of one, and in the choice between two values.
import type { KeyboardEvent } from "react";
import { isTextInput } from "./cell-editor.tsx";
import type { CellGrid } from "./grid-state.ts";
import { isPrintable, placeAfter, adjacentPlace } from "./keys.ts";
import type { GridSize, Place } from "./range.ts";

/** The cell of an element. */
export function placeOf(target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  return cell === null ? undefined : { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
}

interface CellActions {
  readonly size: GridSize;
  /** Rows in sight. */
  readonly pageRows: number;
  readonly grid: Pick<CellGrid, "selected" | "editing" | "session" | "finish">;
  /** Esc had nothing to take back: the Tab key leaves the grid. */
  readonly isLeaving: { current: boolean };
  readonly moveTo: (place: Place, isExtended?: boolean) => void;
  /** Opens the input for what is typed. */
  readonly begin: () => void;
  /** Opens the input, or leads to the choice between two values. */
  readonly enter: () => void;
  /** Turns a flag over; false where the cell is none. */
  readonly toggle: () => boolean;
  readonly undo: () => void;
  readonly revert: () => boolean;
  readonly fillDown: () => void;
  readonly clear: () => void;
  readonly saveAll: () => void;
  readonly focusCell: () => void;
  /** Leaves the grid for what stands below it. */
  readonly leave: () => void;
}

function take(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  action();
}

export function cellKeys(actions: CellActions): (event: KeyboardEvent) => void {
  const { size, pageRows, grid, isLeaving, moveTo, begin, enter, toggle, undo, revert, fillDown, clear, saveAll, focusCell, leave } =
    actions;
  const { selected, editing, session } = grid;
  /** Keys in the input of a cell. */
  const keyInInput = (event: KeyboardEvent) => {
    const { key, shiftKey, target } = event;
    const { focus } = selected.get();
    const isChoice = target instanceof HTMLElement && target.getAttribute("role") === "combobox";
    const isOpen = isChoice && target.getAttribute("aria-expanded") === "true";
    const below = (rowsOn: number) => ({ ...focus, row: Math.max(0, Math.min(focus.row + rowsOn, size.rows - 1)) });
    if (key === "Escape") {
      if (!isOpen) take(event, () => grid.finish(true));
    } else if (key === "Tab") {
      const next = adjacentPlace(focus, shiftKey, size);
      take(event, () => moveTo(next ?? focus));
    } else if (key === "Enter" && !isChoice) take(event, () => moveTo(below(shiftKey ? -1 : 1)));
    else if (isTextInput(target)) {
      const isSideways = key === "ArrowLeft" || key === "ArrowRight";
      const next = placeAfter(focus, { key, isCommand: false }, size, pageRows);
      const isMove = key === "ArrowUp" || key === "ArrowDown" || (isSideways && editing.get()?.start === "type");
      if (isMove && next !== undefined) take(event, () => moveTo(next));
    }
  };
  const keyInNote = (event: KeyboardEvent) => {
    if (event.key === "Escape") take(event, focusCell);
  };
  /** Keys on a selected cell. */
  const keyOnCell = (event: KeyboardEvent, isCommand: boolean) => {
    const { key, shiftKey, altKey } = event;
    const { focus } = selected.get();
    const next = altKey ? undefined : placeAfter(focus, { key, isCommand }, size, pageRows);
    const wasLeaving = isLeaving.current;
    if (key !== "Shift") isLeaving.current = false;
    if (next !== undefined) take(event, () => moveTo(next, shiftKey));
    else if (key === "Tab") {
      const adjacent = adjacentPlace(focus, shiftKey, size);
      if (!wasLeaving && adjacent !== undefined) take(event, () => moveTo(adjacent));
    } else if (key === "Escape")
      take(event, () => {
        if (!revert()) isLeaving.current = true;
      });
    else if (isCommand && key.toLowerCase() === "a")
      take(event, () => selected.set({ anchor: { row: 0, column: 0 }, focus: { row: size.rows - 1, column: size.columns - 1 } }));
    else if (isCommand && key.toLowerCase() === "d") take(event, fillDown);
    else if (isCommand && key.toLowerCase() === "z") take(event, undo);
    else if (key === "Enter" || key === "F2") take(event, enter);
    else if (key === "Delete" || key === "Backspace") take(event, clear);
    else if (key === " " && toggle()) take(event, () => undefined);
    else if (isPrintable({ key, isCommand: isCommand || altKey })) {
      event.stopPropagation();
      begin();
      if (session.current === undefined) event.preventDefault();
    }
  };
  return (event) => {
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLElement)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "s") take(event, saveAll);
    else if (event.key === "F6") take(event, leave);
    else if (session.current !== undefined) keyInInput(event);
    else if (event.target.closest(".tm-cell-note") !== null) keyInNote(event);
    else if (placeOf(event.target) !== undefined) keyOnCell(event, isCommand);
  };
}
