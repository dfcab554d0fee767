// A number as text: no rounding, right-aligned, thousands grouped while it is not edited.
import { Input } from "antd";
import { useState, type ReactNode } from "react";
import { inLanguage } from "#schema/text";
import { finishedNumber, groupThousands, numericInput } from "../values/decimals.ts";
import { useDraftValue } from "../values/draft-value.ts";
import type { WidgetProps } from "../values/field-scope.ts";
import { useLanguage } from "../language.ts";

export interface NumberInputProps extends WidgetProps {
  readonly isWhole: boolean;
  /** What the form holds for a text. */
  readonly valueOf: (text: string) => unknown;
  readonly prefix?: ReactNode;
}

export function NumberInput(props: NumberInputProps): ReactNode {
  const { field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel, isWhole, valueOf } = props;
  const language = useLanguage();
  const [isEdited, setEdited] = useState(false);
  const given = typeof value === "number" || typeof value === "string" ? String(value) : "";
  const { text, edit, finish } = useDraftValue(given, (typed) => onChange(typed === "" ? undefined : valueOf(typed)), finishedNumber);
  return (
    <Input
      id={id}
      className="tf-number"
      inputMode={isWhole && (field.min ?? -1) >= 0 ? "numeric" : "decimal"}
      autoComplete="off"
      value={isEdited ? text : groupThousands(text)}
      disabled={isDisabled}
      prefix={props.prefix}
      suffix={field.unit === undefined ? undefined : inLanguage(field.unit, language)}
      status={isInvalid ? "error" : undefined}
      aria-invalid={isInvalid || undefined}
      aria-required={field.required !== undefined || undefined}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      onFocus={() => setEdited(true)}
      onChange={(event) => edit(numericInput(event.target.value))}
      onBlur={() => {
        setEdited(false);
        finish();
      }}
    />
  );
}
