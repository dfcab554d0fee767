// How numbers are shown: grouped digits, standing right, with their unit.
import { inLanguage } from "../schema/text.ts";
import { plainText, type Cell, type CellValue } from "./cell.ts";
import { groupDigits } from "./digits.ts";

function unitOf({ field, language }: CellValue): string {
  if (field.unit === undefined) return "";
  const unit = inLanguage(field.unit, language);
  return unit === "%" ? unit : ` ${unit}`;
}

/** A cell of numbers; `shape` gives the digits. */
export function numberCell(shape: (text: string, cell: CellValue) => string = groupDigits): Cell {
  return {
    width: 110,
    align: "right",
    text(cell) {
      const text = plainText(cell.value);
      return text === "" ? "" : shape(text, cell) + unitOf(cell);
    },
  };
}
