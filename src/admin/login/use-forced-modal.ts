// A dialog of the browser's top layer that only the page itself closes.
import { useEffect, useRef, type RefObject } from "react";

/** Keeps the dialog open, also when the browser closes it on Esc. */
export function useForcedModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const hold = () => {
      if (element.isConnected && !element.open) element.showModal();
    };
    const refuse = (event: Event) => event.preventDefault();
    hold();
    element.addEventListener("cancel", refuse);
    element.addEventListener("close", hold);
    return () => {
      element.removeEventListener("cancel", refuse);
      element.removeEventListener("close", hold);
      element.close();
    };
  }, []);
  return dialog;
}
