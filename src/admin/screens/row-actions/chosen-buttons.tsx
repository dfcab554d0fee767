// The buttons of the chosen row beside its lines, where the row itself has room for little or is covered.
import { useEffect, useRef } from "react";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { RowButtons } from "./row-buttons.tsx";
import type { SplitButtons } from "./row-actions.ts";

/** Width for the buttons of a chosen row, px: what half of a page and a telephone leave. */
export const chosenButtonsWidth = 330;

interface ChosenButtonsProps {
  readonly split: SplitButtons;
  /** Name of the button for the rest. */
  readonly more: string;
  /** `act`: the name of a button, or "more". */
  readonly onPress: (act: string, element: HTMLElement) => void;
}

export function ChosenButtons({ split, more, onPress }: ChosenButtonsProps) {
  const bar = useRef<HTMLDivElement>(null);
  const press = useEvent(onPress);
  const isEmpty = split.inRow.length + split.behind.length === 0;
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const click = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-act]") : null;
      if (button !== null) press(button.dataset["act"] ?? "", button);
    };
    element.addEventListener("click", click);
    return () => element.removeEventListener("click", click);
  }, [isEmpty, press]);
  if (isEmpty) return null;
  return (
    <div ref={bar} className="tm-lines-actions" data-commands="">
      <RowButtons split={split} more={more} />
    </div>
  );
}
