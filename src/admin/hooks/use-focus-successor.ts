// Where the focus goes when what has it leaves the page.
import { useLayoutEffect, type RefObject } from "react";

/**
 * When an element leaves the page while the focus is within it, such as the button of an empty list that has its first row now, the list
 * around it has the focus next: the button that adds a row, else its first row. Otherwise keys would begin at the top of the page.
 */
export function useFocusSuccessor(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = leaving.current;
    const list = element?.closest(".tm-list");
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      // Its successor is drawn by the same change.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const next = list?.querySelector<HTMLElement>("[data-begins]") ?? list?.querySelector<HTMLElement>("[data-row-key]");
        next?.focus();
      });
    };
  }, [leaving]);
}
