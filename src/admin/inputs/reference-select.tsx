// One or several rows of another resource, chosen from a list that is searched on the server.
import { Select } from "antd";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { partsOf, textOf, unanswered } from "../api/index.ts";
import { inLanguage } from "#schema/text";
import type { ScreenField, ScreenReference } from "#schema/screen";
import { useLabels } from "./values/choice-labels.ts";
import { useFieldScope, useSibling, type WidgetProps } from "./values/field-scope.ts";
import { useFormTexts, useLanguage } from "../i18n/language.ts";
import { useRequiredInput } from "./required-input.ts";
import { useFetchChoices, useRememberLabels, type ChoiceList } from "../data/queries/choice-lists.ts";
import { useEvent } from "../ui/hooks/use-event.ts";
import { useTypedText } from "./typed-text.ts";
import { typedKey, unmatchedIn, type UnmatchedText } from "./values/unmatched.ts";
import { useChoices } from "./values/use-choices.ts";
import { ChoicesFailure } from "./choices-failure.tsx";
import { stateOf } from "./control-state.ts";

/** Rows of one page of choices (`src/admin/api/choice-requests.ts`); a full page means there may be more. */
const fullPage = 50;

/** Whether the field that narrows this one still has to be chosen, and what its name is. */
export function useNarrowing(reference: ScreenReference): { readonly isOpen: boolean; readonly placeholder: string } {
  const texts = useFormTexts();
  const language = useLanguage();
  const { place, fields } = useFieldScope();
  const parent = useSibling(reference.within);
  const narrowing = fields.find((field) => field.name === reference.within);
  // A field that is not in this form cannot be chosen first: a tenant's own administrator has no tenant to choose.
  const isMissing = narrowing !== undefined && place !== "search" && partsOf(parent).length === 0;
  return { isOpen: !isMissing, placeholder: isMissing ? texts.reference.first(inLanguage(narrowing.label, language)) : texts.choose };
}

/** What an open list shows instead of choices. */
export function NoChoices({ state }: { readonly state: ChoiceList }): ReactNode {
  const texts = useFormTexts();
  if (state.isLoading) return <div className="tf-choices-note">{texts.loading}</div>;
  if (state.failure === undefined) return <div className="tf-choices-note">{texts.reference.empty}</div>;
  return <ChoicesFailure failure={state.failure} retry={state.retry} />;
}

/** The list of choices with something below it. */
export function menuAbove(foot: ReactNode): (menu: ReactNode) => ReactElement {
  return (menu) => (
    <>
      {menu}
      {foot}
    </>
  );
}

const isNone = (value: unknown): boolean => partsOf(value).length === 0 && unmatchedIn(value) === undefined;

/**
 * Takes the one possible choice without being asked for: of a required reference within another one that was chosen here, such as the only
 * spec of a product.
 */
function useOnlyChoice({ field, value, onChange, isDisabled }: ReferenceSelectProps, isOpen: boolean): void {
  const { reference } = field;
  const { within, several } = reference;
  const { pending, values, started } = useFieldScope();
  const parent = textOf(useSibling(within));
  const isChosenHere = within !== undefined && parent !== "" && parent !== textOf(started[within]);
  const isTaken = isChosenHere && field.required !== undefined && several !== true && !isDisabled && !isOpen && isNone(value);
  const fetchChoices = useFetchChoices();
  const rememberLabels = useRememberLabels();
  const give = useEvent(onChange);
  useEffect(() => {
    if (!isTaken) return;
    let isPast = false;
    const take = async () => {
      // Where they cannot be read the field stays empty, and its list says why when it is opened.
      const list = await fetchChoices(reference, { within: parent, record: values.get() }).catch(unanswered);
      const [only, ...others] = list ?? [];
      if (isPast || only === undefined || others.length > 0) return;
      rememberLabels(reference, [only]);
      // At once, so that what follows from it is looked up before this counts as done.
      flushSync(() => give(only.value));
    };
    pending.await(take());
    return () => void (isPast = true);
  }, [isTaken, parent, reference, pending, values, fetchChoices, rememberLabels, give]);
}

interface ReferenceSelectProps extends WidgetProps {
  readonly field: ScreenField & { readonly reference: ScreenReference };
}

const arrows: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown"]);

function ReferenceSelectOf(props: ReferenceSelectProps): ReactNode {
  const { field, id, value, onChange, isDisabled } = props;
  const { reference } = field;
  const texts = useFormTexts();
  const { record, pending, place } = useFieldScope();
  useRequiredInput(id, field.required !== undefined);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const state = useChoices(reference, search, isOpen);
  useOnlyChoice(props, isOpen);
  const rememberLabels = useRememberLabels();
  const narrowing = useNarrowing(reference);
  const selected = partsOf(value);
  const labelOf = useLabels(field, reference, selected, record);
  const isSeveral = reference.several === true;
  const close = () => {
    setOpen(false);
    setSearch("");
  };
  const give = (values: readonly string[], text?: UnmatchedText) =>
    onChange(
      isSeveral ? (values.length === 0 && text === undefined ? undefined : [...values, ...(text ? [text] : [])]) : (text ?? values[0]),
    );
  /** The input was left, which may be gone with its cell before it is drawn closed. */
  const isLeft = useRef(false);
  const typed = useTypedText({
    name: field.name,
    reference,
    value,
    onMatch(choice) {
      rememberLabels(reference, [choice]);
      give(isSeveral ? [...new Set([...selected, choice.value])] : [choice.value]);
      close();
    },
    onNone(text, isUnread) {
      // Whoever is still here chooses from what the list shows. A search has no place to say it.
      if ((isOpen && !isLeft.current && search.trim() === text) || place === "search") return;
      give(selected, { unmatched: text, ...(isUnread ? { isUnread } : {}) });
    },
  });
  const unmatched = unmatchedIn(value);
  const text = isOpen ? unmatched?.unmatched : (typed.lookedUp ?? unmatched?.unmatched);
  const shown = [
    ...(isSeveral || text === undefined ? selected.map((one) => ({ value: one, label: labelOf(one) })) : []),
    ...(text === undefined ? [] : [{ value: typedKey, label: text }]),
  ];
  const isSearching = isOpen && search.trim() !== "";
  /** What was typed is looked up whatever becomes of the list. */
  const leaveWith = useEvent((text: string) => {
    isLeft.current = true;
    typed.lookUp(text);
    close();
  });
  const leave = () => leaveWith(search.trim());
  useEffect(() => {
    if (!isSearching || place === "search") return;
    const lookUp = () => leaveWith(search.trim());
    pending.typed.add(lookUp);
    return () => void pending.typed.delete(lookUp);
  }, [isSearching, search, place, pending, leaveWith]);
  /** The list has entries for what was typed. */
  const isMatched = !state.isLoading && state.list.length > 0;
  /** The text that was confirmed by Enter, as scanners do: it is not dropped for want of a match. */
  const entered = useRef("");
  /** Somebody went to an entry of the open list. */
  const isMoved = useRef(false);
  /** A key that leaves the input is on its way: nothing is chosen by it. */
  const isPassing = useRef(false);
  const pass = () => {
    isPassing.current = true;
    setTimeout(() => void (isPassing.current = false));
  };
  /** The list closes because an entry was chosen, or by Esc: what was typed is done with. */
  const isSettled = useRef(false);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      isSettled.current = true;
      typed.cancel();
    } else if (arrows.has(event.key)) isMoved.current = true;
    else if (event.key === "Enter" && isSearching && !isMatched && (event.ctrlKey || event.metaKey)) {
      // It adds a row to the grid around; on its way there the select would take its active entry.
      pass();
      leave();
    } else if (event.key === "Enter" && isSearching && !isMatched) {
      event.preventDefault();
      // The list still holds what was there before, and its first entry is not what was typed; or it is empty, and closed, would lose the text.
      event.stopPropagation();
      entered.current = search.trim();
      if (state.isLoading) typed.lookUp(search.trim());
    } else if (event.key === "Tab" && !(isSearching ? isMatched : isMoved.current)) {
      // The select would take its active entry: what was there before, or one that nobody went to. A grid around goes to its next cell.
      pass();
      if (isSearching) leave();
      else close();
    }
  };
  const onBlur = () => {
    if (isSearching && (!isMatched || entered.current === search.trim())) leave();
  };
  const common = {
    id,
    className: "tf-wide",
    labelInValue: true,
    open: isOpen,
    showSearch: true,
    filterOption: false,
    allowClear: true,
    disabled: isDisabled || !narrowing.isOpen,
    placeholder: narrowing.placeholder,
    loading: (isOpen && state.isLoading) || typed.lookedUp !== undefined,
    options: state.list.map((choice) => ({ value: choice.value, label: choice.label })),
    notFoundContent: <NoChoices state={state} />,
    searchValue: search,
    ...stateOf({ ...props, isInvalid: props.isInvalid || unmatched !== undefined }),
    onSearch: (next: string) => {
      isSettled.current = false;
      isLeft.current = false;
      typed.cancel();
      setSearch(next);
      if (next === "" && isOpen && unmatched !== undefined) give(isSeveral ? selected : []);
    },
    onOpenChange: (next: boolean) => {
      isMoved.current = false;
      // A press elsewhere takes nothing from what was typed.
      if (!next) return isSearching && !isSettled.current && place !== "search" ? leave() : close();
      isSettled.current = false;
      setOpen(true);
      // What matched nothing is corrected rather than typed anew; a key that opens the list has already begun another text.
      setSearch((begun) => (begun === "" ? (unmatched?.unmatched ?? "") : begun));
    },
    popupRender: menuAbove(
      state.list.length >= fullPage && reference.source === "list" ? <div className="tf-choices-more">{texts.reference.more}</div> : null,
    ),
  };
  /** The name of a picked value is in the list that it was picked from. */
  const choose = (next: readonly string[]) => {
    if (isPassing.current) return;
    isSettled.current = true;
    typed.cancel();
    rememberLabels(
      reference,
      state.list.filter((choice) => next.includes(choice.value)),
    );
    give(
      next.filter((one) => one !== typedKey),
      next.includes(typedKey) ? unmatched : undefined,
    );
  };
  return (
    <div className="tf-reference" onKeyDownCapture={onKeyDownCapture} onBlur={onBlur}>
      {isSeveral ? (
        <Select<{ value: string; label: ReactNode }[]>
          {...common}
          mode="multiple"
          maxTagCount="responsive"
          value={shown}
          onChange={(next) => choose(next.map((one) => one.value))}
        />
      ) : (
        // The type declares that there is always one; when cleared, there is none.
        <Select<{ value: string; label: ReactNode } | undefined>
          {...common}
          value={shown[0]}
          onChange={(next) => choose(next === undefined ? [] : [next.value])}
        />
      )}
    </div>
  );
}

export function ReferenceSelect(props: WidgetProps): ReactNode {
  const { field } = props;
  const { reference } = field;
  if (reference === undefined) throw new Error(`the field ${field.name} refers to nothing`);
  return <ReferenceSelectOf {...props} field={{ ...field, reference }} />;
}
