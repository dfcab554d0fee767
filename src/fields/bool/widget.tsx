// Yes or no: a switch where the value is always known, a choice where it may still be open.
import type { ReactNode } from "react";
import { labelId } from "../../admin/inputs/field-ids.ts";
import { Switch } from "../../admin/inputs/form-only.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useLanguage } from "../../admin/i18n/language.ts";
import { inLanguage } from "../../schema/text.ts";
import { OptionsWidget } from "../shared-widgets.tsx";

export function Widget(props: WidgetProps): ReactNode {
  const { field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel } = props;
  const language = useLanguage();
  const { place } = useFieldScope();
  const isExisting = field.default !== undefined || place === "row";
  if (!isExisting || place === "search") return <OptionsWidget {...props} />;
  const shown = field.options?.find((option) => option.value === (value === 1 ? 1 : 0));
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
      {place === "row" ? null : <span aria-hidden="true">{shown === undefined ? null : inLanguage(shown.label, language)}</span>}
    </span>
  );
}
