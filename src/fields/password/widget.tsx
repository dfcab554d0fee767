// A secret: hidden unless asked for, never filled in by the browser, left empty to keep a stored one. It is the theme's line and not its
// password widget, whose eye is out of reach of the keyboard, has an English name in every language, and which lets the browser fill in the
// reader's own password.
import { useState, type ReactNode } from "react";
import { Icon } from "../../admin/ui/icons/icon.tsx";
import { useDraftValue } from "../../admin/inputs/values/draft-value.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";
import { InputLine } from "../../admin/inputs/text-input.tsx";

const options = { autocomplete: "new-password", emptyValue: "" } as const;

export function Widget(props: WidgetProps): ReactNode {
  const { field, value, onChange, isDisabled } = props;
  const texts = useFormTexts();
  const { isEdit } = useFieldScope();
  const [isShown, setShown] = useState(false);
  // Blanks are part of a secret.
  const { text, edit, finish } = useDraftValue(typeof value === "string" ? value : "", (typed) =>
    onChange(typed === "" ? undefined : typed),
  );
  const name = isShown ? texts.password.hide : texts.password.show;
  return (
    <InputLine
      of={props}
      type={isShown ? "text" : "password"}
      value={text}
      options={options}
      placeholder={isEdit ? texts.password.keep : undefined}
      onChange={(typed) => edit(String(typed))}
      onBlur={finish}
      control={{
        spellCheck: false,
        "aria-required": (field.required !== undefined && !isEdit) || undefined,
        suffix: (
          <button
            type="button"
            className="tf-icon-button"
            aria-label={name}
            aria-pressed={isShown}
            title={name}
            disabled={isDisabled}
            onClick={() => setShown(!isShown)}
          >
            <Icon name="eye" />
          </button>
        ),
      }}
    />
  );
}
