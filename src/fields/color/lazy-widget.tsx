// A colour as #rrggbb, from antd's picker.
import { ColorPicker } from "antd";
import { useState, type ReactNode } from "react";
import { closeOnEscape } from "../../admin/ui/keyboard/escape-key.ts";
import { labelId } from "../../admin/inputs/field-ids.ts";
import type { WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";

export function Widget({ id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const [isOpen, setOpen] = useState(false);
  const colour = typeof value === "string" && value !== "" ? value : null;
  return (
    <div role="presentation" onKeyDown={closeOnEscape(isOpen, () => setOpen(false))}>
      <ColorPicker
        open={isOpen}
        onOpenChange={(next) => setOpen(next && !isDisabled)}
        // The picker stands on white while nothing is chosen; what is chosen is told by the button.
        value={colour ?? "#ffffff"}
        disabled={isDisabled}
        disabledAlpha
        format="hex"
        allowClear={colour !== null}
        onChangeComplete={(next) => onChange(next.cleared ? undefined : next.toHexString().slice(0, 7))}
        onClear={() => onChange(undefined)}
      >
        <button
          id={id}
          type="button"
          className={isInvalid ? "tf-swatch tf-swatch-bad" : "tf-swatch"}
          disabled={isDisabled}
          aria-label={ariaLabel}
          aria-labelledby={ariaLabel === undefined ? `${labelId(id)} ${id}__value` : undefined}
          aria-describedby={describedBy}
          aria-haspopup="dialog"
        >
          <span className="tf-swatch-colour" style={colour === null ? undefined : { background: colour }} />
          <span id={`${id}__value`}>{colour ?? texts.color.choose}</span>
        </button>
      </ColorPicker>
    </div>
  );
}
