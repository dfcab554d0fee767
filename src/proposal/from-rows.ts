// Describes the rows of a spreadsheet as a table: the first row names the columns, and the values below tell what each holds.
import { wordsOf } from "./names.ts";
import type { ColumnDescription, ColumnType, TableDescription } from "./description.ts";

export type Cell = string | number | boolean | Date | null;

/** Rows that are looked at. */
export const maxRows = 1000;
/** Up to so many different values are taken for a list to choose from, where each of them comes often. */
const maxChoices = 12;
const fewestRows = 10;

const shown = (cell: Cell): string => (cell === null ? "" : cell instanceof Date ? cell.toISOString() : String(cell).trim());

const isDay = (text: string) => /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(text);
const isMoment = (text: string) =>
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(text);
const isFlag = (text: string) => /^(?:true|false|yes|no|是|否|y|n)$/i.test(text);
/** Not one that begins with 0 or has more digits than programs count: that is a number people give, such as of a telephone. */
const isInteger = (text: string) => /^-?(?:0|[1-9]\d{0,8})$/.test(text);
const isDecimal = (text: string) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text);

/** Digits of a whole number up to which programs count with it. */
const countedDigits = 9;

const isAmount = (heading: string) => /额|价|费|款|元|成本|数量|人口|amount|price|fee|cost|total|sum|balance|quantity|qty/i.test(heading);

/** Whole numbers with more digits than people count with are numbers that are given: of telephones, barcodes, cards. Amounts may be as long. */
const areGiven = (texts: readonly string[], heading: string) =>
  texts.every((text) => /^\d+$/.test(text)) && texts.some((text) => text.length > countedDigits) && !isAmount(heading);

function typeOf(heading: string, cells: readonly Cell[]): ColumnType {
  const present = cells.filter((cell) => shown(cell) !== "");
  if (present.length === 0) return "text";
  const texts = present.map(shown);
  if (present.every((cell) => cell instanceof Date))
    return present.every((cell) => cell instanceof Date && cell.getUTCHours() + cell.getUTCMinutes() + cell.getUTCSeconds() === 0)
      ? "date"
      : "datetime";
  if (present.every((cell) => typeof cell === "boolean") || texts.every(isFlag)) return "boolean";
  if (texts.every(isInteger)) return "integer";
  if (areGiven(texts, heading)) return "text";
  if (texts.every(isDecimal)) return "decimal";
  if (texts.every(isDay)) return "date";
  if (texts.every(isMoment)) return "datetime";
  return texts.some((text) => text.length > 500 || text.includes("\n")) ? "long-text" : "text";
}

/** Lengths as people choose them, with room for what is longer than anything so far. */
const lengthFor = (longest: number): number => [16, 32, 64, 128, 255, 500].find((length) => longest * 1.5 <= length) ?? 500;

function columnFrom(heading: string, index: number, cells: readonly Cell[]): ColumnDescription {
  const texts = cells.map(shown).filter((text) => text !== "");
  const type = typeOf(heading, cells);
  const different = [...new Set(texts)];
  const areChoices =
    type === "text" &&
    texts.length >= fewestRows &&
    different.length >= 2 &&
    different.length <= maxChoices &&
    different.length * 3 <= texts.length &&
    different.every((text) => text.length <= 20);
  const scale = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const longest = Math.max(0, ...texts.map((text) => text.length));
  const words = wordsOf(heading);
  return {
    name: words.length === 0 ? `column_${index + 1}` : words.join("_"),
    type,
    comment: heading,
    isNullable: texts.length < cells.length || cells.length === 0,
    ...(type === "text" ? { length: areChoices ? 64 : lengthFor(longest) } : {}),
    ...(type === "decimal" ? { precision: 18, scale: Math.max(2, scale) } : {}),
    ...(areChoices ? { values: different.toSorted() } : {}),
  };
}

/** The table of a sheet; undefined where it has no heading. */
export function tableOfRows(name: string, rows: readonly (readonly Cell[])[]): TableDescription | undefined {
  const [headings = [], ...below] = rows.slice(0, maxRows + 1);
  const named = headings.map(shown);
  if (!named.some((heading) => heading !== "")) return undefined;
  const filled = below.filter((row) => row.some((cell) => shown(cell) !== ""));
  const used = new Set<string>();
  const columns = named.flatMap((heading, index) => {
    if (heading === "") return [];
    const column = columnFrom(
      heading,
      index,
      filled.map((row) => row[index] ?? null),
    );
    const own = used.has(column.name) ? `${column.name}_${index + 1}` : column.name;
    used.add(own);
    return [{ ...column, name: own }];
  });
  return { name, columns, primaryKey: [], foreignKeys: [], uniques: [], checks: [] };
}
