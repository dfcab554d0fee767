// The room that the rows of a list have: the width of their element, and what the window leaves below everything above it.

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** px; lower would show no rows. */
export const lowestHeight = 320;

/**
 * Tells the room of an element now and whenever it has become another one; the callback keeps what it was told. `aroundRows`: height of
 * everything above and below the rows, px. Answers what ends it.
 */
export function watchRoom(element: HTMLElement, aroundRows: number, tell: (room: Room) => void): () => void {
  let last: Room | undefined;
  const measure = () => {
    const next = { width: element.clientWidth, height: Math.max(lowestHeight, innerHeight - aroundRows) };
    if (last?.width === next.width && last.height === next.height) return;
    last = next;
    tell(next);
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  addEventListener("resize", measure);
  return () => {
    observer.disconnect();
    removeEventListener("resize", measure);
  };
}
