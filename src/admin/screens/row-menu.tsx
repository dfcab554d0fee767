// The buttons of a row that are behind "more": one menu for the whole list, opened where it was asked for.
import { Dropdown } from "antd";
import type { RowButton } from "./row-actions.ts";

export interface RowMenuAt {
  readonly key: string;
  readonly buttons: readonly RowButton[];
  readonly left: number;
  readonly bottom: number;
  /** Where the focus goes back to. */
  readonly opener: HTMLElement;
}

interface RowMenuProps {
  readonly at: RowMenuAt | undefined;
  readonly onPick: (button: string, key: string, opener: HTMLElement) => void;
  readonly onClose: () => void;
}

export function RowMenu({ at, onPick, onClose }: RowMenuProps) {
  if (at === undefined) return null;
  const close = () => {
    onClose();
    at.opener.focus();
  };
  return (
    <Dropdown
      open
      autoFocus
      trigger={["click"]}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      menu={{
        items: at.buttons.map((button) => ({ key: button.name, label: button.label, danger: button.isDangerous })),
        onClick: ({ key }) => {
          close();
          onPick(key, at.key, at.opener);
        },
      }}
    >
      <span className="tm-menu-anchor" style={{ left: at.left, top: at.bottom }} />
    </Dropdown>
  );
}
