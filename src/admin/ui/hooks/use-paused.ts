// Debounces typed text, so that a search is not sent at each key.
import { useEffect, useState } from "react";

/** Milliseconds after the last key press at which a search is sent. */
const pause = 250;

/** A text after a pause in typing; an empty one counts at once. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : paused;
}
