// The record that a form began with, kept beside what was entered: saving a draft of it asks about what others have changed since.
import { linesMember } from "#schema/entered-lines";
import type { Screen } from "#schema/screen";
import { isRecord, type Row } from "../../api/index.ts";
import type { FormValues } from "../../inputs/values/form-definition.ts";
import { storableRow } from "./use-draft.tsx";

/** The member of a draft that holds it. */
export const recordBasis = "recordBasis";

/** What is kept of a record. `isStored`: in the browser's storage, where no secret is written down. */
export function basisRecord({ fields, lines }: Screen, record: Row, isStored: boolean): Row {
  if (!isStored) return record;
  const { [linesMember]: rows, ...head } = record;
  const cells = lines?.fields ?? [];
  const ofLines = Array.isArray(rows) ? { [linesMember]: rows.filter(isRecord).map((row) => storableRow(cells, row)) } : {};
  return { ...storableRow(fields, head), ...ofLines };
}

/** The record that a draft began with; nothing where it says none. */
export function basisRecordIn(draft: FormValues): Row {
  const kept = draft[recordBasis];
  return isRecord(kept) ? kept : {};
}
