// What happened in an instance of a process, oldest first.
import type { ReadHandler, RequestContext, Values } from "../../contract.ts";
import { readableOf, wholeSight } from "../../crud/sql/readable-fields.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { answeredPage } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

/** Steps of one instance that are told: more than a process with loops takes in practice. */
const mostSteps = 1000;

/** The steps of an instance of the caller's tenant; none where there is no such instance. */
export async function historyOf(context: RequestContext, processInstanceId: string): Promise<readonly Values[]> {
  const resource = context.model.resource.get("flow-history");
  if (resource === undefined) return [];
  const reader = rowReader(resource, context.model, true);
  const steps = db
    .selectFrom(tables(context).unscoped("flow-history", "t"))
    .where("t.processInstanceId", "=", processInstanceId)
    .selectAll();
  const [matches] = await read(context, [answeredPage({ rows: steps, reader, order: "t.create_time, t.id", limit: mostSteps })]);
  return matches.map(reader.under(wholeSight));
}

/** Steps as the caller may see them. */
export function seenSteps(context: RequestContext, steps: readonly Values[]): readonly Values[] {
  const resource = context.model.resource.get("flow-history");
  return resource === undefined ? [] : steps.map((step) => readableOf(context, resource, step));
}

/** GET history-flow-list. */
export const historyList: ReadHandler = async (context, { processInstanceId = "" }) => {
  return seenSteps(context, await historyOf(context, processInstanceId));
};
