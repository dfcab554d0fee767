// One or several of the options of the definition.
import type { ReactNode } from "react";
import type { WidgetProps } from "../../admin/forms/values/field-scope.ts";
import { OptionInput } from "../../admin/forms/inputs/option-input.tsx";
import { useLanguage } from "../../admin/forms/language.ts";
import { inLanguage } from "../../schema/text.ts";

export function Widget(props: WidgetProps): ReactNode {
  const language = useLanguage();
  return <OptionInput {...props} isFixedList options={(props.field.options ?? []).map((option) => ({ value: option.value, label: inLanguage(option.label, language) }))} />;
}
