// What happened to a record by the thousand, such as scans: how much of it there was in a day, or longer ago in a month (`eventsOf` of
// definitions, docs/wire.md §4.1).
//
// One entry for each scan would bury the changes that people look for, and of a product there are millions. A day with its number, which leads
// to the list of exactly these rows, says what a reader wants to know first: when, and how much. Each is found by one step in an index, and
// counted up to a limit, so that a page costs the same however many rows there are.
//
// Whoever sees only some of the rows cannot step from one day to the next: between two that they see there may be a million others. For them a
// page is what they see of so many rows of the record, the latest first.
import { cachedBy } from "#schema/cached-by";
import { laterOf, type HistoryEvents } from "#schema/history";
import type { Model, ResourceModel } from "#schema/model";
import { mayRead } from "../../caller/rule.ts";
import type { RequestContext } from "../../contract.ts";
import { localTime, millisecondsOf } from "../../store/clock.ts";
import { columnOf } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import type { Row, Statement } from "../../store/database.ts";
import { idAt, timeOfId } from "../../store/identifiers.ts";
import { quoted } from "../../store/names.ts";
import { isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { limitFragments } from "../sql/row-access.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { whereOf } from "../sql/where.ts";

/** Days and months of one page. */
const pageSize = 62;
/** Rows that are counted of one. */
const maxCounted = 999;
/** Rows of a page that are looked at for whoever sees only some of them. */
const windowSize = 2_000;
/** Further rows of a day or month that are looked at where they see none of it among these. */
const deepSize = 20_000;

/** Rows that happen to others, by a field. */
interface EventSource {
  readonly resource: ResourceModel;
  readonly by: string;
  readonly at: string;
}

/** Everything that the definitions say happens to rows, by the names of their resources. */
const sourcesOf = cachedBy((model: Model): ReadonlyMap<string, readonly EventSource[]> => {
  const sources = new Map<string, readonly EventSource[]>();
  for (const resource of model.resources)
    for (const [by, targets] of Object.entries(resource.data.eventsOf?.of ?? {}))
      for (const target of targets)
        sources.set(target, [...(sources.get(target) ?? []), { resource, by, at: resource.data.eventsOf?.at ?? "" }]);
  return sources;
});

/** Those whose rows the caller may list, and filter as the link does. */
function visibleSources(context: RequestContext, record: ResourceModel): readonly EventSource[] {
  return (sourcesOf(context.model).get(record.name) ?? []).filter(({ resource, by, at }) => {
    const readable = readableFieldsOf(context, resource);
    const isOpen = context.mayCall?.(`${resource.path}/list`) !== false;
    return isOpen && mayRead(context.caller, resource) && [by, at].every((name) => isReadable(readable, name));
  });
}

/** Since when days are told one by one: the beginning of the last month but this. */
function dailySince(now: string): string {
  const [year = 0, month = 0] = now.split("-").map(Number);
  return localTime(new Date(year, month - 2, 1).getTime());
}

/** The beginning of the day, or the month, that a moment is in. */
const unitOf = (time: string, since: string): string => `${time >= since ? time.slice(0, 10) : `${time.slice(0, 7)}-01`} 00:00:00`;

interface Wanted {
  readonly key: string;
  /** Only what happened before; undefined: everything. */
  readonly until: string | undefined;
  readonly since: string;
}

/** Finds each day or month by its last row, from one to the one before it, and counts its rows. */
function eventsStatement({ scope }: RequestContext, source: EventSource, { key, until, since }: Wanted): Statement {
  const { resource } = source;
  const statement = new ScopedStatement(scope.tenantId);
  const [by, at] = [columnOf(resource, source.by), columnOf(resource, source.at)];
  const time = `t.${quoted(at.column)}`;
  const rowKey = `${statement.value(key)}::${keyTypeOf(by.columnType)}`;
  const daily = `${statement.value(since)}::timestamp`;
  const where = [`t.${quoted(by.column)} = ${rowKey}`];
  const unit = `CASE WHEN ${time} >= ${daily} THEN date_trunc('day', ${time}) ELSE date_trunc('month', ${time}) END`;
  const end = `u.begin + CASE WHEN u.begin >= ${daily} THEN interval '1 day' ELSE interval '1 month' END`;
  const last = (before: string | undefined) =>
    statement.select({
      columns: `${unit} AS begin`,
      resource,
      as: "t",
      where: [...where, `${time} IS NOT NULL`, before === undefined ? undefined : `${time} < ${before}`],
      rest: `ORDER BY ${time} DESC LIMIT 1`,
    });
  const latest = last(until === undefined ? undefined : `${statement.value(until)}::timestamp`);
  const counted = statement.select({
    columns: "1 AS one",
    resource,
    as: "t",
    where: [...where, `${time} >= u.begin`, `${time} < ${end}`],
    rest: `LIMIT ${maxCounted + 1}`,
  });
  // What the statement itself has found so far.
  const found = "u";
  const text = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD HH24:MI:SS')`;
  return statement.of(
    `WITH RECURSIVE ${found} AS ((${latest}) UNION ALL SELECT (${last("u.begin")}) AS begin FROM ${found} WHERE u.begin IS NOT NULL) ` +
      `SELECT ${text("u.begin")} AS begin, ${text(end)} AS "end", (SELECT count(*)::int FROM (${counted}) c) AS count ` +
      `FROM ${found} WHERE u.begin IS NOT NULL LIMIT ${pageSize + 1}`,
  );
}

/**
 * The days and months of as many rows as a window has, with those of them that the caller sees. The last of them may go on below the window: it
 * counts as told, as one with more rows than are counted does. Where the caller sees none of it, its rows below the window are looked through.
 */
function windowStatement({ scope }: RequestContext, source: EventSource, { key, until, since, limits }: LimitedWanted): Statement {
  const { resource } = source;
  const statement = new ScopedStatement(scope.tenantId);
  const tenant = statement.tenantFor(resource);
  const [by, at] = [columnOf(resource, source.by), columnOf(resource, source.at)];
  const time = `t.${quoted(at.column)}`;
  const daily = `${statement.value(since)}::timestamp`;
  const before = until === undefined ? undefined : `${time} < ${statement.value(until)}::timestamp`;
  const ofRecord = `t.${quoted(by.column)} = ${statement.value(key)}::${keyTypeOf(by.columnType)}`;
  const latest = (where: readonly (string | undefined)[], limit: number) =>
    statement.select({ columns: "t.*", resource, as: "t", where: [ofRecord, ...where], rest: `ORDER BY ${time} DESC LIMIT ${limit}` });
  const rows = latest([`${time} IS NOT NULL`, before], windowSize);
  const [first] = limits.flatMap(({ parameters }) => parameters).map((value) => Number(statement.value(value).slice(1)));
  const isSeen = whereOf(limits, first ?? 1, tenant).sql();
  const begin = `CASE WHEN ${time} >= ${daily} THEN date_trunc('day', ${time}) ELSE date_trunc('month', ${time}) END`;
  const text = (moment: string) => `to_char(${moment}, 'YYYY-MM-DD HH24:MI:SS')`;
  const end = `u.begin + CASE WHEN u.begin >= ${daily} THEN interval '1 day' ELSE interval '1 month' END`;
  // What the statement itself has found so far: rows, of these the days and months, which of them goes on unseen, and what there is of that.
  const [looked, units, cut, deep] = ["w", "u", "c", "d"];
  const isCut = `u.seen = 0 AND u.begin = (SELECT min(begin) FROM ${units}) AND (SELECT sum(looked) FROM ${units}) = ${windowSize}`;
  const below = latest([`${time} >= (SELECT begin FROM ${cut})`, `${time} <= (SELECT until FROM ${cut})`], deepSize);
  return statement.of(
    `WITH ${looked} AS MATERIALIZED (${rows}), ` +
      `${units} AS MATERIALIZED (SELECT ${begin} AS begin, min(${time}) AS until, count(*) AS looked, count(*) FILTER (WHERE ${isSeen}) AS seen FROM ${looked} t GROUP BY 1), ` +
      `${cut} AS MATERIALIZED (SELECT u.begin, u.until FROM ${units} WHERE ${isCut}), ${deep} AS MATERIALIZED (${below}) ` +
      `SELECT ${text("u.begin")} AS begin, ${text(end)} AS "end", u.seen::int AS count, sum(u.looked) OVER ()::int AS looked, ` +
      `(SELECT count(*)::int FROM ${deep}) AS below, (SELECT count(*) FILTER (WHERE ${isSeen})::int FROM ${deep} t) AS "seenBelow" ` +
      `FROM ${units} ORDER BY u.begin DESC`,
  );
}

interface LimitedWanted extends Wanted {
  readonly limits: readonly SqlFragment[];
}

interface EventPage {
  readonly events: readonly HistoryEvents[];
  /** Where it ends; "" where nothing happened earlier. */
  readonly next: string;
}

/** A day or a month behind its last row. */
function eventsOfUnit({ resource, by, at: timeField }: EventSource, row: Row, since: string): HistoryEvents {
  const [begin, end, count] = [String(row["begin"]), millisecondsOf(String(row["end"])), Number(row["count"])];
  return {
    ...{ resource: resource.name, by, timeField },
    at: String(BigInt(idAt(end)) - 1n),
    from: begin,
    to: localTime(end - 1_000),
    isMonth: begin < since,
    count: Math.min(count, maxCounted),
    hasMore: count > maxCounted,
  };
}

/** A day or month that goes on below the window: it was not counted to its end. */
function cutUnit(unit: HistoryEvents, row: Row): HistoryEvents {
  if (unit.count > 0) return { ...unit, hasMore: true };
  const found = Number(row["seenBelow"]);
  return { ...unit, count: Math.min(found, maxCounted), hasMore: found > maxCounted || Number(row["below"]) >= deepSize };
}

/** A page of what a caller with limits sees. */
function limitedPage(source: EventSource, rows: readonly Row[], since: string): EventPage {
  const isFull = rows.length > pageSize;
  const isWhole = !isFull && Number(rows[0]?.["looked"] ?? 0) < windowSize;
  const units = rows.slice(0, pageSize).map((row, place) => {
    const unit = eventsOfUnit(source, row, since);
    return place === rows.length - 1 && !isWhole ? cutUnit(unit, row) : unit;
  });
  const events = units.filter(({ count, hasMore }) => count > 0 || hasMore);
  return { events, next: isWhole ? "" : (units.at(-1)?.at ?? "") };
}

/** What happened to a record before an id stood among its entries; "": up to now. */
export async function eventsOf(context: RequestContext, record: ResourceModel, key: string, before: string): Promise<EventPage> {
  const sources = visibleSources(context, record);
  if (sources.length === 0) return { events: [], next: "" };
  const since = dailySince(context.now());
  // A day stands behind its last row: those that are over there are on this page as a whole, and the one in between was on the page before.
  const until = before === "" ? undefined : unitOf(localTime(timeOfId(before)), since);
  const limits = sources.map(({ resource }) => limitFragments(context.caller, context.model, resource));
  const answers = await context.database.read(
    context.scope,
    sources.map((source, place) => {
      const own = limits[place] ?? [];
      const wanted = { key, until, since };
      return own.length === 0 ? eventsStatement(context, source, wanted) : windowStatement(context, source, { ...wanted, limits: own });
    }),
  );
  const pages = sources.map((source, place): EventPage => {
    const rows = answers[place]?.rows ?? [];
    if ((limits[place] ?? []).length > 0) return limitedPage(source, rows, since);
    const events = rows.slice(0, pageSize).map((row) => eventsOfUnit(source, row, since));
    return { events, next: rows.length > pageSize ? (events.at(-1)?.at ?? "") : "" };
  });
  return { events: pages.flatMap(({ events }) => events), next: laterOf(pages.map(({ next }) => next)) };
}
