// Fields that can be changed only while their row meets a condition (`changeableWhen`): the receiver of an order that has not left yet.
import { compareDecimals } from "#schema/decimals";
import { keptFor } from "#schema/kept";
import type { FieldModel, ResourceModel } from "#schema/model";
import { meets, textOfValue } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { Values } from "../../contract.ts";
import { comparable } from "../sql/stored-row.ts";
import { stateSentence } from "./state-sentence.ts";

/** Whether a value is another one: 5 and 5.00 are the same. */
function differs({ traits }: FieldModel, value: unknown, stored: unknown): boolean {
  const [one, other] = [textOfValue(value ?? ""), textOfValue(stored ?? "")];
  if (traits.number === undefined || one === "" || other === "") return one !== other;
  return compareDecimals(one, other) !== 0;
}

const sometimesFixed = keptFor((resource: ResourceModel) => resource.fields.filter(({ data }) => data.changeableWhen !== undefined));

/** The issues of values that the stored row does not let anybody change. Rows sent back as they were read have none. */
export function unchangeableIssues(
  resource: ResourceModel,
  values: Readonly<Values>,
  current: Readonly<Values>,
  now: string,
): readonly Issue[] {
  const fields = sometimesFixed(resource);
  if (fields.length === 0) return [];
  const stored = comparable(resource, current);
  return fields.flatMap((field): readonly Issue[] => {
    const { changeableWhen } = field.data;
    if (changeableWhen === undefined || !(field.name in values) || meets(changeableWhen, stored, now)) return [];
    if (!differs(field, values[field.name], current[field.name])) return [];
    const [zh, en] = stateSentence(resource, current);
    return [
      {
        code: "notAllowed",
        path: [field.name],
        parameters: {},
        label: field.label,
        message: [`${resource.label[0]}${zh}，不能修改`, `It cannot be changed any more${en}`],
      },
    ];
  });
}

/** Changes of fields that the step of a process does not let its person change. */
export function fixedIssues(
  resource: ResourceModel,
  values: Readonly<Values>,
  current: Readonly<Values>,
  allowed: readonly string[],
): readonly Issue[] {
  return resource.fields
    .filter((field) => field.name in values && !allowed.includes(field.name) && differs(field, values[field.name], current[field.name]))
    .map((field) => ({
      code: "notAllowed",
      path: [field.name],
      parameters: {},
      label: field.label,
      message: ["审批中，此步骤不能修改该项", "It is being decided about; this step does not change it"],
    }));
}
