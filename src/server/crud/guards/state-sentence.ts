// The present state of a row, for people.
import { choicesOf } from "#schema/kinds";
import { kindData, type ResourceModel } from "#schema/model";
import { alternativesOf, meets, type Condition, type Text } from "#schema/text";
import type { Values } from "../../contract.ts";
import { comparable } from "../sql/stored-row.ts";

/** Names of the state a row is in; its value where the definition knows no name. */
export function stateName(resource: ResourceModel, values: Readonly<Values>): Text | undefined {
  const { stateField } = resource;
  if (stateField === undefined) return undefined;
  const value = values[stateField.name];
  const option = Object.values(kindData(stateField.data).states ?? {}).find(([stored]) => String(stored) === String(value));
  return option === undefined ? [String(value ?? ""), String(value ?? "")] : [option[1], option[2]];
}

/** "当前状态为“已出库”" / " while it is “Finished”"; a general half-sentence where the resource has no life cycle. */
export function stateSentence(resource: ResourceModel, values: Readonly<Values>): Text {
  const name = stateName(resource, values);
  return name === undefined ? ["当前不允许修改", " now"] : [`当前状态为“${name[0]}”`, ` while it is “${name[1]}”`];
}

/** What of a condition a row does not meet: its state first, else the value of another field, where it has a name. */
export function unmetSentence(resource: ResourceModel, values: Readonly<Values>, condition: Condition | undefined): Text {
  const row = comparable(resource, values);
  const unmet = (condition === undefined ? [] : alternativesOf(condition)).flatMap((all) =>
    Object.entries(all).flatMap(([name, wanted]) => (meets({ [name]: wanted }, row) ? [] : [name])),
  );
  const fields = unmet.flatMap((name) => resource.field.get(name) ?? []);
  if (resource.stateField !== undefined && fields.includes(resource.stateField)) return stateSentence(resource, values);
  for (const field of fields) {
    const option = choicesOf(field)?.find(([value]) => String(value) === String(row[field.name]));
    if (option !== undefined) return [`的${field.label[0]}为“${option[1]}”`, ` while its “${field.label[1]}” is “${option[2]}”`];
  }
  return stateSentence(resource, values);
}
