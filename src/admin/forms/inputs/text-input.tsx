// One line of text that keeps its value while it is edited; the base of most kinds.
import { Input } from "antd";
import type { HTMLAttributes, InputHTMLAttributes, ReactNode } from "react";
import { inLanguage } from "#schema/text";
import { useDraftValue } from "../values/draft-value.ts";
import type { WidgetProps } from "../values/field-scope.ts";
import { useLanguage } from "../language.ts";

export interface TextInputProps extends WidgetProps {
  readonly type?: "text" | "email" | "url" | "tel";
  readonly inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  readonly autoComplete?: InputHTMLAttributes<HTMLInputElement>["autoComplete"];
  readonly className?: string;
  readonly placeholder?: string;
  readonly suffix?: ReactNode;
  /** Codes, addresses and keys are no words. */
  readonly isProse?: boolean;
}

/** What a text means to the form: blanks around it are none of it, and nothing is "none". */
export function trimmed(text: string): string | undefined {
  const clean = text.trim();
  return clean === "" ? undefined : clean;
}

export function TextInput(props: TextInputProps): ReactNode {
  const { field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel, isProse = true } = props;
  const language = useLanguage();
  const { text, edit, finish } = useDraftValue(typeof value === "string" ? value : "", (typed) => onChange(trimmed(typed)), (typed) => typed.trim());
  return (
    <Input
      id={id}
      type={props.type ?? "text"}
      inputMode={props.inputMode}
      className={props.className}
      autoComplete={props.autoComplete ?? "off"}
      value={text}
      disabled={isDisabled}
      spellCheck={isProse}
      placeholder={props.placeholder}
      status={isInvalid ? "error" : undefined}
      aria-invalid={isInvalid || undefined}
      aria-required={field.required !== undefined || undefined}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      suffix={props.suffix ?? (field.unit === undefined ? undefined : inLanguage(field.unit, language))}
      onChange={(event) => edit(event.target.value)}
      onBlur={finish}
    />
  );
}
