// The state in a submit: rows come back whole, with the state they have, and another one is the work of its own call.
import type { ActionModel, FieldModel, ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import { fromWire } from "#schema/wire";
import type { Values } from "../../contract.ts";
import { stateName } from "./state-sentence.ts";

const sameText = (left: unknown, right: unknown): boolean => String(left) === String(right);

/** The calls that lead from one state to another. */
function waysTo(resource: ResourceModel, current: unknown, wanted: unknown): readonly ActionModel[] {
  return resource.actions.filter(
    ({ method, toValue, fromValues }) =>
      method !== "none" &&
      toValue !== undefined &&
      sameText(toValue, wanted) &&
      (fromValues?.some((from) => sameText(from, current)) ?? true),
  );
}

function sentence(resource: ResourceModel, field: FieldModel, current: unknown, wanted: unknown): Text {
  const [nowZh, nowEn] = stateName(resource, { [field.name]: current }) ?? ["", ""];
  const [zh, en] = field.label;
  const [way] = waysTo(resource, current, wanted);
  if (way === undefined)
    return [
      `${zh}不能随保存修改，当前为“${nowZh}”，没有操作可变更为所提交的值`,
      `${en} is not changed by saving; it is “${nowEn}”, and no action leads to the value that was sent`,
    ];
  return [
    `${zh}不能随保存修改，当前为“${nowZh}”，请使用“${way.label[0]}”（${way.method} ${way.path}）`,
    `${en} is not changed by saving; it is “${nowEn}”. Use “${way.label[1]}” (${way.method} ${way.path})`,
  ];
}

/** The action that a submit does as well, because it carries the state that the action leads to. */
export function movedBySubmit(resource: ResourceModel, body: Readonly<Values>, current: Readonly<Values>): ActionModel | undefined {
  const { stateField: field } = resource;
  if (field === undefined || !Object.hasOwn(body, field.name)) return undefined;
  const wanted = fromWire(field, body[field.name]);
  if (wanted === null || typeof wanted === "object" || sameText(wanted, current[field.name])) return undefined;
  return waysTo(resource, current[field.name], wanted).find(({ bySubmit }) => bySubmit === true);
}

/** The problem of a submit that carries another state than the row has; a new row has the one that its life begins with. */
export function sentStateIssues(resource: ResourceModel, body: Readonly<Values>, current: Readonly<Values>): readonly Issue[] {
  const { stateField: field } = resource;
  if (field === undefined || !field.readonly || !Object.hasOwn(body, field.name)) return [];
  const wanted = fromWire(field, body[field.name]);
  if (wanted === null) return [];
  const own = { code: "notAllowed" as const, path: [field.name], parameters: {}, label: field.label };
  if (typeof wanted === "object") return [{ ...own, code: "type" }];
  const now = current[field.name];
  return sameText(wanted, now) ? [] : [{ ...own, message: sentence(resource, field, now, wanted) }];
}
