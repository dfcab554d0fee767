// Keyboard shortcuts of a list outside of inputs: "/" focuses the search panel, "n" adds a row.
import { useEffect } from "react";
import { useEvent } from "../../ui/hooks/use-event.ts";

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role='dialog'], [role='menu'], [role='listbox']") !== null)
  );
}

interface Shortcuts {
  readonly search: () => void;
  /** Undefined: the person may not add. */
  readonly add: (() => void) | undefined;
}

/** `isOn` is false for a list that is not the screen's own, and while a dialog is open. */
export function useShortcuts(isOn: boolean, { search, add }: Shortcuts): void {
  const handle = useEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const work = event.key === "/" ? search : event.key === "n" ? add : undefined;
    if (work === undefined || document.querySelector(".ant-modal-wrap:not([style*='display: none'])") !== null) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [isOn, handle]);
}
