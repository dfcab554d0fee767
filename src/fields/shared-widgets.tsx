// The widgets that several kinds of field share, with what differs between the kinds taken from their traits.
import type { ComponentType, ReactNode } from "react";
import { useFieldScope, type WidgetProps } from "../admin/inputs/values/field-scope.ts";
import { partsOf } from "../admin/api/index.ts";
import { loadable, type Loadable } from "../admin/ui/states/loadable.tsx";
import { NumberInput } from "../admin/inputs/number-input.tsx";
import { OptionInput } from "../admin/inputs/option-input.tsx";
import { ReferenceSelect } from "../admin/inputs/reference-select.tsx";
import { TextInput } from "../admin/inputs/text-input.tsx";
import { useLanguage } from "../admin/i18n/language.ts";
import { ShownValue } from "./shown-value.tsx";
import type { WidgetName } from "../schema/kind-traits.ts";
import { inLanguage } from "../schema/text.ts";
import { wholeOf } from "../schema/written-number.ts";
import { traitsOf } from "./screen-traits.ts";

function TextWidget(props: WidgetProps): ReactNode {
  const { prefix: _prefix, ...input } = traitsOf(props.field).input;
  return <TextInput {...props} {...input} />;
}

const asText = (text: string) => text;

/** Whole numbers are numbers to the form; decimals stay text, so that nothing is rounded. */
function NumberWidget(props: WidgetProps): ReactNode {
  const { number, input } = traitsOf(props.field);
  const isWhole = number === "whole";
  return <NumberInput {...props} isWhole={isWhole} valueOf={isWhole ? wholeOf : asText} prefix={input.prefix} />;
}

/** One or several of the options of the definition. */
export function OptionsWidget(props: WidgetProps): ReactNode {
  const language = useLanguage();
  const { options = [], offered } = props.field;
  // A row keeps the value that it has.
  const selected = new Set(partsOf(props.value));
  const isOffered = (value: string | number) => offered === undefined || offered.includes(value) || selected.has(String(value));
  return (
    <OptionInput
      {...props}
      isFixedList
      options={options
        .filter(({ value }) => isOffered(value))
        .map((option) => ({ value: option.value, label: inLanguage(option.label, language) }))}
    />
  );
}

const TreeWidget = loadable<WidgetProps>(async () => (await import("../admin/inputs/tree-input.tsx")).TreeInput);

/** Several rows of another resource; nodes with check boxes where that is a tree. */
function ReferencesWidget(props: WidgetProps): ReactNode {
  const source = props.field.reference?.source;
  return source === "tree" || source === "lazy-tree" ? <TreeWidget {...props} /> : <ReferenceSelect {...props} />;
}

/** Of values that the server alone writes: a form shows them. */
export function ShownWidget({ field, value }: WidgetProps): ReactNode {
  const { record } = useFieldScope();
  return <ShownValue field={field} value={value} record={record} />;
}

export const sharedWidgets: Readonly<Record<Exclude<WidgetName, "own">, ComponentType<WidgetProps> | Loadable<WidgetProps>>> = {
  text: TextWidget,
  number: NumberWidget,
  options: OptionsWidget,
  temporal: loadable(async () => (await import("../admin/inputs/date-input.tsx")).DateInput),
  upload: loadable(async () => (await import("../admin/inputs/upload/upload-input.tsx")).UploadInput),
  reference: ReferenceSelect,
  references: ReferencesWidget,
  tree: TreeWidget,
  shown: ShownWidget,
};
