// The value of an input while it is edited. The form hears of it when the input is left, so a key press costs the same in
// a form of 300 fields as in one of 20.
import { useEffect, useRef, useState } from "react";
import { useFieldScope } from "./field-scope.ts";

interface DraftValue {
  /** The text in the input. */
  readonly text: string;
  /** Takes a key press. */
  readonly edit: (text: string) => void;
  /** Hands the text to the form; for blur and Enter. */
  readonly finish: () => void;
}

interface Draft {
  /** The text of the value the form holds. */
  given: string;
  text: string;
  isDirty: boolean;
}

/**
 * @param given the text of the value that the form holds
 * @param commit hands what was typed to the form; it is called only when that differs from `given`
 * @param read what the form would make of a text, shown once the input is left; the text itself unless given
 * @param preview is told of every key press, for what hangs on the text
 */
export function useDraftValue(
  given: string,
  commit: (text: string) => void,
  read: (text: string) => string = (text) => text,
  preview?: (text: string) => void,
): DraftValue {
  const { pending, place } = useFieldScope();
  const draft = useRef<Draft>({ given, text: given, isDirty: false }).current;
  const [, show] = useState(given);
  // The form's value is compared with its last value, not with the text: a late answer of the form to an earlier edit must not undo what is
  // being typed.
  if (draft.given !== given) {
    draft.given = given;
    if (!draft.isDirty) draft.text = given;
  }
  const latest = useRef({ commit, read, preview });
  latest.current = { commit, read, preview };
  const [actions] = useState(() => {
    const finish = () => {
      pending.remove(finish);
      if (!draft.isDirty) return;
      draft.isDirty = false;
      draft.text = latest.current.read(draft.text);
      if (draft.text !== draft.given) latest.current.commit(draft.text);
      show(draft.text);
    };
    const edit = (text: string) => {
      draft.text = text;
      if (!draft.isDirty) {
        draft.isDirty = true;
        pending.add(finish);
      }
      show(text);
      latest.current.preview?.(latest.current.read(text));
      // A search panel is small, and its owner wants to know what Enter would search for.
      if (place === "search") latest.current.commit(latest.current.read(text));
    };
    return { edit, finish };
  });
  // An input may be unmounted while it is edited: its field is hidden, its row scrolls out of view. The typed text is committed.
  useEffect(() => () => actions.finish(), [actions]);
  return { text: draft.text, ...actions };
}
