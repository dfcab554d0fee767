// The headings of a table's columns: a click or Enter orders the rows by one, with Shift by it as well.
import type { ColumnsType } from "antd/es/table";
import type { CSSProperties, KeyboardEvent, MouseEvent } from "react";
import type { Row } from "../../api/wire-data.ts";
import { isValueColumn } from "./column-widths.ts";

type Column = ColumnsType<Row>[number];

/** The columns with headings that are known by their names and order by them; antd only shows the order. */
export function withHeadings(columns: ColumnsType<Row>, onSort: (field: string, isFurther: boolean) => void): ColumnsType<Row> {
  return columns.map((column): Column => {
    if (!isValueColumn(column)) return column;
    const name = String(column.key);
    const { sortPlace, sorter } = column;
    const place: CSSProperties & Readonly<Record<"--tm-sort-place", string>> = { "--tm-sort-place": `"${sortPlace?.place ?? ""}"` };
    const cell = {
      "data-column": name,
      // Not with the name of the edge in it.
      "aria-label": String(column.title),
      ...(sorter === undefined
        ? {}
        : {
            onClick: (event: MouseEvent) => onSort(name, event.shiftKey),
            onKeyDown: (event: KeyboardEvent) => {
              if (event.key === "Enter" && event.target === event.currentTarget) onSort(name, event.shiftKey);
            },
          }),
      ...(sortPlace === undefined ? {} : { style: place, "data-sort-place": sortPlace.place, "aria-description": sortPlace.text }),
    };
    return { ...column, onHeaderCell: () => cell };
  });
}
