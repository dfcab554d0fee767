// The buttons of a row behind "more": one menu for the whole list, opened at the clicked row.
import { PopMenu } from "../../ui/panels/pop.tsx";
import type { RowButton } from "./row-actions.ts";
import { isMove, moveKeys } from "./row-moves.ts";

export interface RowMenuAt {
  readonly key: string;
  readonly buttons: readonly RowButton[];
  /** Those that are disabled for the row's current state. */
  readonly disabled: readonly string[];
  readonly opener: HTMLElement;
}

interface RowMenuProps {
  readonly at: RowMenuAt | undefined;
  readonly label: string;
  readonly onPick: (button: string, key: string) => void;
  readonly onClose: () => void;
}

export function RowMenu({ at, label, onPick, onClose }: RowMenuProps) {
  if (at === undefined) return null;
  const items = at.buttons.map((button) => ({
    key: button.name,
    label: button.label,
    isDangerous: button.isDangerous,
    isDisabled: at.disabled.includes(button.name),
    ...(isMove(button.name) ? { hint: moveKeys[button.name] } : {}),
  }));
  return <PopMenu anchor={at.opener} label={label} items={items} onPick={(button) => onPick(button, at.key)} onClose={onClose} />;
}
