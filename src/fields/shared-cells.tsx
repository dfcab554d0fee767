// The cells that several kinds of field share.
import type { ScreenOption } from "../schema/screen.ts";
import { inLanguage } from "../schema/text.ts";
import { labelText, plainText, type Cell, type CellValue } from "./cell.ts";
import { groupDigits, withScale } from "./digits.ts";
import { traitsOf } from "./screen-traits.ts";
import { Tag } from "./tag.tsx";

/** Text whose digits stand below each other: dates, times, telephone numbers. */
export const digitsCell: Cell = {
  text: ({ value }) => plainText(value),
  render: ({ value }) => <span className="tm-digits">{plainText(value)}</span>,
  around: 0,
};

function unitOf({ field, language }: CellValue): string {
  if (field.unit === undefined) return "";
  const unit = inLanguage(field.unit, language);
  return unit === "%" ? unit : ` ${unit}`;
}

function numberText(cell: CellValue): string {
  const text = plainText(cell.value);
  if (text === "") return "";
  const {
    scale,
    input: { prefix = "" },
  } = traitsOf(cell.field);
  const digits = groupDigits(scale === undefined ? text : withScale(text, cell.field.scale ?? scale));
  // A minus stands before the sign of a currency.
  return (digits.startsWith("-") ? `-${prefix}${digits.slice(1)}` : prefix + digits) + unitOf(cell);
}

/** Numbers: grouped digits on the right, with as many behind the point as the field has, and their unit. */
export const numberCell: Cell = { align: "right", text: numberText };

function chosen({ field, value }: CellValue): readonly (ScreenOption | string)[] {
  const values = Array.isArray(value) ? value.map(plainText) : [plainText(value)];
  // An option that the definition no longer has is shown as it is stored.
  return values.filter((one) => one !== "").map((one) => field.options?.find((option) => String(option.value) === one) ?? one);
}

function optionName(option: ScreenOption | string, cell: CellValue): string {
  return typeof option === "string" ? option : inLanguage(option.label, cell.language);
}

/** Padding of a label, px; between several there is about as much as the comma of their text takes. */
const aroundLabel = 18;

/** Values of a fixed list, by their names and colours. */
export const optionsCell: Cell = {
  text: (cell) =>
    chosen(cell)
      .map((option) => optionName(option, cell))
      .join("，"),
  render: (cell) =>
    chosen(cell).map((option) => (
      <Tag key={optionName(option, cell)} text={optionName(option, cell)} colour={typeof option === "string" ? undefined : option.colour} />
    )),
  around: aroundLabel,
};

/** References, by the label that came with the row. A top row of a tree has no parent, whatever its label. */
export const labelCell: Cell = {
  text(cell) {
    if (cell.field.isParent === true && (cell.value === null || cell.value === undefined)) return "";
    return cell.field.wire === "list" ? labelText(cell).replace(/,\s*/g, "，") : labelText(cell);
  },
};
