// The boxes that tick rows: native ones, each drawn anew by itself alone.
import { createContext, memo, useContext, useEffect, useRef, type ComponentProps } from "react";
import { useIsTicked, useTicked, type Selection } from "./selection.ts";

interface TickProps {
  readonly selection: Selection;
  readonly id: string;
  readonly label: string;
}

export const Tick = memo(function Tick({ selection, id, label }: TickProps) {
  const isTicked = useIsTicked(selection, id);
  return <input type="checkbox" aria-label={label} checked={isTicked} onChange={() => selection.toggle(id)} />;
});

/** What the box in the heading of the column ticks; undefined where rows cannot be ticked. */
export interface AllTicked {
  readonly selection: Selection;
  /** The keys of all rows on the page. */
  readonly keys: readonly string[];
  readonly label: string;
}

export const AllTickedContext = createContext<AllTicked | undefined>(undefined);

/** Class of the column, by which its heading is known. */
export const tickClass = "tm-tick";

/** Ticks all rows of the page or none; half-ticked while some are. */
function AllTicks({ selection, keys, label }: AllTicked) {
  const ticked = useTicked(selection);
  const box = useRef<HTMLInputElement>(null);
  const isAll = keys.length > 0 && ticked.length === keys.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = ticked.length > 0 && !isAll;
  }, [ticked, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={isAll}
      disabled={keys.length === 0}
      onChange={() => selection.set(isAll ? [] : keys)}
    />
  );
}

/**
 * A cell of the heading. The box is put in here and not as the column's title, because antd draws titles a second time in a hidden row that
 * measures widths, and nothing in there may take the focus.
 */
export function HeadingCell({ children, ...props }: ComponentProps<"th">) {
  const all = useContext(AllTickedContext);
  const isTicks = all !== undefined && props.className?.split(" ").includes(tickClass) === true;
  return <th {...props}>{isTicks ? <AllTicks {...all} /> : children}</th>;
}
