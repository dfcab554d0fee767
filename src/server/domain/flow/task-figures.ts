// What the header and the home page show of tasks: how many wait for the caller, how many the caller may claim, and the first of the former.
import { stringOrEmpty } from "#schema/json";
import { sql } from "kysely";
import type { RequestContext } from "../../contract.ts";
import { anyOf, db } from "../../rows/query.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { tables } from "../../rows/tables.ts";
import type { Row } from "../../store/database.ts";
import type { HomeFigure } from "../desk/home-figures.ts";
import { candidatesOf } from "./candidates.ts";
import { routeFor } from "./routes.ts";
import { taskProgress } from "./states.ts";

/** Tasks on the home page: what one does before lunch. */
const maxTasks = 6;

interface Whose {
  readonly userId: string;
  readonly now: string;
}

const figureIn = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);
/** Whoever is nobody has no tasks. */
const whose = ({ caller }: RequestContext, now: string): Whose => ({ userId: caller.userId === "" ? "0" : caller.userId, now });

const countedTasks = prepared("home_tasks_counted", (given: Given<Whose>, { unscoped }) =>
  db
    .selectFrom(unscoped("flow-task", "t"))
    .where("t.assignee", "=", given("userId"))
    .where("t.progress", "=", taskProgress.waiting)
    .select(({ ref }) => [
      sql<number>`count(*)::int`.as("num"),
      sql<number>`(count(*) filter (where ${ref("t.dueTime")} < ${given("now")}))::int`.as("overdue"),
    ]),
);

const firstTasks = prepared("home_tasks", (given: Given<Whose>, { unscoped }) =>
  db
    .selectFrom(unscoped("flow-task", "t"))
    .innerJoin(unscoped("flow-instance", "i"), "i.processInstanceId", "t.processInstanceId")
    .where("t.assignee", "=", given("userId"))
    .where("t.progress", "=", taskProgress.waiting)
    .orderBy("t.dueTime", (order) => order.asc().nullsLast())
    .orderBy("t.createTime")
    .orderBy("t.id")
    .limit(maxTasks)
    .select(({ ref }) => [
      "t.taskId",
      "t.taskName",
      "t.processInstanceId",
      "t.dueTime",
      "t.createTime",
      sql<boolean>`coalesce(${ref("t.dueTime")} < ${given("now")}, false)`.as("isOverdue"),
      routeFor({ unscoped }, ref("i.category")).as("route"),
      "i.businessId",
      "i.title",
      "i.starterName",
      "i.processDefinitionName",
    ]),
);

/** The page on which a task is handled, as the definition of the list says. */
function handlePath({ model }: RequestContext, row: Row): string {
  const path = model.resource.get("work-todo")?.data.actions?.["handle"]?.path ?? "";
  return path.replace(/\{(\w+)\}/gu, (_whole: string, name: string) => encodeURIComponent(String(row[name] ?? "")));
}

export const taskFigures: readonly HomeFigure[] = [
  {
    resource: "work-todo",
    name: "todo",
    newsOf: [],
    query: (context, { now }) => countedTasks(context, whose(context, now)),
    answer: ([row]) => ({ num: figureIn(row, "num"), overdue: figureIn(row, "overdue") }),
  },
  {
    resource: "work-claim",
    name: "claim",
    newsOf: [],
    query: (context) =>
      db
        .selectFrom(tables(context).unscoped("flow-task", "t"))
        .where("t.progress", "=", taskProgress.waiting)
        .where("t.assignee", "is", null)
        .where("t.taskId", "in", ({ selectFrom }) =>
          selectFrom(tables(context).unscoped("flow-candidate", "c"))
            .where("c.candidate", "=", anyOf(candidatesOf(context)))
            .select("c.taskId"),
        )
        .select(sql<number>`count(*)::int`.as("num")),
    answer: ([row]) => ({ num: figureIn(row, "num") }),
  },
  {
    resource: "work-todo",
    name: "tasks",
    query: (context, { now }) => firstTasks(context, whose(context, now)),
    answer: (rows, _days, context) =>
      rows.map((row) => ({
        taskId: stringOrEmpty(row["taskId"]),
        taskName: stringOrEmpty(row["taskName"]),
        processName: stringOrEmpty(row["processDefinitionName"]),
        title: stringOrEmpty(row["title"]),
        applicant: stringOrEmpty(row["starterName"]),
        createTime: stringOrEmpty(row["createTime"]),
        dueTime: stringOrEmpty(row["dueTime"]),
        isOverdue: row["isOverdue"] === true,
        path: handlePath(context, row),
      })),
  },
];
