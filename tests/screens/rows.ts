// Rows of any resource as they come over the wire, made from its definition. They depend on names and kinds only, so that a changed label
// changes no value.
import type { FieldModel, ResourceModel } from "#schema/model";
import { choicesOf, kindOf } from "#schema/kinds";
import { kindData } from "#schema/model";
import type { SampleContext } from "#schema/field-kind";
import { sampleValue } from "#schema/sample";
import type { Language } from "#schema/text";
import { toWire } from "#schema/wire";

type Row = Readonly<Record<string, unknown>>;

function contextOf(number: number): SampleContext {
  return {
    number,
    referenceTo: (_resource, valueField) => (valueField === undefined ? String(1000 + number) : `52${String(number).padStart(4, "0")}`),
    dictionaryKey: () => String(number),
  };
}

/** What stands for the row, entry or division that a field refers to. */
function labelFor(field: FieldModel, number: number): string {
  return `${field.reference?.resource ?? kindData(field.data).dictionary ?? field.kind} ${number}`;
}

/** Rows of a life cycle stand in one state after the other, so that the buttons of each are seen. */
function valueOf(field: FieldModel, number: number): unknown {
  const states = kindOf(field.data).initial === undefined ? [] : (choicesOf(field) ?? []);
  const state = states[(number - 1) % Math.max(1, states.length)];
  return state === undefined ? sampleValue({ ...field.data, label: [field.name, field.name] }, contextOf(number)) : state[0];
}

function cellsOf(field: FieldModel, number: number, language: Language): readonly (readonly [string, unknown])[] {
  const isMadeWhenRead = kindOf(field.data).expression !== undefined;
  if (field.traits.isSecret || !(field.stored || isMadeWhenRead)) return [];
  const value = field.traits.holdsRows
    ? [Object.fromEntries(field.fields.flatMap((inner) => cellsOf(inner, number, language)))]
    : valueOf(field, number);
  return [
    [field.name, toWire(field, kindOf(field.data).localized?.(value, language) ?? value)],
    ...(field.labelKey === undefined || value === undefined ? [] : [[field.labelKey, labelFor(field, number)] as const]),
  ];
}

function rowOf(resource: ResourceModel, number: number, language: Language): Row {
  const base = resource.hasBaseColumns
    ? { id: String(number), version: 1, createTime: "2025-03-01 08:00:00", status: 1, isDeleted: 0 }
    : {};
  return { ...base, ...Object.fromEntries(resource.fields.flatMap((field) => cellsOf(field, number, language))) };
}

/** Two rows, or one for each state of a life cycle; in a tree the second hangs below the first. */
export function sampleRows(resource: ResourceModel, language: Language = "zh"): readonly Row[] {
  const { tree, stateField } = resource;
  const states = stateField === undefined ? 0 : Object.keys(kindData(stateField.data).states ?? {}).length;
  const rows = Array.from({ length: Math.max(2, states) }, (_, index) => rowOf(resource, index + 1, language));
  const [first = {}, second = {}] = rows;
  if (tree === undefined || (resource.screen !== "tree" && resource.screen !== "lazy-tree")) return rows;
  const labelKey = resource.field.get(tree.parent)?.labelKey;
  const below = { [tree.parent]: first[resource.key], ...(labelKey === undefined ? {} : { [labelKey]: first[resource.title] }) };
  return [{ ...first, hasChildren: true, children: [{ ...second, ...below }] }];
}
