// The resizable edge between the tree filter and the list: dragged, or moved with the arrow keys.
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { narrowest, widest, withinBounds } from "./pane-shape.ts";

interface PaneEdgeProps {
  readonly label: string;
  readonly width: number;
  /** While it is being dragged. */
  readonly onDrag: (width: number) => void;
  /** For good. */
  readonly onChange: (width: number) => void;
}

/** px by which one key press moves it. */
const step = 16;

export function PaneEdge({ label, width, onDrag, onChange }: PaneEdgeProps) {
  const [grip, setGrip] = useState<{ readonly x: number; readonly width: number }>();
  const widthAt = (event: PointerEvent, from: { readonly x: number; readonly width: number }) =>
    withinBounds(from.width + event.clientX - from.x);
  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setGrip({ x: event.clientX, width });
  };
  const end = (event: PointerEvent) => {
    if (grip === undefined) return;
    setGrip(undefined);
    onChange(widthAt(event, grip));
  };
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - step, ArrowRight: width + step, Home: narrowest, End: widest }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(withinBounds(next));
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      className={grip === undefined ? "tm-beside-edge" : "tm-beside-edge tm-dragged"}
      onPointerDown={begin}
      onPointerMove={(event) => (grip === undefined ? undefined : onDrag(widthAt(event, grip)))}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}
