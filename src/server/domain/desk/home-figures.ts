// The figures of the home page: for each resource that people watch, the query that counts and what of its rows is answered.
import { sql, type Expression } from "kysely";
import type { RequestContext } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, type Query } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import type { Row } from "../../store/database.ts";
import { noticeFigure } from "../flow/notice-list.ts";
import { taskFigures } from "../flow/task-figures.ts";
import { counted } from "../scan/figure-cells.ts";
import { readsAllScans } from "../scan/figure-source.ts";
import { readyCells } from "../scan/figures.ts";

/** Days on the charts, today counted in. */
export const shownDays = 14;
/** Notices that are answered, newest first. */
const maxNotices = 20;

/** The moments that the queries compare with. */
interface HomeMoments {
  /** yyyy-MM-dd: the oldest day, and today. */
  readonly first: string;
  readonly today: string;
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly now: string;
}

export interface HomeFigure {
  /** Whoever may not read its rows is not told how many there are. */
  readonly resource: string;
  /** The member of the answer. */
  readonly name: string;
  readonly query: (context: RequestContext, when: HomeMoments) => Query<Row>;
  /** `days`: those of the charts, the oldest first. */
  readonly answer: (rows: readonly Row[], days: readonly string[], context: RequestContext) => unknown;
  /**
   * Shown in the header of every page as well: everybody asks for it again when rows of these resources change. Tasks and messages have
   * none: those whom they are for are told where they are written (`newsMessage`).
   */
  readonly newsOf?: readonly string[];
  /** Of the days before today above all: nobody looks for what they have just done in it. */
  readonly mayBeLate?: true;
  /** Of the caller alone, whatever the rights: everybody is told. */
  readonly isOwn?: true;
}

/** The first day, and the one after the last, as moments. */
const limitsOf = (given: Given<HomeMoments>) => [sql<string>`${given("first")}::date`, sql<string>`${given("today")}::date + 1`] as const;

/** A day as text. Dates are grouped, and written as text afterwards: more than twice as fast over many rows. */
const dayOf = (date: Expression<string | null>) => sql<string>`to_char(${date}, 'YYYY-MM-DD')`;

const figureIn = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);

/** One entry for each day, also for those on which nothing happened. */
function perDay(
  rows: readonly Row[],
  days: readonly string[],
  names: readonly string[],
): readonly Readonly<Record<string, string | number>>[] {
  const counted = new Map(rows.map((row) => [String(row["day"]), row]));
  return days.map((day) => ({ day, ...Object.fromEntries(names.map((name) => [name, figureIn(counted.get(day), name)])) }));
}

/** How many rows of a resource are in one of some states. */
function inStates(resource: "stock-in-doc" | "stock-out-doc" | "order", name: string, states: readonly number[]): HomeFigure {
  return {
    resource,
    name,
    query: prepared(`home_${name}`, (_given: Given<HomeMoments>, { accessible }) =>
      db
        .selectFrom(accessible(resource, "t"))
        .where("t.status", "=", anyOf(states))
        .select(sql<number>`count(*)::int`.as("num")),
    ),
    answer: (rows) => ({ num: figureIn(rows[0], "num") }),
  };
}

/** Scans of the days, counted one by one. */
function scansByDay(given: Given<HomeMoments>, { accessible }: TableSources) {
  const [first, after] = limitsOf(given);
  const days = db
    .selectFrom(accessible("consumer-scan-record", "t"))
    .where("t.scanTime", ">=", first)
    .where("t.scanTime", "<", after)
    .groupBy(({ ref }) => sql`${ref("t.scanTime")}::date`)
    .select(({ ref }) => [
      sql<string>`${ref("t.scanTime")}::date`.as("date"),
      sql<number>`count(*)::int`.as("scanNum"),
      sql<number>`(count(*) filter (where ${ref("t.result")} = 1))::int`.as("firstNum"),
    ]);
  return db.selectFrom(days.as("g")).select(({ ref }) => [dayOf(ref("g.date")).as("day"), "g.scanNum", "g.firstNum"]);
}

/** For whom data scopes or a channel leave fewer scans. */
const countedScans = prepared("home_scans_counted", scansByDay);

/** Scans of the days from the figures that are kept; counted as long as these are not there. */
const summarizedScans = prepared("home_scans", (given: Given<HomeMoments>, sources) => {
  const [first, after] = limitsOf(given);
  const isReady = sql<boolean>`exists ${readyCells(sources)}`;
  const summarized = db
    .selectFrom(sources.unscoped("consumer-scan-day", "d"))
    .where("d.cut", "=", counted.scans)
    .where("d.day", ">=", first)
    .where("d.day", "<", after)
    .where(isReady)
    .groupBy("d.day")
    .select(({ ref }) => [
      dayOf(ref("d.day")).as("day"),
      sql<number>`sum(${ref("d.scanNum")})::int`.as("scanNum"),
      sql<number>`sum(${ref("d.firstNum")})::int`.as("firstNum"),
    ]);
  return summarized.unionAll(
    db
      .selectFrom(scansByDay(given, sources).as("c"))
      .where(sql<boolean>`not ${isReady}`)
      .selectAll(),
  );
});

/** What the home page counts. States are those of the definitions. */
export const homeFigures: readonly HomeFigure[] = [
  {
    resource: "consumer-scan-record",
    name: "scans",
    mayBeLate: true,
    query: (context, when) => (readsAllScans(context) ? summarizedScans : countedScans)(context, when),
    answer: (rows, days) => perDay(rows, days, ["scanNum", "firstNum"]),
  },
  {
    // A record counts on the day on which the last of its codes was made: status 2 is "done".
    resource: "code-gen-record",
    name: "codes",
    mayBeLate: true,
    query: prepared("home_codes", (given: Given<HomeMoments>, { accessible }) => {
      const [first, after] = limitsOf(given);
      const counted = db
        .selectFrom(accessible("code-gen-record", "t"))
        .where("t.finishTime", ">=", first)
        .where("t.finishTime", "<", after)
        .where("t.status", "=", 2)
        .groupBy(({ ref }) => sql`${ref("t.finishTime")}::date`)
        .select(({ ref }) => [
          sql<string>`${ref("t.finishTime")}::date`.as("date"),
          sql<number>`sum(${ref("t.doneNum")})::float8`.as("codeNum"),
        ]);
      return db.selectFrom(counted.as("g")).select(({ ref }) => [dayOf(ref("g.date")).as("day"), "g.codeNum"]);
    }),
    answer: (rows, days) => perDay(rows, days, ["codeNum"]),
  },
  // Open: everything that is neither finished (2) nor void (9).
  inStates("stock-in-doc", "stockIn", [0, 1, 3]),
  inStates("stock-out-doc", "stockOut", [0, 1, 3]),
  // Paid, and waiting for its audit.
  inStates("order", "orders", [1]),
  ...taskFigures,
  noticeFigure,
  {
    resource: "notice",
    name: "notices",
    newsOf: ["notice"],
    query: prepared("home_notices", (given: Given<HomeMoments>, { accessible }) =>
      db
        .selectFrom(accessible("notice", "t"))
        .where("t.releaseTime", "<=", given("now"))
        .orderBy("t.releaseTime", "desc")
        .orderBy("t.id", "desc")
        .limit(maxNotices)
        .select(["t.id", "t.title", "t.releaseTime"]),
    ),
    answer: (rows) =>
      rows.map((row) => ({ id: String(row["id"]), title: String(row["title"] ?? ""), releaseTime: String(row["releaseTime"]) })),
  },
];

/** The resources whose writes change what the header of every page shows. */
export const newsResources: ReadonlySet<string> = new Set(homeFigures.flatMap(({ newsOf = [] }) => newsOf));
