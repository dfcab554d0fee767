// The buttons of one row: those there is room for, and "more" for the rest. The list's one listener does the work (data-act).
import { Icon } from "../../ui/icons/icon.tsx";
import type { RowButton, SplitButtons } from "./row-actions.ts";

interface RowButtonsProps {
  readonly split: SplitButtons;
  /** Name of the button for the rest. */
  readonly more: string;
  /** The first of them stands out, if it leads to a page of the row's own: a card is there to be opened. */
  readonly hasMain?: boolean;
}

function classOf({ isDangerous, isPage }: RowButton, isFirst: boolean): string {
  if (isDangerous) return "tm-action tm-dangerous";
  return isFirst && isPage === true ? "tm-action tm-main-action" : "tm-action";
}

export function RowButtons({ split, more, hasMain = false }: RowButtonsProps) {
  return (
    <span className="tm-actions">
      {split.inRow.map((button, index) => {
        const { name, label, icon } = button;
        return (
          <button
            key={name}
            type="button"
            className={classOf(button, hasMain && index === 0)}
            data-act={name}
            {...(icon === undefined ? {} : { "aria-label": label, title: label })}
          >
            {icon === undefined ? label : <Icon name={icon} size={14} />}
          </button>
        );
      })}
      {split.behind.length > 0 && (
        <button type="button" className="tm-action" data-act="more" aria-haspopup="menu" aria-label={more} title={more}>
          <Icon name="ellipsis" size={18} />
        </button>
      )}
    </span>
  );
}
