// Yes or no: a switch where the value is always known, a choice where it may still be open.
import { Switch } from "antd";
import type { ReactNode } from "react";
import { labelId } from "../../admin/forms/inputs/field-ids.ts";
import { useFieldScope, type WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { OptionInput } from "../../admin/forms/inputs/option-input.tsx";
import { useLanguage } from "../../admin/forms/language.ts";
import { inLanguage } from "../../schema/text.ts";

export function Widget(props: WidgetProps): ReactNode {
  const { field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel } = props;
  const language = useLanguage();
  const { place } = useFieldScope();
  const options = (field.options ?? []).map((option) => ({ value: option.value, label: inLanguage(option.label, language) }));
  const isKnown = field.default !== undefined || place === "row";
  if (!isKnown || place === "search") return <OptionInput {...props} isFixedList options={options} />;
  const shown = options.find((option) => option.value === (value === 1 ? 1 : 0));
  return (
    <span className="tf-switch">
      <Switch
        id={id}
        checked={value === 1}
        disabled={isDisabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        aria-label={ariaLabel}
        aria-labelledby={ariaLabel === undefined ? labelId(id) : undefined}
        onChange={(isOn) => onChange(isOn ? 1 : 0)}
      />
      {place === "row" ? null : <span aria-hidden="true">{shown?.label}</span>}
    </span>
  );
}
