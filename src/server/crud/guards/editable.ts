// Rows that their definition protects in some states: a document under way is neither changed nor removed.
import type { ResourceModel } from "#schema/model";
import { meets } from "#schema/text";
import type { Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { stateSentence } from "./state-sentence.ts";
import { comparable, titleOf } from "../sql/stored-row.ts";

/** Refuses a write of a row that its definition protects in its present state. */
export function checkEditable(resource: ResourceModel, current: Readonly<Values>, now: string): void {
  const { editableWhen } = resource.data;
  if (editableWhen === undefined || meets(editableWhen, comparable(resource, current), now)) return;
  const [zh, en] = stateSentence(resource, current);
  const title = titleOf(resource, current);
  throw businessError(
    "notEditable",
    [`${resource.label[0]}“${title}”${zh}，不能修改或删除`, `${resource.label[1]} “${title}” cannot be changed or removed${en}`],
    { data: { id: current[resource.key] } },
  );
}

/** Refuses the removal of a row that its definition protects in its present state; without a condition of its own it is that of changes. */
export function checkRemovable(resource: ResourceModel, current: Readonly<Values>, now: string): void {
  const { removableWhen } = resource.data;
  if (removableWhen === undefined) {
    checkEditable(resource, current, now);
    return;
  }
  if (meets(removableWhen, comparable(resource, current), now)) return;
  const [zh, en] = stateSentence(resource, current);
  const title = titleOf(resource, current);
  throw businessError(
    "notRemovable",
    [`${resource.label[0]}“${title}”${zh}，不能删除`, `${resource.label[1]} “${title}” cannot be removed${en}`],
    { data: { id: current[resource.key] } },
  );
}
