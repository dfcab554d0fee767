// The rows that belong to a record (`details` of a definition): when they can be written, and what limits their list to the record.
import { meets } from "../../../schema/text.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "./view-models.ts";

export type Details = NonNullable<ListViewModel["details"]>;

/** Further lists of a chosen row. Those that no definition chose are on the page of the row alone. */
export function chosenLists({ related = [] }: Pick<ListViewModel, "related">): NonNullable<ListViewModel["related"]> {
  return related.filter(({ derived }) => derived !== true);
}

/** What every row of a list holds. */
export interface FixedFilter {
  readonly field: string;
  readonly value: string;
}

/** Whether the row permits changes of those below it. */
export function isWritable({ writableWhen }: Details, row: Row): boolean {
  return writableWhen === undefined || meets(writableWhen, row);
}

/** Whether rows can be added below it and removed. */
export function isAddable({ addableWhen }: Details, row: Row): boolean {
  return addableWhen === undefined || meets(addableWhen, row);
}

/** What every row below this one holds: its id, constants, values of this row. */
export function presetOf(master: Pick<ListViewModel, "key">, details: Details, row: Row): Row {
  const others = Object.entries(details.with ?? {}).map(
    ([name, value]) => [name, isRecord(value) ? row[textOf(value["field"])] : value] as const,
  );
  return { ...Object.fromEntries(others), [details.by]: textOf(row[master.key]) };
}

/** The filters that limit the list. Values of the parent row itself are implied by the limit. */
export function fixedOf(master: Pick<ListViewModel, "key">, details: Details, row: Row): readonly FixedFilter[] {
  const constants = Object.entries(details.with ?? {}).flatMap(([field, value]) =>
    isRecord(value) ? [] : [{ field, value: textOf(value) }],
  );
  return [{ field: details.by, value: textOf(row[master.key]) }, ...constants];
}
