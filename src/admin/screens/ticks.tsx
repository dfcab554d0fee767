// The boxes that tick rows: native ones, each drawn anew by itself alone.
import { createContext, memo, useContext, useEffect, useRef } from "react";
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

/** The keys of all rows on the page, for the box in the heading. */
export const RowKeysContext = createContext<readonly string[]>([]);

/** Ticks all rows of the page or none; half-ticked while some are. */
export function AllTicks({ selection, label }: { readonly selection: Selection; readonly label: string }) {
  const keys = useContext(RowKeysContext);
  const ticked = useTicked(selection);
  const box = useRef<HTMLInputElement>(null);
  const isAll = keys.length > 0 && ticked.length === keys.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = ticked.length > 0 && !isAll;
  }, [ticked, isAll]);
  return <input ref={box} type="checkbox" aria-label={label} checked={isAll} disabled={keys.length === 0} onChange={() => selection.set(isAll ? [] : keys)} />;
}
