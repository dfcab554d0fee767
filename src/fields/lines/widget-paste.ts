// Rows pasted from a spreadsheet: the text as a table, and each cell as a value of its field.
import { textOf } from "../../admin/api/index.ts";
import { useFetchChoices, useRememberLabels } from "../../admin/queries/choices.ts";
import { useFetchDictionary } from "../../admin/queries/dictionary.ts";
import { finishedNumber, numericInput } from "../../admin/inputs/values/decimals.ts";
import type { FormValues } from "../../admin/inputs/values/form-definition.ts";
import type { PasteName } from "../../schema/kind-traits.ts";
import type { ScreenField } from "../../schema/screen.ts";
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

const yes: ReadonlySet<string> = new Set(["1", "是", "yes", "y", "true", "√", "✓"]);

function dayOf(text: string): string | undefined {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?/.exec(text);
  return found === null ? undefined : `${found[1]}-${found[2]?.padStart(2, "0")}-${found[3]?.padStart(2, "0")}`;
}

function timeOf(text: string): string {
  const found = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/.exec(text);
  return found === null ? "00:00:00" : `${found[1]?.padStart(2, "0")}:${found[2]}:${found[3] ?? "00"}`;
}

/** A value found for a text; `isUnknown` where a list of choices does not have it. */
export interface PastedCell {
  readonly value: unknown;
  readonly isUnknown?: true;
}

const unknown: PastedCell = { value: undefined, isUnknown: true };

function found(value: unknown): PastedCell {
  return value === undefined ? unknown : { value };
}

/** How labels are looked up. */
interface LookUps {
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

function numberOf({ field, text }: Pasted): PastedCell {
  const typed = finishedNumber(numericInput(text));
  return typed === "" ? unknown : { value: traitsOf(field).number === "whole" ? Number(typed) : typed };
}

function momentOf({ field, text }: Pasted): PastedCell {
  const { temporal } = traitsOf(field);
  const day = temporal === "clock" ? "" : dayOf(text);
  if (day === undefined) return unknown;
  return { value: [day, temporal === "day" ? "" : timeOf(text)].filter((part) => part !== "").join(" ") };
}

async function entryOf({ field, text, lookUps }: Pasted): Promise<PastedCell> {
  const entries = await lookUps.dictionary(field.dictionary ?? "", field.business === true);
  return found(entries.find((entry) => entry.label === text || entry.value === text)?.value);
}

async function referenceOf({ field: { reference }, text, cells, lookUps }: Pasted): Promise<PastedCell> {
  if (reference === undefined) return unknown;
  const within = reference.within === undefined ? undefined : textOf(cells[reference.within]);
  const list = await lookUps.choices(reference, { search: text, within, record: cells });
  const choice = list.find(({ label, value }) => label === text || value === text);
  if (choice !== undefined) lookUps.remember(reference, [choice]);
  return found(choice?.value);
}

const readers: Readonly<Record<PasteName, (pasted: Pasted) => PastedCell | Promise<PastedCell>>> = {
  text: ({ text }) => ({ value: text }),
  number: numberOf,
  flag: ({ text }) => ({ value: yes.has(text.toLowerCase()) ? 1 : 0 }),
  option: ({ field, text }) => found(field.options?.find((option) => String(option.value) === text || option.label.includes(text))?.value),
  temporal: momentOf,
  entry: entryOf,
  reference: referenceOf,
};

/** The value of a pasted text, as the kind of its field reads it. References and dictionary entries are found by their label. */
export async function pastedCell(pasted: Pasted): Promise<PastedCell> {
  return pasted.text === "" ? { value: undefined } : readers[traitsOf(pasted.field).paste](pasted);
}
