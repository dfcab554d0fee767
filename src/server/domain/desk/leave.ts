// One request for leave with its state.
import type { Domain, ReadHandler, RequestContext, Values } from "../../contract.ts";
import { readableOf, readableFieldsOf, tellingUnseen, wholeSight } from "../../crud/sql/readable-fields.ts";
import { isKey } from "../../crud/sql/keys.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { malformedParameter } from "../../http/errors.ts";
import { answeredPage } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { historyOf, seenSteps } from "../flow/process-history.ts";

/**
 * Why somebody stays away is told to whoever takes part in the request, and to administrators; the key of the resource is for asking, not
 * for reading.
 */
function mayKnow({ caller }: RequestContext, row: Values, steps: readonly Values[]): boolean {
  return (
    caller.isAdministrator ||
    caller.isTenantAdmin ||
    [row.createUser, row.taskUser, ...steps.map((step) => step["assignee"])].includes(caller.userId)
  );
}

/** GET detail: the row, and `flow`, the task that waits now. Nothing for unknown ones and for those of others (docs/wire.md §10.13). */
const detail: ReadHandler = async (context, { businessId = "" }) => {
  const resource = context.model.resource.get("leave-process");
  if (resource === undefined) return null;
  if (!isKey(resource, businessId)) throw malformedParameter("businessId");
  const reader = rowReader(resource, context.model, true);
  const requests = db.selectFrom(tables(context).unscoped("leave-process", "t")).where("t.id", "=", businessId).selectAll();
  const [[stored]] = await read(context, [answeredPage({ rows: requests, reader, order: "t.id", limit: 1 })]);
  if (stored === undefined) return null;
  const row = reader.under(wholeSight)(stored);
  const instance = row.processInstanceId;
  const steps = typeof instance === "string" && instance !== "" ? await historyOf(context, instance) : [];
  if (!mayKnow(context, row, steps)) return null;
  const waiting = steps.findLast((step) => step["historyActivityType"] === "userTask" && step["endTime"] === "");
  return {
    ...tellingUnseen(readableOf(context, resource, row), resource, readableFieldsOf(context, resource)),
    flow: waiting === undefined ? {} : seenSteps(context, [waiting])[0],
  };
};

export const leaveDomain: Domain = { reads: { "leave-process.detail": detail }, actions: {}, hooks: {} };
