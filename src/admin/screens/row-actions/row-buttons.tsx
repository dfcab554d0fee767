// The buttons of one row: those there is room for, and "more" for the rest. The list's one listener does the work (data-act).
import { Icon } from "../../icons/icon.tsx";
import type { SplitButtons } from "./row-actions.ts";

interface RowButtonsProps {
  readonly split: SplitButtons;
  /** Name of the button for the rest. */
  readonly more: string;
}

export function RowButtons({ split, more }: RowButtonsProps) {
  return (
    <span className="tm-actions">
      {split.inRow.map(({ name, label, icon, isDangerous }) => (
        <button
          key={name}
          type="button"
          className={isDangerous ? "tm-action tm-dangerous" : "tm-action"}
          data-act={name}
          {...(icon === undefined ? {} : { "aria-label": label, title: label })}
        >
          {icon === undefined ? label : <Icon name={icon} size={14} />}
        </button>
      ))}
      {split.behind.length > 0 && (
        <button type="button" className="tm-action" data-act="more" aria-haspopup="menu" aria-label={more} title={more}>
          <Icon name="ellipsis" size={18} />
        </button>
      )}
    </span>
  );
}
