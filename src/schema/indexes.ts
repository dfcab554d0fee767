// Which fields of a resource have an index: the tables are made with these, and lists of large tables sort by no others.
import type { FieldModel, ResourceModel } from "./model.ts";
import { kindOf } from "./kinds.ts";

/** A tenant may have so many rows of it that a list must not read them all: sorting and searching need an index. */
export function isLarge({ data }: Pick<ResourceModel, "data">): boolean {
  return data.highVolume === true || data.unbounded === true;
}

/** Codes that people search by on a large table: found by their beginning, whatever the collation of the database. */
export function isFoundByBeginning(resource: ResourceModel, field: FieldModel | undefined): boolean {
  return (
    field !== undefined &&
    isLarge(resource) &&
    field.stored &&
    kindOf(field.data).meaning === "code" &&
    (field.search === "like" || field.search === "equal" || field.unique !== undefined)
  );
}

/**
 * Fields of a large table that are searched by "contains" in an index of trigrams: those that the definition names, and where it names no
 * indexes at all, every text that is searched so.
 */
export function fieldsOfTrigrams(resource: ResourceModel): readonly string[] {
  const { containsIndexes, indexes, unbounded } = resource.data;
  if (containsIndexes !== undefined) return containsIndexes;
  if (!isLarge(resource) || indexes !== undefined || unbounded === true) return [];
  return resource.fields.filter((field) => field.stored && field.search === "like" && isPlainText(field)).map(({ name }) => name);
}

/** A text that is stored as it is. */
function isPlainText(field: FieldModel): boolean {
  const { column } = kindOf(field.data);
  return field.wire === "text" && column.columnType(field) === "text" && !column.type(field).endsWith("[]");
}

/**
 * Fields that a list may be sorted by: of a large table those with an index that ends with the key, so that no page sorts what the pages
 * before it have; of any other table all, which is undefined.
 */
export function sortableFields(resource: ResourceModel): ReadonlySet<string> | undefined {
  if (!isLarge(resource) || !resource.hasTable) return undefined;
  return new Set([
    resource.key,
    ...resource.order.map(({ field }) => field),
    ...resource.fields.filter(({ sortable }) => sortable).map(({ name }) => name),
  ]);
}

/** Sortable fields of a large table for which its definition declares no index; none where indexes follow from the fields. */
export function sortableWithoutIndex(resource: ResourceModel): readonly string[] {
  const { indexes } = resource.data;
  if (!isLarge(resource) || indexes === undefined) return [];
  const declared = new Set(indexes.map((names) => names.join()));
  return resource.fields.filter((field) => field.sortable && field.stored && !declared.has(field.name)).map(({ name }) => name);
}
