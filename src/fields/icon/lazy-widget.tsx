// The name of an icon, chosen from a grid of the product's own set.
import { Input, Popover } from "antd";
import { useState, type ReactNode } from "react";
import { Icon } from "../../admin/ui/icons/icon.tsx";
import { iconNames, isIconName } from "../../admin/ui/icons/names.ts";
import { closeOnEscape } from "../../admin/ui/keyboard/escape-key.ts";
import { labelId } from "../../admin/inputs/field-ids.ts";
import type { WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";

function IconGrid({ value, onChoose }: { readonly value: string; readonly onChoose: (name: string) => void }): ReactNode {
  const texts = useFormTexts();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const matches = iconNames.filter((name) => name.includes(wanted));
  return (
    <div className="tf-icons">
      <Input
        autoFocus
        size="small"
        allowClear
        value={search}
        placeholder={texts.icon.search}
        aria-label={texts.icon.search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {matches.length === 0 ? (
        <div className="tf-choices-note">{texts.icon.empty}</div>
      ) : (
        <div className="tf-icons-grid" role="listbox" aria-label={texts.icon.choose}>
          {matches.map((name) => (
            <button
              key={name}
              type="button"
              role="option"
              aria-selected={name === value}
              aria-label={name}
              title={name}
              className="tf-icons-one"
              onClick={() => onChoose(name)}
            >
              <Icon name={name} size={18} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export function Widget({ field, id, value, onChange, isDisabled, isInvalid, describedBy, ariaLabel }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const [isOpen, setOpen] = useState(false);
  const name = typeof value === "string" ? value : "";
  const choose = (next: string) => {
    setOpen(false);
    onChange(next);
  };
  return (
    // The grid is inside of this for React, wherever it stands in the page.
    <div className="tf-with-clear" role="presentation" onKeyDown={closeOnEscape(isOpen, () => setOpen(false))}>
      <Popover
        trigger="click"
        open={isOpen}
        onOpenChange={(next) => setOpen(next && !isDisabled)}
        placement="bottomLeft"
        destroyOnHidden
        content={<IconGrid value={name} onChoose={choose} />}
      >
        <button
          id={id}
          type="button"
          className={isInvalid ? "tf-swatch tf-swatch-bad" : "tf-swatch"}
          disabled={isDisabled}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-label={ariaLabel}
          aria-labelledby={ariaLabel === undefined ? `${labelId(id)} ${id}__value` : undefined}
          aria-describedby={describedBy}
        >
          {name === "" ? null : <Icon name={name} size={16} />}
          <span
            id={`${id}__value`}
            className={name === "" ? "tf-placeholder" : undefined}
            title={name === "" || isIconName(name) ? undefined : texts.icon.unknown}
          >
            {name || texts.icon.choose}
          </span>
        </button>
      </Popover>
      {name === "" || field.required !== undefined ? null : (
        <button
          type="button"
          className="tf-icon-button"
          aria-label={texts.clear}
          title={texts.clear}
          disabled={isDisabled}
          onClick={() => onChange(undefined)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
