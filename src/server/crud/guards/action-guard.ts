// Whether an action may be run on a row as it is: its states, and what else its definition asks of the row.
import { conditionText } from "#schema/condition-text";
import { asOf } from "#schema/expiry";
import { kindData, type ActionModel, type ResourceModel } from "#schema/model";
import { alternativesOf, fieldsIn, isComparison, isNegation, meets, type Condition, type Text } from "#schema/text";
import type { Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { comparable, titleOf } from "../sql/stored-row.ts";
import { stateName } from "./state-sentence.ts";

/** Conditions of actions name states; stored are their wire values. */
function withStateValues(resource: ResourceModel, condition: Condition): Condition {
  const states = resource.stateField === undefined ? {} : (kindData(resource.stateField.data).states ?? {});
  const name = resource.stateField?.name;
  const valueOf = (value: string | number) => (typeof value === "string" ? (states[value]?.[0] ?? value) : value);
  return alternativesOf(condition).map((all) =>
    Object.fromEntries(
      Object.entries(all).map(([field, expected]) => {
        if (field !== name) return [field, expected];
        if (isComparison(expected)) return [field, expected];
        if (isNegation(expected)) return [field, { not: [expected.not].flat().map(valueOf) }];
        return [field, [expected].flat().map(valueOf)];
      }),
    ),
  );
}

function stateSentence(
  resource: ResourceModel,
  { label: [zhAction, enAction] }: ActionModel,
  row: Readonly<Values>,
  [zhState, enState]: Text,
): Text {
  const [zh, en] = resource.label;
  const title = titleOf(resource, row);
  return [
    `${zh}“${title}”当前状态为“${zhState}”，不能${zhAction}`,
    `${en} “${title}”: “${enAction}” is not possible while it is “${enState}”`,
  ];
}

/** The state is right; what else must hold of the row is said. */
function conditionSentence(
  resource: ResourceModel,
  { label: [zhAction, enAction] }: ActionModel,
  row: Readonly<Values>,
  when: Condition,
): Text {
  const [zh, en] = resource.label;
  const title = titleOf(resource, row);
  const [zhWhen, enWhen] = conditionText(when, resource.field);
  return [`${zh}“${title}”不能${zhAction}：须满足${zhWhen}`, `${en} “${title}”: “${enAction}” is possible only where ${enWhen}`];
}

/** Refuses an action on a row whose state or values do not admit it. */
export function checkState(resource: ResourceModel, action: ActionModel, stored: Readonly<Values>, now: string): void {
  const row = asOf(resource, stored, now);
  const { stateField } = resource;
  const value = stateField === undefined ? undefined : Number(row[stateField.name]);
  const isFrom = action.fromValues === undefined || (value !== undefined && action.fromValues.includes(value));
  const when = withStateValues(resource, action.when ?? {});
  if (isFrom && meets(when, comparable(resource, row), now)) return;
  const isOfMore = isFrom && fieldsIn(when).some((name) => name !== stateField?.name);
  const state = isOfMore ? undefined : stateName(resource, row);
  const sentence = state === undefined ? conditionSentence(resource, action, row, when) : stateSentence(resource, action, row, state);
  throw businessError("wrongState", sentence, {
    data: { id: String(row[resource.key]), ...(value === undefined ? {} : { state: value }) },
  });
}
