// The buttons of the chosen row beside its lines, where the row itself has room for little or is covered.
import type { MouseEvent } from "react";
import { RowButtons } from "./row-buttons.tsx";
import type { SplitButtons } from "./row-actions.ts";

/** Width for the buttons of a chosen row, px: what half of a page and a telephone leave. */
export const chosenRoom = 330;

interface ChosenButtonsProps {
  readonly split: SplitButtons;
  /** Name of the button for the rest. */
  readonly more: string;
  /** `act`: the name of a button, or "more". */
  readonly onPress: (act: string, element: HTMLElement) => void;
}

export function ChosenButtons({ split, more, onPress }: ChosenButtonsProps) {
  if (split.inRow.length + split.behind.length === 0) return null;
  const press = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-act]") : null;
    if (button !== null) onPress(button.dataset["act"] ?? "", button);
  };
  return (
    <div className="tm-lines-actions" onClick={press}>
      <RowButtons split={split} more={more} />
    </div>
  );
}
