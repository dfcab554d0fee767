// A secret: hidden unless asked for, never filled in by the browser, left empty to keep a stored one.
import { Input } from "antd";
import { useState, type ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { useDraftValue } from "../values/draft-value.ts";
import { useFieldScope, type WidgetProps } from "../values/field-scope.ts";
import { useFormTexts } from "../language.ts";

export function PasswordInput({ field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const { isEdit } = useFieldScope();
  const [isShown, setShown] = useState(false);
  // Blanks are part of a secret.
  const { text, edit, finish } = useDraftValue(typeof value === "string" ? value : "", (typed) => onChange(typed === "" ? undefined : typed));
  const name = isShown ? texts.password.hide : texts.password.show;
  return (
    <Input
      id={id}
      type={isShown ? "text" : "password"}
      autoComplete="new-password"
      spellCheck={false}
      value={text}
      disabled={isDisabled}
      placeholder={isEdit ? texts.password.keep : undefined}
      status={isInvalid ? "error" : undefined}
      aria-invalid={isInvalid || undefined}
      aria-required={(field.required !== undefined && !isEdit) || undefined}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      suffix={
        <button type="button" className="tf-icon-button" aria-label={name} aria-pressed={isShown} title={name} disabled={isDisabled} onClick={() => setShown(!isShown)}>
          <Icon name="eye" />
        </button>
      }
      onChange={(event) => edit(event.target.value)}
      onBlur={finish}
    />
  );
}
