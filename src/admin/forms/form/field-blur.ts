// Tells when the focus leaves a field, so that a required one that was passed over says so.
import { useEffect, useRef, type FocusEvent } from "react";
import { useEvent } from "../../ui/hooks/use-event.ts";

/** The field of the form around an element. */
function fieldAround(element: Element): HTMLElement | null {
  let frame = element.closest<HTMLElement>("[data-field]");
  for (let outer = frame; outer !== null; outer = outer.parentElement?.closest<HTMLElement>("[data-field]") ?? null) frame = outer;
  return frame;
}

/**
 * A listener for blurs inside a form. A message below a field moves what stands under it, so while a pointer is pressed it waits: the click
 * must hit what was aimed at.
 */
export function useFieldBlur(onLeave: (name: string) => void): (event: FocusEvent) => void {
  const tell = useEvent(onLeave);
  const isPressed = useRef(false);
  const left = useRef<string[]>([]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    const press = () => void (isPressed.current = true);
    const release = () => {
      isPressed.current = false;
      // The click comes after the release.
      setTimeout(() => {
        const names = left.current.splice(0);
        if (!isGone.current) names.forEach(tell);
      });
    };
    addEventListener("pointerdown", press, true);
    addEventListener("pointerup", release, true);
    addEventListener("pointercancel", release, true);
    return () => {
      isGone.current = true;
      removeEventListener("pointerdown", press, true);
      removeEventListener("pointerup", release, true);
      removeEventListener("pointercancel", release, true);
    };
  }, [tell]);
  return ({ target, relatedTarget, currentTarget }) => {
    const frame = fieldAround(target);
    const name = frame?.dataset["field"];
    if (frame === null || name === undefined || !document.hasFocus()) return;
    // A list of choices or a calendar of this field lies elsewhere in the page.
    const isElsewhere = relatedTarget !== null && !(currentTarget.closest("[role=dialog]") ?? currentTarget).contains(relatedTarget);
    if (isElsewhere || frame.contains(relatedTarget)) return;
    if (isPressed.current) left.current.push(name);
    else tell(name);
  };
}
