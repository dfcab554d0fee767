// How the kinds of field are shown in a list: by one of the cells that several kinds share, or by cell.tsx of the kind's own folder.
import { createElement, type ReactNode } from "react";
import type { CellName } from "../schema/kind-traits.ts";
import { plainText, type Cell, type CellValue } from "./cell.ts";
import { LeadingLink } from "./leading-link.tsx";
import { RecordPageLink } from "./record-page-link.tsx";
import { traitsOf } from "./screen-traits.ts";
import { digitsCell, labelCell, numberCell, optionsCell } from "./shared-cells.tsx";

const own: Readonly<Record<string, Cell | undefined>> = import.meta.glob<Cell>("./*/cell.tsx", { eager: true, import: "cell" });

const textCell: Cell = {
  text: ({ field: { english }, value, row, language }) =>
    (english === undefined || language !== "en" ? "" : plainText(row[english])) || plainText(value),
};

const shared: Readonly<Record<Exclude<CellName, "own">, Cell>> = {
  text: textCell,
  digits: digitsCell,
  number: numberCell,
  options: optionsCell,
  label: labelCell,
  nothing: { text: () => "" },
};

/** How a field is shown; as plain text where there is no such kind. */
export function cellOf(field: { readonly kind: string }): Cell {
  const { cell } = traitsOf(field);
  return cell === "own" ? (own[`./${field.kind}/cell.tsx`] ?? textCell) : shared[cell];
}

/** A value as it is drawn; null where there is nothing to show. */
export function renderedCell(cell: Cell, shown: CellValue): ReactNode {
  const text = cell.text(shown);
  if (text === "") return null;
  const { leadsTo } = shown.field;
  if (shown.href !== undefined && cell.leads !== true) return createElement(RecordPageLink, { href: shown.href }, text);
  if (leadsTo !== undefined && cell.leads !== true) return createElement(LeadingLink, { to: leadsTo, text, row: shown.row });
  return cell.render?.(shown) ?? text;
}
