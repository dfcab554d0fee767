// One or several of a few options: radio buttons where all fit beside each other, a list otherwise.
import { Radio, Select } from "antd";
import type { ReactNode } from "react";
import { labelId } from "./field-ids.ts";
import { useFieldScope, type WidgetProps } from "../values/field-scope.ts";
import { useFormTexts } from "../language.ts";
import { useRequiredInput } from "./required-input.ts";

export interface ShownOption {
  readonly value: string | number;
  readonly label: string;
}

export interface OptionInputProps extends WidgetProps {
  readonly options: readonly ShownOption[];
  /** The options are those of the definition, not of a dictionary that comes later and may grow. */
  readonly isFixedList?: boolean;
  readonly isLoading?: boolean;
}

/** Most options that are drawn as radio buttons. */
const mostRadios = 3;

/** Values are compared as text: the wire may carry a key as number or as text (contract §10.4). */
function optionOf(options: readonly ShownOption[], value: unknown): ShownOption | undefined {
  return options.find((option) => String(option.value) === String(value));
}

/** A value that the list does not have (any more) is still shown. */
function withHeld(options: readonly ShownOption[], held: readonly unknown[]): readonly ShownOption[] {
  const missing = held.filter((value) => optionOf(options, value) === undefined);
  return [...options, ...missing.map((value) => ({ value: String(value), label: String(value) }))];
}

export function OptionInput(props: OptionInputProps): ReactNode {
  const { field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel, options } = props;
  const texts = useFormTexts();
  const { place } = useFieldScope();
  useRequiredInput(id, field.required !== undefined);
  const isAlwaysSet = field.required !== undefined || field.default !== undefined;
  if (props.isFixedList === true && field.multiple !== true && place === "form" && isAlwaysSet && options.length <= mostRadios) {
    return (
      <div id={id} className={isInvalid ? "tf-radios tf-radios-bad" : "tf-radios"} role="radiogroup" aria-labelledby={labelId(id)} aria-describedby={describedBy} aria-invalid={isInvalid || undefined} aria-required={field.required !== undefined || undefined}>
        {options.map((option) => (
          <Radio key={option.value} name={id} value={option.value} checked={optionOf(options, value)?.value === option.value} disabled={isDisabled} onChange={() => onChange(option.value)}>
            {option.label}
          </Radio>
        ))}
      </div>
    );
  }
  const held: readonly unknown[] = value === undefined || value === null || value === "" ? [] : Array.isArray(value) ? value : [value];
  const shown = withHeld(options, held);
  const common = {
    id,
    className: "tf-wide",
    disabled: isDisabled,
    allowClear: true,
    showSearch: shown.length > 8 || field.multiple === true,
    optionFilterProp: "label",
    loading: props.isLoading,
    options: [...shown],
    placeholder: texts.choose,
    status: isInvalid ? ("error" as const) : undefined,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy,
    "aria-label": ariaLabel,
  };
  if (field.multiple === true) {
    return <Select<string[]> {...common} mode="multiple" maxTagCount="responsive" options={shown.map((option) => ({ ...option, value: String(option.value) }))} value={held.map(String)} onChange={(next) => onChange(next.length === 0 ? undefined : next)} />;
  }
  return <Select<string | number> {...common} value={held.length === 0 ? undefined : (optionOf(shown, held[0])?.value ?? undefined)} onChange={(next) => onChange(next ?? undefined)} />;
}
