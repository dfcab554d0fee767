// Which action takes another one back: read from the definition, so that a screen offers to undo what has changed nothing but a state.
import type { ActionModel, ResourceModel } from "./model.ts";

/** Whether an action is called for rows as they are: nothing asked, and no decision waited for. */
function isCalledAlone({ data }: ResourceModel, action: ActionModel): boolean {
  const { submits, trees, grid, dialog, opens, download, dialogFields } = action;
  const isOnRows = action.on === "row" || action.on === "selection";
  const isCalled = action.method === "POST" || action.method === "PUT";
  const asks = [submits, trees, grid, dialog, opens, download, action.with].some((one) => one !== undefined);
  return isOnRows && isCalled && !asks && dialogFields.length === 0 && data.approval?.of !== action.name;
}

/** Whether all that an action does is to move rows from state to state: no code of the server, and nothing set. */
function onlyMoves(resource: ResourceModel, action: ActionModel): boolean {
  const { needsHandler, handler, effect, othersValue, set } = action;
  return !needsHandler && [handler, effect, othersValue, set].every((one) => one === undefined) && isCalledAlone(resource, action);
}

/**
 * The action that moves rows back to where one has found them; undefined where they may come from several states, where it does more than move
 * them, and where the server does more when rows of the resource are written (`effects`).
 */
export function undoingAction(resource: ResourceModel, action: ActionModel): ActionModel | undefined {
  const { toValue, fromValues = [] } = action;
  const [from, ...others] = fromValues;
  const hasEffects = Object.keys(resource.data.effects ?? {}).length > 0;
  if (toValue === undefined || from === undefined || others.length > 0 || hasEffects || !onlyMoves(resource, action)) return undefined;
  return resource.actions.find(
    (other) => other.toValue === from && other.fromValues?.includes(toValue) === true && isCalledAlone(resource, other),
  );
}
