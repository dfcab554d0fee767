// An address names the state that a row is to have: states to which no action leads from there are refused by their name.
import { kindData, type ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { stateName } from "../guards/state-sentence.ts";
import { keysOf } from "../sql/keys.ts";
import { findAccessible, titleOf } from "../sql/stored-row.ts";
import { scopeOfRows } from "./write-scope.ts";

/** Refuses the state, telling the one that the row is in. A row that the caller does not see is refused as one that is not there. */
export async function refuseState(
  context: RequestContext,
  resource: ResourceModel,
  { id, state = "" }: Readonly<Record<string, string>>,
): Promise<never> {
  const keys = keysOf(resource, "id", id);
  const scope = await scopeOfRows(context, resource, keys);
  const [row] = await context.database.transaction(scope, (tx) => findAccessible({ ...context, scope }, tx, resource, { keys }));
  if (row === undefined) throw rowNotFound();
  const { stateField } = resource;
  const states = Object.values(stateField === undefined ? {} : (kindData(stateField.data).states ?? {}));
  const wanted = states.find(([value]) => String(value) === state);
  const [nowZh, nowEn] = stateName(resource, row) ?? ["", ""];
  const title = titleOf(resource, row);
  const [zh, en] =
    wanted === undefined
      ? [`，没有状态“${state}”可变更`, `; there is no state “${state}” to change it to`]
      : [`，不能变更为“${wanted[1]}”`, ` and cannot be changed to “${wanted[2]}”`];
  throw businessError(
    "wrongState",
    [`${resource.label[0]}“${title}”当前状态为“${nowZh}”${zh}`, `${resource.label[1]} “${title}” is “${nowEn}”${en}`],
    { data: { id: String(row[resource.key]), ...(stateField === undefined ? {} : { state: row[stateField.name] }) } },
  );
}
