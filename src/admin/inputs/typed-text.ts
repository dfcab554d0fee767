// Looks up what was typed or scanned into a reference, apart from its list: the input may be left at once, and a save waits for it.
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ScreenReference } from "#schema/screen";
import { choicesNamed } from "../api/choice-requests.ts";
import { textOf, unanswered, type Choice } from "../api/index.ts";
import { useFetchChoices } from "../data/queries/choice-lists.ts";
import { useEvent } from "../ui/hooks/use-event.ts";
import { useFieldScope } from "./values/field-scope.ts";

/** The choice that a text means which was typed or scanned as a whole: the one that it names, or else the only one whose name holds it. */
function choiceMeant(reference: ScreenReference, list: readonly Choice[], text: string): Choice | undefined {
  const named = choicesNamed(reference, list, text);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const [only, ...others] = list;
  return others.length === 0 && only?.label.includes(text) === true ? only : undefined;
}

/** The look-ups that are under way in a form or a row of it, by field: one within another waits for it. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>();

interface TypedTextOptions {
  readonly name: string;
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

export function useTypedText({ name, reference, value, onMatch, onNone }: TypedTextOptions): TypedText {
  const { pending, values } = useFieldScope();
  const fetchChoices = useFetchChoices();
  const [lookedUp, setLookedUp] = useState<string>();
  /** Of the latest look-up; an earlier one comes to nothing. */
  const running = useRef<{ readonly text: string }>(undefined);
  const latest = useRef({ value, onMatch, onNone });
  latest.current = { value, onMatch, onNone };
  const cancel = useEvent(() => {
    running.current = undefined;
    setLookedUp(undefined);
  });
  const parent = () => (reference.within === undefined ? null : textOf(values.get()[reference.within]));
  const run = async (text: string): Promise<void> => {
    const own = { text };
    running.current = own;
    setLookedUp(text);
    // What it lies within may still be looked up itself, and empties this field once it is there.
    await (reference.within === undefined ? undefined : underWay.get(values)?.get(reference.within));
    if (running.current !== own) return;
    const before = JSON.stringify(latest.current.value);
    const within = parent();
    const answer = await fetchChoices(reference, { search: text, within, record: values.get() }).catch(unanswered);
    if (running.current !== own) return;
    // It lies within something else by now.
    if (parent() !== within) return run(text);
    // At once, so that what follows from the choice is looked up before this counts as done.
    flushSync(() => {
      cancel();
      if (JSON.stringify(latest.current.value) !== before) return;
      const choice = choiceMeant(reference, answer ?? [], text);
      if (choice === undefined) latest.current.onNone(text, answer === undefined);
      else latest.current.onMatch(choice);
    });
  };
  const lookUp = useEvent((text: string) => {
    if (text === "" || running.current?.text === text) return;
    const ofForm = underWay.get(values) ?? new Map<string, Promise<void>>();
    underWay.set(values, ofForm);
    const work = run(text).finally(() => {
      if (ofForm.get(name) === work) ofForm.delete(name);
    });
    ofForm.set(name, work);
    pending.await(work);
  });
  return { lookedUp, lookUp, cancel };
}
