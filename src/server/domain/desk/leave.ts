// Requests for leave: made with the start of their process, which moves them.
import { brokenRules } from "#schema/rules";
import { ruleIssues } from "#schema/validation";
import type { CommitContext, Domain, Effect, ReadHandler, RequestContext, Values } from "../../contract.ts";
import { checkReferences } from "../../crud/guards/references.ts";
import { readableOf, readableFieldsOf, withHiddenFieldNames, allFieldsReadable } from "../../crud/sql/readable-fields.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { isKey } from "../../crud/sql/keys.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { addRow, changeRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { invalidFields, malformedParameter } from "../../http/errors.ts";
import { answeredPage } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { startInstance } from "../flow/instances.ts";
import { historyOf, readableSteps } from "../flow/process-history.ts";
import { isOfOtherRoute } from "../flow/routes.ts";
import { variablesOf } from "../flow/subjects.ts";
import { leaveDays } from "./leave-days.ts";

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
  const [[stored]] = await read(context, [
    answeredPage({ tenantId: context.scope.tenantId, rows: requests, reader, order: "t.id", limit: 1 }),
  ]);
  if (stored === undefined) return null;
  const row = reader.under(allFieldsReadable, context.language)(stored);
  const instance = row.processInstanceId;
  const steps = typeof instance === "string" && instance !== "" ? await historyOf(context, instance) : [];
  if (!mayKnow(context, row, steps)) return null;
  const waiting = steps.findLast((step) => step["historyActivityType"] === "userTask" && step["endTime"] === "");
  return {
    ...withHiddenFieldNames(readableOf(context, resource, row), resource, readableFieldsOf(context, resource)),
    flow: waiting === undefined ? {} : readableSteps(context, [waiting])[0],
  };
};

/** What callers of the original know the table of requests by. */
const businessTable = "blade_process_leave";
/** The route of its processes, among those of the dictionary of categories. */
const ownRoute = "leave";

/** Refuses a period that ends before it begins, and an approver who is not on offer. */
async function check(context: CommitContext, tx: Transaction, record: Values): Promise<void> {
  const { caller, model, scope } = context;
  const resource = resourceNamed(context, "leave-process");
  const now = context.now();
  const broken = brokenRules({ rules: resource.data.rules, fields: resource.fields, record, isChanged: () => true, now });
  const issues = [
    ...ruleIssues(resource.fields, broken),
    ...(await checkReferences(tx, { model, resource, tenantId: scope.tenantId, caller, values: record, current: undefined, now })),
  ];
  if (issues.length > 0) throw invalidFields(issues);
}

/** Refuses a definition that is for something else. One that is unknown or suspended is refused by its start. */
async function requireOwnProcess(context: CommitContext, tx: Transaction, definitionId: string): Promise<void> {
  if (await isOfOtherRoute(context, tx, { definitionId, route: ownRoute }))
    throw fieldError(context, "leave-process", "processDefinitionId", {
      code: "notAllowed",
      message: ["该流程不属于请假类别，请选择请假流程", "This process is not of the category for leave; choose one that is"],
    });
}

/** Stores a request, and starts its process with it. */
const startProcess: Effect<"leave-process.startProcess"> = {
  commit: async (tx, context, { values }) => {
    const { processDefinitionId, taskUser, leaveType, startTime, endTime, reason } = values;
    const request = { processDefinitionId, taskUser, leaveType: leaveType ?? null, startTime, endTime, reason };
    await check(context, tx, { ...request });
    await requireOwnProcess(context, tx, processDefinitionId);
    const row = await addRow(context, tx, "leave-process", { ...request, applyTime: context.now(), days: leaveDays(startTime, endTime) });
    const processInstanceId = await startInstance(context, tx, {
      definitionId: processDefinitionId,
      resource: "leave-process",
      businessId: row.id,
      businessTable,
      title: reason,
      variables: variablesOf(resourceNamed(context, "leave-process"), row),
    });
    await changeRow(context, tx, "leave-process", { id: row.id, values: { processInstanceId } });
    return { id: row.id, processInstanceId };
  },
};

export const leaveDomain: Domain = {
  reads: { "leave-process.detail": detail },
  actions: { "leave-process.startProcess": startProcess },
  hooks: {},
};
