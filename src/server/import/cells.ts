// Cells of a file as values of their fields, for what stands in the cell alone; entries and references are looked up (`look-up.ts`).
import { choicesOf } from "#schema/kinds";
import { kindData, type FieldModel } from "#schema/model";
import type { Text } from "#schema/text";
import { betweenNames } from "../../fields/exported.ts";
import { flagIn, numberIn, timeIn } from "../../fields/written-cell.ts";
import { maxDigits, textOfCell, type FileCell } from "./read/table.ts";

/** A value as forms send it; why there is none; or the texts that have to be looked up, of a field with several values each. */
type ReadCell = { readonly value: unknown } | { readonly problem: Text } | { readonly wanted: readonly string[] };

const namesTold = 10;

/** Whether a field has several values. */
const isSeveral = ({ wire }: FieldModel): boolean => wire === "list";

/** The parts of a cell with several values: as exports join them, else by whatever sign people put between them. */
const partsOf = (text: string): readonly string[] =>
  text
    .split(text.includes(betweenNames) ? betweenNames : /[,；;、\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");

function lostDigits({ label: [zh, en] }: FieldModel): Text {
  return [
    `“${zh}”是超过 ${maxDigits} 位的数字，表格软件已丢失末尾数位；请将该列设为文本格式后重新填写`,
    `“${en}” is a number of more than ${maxDigits} digits, of which the spreadsheet has lost the last; enter it again with the column formatted as text`,
  ];
}

function noOption({ label: [zh, en] }: FieldModel, text: string, options: readonly (readonly [zh: string, en: string])[]): Text {
  const rest = options.length > namesTold ? ["…", "…"] : ["", ""];
  const told = options.slice(0, namesTold);
  return [
    `“${zh}”没有选项“${text}”，可选：${told.map(([name]) => name).join("、")}${rest[0]}`,
    `“${en}” has no option “${text}”; there are: ${told.map(([, name]) => name).join(", ")}${rest[1]}`,
  ];
}

function optionIn(field: FieldModel, text: string): ReadCell {
  const options = choicesOf(field) ?? [];
  const word = text.toLowerCase();
  const found = options.find(([value, zh, en]) => [String(value), zh, en].some((name) => name.toLowerCase() === word));
  if (found !== undefined) return { value: found[0] };
  const flag = field.traits.paste === "flag" ? flagIn(text) : undefined;
  return flag === undefined
    ? {
        problem: noOption(
          field,
          text,
          options.map(([, zh, en]) => [zh, en]),
        ),
      }
    : { value: flag };
}

/** Several options in one cell: all of them, or the first that there is not. */
function optionsIn(field: FieldModel, text: string): ReadCell {
  const values: unknown[] = [];
  for (const part of partsOf(text)) {
    const read = optionIn(field, part);
    if (!("value" in read)) return read;
    values.push(read.value);
  }
  return { value: values };
}

function timeOf(field: FieldModel, text: string): ReadCell {
  const value = timeIn(field.traits, text);
  if (value !== undefined) return { value };
  const [zh, en] = field.label;
  const { temporal } = field.traits;
  const example = temporal === "clock" ? "08:30:00" : temporal === "moment" ? "2025-03-01 08:30:00" : "2025-03-01";
  return {
    problem: [`“${zh}”的内容“${text}”无法识别，请按 ${example} 的格式填写`, `“${en}”: “${text}” cannot be read; write it like ${example}`],
  };
}

/** -1 means "none" on the wire where it cannot be a value: written so, it is a number that is refused. */
function numberOf(field: FieldModel, text: string): string | number {
  const number = numberIn(field.traits, text);
  return String(number) === "-1" && !field.admitsMinusOne ? "-1.0" : number;
}

/** Digits of a number that a spreadsheet cannot hold: a code in a column that is not formatted as text. */
const hasLostDigits = (cell: FileCell): boolean => typeof cell === "number" && Math.abs(cell) >= 10 ** maxDigits;

/** Reads a cell that is not empty. */
export function readCell(field: FieldModel, cell: FileCell): ReadCell {
  const text = textOfCell(cell);
  if (hasLostDigits(cell)) return { problem: lostDigits(field) };
  const { paste } = field.traits;
  if (choicesOf(field) !== undefined) return isSeveral(field) ? optionsIn(field, text) : optionIn(field, text);
  if (kindData(field.data).dictionary !== undefined || field.reference !== undefined)
    return { wanted: isSeveral(field) ? partsOf(text) : [text] };
  if (paste === "number") return { value: numberOf(field, text) };
  if (paste === "temporal") return timeOf(field, text);
  return { value: isSeveral(field) ? partsOf(text) : text };
}
