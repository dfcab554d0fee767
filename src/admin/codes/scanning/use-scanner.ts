// What a scanner types, wherever the focus is: it begins as soon as it is triggered, while the dialog still opens or a button has the focus.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent as InputKeyEvent, type RefObject } from "react";
import type { InputRef } from "antd";

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "preventDefault">;

interface Scanner {
  /** What was typed of a code that has not ended. */
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** Ends a code at Enter or Tab. */
  readonly take: (event: InputKeyEvent) => void;
}

/** Whether keys at this element are its own: fields, and dialogs that were opened over this one. */
function takesKeys(element: Element | null): boolean {
  return element?.closest("input, textarea, select, [contenteditable=true], .ant-modal-confirm") != null;
}

/** Reads codes from the input, and from the page as long as no other field has the focus. */
export function useScanner(input: RefObject<InputRef | null>, onCode: (code: string) => void): Scanner {
  // Beside the state: the keys of a scanner come faster than the page is drawn.
  const typedSoFar = useRef("");
  const [typed, show] = useState("");
  const setTyped = useCallback((text: string) => {
    typedSoFar.current = text;
    show(text);
  }, []);

  const takeKey = useCallback(
    (event: Key) => {
      const code = typedSoFar.current.trim();
      // Scanners end a code with Enter or Tab; Tab with nothing typed goes on to the next control, as everywhere.
      if ((event.key !== "Enter" && event.key !== "Tab") || (event.key === "Tab" && (event.shiftKey || code === ""))) return;
      event.preventDefault();
      setTyped("");
      if (code !== "") onCode(code);
    },
    [onCode, setTyped],
  );

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || takesKeys(document.activeElement)) return;
      const isEnd = (event.key === "Enter" || event.key === "Tab") && typedSoFar.current !== "";
      // A blank presses the button that has the focus, unless it stands within a code.
      const isPart = event.key.length === 1 && (event.key !== " " || typedSoFar.current !== "");
      if (!isEnd && !isPart) return;
      event.stopPropagation();
      if (isEnd) takeKey(event);
      else {
        event.preventDefault();
        setTyped(typedSoFar.current + event.key);
      }
      input.current?.focus();
    };
    addEventListener("keydown", keys, true);
    return () => removeEventListener("keydown", keys, true);
  }, [input, setTyped, takeKey]);

  return { typed, setTyped, take: takeKey };
}
