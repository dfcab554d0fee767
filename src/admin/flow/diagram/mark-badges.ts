// Signs at the shapes of a drawing, so that what has happened is told without colours as well.
import type Overlays from "diagram-js/lib/features/overlays/Overlays";
import type { Mark } from "./steps.ts";

/** The same signs stand in the legend (diagram.css). */
const signs: Readonly<Record<Mark, string>> = { done: "✓", current: "…", failed: "✕" };
const type = "tm-mark";

/** Only shapes have signs; the lines between them say nothing of their own. */
export function showBadges(overlays: Overlays, marks: Iterable<readonly [id: string, mark: Mark]>, isShape: (id: string) => boolean): void {
  overlays.remove({ type });
  for (const [id, mark] of marks) {
    if (!isShape(id)) continue;
    const badge = document.createElement("span");
    badge.className = `tm-mark-badge tm-mark-${mark}`;
    badge.textContent = signs[mark];
    badge.setAttribute("aria-hidden", "true");
    overlays.add(id, type, { position: { bottom: 9, right: 9 }, html: badge });
  }
}
