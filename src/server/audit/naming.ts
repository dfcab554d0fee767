// The fields by which people know a row: its title, and its codes. The log reads with every change what it needs to say which row has changed,
// and whether the row is known by the name of a secret.
import { cachedBy } from "#schema/cached-by";
import { kindOf } from "#schema/kinds";
import type { FieldModel, ResourceModel } from "#schema/model";
import { columnsOf, type StoredColumn } from "../store/columns.ts";

export const namingFields = cachedBy((resource: ResourceModel): readonly FieldModel[] =>
  resource.fields.filter((field) => kindOf(field.data).meaning === "code" || field.name === resource.title),
);

const namingColumns = cachedBy((resource: ResourceModel): readonly StoredColumn[] => {
  const names = new Set([resource.title, ...namingFields(resource).map(({ name }) => name)]);
  return [...columnsOf(resource).values()].filter(({ name }) => names.has(name));
});

/** Columns with those that name the row, which come first where they are not among them. */
export function withNaming(resource: ResourceModel, columns: readonly StoredColumn[]): readonly StoredColumn[] {
  const more = namingColumns(resource).filter((column) => !columns.includes(column));
  return more.length === 0 ? columns : [...more, ...columns];
}
