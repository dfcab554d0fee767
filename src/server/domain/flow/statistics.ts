// How long the steps of deployed processes take, and what waits at them: one query over the index of tasks by definition and step.
import { sql } from "kysely";
import { snakeCase } from "#schema/snake-case";
import type { ChartSource, Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { requestedOrder, unsortable } from "../../crud/sql/order.ts";
import { readableFieldsOf, readableOf } from "../../crud/sql/readable-fields.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";
import { chartRows } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { mayBeLate } from "../../store/database.ts";
import { durationText } from "../duration.ts";
import { taskKind, taskProgress } from "./states.ts";

/** Between the name of a process and that of its step. */
const separator = " · ";

const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, "\\$&")}%`;

/** Columns by which the steps can be ordered, by the fields of the list. */
const sortable = {
  processDefinitionName: "d.name",
  processDefinitionVersion: "d.version",
  taskDefinitionKey: "g.taskDefinitionKey",
  taskName: "g.taskName",
  running: "g.running",
  overdue: "g.overdue",
  finished: "g.finished",
  meanTime: "g.mean",
  slowTime: "g.slow",
} as const;

/** The order that a call asks for; what is no column of the list is refused. */
function orderIn(parameters: Readonly<Record<string, string>>) {
  return requestedOrder(parameters).map(({ name, descending }) => {
    const field = Object.entries(sortable).find(([one]) => one === name || snakeCase(one) === name);
    if (field === undefined) throw unsortable(name);
    return [field[1], descending ? "desc" : "asc"] as const;
  });
}

/** The steps of the processes that the parameters of a call name, each with what happened at it. */
function stepsFor(context: RequestContext, parameters: Readonly<Record<string, string>>) {
  const { processDefinitionId = "", processDefinitionId_equal: equal = "", processDefinitionName = "" } = parameters;
  const definition = processDefinitionId === "" ? equal : processDefinitionId;
  const { unscoped, acrossTenants } = tables(context);
  let tasks = db
    .selectFrom(unscoped("flow-task", "t"))
    .where(({ or, eb }) => or([eb("t.kind", "is", null), eb("t.kind", "=", taskKind.decision)]));
  if (definition !== "") tasks = tasks.where("t.processDefinitionId", "=", definition);
  if (processDefinitionName !== "")
    tasks = tasks.where("t.processDefinitionId", "in", ({ selectFrom }) =>
      // A general definition has no tenant; its tasks are the caller's tenant's all the same.
      selectFrom(acrossTenants("flow-manager", "n")).where("n.name", "ilike", likePattern(processDefinitionName)).select("n.id"),
    );
  const now = context.now();
  const grouped = tasks.groupBy(["t.processDefinitionId", "t.taskDefinitionKey"]).select(({ ref }) => {
    const waits = sql<boolean>`${ref("t.progress")} = ${taskProgress.waiting}`;
    const isDone = sql<boolean>`${ref("t.progress")} = ${taskProgress.completed}`;
    const took = sql<number>`extract(epoch from ${ref("t.endTime")} - ${ref("t.createTime")})`;
    return [
      "t.processDefinitionId",
      "t.taskDefinitionKey",
      sql<string>`max(${ref("t.taskName")})`.as("taskName"),
      sql<number>`(count(*) filter (where ${waits}))::int`.as("running"),
      sql<number>`(count(*) filter (where ${waits} and ${ref("t.dueTime")} < ${now}::timestamp))::int`.as("overdue"),
      sql<number>`(count(*) filter (where ${isDone}))::int`.as("finished"),
      sql<number | null>`(avg(${took}) filter (where ${isDone}))::float8`.as("mean"),
      sql<number>`coalesce((sum(${took}) filter (where ${isDone})) / 3600, 0)`.as("totalHours"),
      sql<number | null>`(percentile_cont(0.9) within group (order by ${took}) filter (where ${isDone}))::float8`.as("slow"),
      sql<number>`(count(*) over ())::int`.as("total"),
    ];
  });
  return db.selectFrom(grouped.as("g")).leftJoin(acrossTenants("flow-manager", "d"), "d.id", "g.processDefinitionId");
}

const stepList: ReadHandler = async (context, parameters) => {
  const [paging, order] = [pagingOf(parameters), orderIn(parameters)];
  const [found] = await read(
    context,
    [
      order
        .reduce((query, [column, direction]) => query.orderBy(column, (by) => by[direction]().nullsLast()), stepsFor(context, parameters))
        .orderBy("g.processDefinitionId", "desc")
        .orderBy("g.taskDefinitionKey")
        .limit(paging.size)
        .offset((paging.current - 1) * paging.size)
        .selectAll("g")
        .select(["d.name", "d.version"]),
    ],
    mayBeLate,
  );
  const resource = resourceNamed(context, "flow-statistics");
  const duration = (seconds: number | null) => (seconds === null ? "" : durationText(Math.round(seconds), context.language));
  const records = found.map((row) =>
    readableOf(context, resource, {
      id: `${row.processDefinitionId ?? ""}/${row.taskDefinitionKey ?? ""}`,
      processDefinitionId: row.processDefinitionId ?? "",
      processDefinitionName: row.name ?? "",
      processDefinitionVersion: row.version ?? "",
      taskDefinitionKey: row.taskDefinitionKey ?? "",
      taskName: row.taskName,
      processStep: [row.name ?? "", row.taskName].filter((name) => name !== "").join(separator),
      running: row.running,
      overdue: row.overdue,
      isLate: row.overdue > 0 ? "1" : "0",
      finished: row.finished,
      meanTime: duration(row.mean),
      slowTime: duration(row.slow),
      totalHours: Number(row.totalHours).toFixed(1),
    }),
  );
  return pageOf(records, found[0]?.total ?? 0, paging);
};

/** Equal names of steps of several versions of a process are one group, those of several processes are not. */
const stepCharts: ChartSource = (context, parameters) =>
  chartRows(
    {
      rows: stepsFor(context, parameters)
        .selectAll("g")
        .select(({ ref }) => sql<string>`concat_ws(${separator}, nullif(${ref("d.name")}, ''), ${ref("g.taskName")})`.as("processStep")),
    },
    readableFieldsOf(context, resourceNamed(context, "flow-statistics")),
  );

export const statisticsDomain: Domain = {
  reads: { "flow-statistics.step-list": stepList },
  charts: { "flow-statistics.step-list-charts": stepCharts },
  actions: {},
  hooks: {},
};
