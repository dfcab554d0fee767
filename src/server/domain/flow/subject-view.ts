// The record that a process is about, with how the decision stands: for whoever takes part in it, and for whoever may see the record anyway.
import { instanceField } from "#schema/approval";
import type { ResourceModel } from "#schema/model";
import type { ReadHandler, RequestContext, Values } from "../../contract.ts";
import { mayView } from "../../caller/rule.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { isKey } from "../../crud/sql/keys.ts";
import { readableFieldsOf, tellingUnseen } from "../../crud/sql/readable-fields.ts";
import { equals, scopeFragments } from "../../crud/sql/rows.ts";
import { whereOf } from "../../crud/sql/where.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { editableIn } from "./approvals.ts";
import { historyOf, seenSteps } from "./process-history.ts";
import { taskProgress } from "./states.ts";

/** The row of a key; null where there is none within these limits. */
async function rowWithin(
  context: RequestContext,
  resource: ResourceModel,
  key: string,
  limits: readonly SqlFragment[],
): Promise<Values | null> {
  const column = columnOf(resource, resource.key);
  const reader = rowReader(resource, context.model, true);
  const where = whereOf([...limits, equals(column.column, column.columnType === "id" ? "bigint" : "text", key)]);
  const sql = `SELECT ${reader.selection} FROM ${quoted(resource.table)} t WHERE ${where.sql()}`;
  const [found] = await context.database.read(context.scope, [{ sql, parameters: where.parameters }]);
  const row = found?.rows[0];
  if (row === undefined) return null;
  const readable = readableFieldsOf(context, resource);
  return tellingUnseen(reader.under(readable)(row), resource, readable);
}

/** The row, as far as the caller may know of it. */
async function subjectRow(context: RequestContext, resource: ResourceModel, key: string, takesPart: boolean): Promise<Values | null> {
  if (!isKey(resource, key)) return null;
  if (!takesPart) return mayView(context.caller, resource) ? rowWithin(context, resource, key, scopeFragments(context, resource)) : null;
  const living: SqlFragment = { shape: "living", parameters: [], sql: () => "t.is_deleted = 0" };
  return rowWithin(context, resource, key, [
    ...(isTenantTable(resource) ? [equals("tenant_id", "text", context.scope.tenantId)] : []),
    ...(resource.hasBaseColumns ? [living] : []),
  ]);
}

/** GET subject: {} for unknown instances, and for those of others (docs/wire.md §10.13). */
export const subject: ReadHandler = async (context, { processInstanceId = "" }) => {
  const { caller } = context;
  const { unscoped } = tables(context);
  const [[instance], mine] = await read(context, [
    db
      .selectFrom(unscoped("flow-instance", "i"))
      .where("i.processInstanceId", "=", processInstanceId)
      .select([
        "i.businessResource",
        "i.businessId",
        "i.starter",
        "i.starterName",
        "i.startTime",
        "i.endTime",
        "i.outcome",
        "i.outcomeReason",
        "i.processDefinitionName",
      ]),
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", processInstanceId)
      .where("t.assignee", "=", caller.userId)
      .select(["t.taskId", "t.taskDefinitionKey", "t.progress"]),
  ]);
  const resource = context.model.resource.get(instance?.businessResource ?? "");
  if (instance === undefined || resource === undefined) return {};
  const takesPart = caller.isAdministrator || caller.isTenantAdmin || instance.starter === caller.userId || mine.length > 0;
  const record = await subjectRow(context, resource, instance.businessId ?? "", takesPart);
  if (record === null) return {};
  const steps = await historyOf(context, processInstanceId);
  const waiting = steps.filter((step) => step["historyActivityType"] === "userTask" && step["endTime"] === "");
  const own = mine.filter(({ progress }) => progress === taskProgress.waiting);
  return {
    resource: resource.name,
    record,
    // A later request may be about the same row.
    isLatest: (record[instanceField] ?? processInstanceId) === processInstanceId,
    waiting: seenSteps(context, waiting),
    editable: [...new Set(own.flatMap(({ taskDefinitionKey }) => editableIn(resource, taskDefinitionKey ?? "")))],
    isStarter: instance.starter === caller.userId,
    starterName: instance.starterName ?? "",
    startTime: instance.startTime ?? "",
    endTime: instance.endTime ?? "",
    outcome: instance.outcome ?? "",
    outcomeReason: instance.outcomeReason ?? "",
    processDefinitionName: instance.processDefinitionName ?? "",
  };
};
