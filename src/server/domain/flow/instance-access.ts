// Who may see what happens in an instance of a process: its steps, comments and files, and the record that it is about.
import type { InferResult } from "kysely";
import type { RequestContext, Values } from "../../contract.ts";
import { mayRead, mayView } from "../../caller/rule.ts";
import { anyRow } from "../../crud/read/any-row.ts";
import { isKey } from "../../crud/sql/keys.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { claimable } from "./work-lists.ts";

/** What is known of an instance without asking what it is about. */
function instanceOf({ unscoped }: ReturnType<typeof tables>, processInstanceId: string) {
  return db
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
    ]);
}

interface InstanceAccess {
  readonly instance: InferResult<ReturnType<typeof instanceOf>>[number];
  /** The record that the instance is about, as far as the caller may know of it; null where there is none for them. */
  readonly record: Values | null;
}

/**
 * What the caller may see of an instance of the own tenant; undefined for unknown instances and for those of others. Seen are instances by
 * whoever started them, has or had a task of them, may claim one, may see the record anyway, or follows all instances (docs/wire.md §10.13).
 */
export async function instanceAccess(context: RequestContext, processInstanceId: string): Promise<InstanceAccess | undefined> {
  const { caller, model } = context;
  const sources = tables(context);
  const { unscoped } = sources;
  const [[instance], tasks, steps, toClaim] = await read(context, [
    instanceOf(sources, processInstanceId),
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", processInstanceId)
      .where(({ or, eb }) => or([eb("t.assignee", "=", caller.userId), eb("t.owner", "=", caller.userId)]))
      .select("t.taskId")
      .limit(1),
    db
      .selectFrom(unscoped("flow-history", "h"))
      .where("h.processInstanceId", "=", processInstanceId)
      .where("h.assignee", "=", caller.userId)
      .select("h.historyActivityId")
      .limit(1),
    claimable(context, {}).where("t.processInstanceId", "=", processInstanceId).limit(1),
  ]);
  if (instance === undefined) return undefined;
  const takesPart =
    caller.isAdministrator ||
    caller.isTenantAdmin ||
    instance.starter === caller.userId ||
    [tasks, steps, toClaim].some((found) => found.length > 0);
  const resource = model.resource.get(instance.businessResource ?? "");
  const key = instance.businessId ?? "";
  const record =
    resource !== undefined && isKey(resource, key) && (takesPart || mayView(caller, resource))
      ? await anyRow(context, resource, key, takesPart ? "of the tenant" : "accessible")
      : null;
  const follow = model.resource.get("flow-follow");
  const mayFollow = follow !== undefined && mayRead(caller, follow);
  return takesPart || record !== null || mayFollow ? { instance, record } : undefined;
}
