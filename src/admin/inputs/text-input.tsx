// One line of text that keeps its value while it is edited; the base of most kinds.
import type { HTMLAttributes, ReactNode } from "react";
import { normalized } from "#schema/plain-text";
import { inLanguage } from "#schema/text";
import { traitsOf } from "../../fields/screen-traits.ts";
import { useDraftValue } from "./values/draft-value.ts";
import { useFieldScope, type WidgetProps } from "./values/field-scope.ts";
import { useLanguage } from "../i18n/language.ts";
import { BaseInputTemplate } from "./rjsf-parts.ts";
import { themed } from "./themed.tsx";

/** An input of one line. */
export const InputLine = themed(BaseInputTemplate);

interface TextInputProps extends WidgetProps {
  readonly type?: "text" | "tel";
  readonly inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  readonly className?: string;
  readonly placeholder?: string;
  /** Codes, addresses and keys are no words. */
  readonly isProse?: boolean;
}

interface TypedField {
  readonly kind: string;
  readonly capitals?: true;
}

/** What a form keeps of a text that was typed, as the server does. */
export const tidyText = (field: TypedField, text: string): string =>
  normalized(text, { tidying: traitsOf(field).tidies ?? "ends", capitals: field.capitals });

/** The form's value of a text: tidy, and undefined when empty. */
export function trimmed(field: TypedField, text: string): string | undefined {
  return tidyText(field, text) || undefined;
}

/** The browser offers nothing it has seen elsewhere, and an emptied input is an empty text. */
export const lineOptions = { autocomplete: "off", emptyValue: "" } as const;

export function TextInput(props: TextInputProps): ReactNode {
  const { field, value, onChange, isProse = true } = props;
  const language = useLanguage();
  const { preview } = useFieldScope();
  const { text, edit, finish } = useDraftValue(
    typeof value === "string" ? value : "",
    (typed) => onChange(trimmed(field, typed)),
    (typed) => tidyText(field, typed),
    (typed) => preview(field.name, trimmed(field, typed)),
  );
  return (
    <InputLine
      of={props}
      type={props.type ?? "text"}
      value={text}
      options={lineOptions}
      placeholder={props.placeholder}
      onChange={(typed) => edit(String(typed))}
      onBlur={finish}
      control={{
        className: props.className,
        inputMode: props.inputMode,
        spellCheck: isProse,
        suffix: field.unit === undefined ? undefined : inLanguage(field.unit, language),
      }}
    />
  );
}
