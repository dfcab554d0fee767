// What happened in an instance of a process, oldest first.
import type { ReadHandler, RequestContext, Values } from "../../contract.ts";
import { readableOf, allFieldsReadable } from "../../crud/sql/readable-fields.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { answeredPage } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { durationBetween } from "../duration.ts";
import { localizedComment } from "./server-sentences.ts";
import { instanceAccess } from "./instance-access.ts";

/** Steps of one instance that are told: more than a process with loops takes in practice. */
const maxSteps = 1000;

/** The steps of an instance of the caller's tenant; none where there is no such instance. */
export async function historyOf(context: RequestContext, processInstanceId: string): Promise<readonly Values[]> {
  const resource = context.model.resource.get("flow-history");
  if (resource === undefined) return [];
  const reader = rowReader(resource, context.model, true);
  const steps = db
    .selectFrom(tables(context).unscoped("flow-history", "t"))
    .where("t.processInstanceId", "=", processInstanceId)
    .selectAll();
  const [matches] = await read(context, [
    answeredPage({ tenantId: context.scope.tenantId, rows: steps, reader, order: "t.create_time, t.id", limit: maxSteps }),
  ]);
  return matches.map((row) => withDuration(context, withSentences(context, reader.under(allFieldsReadable, context.language)(row))));
}

/** What the server says in the language of the call; only in lines that it writes, so that what people say stays as they said it. */
export function withSentences({ language }: RequestContext, step: Values): Values {
  const { comment } = step;
  return step["historyActivityType"] === "reassigned" && typeof comment === "string"
    ? { ...step, comment: localizedComment(comment, language) }
    : step;
}

/** A step that is over with how long it took, in the language of the call. */
function withDuration({ language }: RequestContext, step: Values): Values {
  const duration = durationBetween(step["createTime"], step["endTime"], language);
  return duration === "" ? step : { ...step, historyActivityDurationTime: duration };
}

/** Steps as the caller may see them. */
export function readableSteps(context: RequestContext, steps: readonly Values[]): readonly Values[] {
  const resource = context.model.resource.get("flow-history");
  return resource === undefined ? [] : steps.map((step) => readableOf(context, resource, step));
}

/** GET history-flow-list: nothing for unknown instances, and for those of others (docs/wire.md §10.13). */
export const historyList: ReadHandler = async (context, { processInstanceId = "" }) => {
  if ((await instanceAccess(context, processInstanceId)) === undefined) return [];
  return readableSteps(context, await historyOf(context, processInstanceId));
};
