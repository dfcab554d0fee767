// What happened in an instance of a process, oldest first (catalogue, `flow-history`).
import type { ReadHandler, RequestContext, Values } from "../../contract.ts";
import { missingParameter } from "../../http/errors.ts";
import { readableOf, wholeSight } from "../../crud/sql/readable-fields.ts";
import { rowReader } from "../../crud/read/row-reader.ts";

/** Steps of one instance that are told: more than a process with loops takes in practice. */
const mostSteps = 1000;

/** The steps of an instance of the caller's tenant; none where there is no such instance. */
export async function historyOf(context: RequestContext, processInstanceId: string): Promise<readonly Values[]> {
  const resource = context.model.resource.get("flow-history");
  if (resource === undefined) return [];
  const reader = rowReader(resource, context.model, true);
  const [found] = await context.database.read(context.scope, [{
    sql: `select ${reader.selection} from flow_history t where t.tenant_id = $1 and t.process_instance_id = $2 and t.is_deleted = 0 order by t.create_time, t.id limit ${mostSteps}`,
    parameters: [context.scope.tenantId, processInstanceId],
  }]);
  return (found?.rows ?? []).map(reader.under(wholeSight));
}

/** Steps as the caller may see them. */
export function seenSteps(context: RequestContext, steps: readonly Values[]): readonly Values[] {
  const resource = context.model.resource.get("flow-history");
  return resource === undefined ? [] : steps.map((step) => readableOf(context, resource, step));
}

/** GET history-flow-list. */
export const historyList: ReadHandler = async (context, { processInstanceId = "" }) => {
  if (processInstanceId === "") throw missingParameter("processInstanceId");
  return seenSteps(context, await historyOf(context, processInstanceId));
};
