// References inside embedded rows (`lines` fields): the same rules as for a row's own, reported with the line.
import { isRecord } from "#schema/json";
import type { FieldModel } from "#schema/model";
import type { Issue } from "#schema/validation";
import type { Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import {
  lookUpTogether,
  mayRefer,
  refusedChoice,
  wantedOf,
  type Referring,
  type ReferringRow,
  type TargetRows,
  type Wanted,
} from "./references.ts";

type Line = Record<string, unknown>;

function linesIn(value: unknown): readonly Line[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function valuesIn(line: Line, field: FieldModel): readonly string[] {
  const value = line[field.name];
  // Checked rows hold no null: what is left out is not there.
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

interface LineReference {
  /** The `lines` field. */
  readonly of: FieldModel;
  readonly inner: FieldModel;
  readonly wanted: Wanted;
}

function referencesOf({ resource, model }: Referring, { values, current, removed }: ReferringRow): readonly LineReference[] {
  return resource.fields.flatMap((of) =>
    of.fields.flatMap((inner): readonly LineReference[] => {
      const sent = [...new Set(linesIn(values[of.name]).flatMap((line) => valuesIn(line, inner)))];
      const wanted = wantedOf(
        inner,
        model,
        sent,
        linesIn((current ?? removed)?.[of.name]).flatMap((line) => valuesIn(line, inner)),
      );
      return wanted === undefined ? [] : [{ of, inner, wanted }];
    }),
  );
}

/** Makes a narrowing field of a line follow the line's choice. */
function follow(line: Line, { wanted }: LineReference, facts: Readonly<Values>): void {
  const { within, withinParam, several } = wanted.reference;
  const value = withinParam === undefined ? null : (facts[withinParam] ?? null);
  if (within !== undefined && value !== null && !several) line[within] = value;
}

/** Checks the references of all lines that are written, row by row. */
export async function lineReferencesAmong(
  tx: Transaction,
  referring: Referring,
  rows: readonly ReferringRow[],
): Promise<readonly (readonly Issue[])[]> {
  const references = rows.map((row) => referencesOf(referring, row));
  const answers = await lookUpTogether(
    tx,
    referring,
    references.flatMap((ofRow) => ofRow.map(({ wanted }) => wanted)),
  );
  return rows.map((row, place) =>
    (references[place] ?? []).flatMap((reference) => {
      const targetRows: TargetRows = answers.get(reference.inner) ?? new Map();
      const { of, inner, wanted } = reference;
      return linesIn(row.values[of.name]).flatMap((line, at): readonly Issue[] => {
        const values = valuesIn(line, inner);
        const record = { ...row.current, ...row.values, ...line };
        if (!values.every((value) => mayRefer(wanted, targetRows.get(value), value, { record, now: referring.now }))) {
          const choice = refusedChoice({ ...wanted, values }, targetRows, { record, now: referring.now });
          return [{ ...choice, path: [of.name, at, inner.name], parameters: {}, label: inner.label }];
        }
        const facts = targetRows.get(values[0] ?? "")?.facts;
        if (facts !== undefined) follow(line, reference, facts);
        return [];
      });
    }),
  );
}
