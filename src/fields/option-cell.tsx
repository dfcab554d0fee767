// How a value of a fixed list is shown: by its name, in its colour.
import type { ScreenOption } from "../schema/screen.ts";
import { inLanguage } from "../schema/text.ts";
import { plainText, type Cell, type CellValue } from "./cell.ts";
import { Tag } from "./tag.tsx";

function chosen({ field, value }: CellValue): readonly (ScreenOption | string)[] {
  const values = Array.isArray(value) ? value.map(plainText) : [plainText(value)];
  // An option that the definition no longer has is shown as it is stored.
  return values.filter((one) => one !== "").map((one) => field.options?.find((option) => String(option.value) === one) ?? one);
}

function nameOf(option: ScreenOption | string, cell: CellValue): string {
  return typeof option === "string" ? option : inLanguage(option.label, cell.language);
}

/** Options as coloured labels. */
export const optionCell: Cell = {
  width: 110,
  text: (cell) => chosen(cell).map((option) => nameOf(option, cell)).join("，"),
  render: (cell) => chosen(cell).map((option) => <Tag key={nameOf(option, cell)} text={nameOf(option, cell)} colour={typeof option === "string" ? undefined : option.colour} />),
};
