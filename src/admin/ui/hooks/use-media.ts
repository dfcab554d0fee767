// Whether the window is of a kind, as style sheets ask it.
import { useSyncExternalStore } from "react";

/** Below this width the shell has no side menu and lists use their narrow layout (docs/specification.md §2). */
export const narrow = "(width < 768px)";

/** Below this width a table shows its first column and little else: lists are cards. */
export const handheld = "(width < 600px)";

/** From this width on two lists fit beside each other (docs/specification.md §2). */
export const roomy = "(width >= 1200px)";

/** From this width on half of the page holds a row and its buttons. */
export const spacious = "(width >= 1600px)";

/** Somebody has asked their system for as little motion as possible. */
export const reducedMotion = "(prefers-reduced-motion: reduce)";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
