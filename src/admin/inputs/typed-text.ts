// Looks up what was typed or scanned into a reference, apart from its list: the input may be left at once, and a save waits for it.
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ScreenReference } from "#schema/screen";
import { textOf, unanswered, type Choice } from "../api/index.ts";
import { useFetchChoices } from "../data/queries/choice-lists.ts";
import { useEvent } from "../ui/hooks/use-event.ts";
import { useFieldScope } from "./values/field-scope.ts";

/** The choice that a text means which was typed or scanned as a whole: the one with this code, or else the only one whose name holds it. */
function choiceMeant(list: readonly Choice[], text: string): Choice | undefined {
  const exact = list.filter(({ label, row }) => label === text || Object.values(row).some((value) => value === text));
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const [only, ...others] = list;
  return others.length === 0 && only?.label.includes(text) === true ? only : undefined;
}

interface TypedTextOptions {
  readonly reference: ScreenReference;
  /** The field's value: once it is another one, what was looked up has no place any more. */
  readonly value: unknown;
  readonly onMatch: (choice: Choice) => void;
  readonly onNone: (text: string, isUnread: boolean) => void;
}

interface TypedText {
  /** What is looked up now. */
  readonly lookedUp: string | undefined;
  readonly lookUp: (text: string) => void;
  readonly cancel: () => void;
}

export function useTypedText({ reference, value, onMatch, onNone }: TypedTextOptions): TypedText {
  const { pending, values } = useFieldScope();
  const fetchChoices = useFetchChoices();
  const [lookedUp, setLookedUp] = useState<string>();
  /** Of the latest look-up; an earlier one comes to nothing. */
  const running = useRef<object>(undefined);
  const latest = useRef({ value, onMatch, onNone });
  latest.current = { value, onMatch, onNone };
  const cancel = useEvent(() => {
    running.current = undefined;
    setLookedUp(undefined);
  });
  const run = async (text: string) => {
    const own = {};
    running.current = own;
    setLookedUp(text);
    const before = JSON.stringify(latest.current.value);
    const record = values.get();
    const within = reference.within === undefined ? null : textOf(record[reference.within]);
    const answer = await fetchChoices(reference, { search: text, within, record }).catch(unanswered);
    if (running.current !== own) return;
    // At once, so that what follows from the choice is looked up before this counts as done.
    flushSync(() => {
      cancel();
      if (JSON.stringify(latest.current.value) !== before) return;
      const choice = choiceMeant(answer ?? [], text);
      if (choice === undefined) latest.current.onNone(text, answer === undefined);
      else latest.current.onMatch(choice);
    });
  };
  const lookUp = useEvent((text: string) => {
    if (lookedUp !== text) pending.await(run(text));
  });
  return { lookedUp, lookUp, cancel };
}
