// The figures of the home page: for each resource that people watch, the statement that counts and what of its rows is answered.
import type { ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import { scopePieces } from "../../crud/sql/rows.ts";
import { whereOf } from "../../crud/sql/where.ts";
import type { Row, Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";

/** Days on the charts, today counted in. */
export const shownDays = 14;
/** Notices that are answered, newest first. */
const mostNotices = 20;

/** The moments that the statements compare with. */
export interface HomeDays {
  /** yyyy-MM-dd, the oldest first; the last is today. */
  readonly days: readonly string[];
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly now: string;
}

export interface HomeFigure {
  /** Whoever may not read its rows is not told how many there are. */
  readonly resource: string;
  /** The member of the answer. */
  readonly name: string;
  readonly statement: (context: RequestContext, resource: ResourceModel, when: HomeDays) => Statement;
  readonly answer: (rows: readonly Row[], when: HomeDays) => unknown;
}

/** A statement over the rows that the caller reads of a resource; `build` names its own parameters with `place`. */
function over(context: RequestContext, resource: ResourceModel, build: (from: string, where: string, place: (value: unknown) => string) => string): Statement {
  const where = whereOf(scopePieces(context, resource));
  const parameters: unknown[] = [...where.parameters];
  const sql = build(`${quoted(resource.table)} t`, where.sql(), (value) => `$${parameters.push(value)}`);
  return { sql, parameters };
}

/** Counts of the days by one column of time. Dates are grouped, and written as text afterwards: more than twice as fast over many rows. */
function byDay(column: string, counts: string, from: string, where: string, place: (value: unknown) => string, { days }: HomeDays): string {
  return `select to_char(g."date", 'YYYY-MM-DD') as day, g.* from (
      select t.${column}::date as "date", ${counts} from ${from} where ${where} and t.${column} >= ${place(days[0])}::date and t.${column} < ${place(days.at(-1))}::date + 1 group by 1
    ) g`;
}

const numberIn = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);

/** One entry for each day, also for those on which nothing happened. */
function perDay(rows: readonly Row[], { days }: HomeDays, names: readonly string[]): readonly Readonly<Record<string, string | number>>[] {
  const counted = new Map(rows.map((row) => [String(row["day"]), row]));
  return days.map((day) => ({ day, ...Object.fromEntries(names.map((name) => [name, numberIn(counted.get(day), name)])) }));
}

/** How many rows of a resource are in one of some states. */
function inStates(resource: string, name: string, states: readonly number[]): HomeFigure {
  return {
    resource,
    name,
    statement: (context, model) => over(context, model, (from, where, place) => `select count(*)::int as num from ${from} where ${where} and t.status = any(${place(states)}::smallint[])`),
    answer: (rows) => ({ num: numberIn(rows[0], "num") }),
  };
}

/** What the home page counts. States are those of the definitions. */
export const homeFigures: readonly HomeFigure[] = [
  {
    resource: "consumer-scan-record",
    name: "scans",
    statement: (context, resource, when) =>
      over(context, resource, (from, where, place) => byDay("scan_time", `count(*)::int as "scanNum", count(*) filter (where t.result = 1)::int as "firstNum"`, from, where, place, when)),
    answer: (rows, when) => perDay(rows, when, ["scanNum", "firstNum"]),
  },
  {
    // A record counts on the day on which the last of its codes was made: status 2 is "done".
    resource: "code-gen-record",
    name: "codes",
    statement: (context, resource, when) =>
      over(context, resource, (from, where, place) => byDay("finish_time", `sum(t.done_num)::float8 as "codeNum"`, from, `${where} and t.status = 2`, place, when)),
    answer: (rows, when) => perDay(rows, when, ["codeNum"]),
  },
  // Open: everything that is neither finished (2) nor void (9).
  inStates("stock-in-doc", "stockIn", [0, 1, 3]),
  inStates("stock-out-doc", "stockOut", [0, 1, 3]),
  // Paid, and waiting for its audit.
  inStates("order", "orders", [1]),
  {
    resource: "notice",
    name: "notices",
    statement: (context, resource, { now }) =>
      over(context, resource, (from, where, place) => `select t.id::text as id, t.title, to_char(t.release_time, 'YYYY-MM-DD HH24:MI:SS') as "releaseTime"
        from ${from} where ${where} and t.release_time <= ${place(now)}::timestamp order by t.release_time desc, t.id desc limit ${mostNotices}`),
    answer: (rows) => rows.map((row) => ({ id: String(row["id"]), title: String(row["title"] ?? ""), releaseTime: String(row["releaseTime"]) })),
  },
];
