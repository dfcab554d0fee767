// Approvals that definitions declare: which process decides, its start with the row that waits, and the end by whoever asked.
import { instanceField } from "#schema/approval";
import type { ResourceModel } from "#schema/model";
import type { ActionPhases, Approvals, CommitContext, RequestContext, Values } from "../../contract.ts";
import { prepareCarryingOut } from "../../crud/write/carry-out.ts";
import { changeRow } from "../../crud/write/server-rows.ts";
import { findUnscoped, titleOf } from "../../crud/sql/stored-row.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, read, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { approvalSteps } from "./approval-steps.ts";
import { startInstance } from "./instances.ts";
import { isResubmission } from "./resubmission.ts";
import { categoryName, definitionFor } from "./routes.ts";
import { taskProgress } from "./states.ts";
import { variablesOf } from "./subjects.ts";
import { withdrawProcess } from "./withdrawal.ts";

async function noProcess(context: CommitContext, tx: Transaction, { label, data }: ResourceModel) {
  const route = data.approval?.category ?? "";
  const name = await categoryName(context, tx, route);
  if (name === undefined)
    return businessError(
      "noProcess",
      [
        `${label[0]}需要审批：请先在系统字典 flow 中添加备注为“${route}”的分类，并部署该分类的流程`,
        `${label[1]}: approval is needed. Add a category with the remark “${route}” to the dictionary flow, and deploy a process of it`,
      ],
      { data: { category: route } },
    );
  return businessError(
    "noProcess",
    [
      `${label[0]}需要审批，但没有激活的“${name}”流程：请先在模型管理中部署分类为“${name}”的流程`,
      `${label[1]}: approval is needed, and no process of the category “${name}” is active. Deploy one first (Process models)`,
    ],
    { data: { category: route } },
  );
}

const processFor: Approvals["processFor"] = async (tx, context, resource) => {
  const { approval } = resource.data;
  const found = await definitionFor(context, tx, approval?.category ?? "");
  if (found === undefined && approval?.optional !== true) throw await noProcess(context, tx, resource);
  return found;
};

const start: Approvals["start"] = async (tx, context, { resource, id, definitionId }) => {
  const [row = {}] = await findUnscoped(tx, resource, context.scope.tenantId, { keys: [id] });
  const processInstanceId = await startInstance(context, tx, {
    definitionId,
    resource: resource.name,
    businessId: id,
    businessTable: resource.table,
    title: titleOf(resource, row),
    variables: variablesOf(resource, row),
  });
  await changeRow<string>(context, tx, resource.name, { id, values: { [instanceField]: processInstanceId } });
  return processInstanceId;
};

const instanceOf = (row: Readonly<Values>): string => String(row[instanceField] ?? "");

/** What of a task tells which fields it may change. */
interface EditingTask {
  readonly taskDefinitionKey: string | null;
  readonly executionId: string | null;
}

/** Fields that a task may change: those of its step; of a request that is back with who made it, all that the form asks. */
export function editableIn(resource: ResourceModel, task: EditingTask): readonly string[] {
  const { stateField } = resource;
  if (isResubmission(task))
    return resource.fields
      .filter(({ inForm, readonly, name }) => inForm.edit && !readonly && name !== stateField?.name)
      .map(({ name }) => name);
  const editable = resource.data.approval?.editable ?? [];
  const isList = (value: typeof editable): value is readonly string[] => Array.isArray(value);
  return isList(editable) ? editable : (editable[task.taskDefinitionKey ?? ""] ?? []);
}

/** Tasks about a row that are the caller's. */
const ownTasks = (tx: Transaction, context: CommitContext, row: Readonly<Values>) =>
  rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", instanceOf(row))
      .where("t.progress", "=", taskProgress.waiting)
      .where("t.assignee", "=", context.caller.userId === "" ? "0" : context.caller.userId)
      .select(["t.taskDefinitionKey", "t.executionId"]),
  );

const editable: Approvals["editable"] = async (tx, context, resource, row) => {
  const tasks = await ownTasks(tx, context, row);
  return [...new Set(tasks.flatMap((task) => editableIn(resource, task)))];
};

const isBack: Approvals["isBack"] = async (tx, context, row) => (await ownTasks(tx, context, row)).some(isResubmission);

const hold: Approvals["hold"] = async (tx, context, resource, keys) => {
  const found = await findUnscoped(tx, resource, context.scope.tenantId, { keys });
  await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("flow-follow", "f"))
      .where("f.processInstanceId", "=", anyOf(found.map(instanceOf)))
      .orderBy("f.id")
      .forNoKeyUpdate()
      .select("f.id"),
  );
};

const withdraw: ActionPhases = {
  commit: async (tx, context, { rows: withdrawn }) => {
    for (const row of withdrawn) {
      const running = await first(
        tx,
        db
          .selectFrom(tables(context).unscoped("flow-instance", "i"))
          .where("i.processInstanceId", "=", instanceOf(row))
          .where("i.endTime", "is", null)
          .select("i.id"),
      );
      if (running !== undefined) await withdrawProcess(context, tx, instanceOf(row), "");
    }
    return null;
  },
};

export const approvals: Approvals = { processFor, start, editable, isBack, hold, withdraw, steps: approvalSteps };

/** The same for a call that names a task of the instance. */
export async function preparedForTask(context: RequestContext, taskId: string): Promise<unknown> {
  const task = db.selectFrom(tables(context).unscoped("flow-task", "t")).where("t.taskId", "=", taskId).select("t.processInstanceId");
  const [[found]] = await read(context, [task]);
  return preparedDecision(context, found?.processInstanceId ?? "");
}

/** What an approval at the end of a call would need, prepared before its transaction. */
export async function preparedDecision(context: RequestContext, processInstanceId: string): Promise<unknown> {
  const about = db
    .selectFrom(tables(context).unscoped("flow-instance", "i"))
    .where("i.processInstanceId", "=", processInstanceId)
    .select(["i.businessResource", "i.businessId"]);
  const [[instance]] = await read(context, [about]);
  const resource = context.model.resource.get(instance?.businessResource ?? "");
  if (resource?.data.approval?.of === undefined) return undefined;
  return prepareCarryingOut(context, resource, { [resource.key]: instance?.businessId ?? "" });
}
