// Rows pasted from a spreadsheet: the text as a table, and each cell as a value of its field.
import { flat } from "../admin/api/choice-requests.ts";
import { textOf } from "../admin/api/index.ts";
import { useFetchChoices, useRememberLabels } from "../admin/data/queries/choice-lists.ts";
import { useFetchDictionary } from "../admin/data/queries/dictionary.ts";
import type { FormValues } from "../admin/inputs/values/form-definition.ts";
import type { PasteName } from "../schema/kind-traits.ts";
import type { ScreenField } from "../schema/screen.ts";
import { traitsOf } from "./screen-traits.ts";
import { flagIn, numberIn, timeIn } from "./written-cell.ts";

/** Whether a pasted text is more than one cell. */
export function isTable(text: string): boolean {
  return /\t|\r?\n(?!$)/.test(text.replace(/\r?\n$/, ""));
}

/** The cells of a pasted text. A cell in double quotes may hold tabs and line breaks, as spreadsheets write them. */
export function tableOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cellPattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/g;
  for (const [, quoted, plain = "", end = ""] of text.replace(/\r?\n$/, "").matchAll(cellPattern)) {
    row.push((quoted === undefined ? plain : quoted.replace(/""/g, '"')).trim());
    if (end === "\t") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}

/** A value found for a text, or why there is none: a list of choices does not have it, or it cannot be read as what the field holds. */
export interface PastedCell {
  readonly value: unknown;
  readonly failure?: "notFound" | "unreadable";
}

const found = (value: unknown): PastedCell => (value === undefined ? { value, failure: "notFound" } : { value });
const read = (value: unknown): PastedCell => (value === undefined ? { value, failure: "unreadable" } : { value });

/** How labels are looked up. */
export interface LookUps {
  readonly choices: ReturnType<typeof useFetchChoices>;
  readonly dictionary: ReturnType<typeof useFetchDictionary>;
  /** Keeps the name of what was found. */
  readonly remember: ReturnType<typeof useRememberLabels>;
}

export function useLookUps(): LookUps {
  return { choices: useFetchChoices(), dictionary: useFetchDictionary(), remember: useRememberLabels() };
}

/** A text for a cell, and what is there to read it by. */
interface Pasted {
  readonly field: ScreenField;
  readonly text: string;
  /** The cells of the row as they are. */
  readonly cells: FormValues;
  readonly lookUps: LookUps;
}

async function entryOf({ field, text, lookUps }: Pasted): Promise<PastedCell> {
  const entries = await lookUps.dictionary(field.dictionary ?? "", field.business === true);
  return found(entries.find((entry) => entry.label === text || entry.value === text)?.value);
}

async function referenceOf({ field: { reference }, text, cells, lookUps }: Pasted): Promise<PastedCell> {
  if (reference === undefined) return found(undefined);
  const within = reference.within === undefined ? undefined : textOf(cells[reference.within]);
  const answer = await lookUps.choices(reference, { search: text, within, record: cells });
  const list = reference.source === "tree" ? flat(answer) : answer;
  const codes = (reference.codes ?? []).map((name) => name.replace(/_equal$/u, ""));
  const choice =
    list.find(({ label, value }) => label === text || value === text) ??
    list.find(({ row }) => codes.some((name) => textOf(row[name]) === text));
  if (choice !== undefined) lookUps.remember(reference, [choice]);
  return found(choice?.value);
}

/** The value of the option with a name, in any language, or with that value. */
const optionIn = ({ field, text }: Pasted): unknown =>
  field.options?.find((option) => String(option.value) === text || option.label.includes(text))?.value;

const readers: Readonly<Record<PasteName, (pasted: Pasted) => PastedCell | Promise<PastedCell>>> = {
  text: ({ text }) => ({ value: text }),
  number: ({ field, text }) => ({ value: numberIn(traitsOf(field), text) }),
  flag: (pasted) => read(optionIn(pasted) ?? flagIn(pasted.text)),
  option: (pasted) => found(optionIn(pasted)),
  temporal: ({ field, text }) => read(timeIn(traitsOf(field), text)),
  entry: entryOf,
  reference: referenceOf,
};

const readerOf = ({ reference, kind }: ScreenField) => readers[reference === undefined ? traitsOf({ kind }).paste : "reference"];

/** What stands between several values in one cell. */
const betweenValues = /[,，、;；]\s*/u;

/** Several values of a cell that may hold them; none where one of them is not there. */
async function pastedValues(pasted: Pasted): Promise<PastedCell> {
  const { text } = pasted;
  // A name may hold a comma itself.
  const whole = await readerOf(pasted.field)(pasted);
  if (whole.failure === undefined) return { value: [String(whole.value)] };
  const values: string[] = [];
  for (const part of text.split(betweenValues).filter((one) => one !== "")) {
    const { value, failure } = await readerOf(pasted.field)({ ...pasted, text: part });
    if (failure !== undefined) return { value: undefined, failure };
    values.push(String(value));
  }
  return { value: values };
}

/** The value of a pasted text, as the kind of its field reads it. Dictionary entries are found by their label, references by
 * theirs or by a code. */
export async function pastedCell(pasted: Pasted): Promise<PastedCell> {
  const { field, text } = pasted;
  if (text === "") return { value: undefined };
  return field.multiple === true || field.reference?.several === true ? pastedValues(pasted) : readerOf(field)(pasted);
}
