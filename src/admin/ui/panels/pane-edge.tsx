// The resizable edge of a pane beside a list: dragged, or moved with the arrow keys.
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import "./pane-edge.css";

interface PaneEdgeProps {
  readonly label: string;
  /** px, as are the bounds. */
  readonly width: number;
  readonly narrowest: number;
  readonly widest: number;
  /** Whether the pane is before its edge, or behind it. */
  readonly pane: "before" | "behind";
  /** While it is being dragged. */
  readonly onDrag: (width: number) => void;
  /** For good. */
  readonly onChange: (width: number) => void;
}

/** px by which one key press moves it. */
const step = 16;

export function PaneEdge({ label, width, narrowest, widest, pane, onDrag, onChange }: PaneEdgeProps) {
  const [grip, setGrip] = useState<{ readonly x: number; readonly width: number }>();
  const within = (wanted: number) => Math.round(Math.min(widest, Math.max(narrowest, wanted)));
  const direction = pane === "before" ? 1 : -1;
  const widthAt = (event: PointerEvent, from: { readonly x: number; readonly width: number }) =>
    within(from.width + direction * (event.clientX - from.x));
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
    const next = { ArrowLeft: width - direction * step, ArrowRight: width + direction * step, Home: narrowest, End: widest }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(within(next));
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
      className={`tm-pane-edge tm-pane-edge-${pane}${grip === undefined ? "" : " tm-dragged"}`}
      onPointerDown={begin}
      onPointerMove={(event) => (grip === undefined ? undefined : onDrag(widthAt(event, grip)))}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  );
}
