// Rows pasted from a spreadsheet: the text as a table, and each cell as a value of its field.
import { textOf } from "../../admin/api/index.ts";
import { useFetchChoices, useRememberLabels } from "../../admin/data/queries/choice-lists.ts";
import { useFetchDictionary } from "../../admin/data/queries/dictionary.ts";
import type { FormValues } from "../../admin/inputs/values/form-definition.ts";
import type { PasteName } from "../../schema/kind-traits.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { writtenNumberIn, wholeOf } from "../../schema/written-number.ts";
import { clockIn, dayIn, momentIn } from "../../schema/written-time.ts";
import { traitsOf } from "../screen-traits.ts";

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

const flags: Readonly<Record<"0" | "1", readonly string[]>> = {
  1: ["1", "是", "yes", "y", "true", "√", "✓"],
  0: ["0", "否", "no", "n", "false", "×", "✗"],
};

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

/** What is no number stands in its cell as it was copied, where validation tells it. */
function numberOf({ field, text }: Pasted): PastedCell {
  const number = writtenNumberIn(text);
  return { value: number !== undefined && traitsOf(field).number === "whole" ? wholeOf(number) : (number ?? text) };
}

const timeReaders = { day: dayIn, moment: momentIn, clock: clockIn } as const;

function timeOf({ field, text }: Pasted): PastedCell {
  const { temporal } = traitsOf(field);
  return read(temporal === undefined ? undefined : timeReaders[temporal](text));
}

async function entryOf({ field, text, lookUps }: Pasted): Promise<PastedCell> {
  const entries = await lookUps.dictionary(field.dictionary ?? "", field.business === true);
  return found(entries.find((entry) => entry.label === text || entry.value === text)?.value);
}

async function referenceOf({ field: { reference }, text, cells, lookUps }: Pasted): Promise<PastedCell> {
  if (reference === undefined) return found(undefined);
  const within = reference.within === undefined ? undefined : textOf(cells[reference.within]);
  const list = await lookUps.choices(reference, { search: text, within, record: cells });
  const codes = (reference.codes ?? []).map((name) => name.replace(/_equal$/u, ""));
  const choice =
    list.find(({ label, value }) => label === text || value === text) ??
    list.find(({ row }) => codes.some((name) => textOf(row[name]) === text));
  if (choice !== undefined) lookUps.remember(reference, [choice]);
  return found(choice?.value);
}

const readers: Readonly<Record<PasteName, (pasted: Pasted) => PastedCell | Promise<PastedCell>>> = {
  text: ({ text }) => ({ value: text }),
  number: numberOf,
  flag: ({ text }) => read(flags[1].includes(text.toLowerCase()) ? 1 : flags[0].includes(text.toLowerCase()) ? 0 : undefined),
  option: ({ field, text }) => found(field.options?.find((option) => String(option.value) === text || option.label.includes(text))?.value),
  temporal: timeOf,
  entry: entryOf,
  reference: referenceOf,
};

/** The value of a pasted text, as the kind of its field reads it. Dictionary entries are found by their label, references by
 * theirs or by a code. */
export async function pastedCell(pasted: Pasted): Promise<PastedCell> {
  return pasted.text === "" ? { value: undefined } : readers[traitsOf(pasted.field).paste](pasted);
}
