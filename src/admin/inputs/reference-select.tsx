// One or several rows of another resource, chosen from a list that is searched on the server.
import { Select } from "antd";
import { useEffect, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import type { Choice } from "../api/choice-requests.ts";
import { partsOf } from "../api/index.ts";
import { inLanguage } from "#schema/text";
import type { ScreenField, ScreenReference } from "#schema/screen";
import { useLabels } from "./values/choice-labels.ts";
import { useFieldScope, useSibling, type WidgetProps } from "./values/field-scope.ts";
import { useFormTexts, useLanguage } from "../i18n/language.ts";
import { useRequiredInput } from "./required-input.ts";
import { useRememberLabels, type ChoiceList } from "../data/queries/choice-lists.ts";
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
  const isMissing = narrowing !== undefined && place !== "search" && (parent === undefined || parent === "");
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

/**
 * Whether the one possible choice is taken without being asked for: of a required reference within another one that was just chosen, such as the
 * only spec of a product.
 */
function useTakesOnlyChoice({ field, value, isDisabled }: ReferenceSelectProps): boolean {
  const { within, several } = field.reference;
  const parent = useSibling(within);
  const [first] = useState(parent);
  const isChosenNow = within !== undefined && parent !== undefined && parent !== "" && parent !== first;
  return isChosenNow && field.required !== undefined && several !== true && !isDisabled && partsOf(value).length === 0;
}

/** The choice that a text means which was typed or scanned as a whole: the one with this code, or else the only one whose name holds it. */
function choiceMeant(list: readonly Choice[], text: string): Choice | undefined {
  const exact = list.filter(({ label, row }) => label === text || Object.values(row).some((value) => value === text));
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const [only, ...others] = list;
  return others.length === 0 && only?.label.includes(text) === true ? only : undefined;
}

interface ReferenceSelectProps extends WidgetProps {
  readonly field: ScreenField & { readonly reference: ScreenReference };
}

function ReferenceSelectOf(props: ReferenceSelectProps): ReactNode {
  const { field, id, value, onChange, isDisabled } = props;
  const { reference } = field;
  const texts = useFormTexts();
  const { record } = useFieldScope();
  useRequiredInput(id, field.required !== undefined);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const takesOnly = useTakesOnlyChoice(props);
  /** Enter was pressed before the choices had come, as scanners do: the one that is meant is taken once it is there. */
  const [isAwaited, setAwaited] = useState(false);
  const state = useChoices(reference, search, isOpen || takesOnly);
  const rememberLabels = useRememberLabels();
  const narrowing = useNarrowing(reference);
  const selected = partsOf(value);
  const labelOf = useLabels(field, reference, selected, record);
  const shown = selected.map((one) => ({ value: one, label: labelOf(one) }));
  /** The name of a picked value is in the list that it was picked from. */
  const keepLabels = (next: readonly string[]) =>
    rememberLabels(
      reference,
      state.list.filter(({ value: one }) => next.includes(one)),
    );
  const [only, ...others] = state.list;
  const meant = isAwaited && isOpen ? choiceMeant(state.list, search) : takesOnly && !isOpen && others.length === 0 ? only : undefined;
  const take = state.isLoading ? undefined : meant;
  const isAnswered = isAwaited && !state.isLoading;
  useEffect(() => {
    if (isAnswered) setAwaited(false);
    if (take === undefined) return;
    rememberLabels(reference, [take]);
    onChange(take.value);
    setOpen(false);
    setSearch("");
  }, [take, isAnswered, rememberLabels, reference, onChange]);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !isOpen || search === "" || !state.isLoading || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The list still holds what was found before: its first entry is not what was typed.
    event.stopPropagation();
    setAwaited(true);
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
    loading: isOpen && state.isLoading,
    options: state.list.map((choice) => ({ value: choice.value, label: choice.label })),
    notFoundContent: <NoChoices state={state} />,
    searchValue: search,
    ...stateOf(props),
    onSearch: (next: string) => {
      setAwaited(false);
      setSearch(next);
    },
    onOpenChange: (next: boolean) => {
      setOpen(next);
      if (next) return;
      setAwaited(false);
      setSearch("");
    },
    popupRender: menuAbove(
      state.list.length >= fullPage && reference.source === "list" ? <div className="tf-choices-more">{texts.reference.more}</div> : null,
    ),
  };
  if (reference.several === true) {
    return (
      <Select<{ value: string; label: ReactNode }[]>
        {...common}
        mode="multiple"
        maxTagCount="responsive"
        value={shown}
        onChange={(next) => {
          const values = next.map((one) => one.value);
          keepLabels(values);
          onChange(values.length === 0 ? undefined : values);
        }}
      />
    );
  }
  // The type declares that there is always one; when cleared, there is none.
  return (
    <div className="tf-reference" onKeyDownCapture={onKeyDownCapture}>
      <Select<{ value: string; label: ReactNode } | undefined>
        {...common}
        value={shown[0]}
        onChange={(next) => {
          keepLabels(next === undefined ? [] : [next.value]);
          onChange(next?.value);
        }}
      />
    </div>
  );
}

export function ReferenceSelect(props: WidgetProps): ReactNode {
  const { field } = props;
  const { reference } = field;
  if (reference === undefined) throw new Error(`the field ${field.name} refers to nothing`);
  return <ReferenceSelectOf {...props} field={{ ...field, reference }} />;
}
