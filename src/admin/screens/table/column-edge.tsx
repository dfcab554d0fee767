// The edge of a column in the heading of a table: dragged, or moved with keys, it sets the column's width; a double click fits it to the rows.
// A line shows where it will be: two hundred rows are not laid out anew with each move of the pointer.
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../i18n/use-translation.ts";
import { maxColumnWidth, minColumnWidth } from "./column-preferences.ts";
import "./column-edge.css";

interface ColumnEdgeProps {
  readonly name: string;
  /** px. */
  readonly width: number;
  /** The one edge that the Tab key leads to; arrows lead on from there. */
  readonly isFirst: boolean;
  /** What the column needs for the rows that are shown, px. */
  readonly needed: () => number;
  /** Undefined: as the rows need it. */
  readonly onChange: (width: number | undefined) => void;
}

interface Drag {
  readonly from: number;
  readonly width: number;
  readonly now: number;
  readonly top: number;
  readonly height: number;
}

/** px by which one key press moves it. */
const step = 16;

const within = (width: number): number => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));

/** Moves the focus to the edge of the column before or behind. */
function focusOther(edge: HTMLElement, by: 1 | -1): void {
  const all = [...(edge.closest("tr")?.querySelectorAll<HTMLElement>(".tm-column-edge") ?? [])];
  all[all.indexOf(edge) + by]?.focus();
}

/** Default export, because it is loaded lazily. */
export default function ColumnEdge({ name, width, isFirst, needed, onChange }: ColumnEdgeProps) {
  const { t } = useTranslation();
  const [drag, setDrag] = useState<Drag>();
  const fit = () => onChange(within(needed()));
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { top = 0, height = 0 } = event.currentTarget.closest(".tm-table")?.getBoundingClientRect() ?? {};
    setDrag({ from: event.clientX, width, now: event.clientX, top, height });
  };
  const end = (event: PointerEvent) => {
    if (drag === undefined) return;
    setDrag(undefined);
    // A press that moves nothing may be half of a double click.
    if (event.type === "pointerup" && Math.abs(event.clientX - drag.from) > 2) onChange(within(drag.width + event.clientX - drag.from));
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => onChange(within(width - step)),
      ArrowRight: () => onChange(within(width + step)),
      ArrowUp: () => focusOther(event.currentTarget, -1),
      ArrowDown: () => focusOther(event.currentTarget, 1),
      Enter: fit,
      Delete: () => onChange(undefined),
      Backspace: () => onChange(undefined),
      Escape: () => setDrag(undefined),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <>
      <span
        role="separator"
        aria-orientation="vertical"
        aria-label={t("list.columnWidth", { name })}
        aria-valuenow={width}
        aria-valuemin={minColumnWidth}
        aria-valuemax={maxColumnWidth}
        title={t("list.columnWidthHint")}
        tabIndex={isFirst ? 0 : -1}
        className={drag === undefined ? "tm-column-edge" : "tm-column-edge tm-dragged"}
        onPointerDown={begin}
        onPointerMove={(event) => (drag === undefined ? undefined : setDrag({ ...drag, now: event.clientX }))}
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={fit}
        // The heading orders the rows when it is clicked.
        onClick={(event) => event.stopPropagation()}
        onKeyDown={press}
      />
      {drag !== undefined &&
        createPortal(
          <div
            className="tm-column-line"
            style={{ left: drag.from + within(drag.width + drag.now - drag.from) - drag.width, top: drag.top, height: drag.height }}
          />,
          document.body,
        )}
    </>
  );
}
