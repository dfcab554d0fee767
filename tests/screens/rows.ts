// Rows of any resource as they come over the wire, made from its definition. They depend on names and kinds only, so that a changed label changes no value.
import type { FieldModel, ResourceModel } from "#schema/model";
import { kindData } from "#schema/model";
import type { SampleContext } from "#schema/field-kind";
import { sampleValue } from "#schema/sample";
import { toWire } from "#schema/wire";

type Row = Readonly<Record<string, unknown>>;

function contextOf(number: number): SampleContext {
  return { number, referenceTo: (_resource, valueField) => (valueField === undefined ? String(1000 + number) : `52${String(number).padStart(4, "0")}`), dictionaryKey: () => String(number) };
}

/** What stands for the row, entry or division that a field refers to. */
function labelFor(field: FieldModel, number: number): string {
  return `${field.reference?.resource ?? kindData(field.data).dictionary ?? field.kind} ${number}`;
}

function cellsOf(field: FieldModel, number: number): readonly (readonly [string, unknown])[] {
  if (field.kind === "password" || !field.stored) return [];
  const named = { ...field.data, label: [field.name, field.name] as const };
  const value = field.kind === "lines" ? [Object.fromEntries(field.fields.flatMap((inner) => cellsOf(inner, number)))] : sampleValue(named, contextOf(number));
  return [[field.name, toWire(field, value)], ...(field.labelKey === undefined || value === undefined ? [] : [[field.labelKey, labelFor(field, number)] as const])];
}

function rowOf(resource: ResourceModel, number: number): Row {
  const base = resource.hasBaseColumns ? { id: String(number), version: 1, createTime: "2025-03-01 08:00:00", status: 1, isDeleted: 0 } : {};
  return { ...base, ...Object.fromEntries(resource.fields.flatMap((field) => cellsOf(field, number))) };
}

/** Two rows; in a tree the second hangs below the first. */
export function sampleRows(resource: ResourceModel): readonly Row[] {
  const [first, second] = [rowOf(resource, 1), rowOf(resource, 2)];
  const { tree } = resource;
  if (tree === undefined || (resource.screen !== "tree" && resource.screen !== "lazy-tree")) return [first, second];
  const labelKey = resource.field.get(tree.parent)?.labelKey;
  const below = { [tree.parent]: first[resource.key], ...(labelKey === undefined ? {} : { [labelKey]: first[resource.title] }) };
  return [{ ...first, hasChildren: true, children: [{ ...second, ...below }] }];
}
