// Choosing one of the entries below a field with the arrow keys, while the field keeps the focus.
import { useState, type KeyboardEvent } from "react";

interface Choice {
  /** The entry that Enter opens. */
  readonly at: number;
  readonly choose: (at: number) => void;
  readonly keyDown: (event: KeyboardEvent) => void;
}

/** `open` is called with the index of the entry that was opened with Enter. */
export function useChoice(count: number, open: (at: number) => void): Choice {
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, Math.max(0, count - 1));
  const keyDown = (event: KeyboardEvent) => {
    // An Enter that ends the choice of characters of an input method means those.
    if (event.nativeEvent.isComposing || count === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose((at + step + count) % count);
    else if (event.key === "Enter") open(at);
    else return;
    event.preventDefault();
  };
  return { at, choose, keyDown };
}
