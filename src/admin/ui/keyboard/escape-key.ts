// Esc closes the nearest thing that is open: a list of choices before the dialog around it.
import type { KeyboardEvent } from "react";

/** For the keydown handler of an open popup: keeps Esc from the dialog, and closes the popup where it does not close itself. */
export function closeOnEscape(isOpen: boolean, close?: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close?.();
  };
}
