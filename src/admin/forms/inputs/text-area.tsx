// Text of several lines that grows with what is in it, and says how much of it there may be.
import { Input } from "antd";
import type { ReactNode } from "react";
import { lengthOf } from "#schema/json-schema-subset";
import { useDraftValue } from "../values/draft-value.ts";
import type { WidgetProps } from "../values/field-scope.ts";
import { useFormTexts } from "../language.ts";
import { trimmed } from "./text-input.tsx";

/** Most characters of this kind where the field does not say (`src/fields/textarea`). */
const usualMax = 2000;

export function TextArea({ field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const { text, edit, finish } = useDraftValue(typeof value === "string" ? value : "", (typed) => onChange(trimmed(typed)), (typed) => typed.trim());
  const max = field.max ?? usualMax;
  const length = lengthOf(text);
  return (
    <div className="tf-area">
      <Input.TextArea
        id={id}
        rows={3}
        value={text}
        disabled={isDisabled}
        status={isInvalid ? "error" : undefined}
        aria-invalid={isInvalid || undefined}
        aria-required={field.required !== undefined || undefined}
        aria-describedby={describedBy}
        aria-label={ariaLabel}
        onChange={(event) => edit(event.target.value)}
        onBlur={finish}
      />
      {/* What is pasted is never cut off: the count turns red, and the check says so. */}
      <span className={length > max ? "tf-count tf-count-over" : "tf-count"} aria-hidden="true">{texts.count(length, max)}</span>
    </div>
  );
}
