// Dragging rows of a table by their handles: a line or a frame shows where a row would go, and a sentence says it, also why it cannot.
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import type { Row } from "../../api/wire-data.ts";
import { dropOf, type DropZone } from "../row-actions/row-drop.ts";
import "./row-drag.css";

/** What dropping a row would do. */
export interface DropLook {
  readonly isRefused: boolean;
  readonly sentence: string;
}

export interface RowDragging {
  /** Rows have places below each other. */
  readonly isTree: boolean;
  /** Whether a row has a handle. */
  readonly canDrag: (row: Row) => boolean;
  /** What dropping a row on a part of another would do; undefined: nothing. */
  readonly look: (place: typeof dropOf, key: string, target: string, zone: DropZone) => DropLook | undefined;
  readonly drop: (key: string, target: string, zone: DropZone) => void;
  /** Shows the rows below a row. */
  readonly expand: (key: string) => void;
}

/** Milliseconds that a row is held over a closed one before that opens. */
const openAfter = 700;

interface Mark extends DropLook {
  readonly key: string;
  readonly zone: DropZone;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const rowOf = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof Element ? (target.closest<HTMLElement>("[data-row-key]") ?? undefined) : undefined;

function zoneAt(row: HTMLElement, y: number, isTree: boolean): DropZone {
  const { top, height } = row.getBoundingClientRect();
  const part = (y - top) / height;
  if (!isTree) return part < 0.5 ? "before" : "behind";
  return part < 0.3 ? "before" : part > 0.7 ? "behind" : "inside";
}

/** Where the names of a row begin: lines of deeper rows begin further right. */
function beginningOf(row: HTMLElement): number {
  const icon = row.querySelector(".ant-table-row-expand-icon-cell, .ant-table-cell-with-append .tm-expand, .ant-table-row-indent");
  return (icon ?? row).getBoundingClientRect().left;
}

interface RowDragProps {
  /** The element that holds the rows; it is what the mark is placed in. */
  readonly within: RefObject<HTMLElement | null>;
  readonly dragging: RowDragging;
}

/** Default export, because it is loaded when the pointer comes to rows that can be dragged. */
export default function RowDrag({ within, dragging }: RowDragProps): ReactNode {
  const [mark, setMark] = useState<Mark>();
  useEffect(() => {
    const element = within.current;
    if (element === null) return undefined;
    let dragged: string | undefined;
    let shown: Mark | undefined;
    let opening: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Mark | undefined) => {
      if (next?.key === shown?.key && next?.zone === shown?.zone && next?.top === shown?.top) return;
      clearTimeout(opening);
      shown = next;
      setMark(next);
      if (next?.zone === "inside") opening = setTimeout(() => dragging.expand(next.key), openAfter);
    };
    const markOn = (row: HTMLElement, zone: DropZone): Mark | undefined => {
      const key = row.dataset["rowKey"] ?? "";
      const look = dragged === undefined ? undefined : dragging.look(dropOf, dragged, key, zone);
      if (look === undefined) return undefined;
      const [box, own] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
      const left = Math.max(0, beginningOf(row) - box.left);
      const width = Math.min(own.right, box.right) - box.left - left;
      return { ...look, key, zone, top: own.top - box.top, left, width, height: own.height };
    };
    const start = (event: DragEvent) => {
      const grip = event.target instanceof Element ? event.target.closest("[data-grip]") : null;
      const row = rowOf(event.target);
      if (grip === null || row === undefined || event.dataTransfer === null) return;
      dragged = row.dataset["rowKey"];
      event.dataTransfer.effectAllowed = "move";
      // Firefox drags nothing without data.
      event.dataTransfer.setData("text/plain", "");
      const box = row.getBoundingClientRect();
      event.dataTransfer.setDragImage(row, event.clientX - box.left, event.clientY - box.top);
      element.classList.add("tm-dragging");
    };
    const over = (event: DragEvent) => {
      if (dragged === undefined || event.dataTransfer === null) return;
      const row = rowOf(event.target);
      const next = row === undefined ? undefined : markOn(row, zoneAt(row, event.clientY, dragging.isTree));
      show(next);
      // Without this the browser shows that nothing can be dropped.
      if (next === undefined || next.isRefused) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) show(undefined);
    };
    const end = () => {
      dragged = undefined;
      show(undefined);
      element.classList.remove("tm-dragging");
    };
    const drop = (event: DragEvent) => {
      const row = rowOf(event.target);
      const key = dragged;
      if (key === undefined || row === undefined) return;
      event.preventDefault();
      const zone = zoneAt(row, event.clientY, dragging.isTree);
      end();
      dragging.drop(key, row.dataset["rowKey"] ?? "", zone);
    };
    // Handles are shown from now on.
    element.classList.add("tm-draggable");
    element.addEventListener("dragstart", start);
    element.addEventListener("dragover", over);
    element.addEventListener("dragleave", leave);
    element.addEventListener("drop", drop);
    element.addEventListener("dragend", end);
    return () => {
      clearTimeout(opening);
      element.classList.remove("tm-draggable");
      element.removeEventListener("dragstart", start);
      element.removeEventListener("dragover", over);
      element.removeEventListener("dragleave", leave);
      element.removeEventListener("drop", drop);
      element.removeEventListener("dragend", end);
    };
  }, [within, dragging]);
  if (mark === undefined) return null;
  const { zone, isRefused, sentence, top, left, width, height } = mark;
  const place =
    zone === "inside" ? { top, left, width, height } : { top: zone === "before" ? top - 1 : top + height - 1, left, width, height: 2 };
  return (
    <div className="tm-drop" data-zone={zone} data-refused={isRefused || undefined} style={place} aria-hidden="true">
      <span className="tm-drop-sentence">{sentence}</span>
    </div>
  );
}
