// The checkboxes that select rows: native ones, each rendered independently.
import { createContext, memo, useContext, useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { useIsSelected, useSelectedKeys, type Selection } from "./selection.ts";

interface RowCheckboxProps {
  readonly selection: Selection;
  readonly id: string;
  readonly label: string;
}

export const RowCheckbox = memo(function RowCheckbox({ selection, id, label }: RowCheckboxProps) {
  const isSelected = useIsSelected(selection, id);
  return <input type="checkbox" aria-label={label} checked={isSelected} onChange={() => selection.toggle(id)} />;
});

/** The rows that the checkbox in the column's heading selects; undefined where rows cannot be selected. */
interface PageSelection {
  readonly selection: Selection;
  /** The keys of all rows on the page. */
  readonly keys: readonly string[];
  readonly label: string;
}

export const PageSelectionContext = createContext<PageSelection | undefined>(undefined);

/** The edge by which the width of a column is set; undefined while nobody is near the table. */
export const ColumnEdgeContext = createContext<((column: string) => ReactNode) | undefined>(undefined);

/** Class of the column, by which its heading is known. */
export const checkboxClass = "tm-tick";

/** Selects all rows of the page or none; indeterminate while some are. */
export function PageCheckbox({ selection, keys, label }: PageSelection) {
  const selected = useSelectedKeys(selection);
  const box = useRef<HTMLInputElement>(null);
  const isAll = keys.length > 0 && selected.length === keys.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selected.length > 0 && !isAll;
  }, [selected, isAll]);
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
 * A cell of the heading. The checkbox is rendered here and not as the column's title, because antd renders titles a second time in a hidden
 * row that measures widths, which must not contain focusable elements.
 */
export function HeadingCell({ children, ...props }: ComponentProps<"th"> & { readonly "data-column"?: string }) {
  const all = useContext(PageSelectionContext);
  const edge = useContext(ColumnEdgeContext);
  const isCheckboxColumn = all !== undefined && props.className?.split(" ").includes(checkboxClass) === true;
  const { "data-column": column } = props;
  return (
    <th {...props}>
      {isCheckboxColumn ? <PageCheckbox {...all} /> : children}
      {column !== undefined && edge?.(column)}
    </th>
  );
}
