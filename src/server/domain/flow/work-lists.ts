// The lists of work: what may be started, claimed and done, what one has asked for, and what one has done. One query each, over indexes of
// tasks and instances.
import { sql, type Expression } from "kysely";
import { cachedBy } from "#schema/cached-by";
import type { Model, ResourceModel } from "#schema/model";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { filtersOf } from "../../crud/sql/filters.ts";
import { respelled } from "../../crud/sql/respelled.ts";
import { filterFragments } from "../../crud/sql/rows.ts";
import { orderOf, orderSql, requestedOrder } from "../../crud/sql/order.ts";
import { readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";
import { malformedParameter } from "../../http/errors.ts";
import { answeredCount, answeredPage } from "../../rows/answered.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { candidatesOf } from "./candidates.ts";
import { routeFor, spelledCategory, withRouteKey } from "./routes.ts";
import { processState, taskKind, taskProgress } from "./states.ts";

type Parameters = Readonly<Record<string, string>>;
type ListName = "work-notice" | "work-start" | "work-claim" | "work-todo" | "work-send" | "work-done";

const moment = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/u;

/** beginDate and endDate; a day without time is whole. */
function periodOf({ beginDate = "", endDate = "" }: Parameters): { readonly from: string | undefined; readonly to: string | undefined } {
  for (const [name, value] of Object.entries({ beginDate, endDate }))
    if (value !== "" && !moment.test(value)) throw malformedParameter(name);
  return {
    from: beginDate === "" ? undefined : beginDate,
    to: endDate === "" ? undefined : endDate.length === 10 ? `${endDate} 23:59:59` : endDate,
  };
}

interface ListOf {
  readonly name: ListName;
  /** Columns named as the definition's fields, and `id`, the last in every order. */
  readonly rows: (context: RequestContext, parameters: Parameters) => Query<unknown>;
  readonly order: string;
}

const readers = cachedBy((model: Model) => cachedBy((resource: ResourceModel) => rowReader(resource, model, true)));

/** A query that is read twice, as a page and as a number, and written once. */
function compiledOnce<O>(query: Query<O>): Query<O> {
  const compiled = query.compile();
  return { compile: () => compiled };
}

/** A list as it is asked for: filtered, ordered, and in pages. */
export function listed({ name, rows: rowsFor, order: defaultOrder }: ListOf): ReadHandler {
  return async (context, parameters) => {
    const resource = resourceNamed(context, name);
    const readable = readableFieldsOf(context, resource);
    const paging = pagingOf(parameters);
    const { beginDate: _begin, endDate: _end, mode: _mode, ...others } = parameters;
    const filters = filtersOf(respelled(others, spelledCategory), { resource, model: context.model, readable });
    const where = filterFragments(filters, context.model);
    const isRequested = requestedOrder(parameters).length > 0;
    const order = isRequested ? `${orderSql(orderOf(parameters, { ...resource, order: [] }, readable), "t")}, t.id desc` : defaultOrder;
    const reader = readers(context.model)(resource);
    const found = compiledOnce(rowsFor(context, parameters));
    const [records, [counted]] = await read(context, [
      answeredPage({
        tenantId: context.scope.tenantId,
        rows: found,
        where,
        reader,
        order,
        limit: paging.size,
        skipped: (paging.current - 1) * paging.size,
      }),
      answeredCount({ rows: found, where }),
    ]);
    return pageOf(records.map(reader.under(readable, context.language)).map(withRouteKey), counted?.total ?? 0, paging);
  };
}

/** The newest active definition of each process, of the own tenant and of the general ones. */
const startable = (context: RequestContext, { mode = "" }: Parameters) => {
  const { tenantId } = context.scope;
  const owners = mode === "1" ? [""] : mode === "2" ? [tenantId] : ["", tenantId];
  // A general definition has no tenant.
  const definitions = db
    .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
    .where("d.suspensionState", "=", processState.active)
    .where("d.startMessage", "is", null)
    .selectAll()
    .select(({ fn, val }) => fn.coalesce("d.tenantId", val("")).as("owner"));
  return db
    .selectFrom(definitions.as("s"))
    .where("s.owner", "in", owners)
    .distinctOn(["s.key", "s.owner"])
    .orderBy("s.key")
    .orderBy("s.owner")
    .orderBy("s.version", "desc")
    .selectAll()
    .select(({ ref }) => routeFor(tables(context), ref("s.category")).as("route"));
};

/** How a task stands against its time limit; null where it has none. */
const dueState = (due: Expression<string | null>, now: string) =>
  sql<string | null>`case when ${due} is null then null when ${due} < ${now}::timestamp then 'overdue'
    when ${due} < ${now}::timestamp + interval '1 day' then 'soon' else 'intime' end`;

/** What the lists show of an instance i. */
const instanceColumns = [
  "i.title",
  "i.category",
  "i.processDefinitionId",
  "i.processDefinitionName",
  "i.processDefinitionVersion",
  "i.processInstanceId",
  "i.businessTable",
  "i.businessId",
] as const;

/** Tasks with their instances. */
function tasksWithInstances(context: RequestContext, parameters: Parameters) {
  const { from, to } = periodOf(parameters);
  const { unscoped } = tables(context);
  let found = db
    .selectFrom(unscoped("flow-task", "t"))
    .innerJoin(unscoped("flow-instance", "i"), "i.processInstanceId", "t.processInstanceId");
  if (from !== undefined) found = found.where("i.startTime", ">=", from);
  if (to !== undefined) found = found.where("i.startTime", "<=", to);
  return found.select(({ ref }) => [
    "t.id",
    "t.taskId",
    "t.dueTime",
    // Of what waits now: a reminder of an earlier step is answered.
    sql<string | null>`case when ${ref("i.remindTime")} >= ${ref("t.createTime")} then ${ref("i.remindTime")} end`.as("remindTime"),
    dueState(ref("t.dueTime"), context.now()).as("dueState"),
    "t.taskName",
    "t.taskDefinitionKey",
    "t.claimTime",
    "t.createTime as arriveTime",
    "t.endTime as historyTaskEndTime",
    "i.starterName as assigneeName",
    ...instanceColumns,
    // When it was asked for, which is what the column says.
    "i.startTime as createTime",
    routeFor(tables(context), ref("i.category")).as("route"),
  ]);
}

/** Whether the instance that ended then, or runs, is over. */
const finished = (endTime: Expression<string | null>) => sql<string>`case when ${endTime} is null then 'unfinished' else 'finished' end`;

export const claimable = (context: RequestContext, parameters: Parameters) =>
  tasksWithInstances(context, parameters)
    .where("t.progress", "=", taskProgress.waiting)
    .where("t.assignee", "is", null)
    .where("t.taskId", "in", ({ selectFrom }) =>
      selectFrom(tables(context).unscoped("flow-candidate", "c"))
        .where("c.candidate", "=", anyOf(candidatesOf(context)))
        .select("c.taskId"),
    )
    .select([sql<string | null>`null`.as("assignee"), sql<string>`'claim'`.as("status")]);

export const waiting = (context: RequestContext, parameters: Parameters) =>
  tasksWithInstances(context, parameters)
    .where("t.progress", "=", taskProgress.waiting)
    .where("t.assignee", "=", context.caller.userId)
    .select(({ ref }) => [
      sql<string>`'todo'`.as("status"),
      sql<string>`case when ${ref("t.kind")} = ${taskKind.opinion} then 'opinion' when ${ref("t.owner")} is not null then 'delegated' else 'decide' end`.as(
        "taskKind",
      ),
      sql<string>`case when ${ref("t.claimTime")} is null or ${ref("t.owner")} is not null then '0' else '1' end`.as("isClaimed"),
    ]);

const completed = (context: RequestContext, parameters: Parameters) =>
  tasksWithInstances(context, parameters)
    .where("t.progress", "=", taskProgress.completed)
    .where("t.assignee", "=", context.caller.userId)
    .select(({ ref }) => finished(ref("i.endTime")).as("processIsFinished"));

/** Instances that the caller started, each with the step that waits. */
export const sent = (context: RequestContext, parameters: Parameters) => {
  const { from, to } = periodOf(parameters);
  const { unscoped } = tables(context);
  let found = db.selectFrom(unscoped("flow-instance", "i")).where("i.starter", "=", context.caller.userId);
  if (from !== undefined) found = found.where("i.startTime", ">=", from);
  if (to !== undefined) found = found.where("i.startTime", "<=", to);
  return found
    .leftJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom(unscoped("flow-task", "t"))
          .where("t.processInstanceId", "=", ref("i.processInstanceId"))
          .where("t.progress", "=", taskProgress.waiting)
          .orderBy("t.id")
          .limit(1)
          .select(["t.taskId", "t.taskName"])
          .as("now"),
      (join) => join.onTrue(),
    )
    .select(({ ref, exists, selectFrom }) => [
      "i.id",
      "now.taskId",
      "now.taskName",
      ...instanceColumns,
      finished(ref("i.endTime")).as("processIsFinished"),
      // As the call judges it: nobody has decided, or it is back with who started it.
      sql<string>`case when ${ref("i.endTime")} is null and (${ref("i.state")}->'engine' = 'null'::jsonb or not ${exists(
        selectFrom(unscoped("flow-task", "d"))
          .where("d.processInstanceId", "=", ref("i.processInstanceId"))
          .where("d.progress", "=", taskProgress.completed)
          .where("d.kind", "=", taskKind.decision)
          .select("d.id"),
      )}) then '1' else '0' end`.as("canWithdraw"),
      "i.startTime as createTime",
      routeFor(tables(context), ref("i.category")).as("route"),
    ]);
};

export const workListsDomain: Domain = {
  reads: {
    "work-start.start-list": listed({ name: "work-start", rows: startable, order: "t.deployment_time desc, t.id desc" }),
    "work-claim.claim-list": listed({ name: "work-claim", rows: claimable, order: "t.create_time desc, t.id desc" }),
    "work-todo.todo-list": listed({ name: "work-todo", rows: waiting, order: "t.create_time desc, t.id desc" }),
    "work-send.send-list": listed({ name: "work-send", rows: sent, order: "t.create_time desc, t.id desc" }),
    "work-done.done-list": listed({ name: "work-done", rows: completed, order: "t.history_task_end_time desc, t.id desc" }),
  },
  actions: {},
  hooks: {},
};
