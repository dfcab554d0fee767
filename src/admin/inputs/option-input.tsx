// One or several of a few options: radio buttons where all fit in a row, a select otherwise.
import type { ReactNode } from "react";
import { labelId } from "./field-ids.ts";
import { ChoicesFailure, type UnreadChoices } from "./choices-failure.tsx";
import { Radios } from "./form-only.ts";
import { useFieldScope, type WidgetProps } from "./values/field-scope.ts";
import { useFormTexts } from "../i18n/language.ts";
import { useRequiredInput } from "./required-input.ts";
import { SelectWidget } from "./rjsf-parts.ts";
import { themed } from "./themed.tsx";

const Choices = themed(SelectWidget);

interface ShownOption {
  readonly value: string | number;
  readonly label: string;
}

interface OptionInputProps extends WidgetProps {
  readonly options: readonly ShownOption[];
  /** The options of the definition, not of a dictionary that is loaded later and may grow. */
  readonly isFixedList?: boolean;
  readonly isLoading?: boolean;
  /** Why there are no options. */
  readonly unread?: UnreadChoices | undefined;
}

/** Most options that are rendered as radio buttons. */
const maxRadios = 3;

/** Values are compared as text: the wire may carry a key as number or as text (docs/wire.md §10.4). */
function optionOf(options: readonly ShownOption[], value: unknown): ShownOption | undefined {
  return options.find((option) => String(option.value) === String(value));
}

/** A value that the list does not have (any more) is still shown. */
function withSelected(options: readonly ShownOption[], selected: readonly unknown[]): readonly ShownOption[] {
  const missing = selected.filter((value) => optionOf(options, value) === undefined);
  return [...options, ...missing.map((value) => ({ value: String(value), label: String(value) }))];
}

/** More options than these are narrowed by typing. */
const maxWithoutSearch = 8;

export function OptionInput(props: OptionInputProps): ReactNode {
  const { field, id, value, onChange, isInvalid, options } = props;
  const texts = useFormTexts();
  const { place } = useFieldScope();
  useRequiredInput(id, field.required !== undefined);
  const isAlwaysSet = field.required !== undefined || field.default !== undefined;
  if (props.isFixedList === true && field.multiple !== true && place === "form" && isAlwaysSet && options.length <= maxRadios) {
    return (
      <Radios
        of={props}
        value={optionOf(options, value)?.value}
        options={{ enumOptions: [...options] }}
        onChange={onChange}
        control={{ role: "radiogroup", className: isInvalid ? "tf-radios tf-radios-bad" : "tf-radios", "aria-labelledby": labelId(id) }}
      />
    );
  }
  const selected: readonly unknown[] = value === undefined || value === null || value === "" ? [] : Array.isArray(value) ? value : [value];
  const shown = withSelected(options, selected);
  const isSeveral = field.multiple === true;
  // In a multiple choice each key is text on the wire, whatever it is alone.
  const enumOptions = isSeveral ? shown.map((option) => ({ ...option, value: String(option.value) })) : [...shown];
  const chosen = isSeveral ? selected.map(String) : selected.length === 0 ? undefined : optionOf(shown, selected[0])?.value;
  const { unread } = props;
  const choices = (
    <Choices
      of={props}
      value={chosen}
      multiple={isSeveral}
      options={{ enumOptions }}
      // With a default there is no option for "none": the clear button does that.
      schema={{ default: enumOptions[0]?.value }}
      placeholder={texts.choose}
      onChange={(next) => onChange(Array.isArray(next) && next.length === 0 ? undefined : next)}
      control={{
        className: "tf-wide",
        allowClear: true,
        // The part searches as antd 6 does; in antd 5 that would look for the number of the option and find nothing.
        showSearch: shown.length > maxWithoutSearch || isSeveral,
        optionFilterProp: "label",
        // The popup's container, so that it is not clipped: rows of a grid and dialogs scroll.
        getPopupContainer: undefined,
        maxTagCount: "responsive",
        loading: props.isLoading,
        ...(unread === undefined ? {} : { notFoundContent: <ChoicesFailure {...unread} /> }),
        // On the input itself (useRequiredInput).
        "aria-required": undefined,
      }}
    />
  );
  if (unread === undefined || place !== "form") return choices;
  return (
    <>
      {choices}
      <ChoicesFailure {...unread} />
    </>
  );
}
