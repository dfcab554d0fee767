// Field permissions: the fields of a resource that data scopes leave readable, plus those that every call requires.
import type { Model, ResourceModel } from "#schema/model";
import { mastersOf } from "../crud/sql/masters.ts";
import { columnsOf, type StoredColumn } from "../store/columns.ts";

/** The fields that a scope leaves visible: all of them, or those of these names. */
type FieldList = "all" | ReadonlySet<string>;

/** Names of fields that rows of a resource leave out for a person. */
export type FieldLimit = ReadonlySet<string>;

/** A list of fields as it was read, and the first name in it that means nothing. */
export interface ReadFields {
  readonly fields: FieldList;
  readonly unknown: string | undefined;
}

function columnNamed(resource: ResourceModel, name: string): StoredColumn | undefined {
  const columns = columnsOf(resource);
  return columns.get(name) ?? [...columns.values()].find(({ column }) => column === name);
}

/**
 * Parses a comma-joined list of fields, each by its name in the table or on the wire; `*`, or nothing, means all. An unknown name adds
 * nothing.
 */
export function readFieldList(resource: ResourceModel, text: string): ReadFields {
  const names = text
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0 || names.includes("*")) return { fields: "all", unknown: undefined };
  const named = names.map((name) => ({ name, field: columnNamed(resource, name)?.name ?? resource.field.get(name)?.name }));
  return { fields: new Set(named.flatMap(({ field }) => field ?? [])), unknown: named.find(({ field }) => field === undefined)?.name };
}

/** Fields that are always readable: the title, the owner, and the state and version of the row. */
function alwaysReadableFields(resource: ResourceModel, model: Model): readonly string[] {
  const { key, title, tree } = resource;
  return [
    "id",
    key,
    "tenantId",
    "version",
    "updateTime",
    title,
    ...(tree === undefined ? [] : [tree.parent]),
    ...mastersOf(resource, model).map(({ details }) => details.by),
  ];
}

/** The fields that all lists together hide: those that none of them names. Undefined where one of them names all. */
export function fieldLimitOf(resource: ResourceModel, lists: readonly FieldList[], model: Model): FieldLimit | undefined {
  const readable = new Set(alwaysReadableFields(resource, model));
  for (const list of lists) {
    if (list === "all") return undefined;
    for (const name of list) readable.add(name);
  }
  return new Set([...columnsOf(resource).keys()].filter((name) => !readable.has(name)));
}
