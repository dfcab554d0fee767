// How a list shows its rows besides a table, and which of the two a person prefers: kept in the browser, for each list.
import { useCallback, useState } from "react";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** `gallery`: cards with pictures; `cards`: cards of words. */
export type ListLayout = "timeline" | "gallery" | "cards";

/** The layout that a definition asks for; a timeline is for rows below a record. */
export function layoutOf(
  { timeline, gallery, fields }: Pick<ListViewModel, "timeline" | "gallery" | "fields">,
  isInner: boolean,
): ListLayout | undefined {
  if (isInner && timeline !== undefined) return "timeline";
  if (gallery === undefined) return undefined;
  return fields.some((field) => gallery.includes(field.name) && traitsOf(field).files !== undefined) ? "gallery" : "cards";
}

const storedAs = (resource: string): string => `layout.${resource}`;

/** Whether the person prefers the table, and how to say so. */
export function useTablePreference(resource: string): readonly [isTable: boolean, change: (isTable: boolean) => void] {
  const [isTable, setTable] = useState(() => readStored(storedAs(resource))?.content === "table");
  const change = useCallback(
    (next: boolean) => {
      setTable(next);
      if (next) writeStored(storedAs(resource), "table");
      else removeStored(storedAs(resource));
    },
    [resource],
  );
  return [isTable, change];
}
