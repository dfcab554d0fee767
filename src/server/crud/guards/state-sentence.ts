// The present state of a row, for people.
import { kindData, type ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { Values } from "../../contract.ts";

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
