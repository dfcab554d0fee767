// Rows pasted from a spreadsheet: the text as a table, and each cell as a value of its field.
import { choicesNamed, pageSize, type Choice } from "../admin/api/choice-requests.ts";
import { textOf, unanswered } from "../admin/api/index.ts";
import { useFetchChoices, useFetchManyChoices, useRememberLabels } from "../admin/data/queries/choice-lists.ts";
import { useFetchDictionary } from "../admin/data/queries/dictionary.ts";
import type { FormValues } from "../admin/inputs/values/form-definition.ts";
import type { PasteName } from "../schema/kind-traits.ts";
import type { ScreenField, ScreenReference } from "../schema/screen.ts";
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

/**
 * A value found for a text, or why there is none: a list of choices does not have it, several of its choices are called so, or it cannot be read
 * as what the field holds.
 */
export interface PastedCell {
  readonly value: unknown;
  readonly failure?: "notFound" | "several" | "unreadable";
}

/** The same of one of many cells, whose choices may not have come at all. */
export interface LookedUpCell {
  readonly value: unknown;
  readonly failure?: PastedCell["failure"] | "unread";
}

const found = (value: unknown): PastedCell => (value === undefined ? { value, failure: "notFound" } : { value });
const read = (value: unknown): PastedCell => (value === undefined ? { value, failure: "unreadable" } : { value });

/** How labels are looked up. */
export interface LookUps {
  readonly choices: ReturnType<typeof useFetchChoices>;
  /** Of many references at once. */
  readonly manyChoices: ReturnType<typeof useFetchManyChoices>;
  readonly dictionary: ReturnType<typeof useFetchDictionary>;
  /** Keeps the name of what was found. */
  readonly remember: ReturnType<typeof useRememberLabels>;
}

export function useLookUps(): LookUps {
  return {
    choices: useFetchChoices(),
    manyChoices: useFetchManyChoices(),
    dictionary: useFetchDictionary(),
    remember: useRememberLabels(),
  };
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

/** What narrows the choices of a reference in a row. */
const withinOf = ({ within }: ScreenReference, cells: FormValues): string | undefined =>
  within === undefined ? undefined : textOf(cells[within]);

/** The value of the only choice; of several none is taken. */
const onlyOf = ([choice, ...others]: readonly Choice[]): PastedCell =>
  others.length > 0 ? { value: undefined, failure: "several" } : found(choice?.value);

async function referenceOf({ field: { reference }, text, cells, lookUps }: Pasted): Promise<PastedCell> {
  if (reference === undefined) return found(undefined);
  const query = { search: text, within: withinOf(reference, cells), record: cells };
  const answer = await lookUps.choices(reference, query);
  const isPaged = reference.source === "list" || reference.source === "select";
  // Behind a page of names that hold the text there may be the one that is it.
  const exact = isPaged && answer.length >= pageSize ? await lookUps.choices(reference, { ...query, isExact: true }) : [];
  const named = choicesNamed(reference, [...exact, ...answer], text);
  if (named.length === 1) lookUps.remember(reference, named);
  return onlyOf(named);
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

const isSeveral = ({ multiple, reference }: ScreenField): boolean => multiple === true || reference?.several === true;

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
  return isSeveral(field) ? pastedValues(pasted) : readerOf(field)(pasted);
}

/** Whether texts of this field are looked up on the server. */
export const isLookedUp = ({ reference, kind }: ScreenField): boolean => reference !== undefined || traitsOf({ kind }).paste === "entry";

/** The values of many texts of one field; of a reference to one row, looked up for all of them at once. */
export async function pastedCells(
  field: ScreenField,
  pasted: readonly Pick<Pasted, "text" | "cells">[],
  lookUps: LookUps,
): Promise<readonly LookedUpCell[]> {
  const { reference } = field;
  if (reference === undefined || isSeveral(field)) {
    const cells = await Promise.all(pasted.map((one) => pastedCell({ ...one, field, lookUps }).catch(unanswered)));
    return cells.map((cell) => cell ?? { value: undefined, failure: "unread" });
  }
  const queries = pasted.map(({ text, cells }) => ({ search: text, within: withinOf(reference, cells), record: cells }));
  const lists = await lookUps.manyChoices(reference, queries).catch(unanswered);
  if (lists === undefined) return pasted.map(() => ({ value: undefined, failure: "unread" }));
  const named = pasted.map(({ text }, at) => choicesNamed(reference, lists[at] ?? [], text));
  lookUps.remember(
    reference,
    named.flatMap((choices) => (choices.length === 1 ? choices : [])),
  );
  return named.map(onlyOf);
}

/** The only choice of a reference for each row; undefined where there is none, or several, or they cannot be read. */
export async function onlyChoices(
  reference: ScreenReference,
  rows: readonly FormValues[],
  lookUps: LookUps,
): Promise<readonly (string | undefined)[]> {
  const queries = rows.map((cells) => ({ within: withinOf(reference, cells), record: cells }));
  const lists = (await lookUps.manyChoices(reference, queries).catch(unanswered)) ?? [];
  const choices = lists.map(([only, ...others]) => (others.length === 0 ? only : undefined));
  lookUps.remember(
    reference,
    choices.flatMap((choice) => choice ?? []),
  );
  return choices.map((choice) => choice?.value);
}
