// Opens the pop-over of the bell from a page that counts what stands in it.
const bells = new Set<() => void>();

/** Calls `open` when the pop-over is asked for. Returns how to stop that. */
export function onBellOpen(open: () => void): () => void {
  bells.add(open);
  return () => void bells.delete(open);
}

export function openBell(): void {
  for (const open of bells) open();
}
