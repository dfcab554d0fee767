// Puts pasted texts into cells: each name is looked up once, and what others depend on comes before those.
import type { PastedCell } from "../../../fields/pasted-cell.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { alternativesOf } from "../../../schema/text.ts";
import { isDependent } from "../../inputs/values/cleared.ts";
import type { FormValues } from "../../inputs/values/form-definition.ts";
import { isSameValue } from "../../inputs/values/values.ts";
import type { CellGrid } from "./grid-state.ts";
import type { CellChange, Sheet, SheetRow } from "./sheet.ts";

/** Look-ups that are on their way at the same time. */
const maxAtOnce = 6;

/** A cell and what is pasted into it, whatever becomes of the order of the rows. */
export interface PasteTarget {
  readonly key: string;
  readonly field: ScreenField;
  readonly text: string;
}

/** A cell that a text could not be pasted into. */
interface PasteFailure<T> {
  readonly target: T;
  readonly said: string;
}

interface PasteResult<T> {
  readonly changes: readonly CellChange[];
  readonly failures: readonly PasteFailure<T>[];
  /** Cells that are not edited. */
  readonly locked: number;
}

interface PasteInto {
  readonly sheet: Pick<Sheet, "row" | "withValue" | "change" | "note">;
  readonly lockOf: CellGrid["lockOf"];
  /** Never rejects: a look-up that fails says so. */
  readonly read: (field: ScreenField, text: string, values: FormValues) => Promise<PastedCell | string>;
  readonly said: (failure: NonNullable<PastedCell["failure"]>, text: string) => string;
  /** What is said at a cell that was changed while the names were looked up. */
  readonly changedMeanwhile: string;
}

const needs = (field: ScreenField, name: string): boolean =>
  isDependent(field, name) || (field.showWhen !== undefined && alternativesOf(field.showWhen).some((all) => Object.hasOwn(all, name)));

/** Fields in groups: those of one group depend on those of the groups before it alone. */
export function inOrderOfNeed(fields: readonly ScreenField[]): readonly (readonly ScreenField[])[] {
  const groups: (readonly ScreenField[])[] = [];
  let left = fields;
  while (left.length > 0) {
    const rest = left;
    const free = rest.filter((field) => !rest.some(({ name }) => name !== field.name && needs(field, name)));
    const group = free.length > 0 ? free : rest;
    groups.push(group);
    left = rest.filter((field) => !group.includes(field));
  }
  return groups;
}

/** What a cell holds once it is emptied: a switch without an open state is off. */
export const emptyOf = (field: ScreenField): unknown => (traitsOf(field).paste === "flag" && field.default !== undefined ? 0 : undefined);

/** Calls for all, a few at the same time. */
async function eachOf<T>(all: readonly T[], call: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await call(one);
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, all.length) }, work));
}

/** Pastes texts into cells as one step. A cell that was changed while names were looked up stays as it is. */
export async function pasteInto<T extends PasteTarget>(targets: readonly T[], into: PasteInto): Promise<PasteResult<T>> {
  const { sheet, lockOf, read, said, changedMeanwhile } = into;
  const rows = new Map<string, SheetRow>();
  for (const { key } of targets) {
    const row = sheet.row(key);
    if (row !== undefined) rows.set(key, row);
  }
  const former = new Map(rows);
  const changes: (CellChange & { readonly target: T })[] = [];
  const failures: PasteFailure<T>[] = [];
  let locked = 0;
  for (const group of inOrderOfNeed([...new Set(targets.map(({ field }) => field))])) {
    const wanted = targets.flatMap((target) => {
      const row = group.includes(target.field) ? rows.get(target.key) : undefined;
      if (row === undefined) return [];
      if (lockOf(row, target.field) !== undefined) {
        locked += 1;
        return [];
      }
      // The same name in rows that agree on what narrows it is looked up once.
      const narrowing = Object.entries(row.values).filter(([name]) => isDependent(target.field, name));
      return [{ target, values: row.values, question: JSON.stringify([target.field.name, target.text, narrowing]) }];
    });
    const answers = new Map<string, PastedCell | string>();
    const questions = [...new Map(wanted.map((one) => [one.question, one])).values()];
    await eachOf(questions, async ({ question, target, values }) => {
      answers.set(question, await read(target.field, target.text, values));
    });
    for (const { target, question } of wanted) {
      const { key, field, text } = target;
      const answer = answers.get(question);
      const row = rows.get(key);
      if (answer === undefined || row === undefined) continue;
      if (typeof answer === "string") failures.push({ target, said: answer });
      else if (answer.failure !== undefined) failures.push({ target, said: said(answer.failure, text) });
      else {
        const value = answer.value ?? emptyOf(field);
        rows.set(key, sheet.withValue(row, field.name, value));
        changes.push({ key, name: field.name, value, target });
      }
    }
  }
  const taken = changes.filter(({ key, target }) => {
    const { name } = target.field;
    const isAsItWas = isSameValue(target.field, sheet.row(key)?.values[name], former.get(key)?.values[name]);
    if (!isAsItWas) failures.push({ target, said: changedMeanwhile });
    return isAsItWas;
  });
  sheet.change(taken.map(({ key, name, value }) => ({ key, name, value })));
  // After the values: a value that narrows others takes back what is said at those.
  for (const { target, said: message } of failures) sheet.note(target.key, target.field.name, { kind: "left", message });
  return { changes: taken, failures, locked };
}
