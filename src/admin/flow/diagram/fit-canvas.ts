// Shows the whole drawing.
import type Canvas from "diagram-js/lib/core/Canvas";

/** px left free around a drawing. */
const margin = 24;

/** The whole drawing in the middle; a small one is not blown up to fill a wide page. */
export function fitCanvas(canvas: Canvas): void {
  canvas.resized();
  const { inner, outer } = canvas.viewbox();
  if (outer.width <= 2 * margin || outer.height <= 2 * margin || inner.width === 0) return;
  const scale = Math.min(1, (outer.width - 2 * margin) / inner.width, (outer.height - 2 * margin) / inner.height);
  const [width, height] = [outer.width / scale, outer.height / scale];
  canvas.viewbox({ x: inner.x + (inner.width - width) / 2, y: inner.y + (inner.height - height) / 2, width, height });
}
