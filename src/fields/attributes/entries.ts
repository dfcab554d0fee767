// The values of attributes as the form holds them and as they are sent: one entry for each that says something.
import { isRecord, textOf, type Row } from "../../admin/api/wire-data.ts";
import type { RequestedField } from "./answer.ts";
import { inputTypes, placeKey } from "../requested-attributes.ts";

/** The value of an id, or of a text, in an entry; undefined for none, which -1 is too. */
function valueIn(entry: Row, name: string): string | undefined {
  const value = textOf(entry[name]);
  return value === "" || value === "-1" ? undefined : value;
}

export function keyOf(entry: Row): string {
  return placeKey({
    attrId: textOf(entry["attrId"]),
    rawMaterialId: valueIn(entry, "rawMaterialId"),
    processStepId: valueIn(entry, "processStepId"),
  });
}

export function entriesOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Whether an entry says anything. */
export function hasValue(entry: Row): boolean {
  return valueIn(entry, "attrValueId") !== undefined || valueIn(entry, "attrValue") !== undefined;
}

/** The value of an attribute among entries: an id where it is picked, a text where it is typed. */
export function valueOf(entries: readonly Row[], { key, inputType }: RequestedField): string | undefined {
  const entry = entries.find((one) => keyOf(one) === key);
  return entry === undefined ? undefined : valueIn(entry, inputType === inputTypes.list ? "attrValueId" : "attrValue");
}

function placeOf({ attrId, rawMaterialId, processStepId }: RequestedField): Row {
  return {
    attrId,
    ...(rawMaterialId === undefined ? {} : { rawMaterialId }),
    ...(processStepId === undefined ? {} : { processStepId }),
  };
}

/** The entries with another value of one attribute. A number -1 is written so that it is not taken for none. */
export function withValue(entries: readonly Row[], attribute: RequestedField, value: string | undefined): readonly Row[] {
  const before = entries.find((one) => keyOf(one) === attribute.key);
  if (value === undefined) return entries.filter((one) => one !== before);
  const id = before?.["id"];
  const entry = {
    ...(id === undefined ? {} : { id }),
    ...placeOf(attribute),
    [attribute.inputType === inputTypes.list ? "attrValueId" : "attrValue"]:
      attribute.inputType === inputTypes.number && value === "-1" ? "-1.0" : value,
  };
  return before === undefined ? [...entries, entry] : entries.map((one) => (one === before ? entry : one));
}

/**
 * What is sent: the entries of attributes that are asked for, in their order, and what was stored of others. A list without a choice is -1;
 * a text that is empty is no entry.
 */
export function sentEntries(entries: readonly Row[], attributes: readonly RequestedField[]): readonly Row[] | undefined {
  const requestedKeys = new Set(attributes.map(({ key }) => key));
  const sent = attributes.flatMap((one): readonly Row[] => {
    const value = valueOf(entries, one);
    if (value !== undefined) return withValue(entries, one, value).filter((entry) => keyOf(entry) === one.key);
    return one.inputType === inputTypes.list ? [{ ...placeOf(one), attrValueId: -1 }] : [];
  });
  const all = [...sent, ...entries.filter((entry) => !requestedKeys.has(keyOf(entry)))];
  return all.length === 0 ? undefined : all;
}
