// One entry below a search field, which keeps the focus: pointed at it is chosen, clicked it is opened.
import { Icon } from "../../icons/icon.tsx";

interface PaletteOptionProps {
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly hint: string;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly onChoose: () => void;
}

export function PaletteOption({ id, icon, label, hint, isChosen, onOpen, onChoose }: PaletteOptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      className="tm-palette-entry"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      onPointerMove={onChoose}
    >
      <Icon name={icon} size={15} />
      <span className="tm-palette-label">{label}</span>
      <span className="tm-palette-hint">{hint}</span>
    </button>
  );
}
