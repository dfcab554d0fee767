// The edge between a list and what is shown of its chosen row. Where it stands is kept in this browser as a part of the page's width, so that it
// is right in windows of other sizes as well.
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { PaneEdge } from "../../ui/panels/pane-edge.tsx";
import { readStored, writeStored } from "../../browser/storage.ts";

interface SplitEdgeProps {
  readonly label: string;
  /** Name of the list that it is kept for. */
  readonly list: string;
  /** The pane behind it. */
  readonly pane: RefObject<HTMLElement | null>;
}

/** px that both sides keep at least, and what is between them. */
const [minWidth, gap] = [320, 16];

/** The pane's part of the page from storage; half of it where nothing is stored, or something malformed. */
function storedPart(content: unknown): number {
  return typeof content === "number" && content > 0 && content < 1 ? content : 0.5;
}

export function SplitEdge({ label, list, pane }: SplitEdgeProps) {
  const name = `split.${list}`;
  const [part, setPart] = useState(() => storedPart(readStored(name)?.content));
  const [room, setRoom] = useState(0);
  // Behind the first drawing, when the pane that it belongs to is there.
  useEffect(() => {
    const split = pane.current?.parentElement;
    if (split === null || split === undefined) return undefined;
    const watcher = new ResizeObserver(() => setRoom(split.clientWidth - gap));
    watcher.observe(split);
    return () => watcher.disconnect();
  }, [pane]);
  const widest = Math.max(minWidth, room - minWidth);
  const width = Math.round(Math.min(widest, Math.max(minWidth, part * room)));
  useLayoutEffect(() => {
    if (room > 0) pane.current?.parentElement?.style.setProperty("--tm-split", `${width}px`);
  }, [pane, room, width]);
  if (room <= 0) return null;
  return (
    <PaneEdge
      label={label}
      width={width}
      narrowest={minWidth}
      widest={widest}
      pane="behind"
      onDrag={(next) => setPart(next / room)}
      onChange={(next) => {
        setPart(next / room);
        writeStored(name, next / room);
      }}
    />
  );
}
