// One entry below a search field, which keeps the focus: pointed at it is chosen, clicked it is opened.
import { Tag } from "../../../fields/tag.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import type { SearchResult } from "./use-search-results.ts";

interface PaletteOptionProps {
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly hint: string;
  /** A second line. */
  readonly detail?: string | undefined;
  /** How it stands. */
  readonly state?: SearchResult["state"];
  readonly isChosen: boolean;
  readonly onOpen: () => void;
  readonly onChoose: () => void;
}

export function PaletteOption({ id, icon, label, hint, detail = "", state, isChosen, onOpen, onChoose }: PaletteOptionProps) {
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
      {detail === "" ? (
        <span className="tm-palette-label">{label}</span>
      ) : (
        <span className="tm-palette-lines">
          <span className="tm-palette-label">{label}</span>
          <span className="tm-palette-hint">{detail}</span>
        </span>
      )}
      {hint !== "" && <span className="tm-palette-hint">{hint}</span>}
      {state !== undefined && <Tag text={state.text} colour={state.colour} />}
    </button>
  );
}
