// Summaries over consumers' scans: by day, province, channel and product, and where goods were scanned outside of their regions. They are read
// from the figures that are kept as scans arrive; for whom data scopes or a channel leave fewer scans, they are counted from these.
import { sql, type AliasableExpression, type Expression } from "kysely";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { filterFragments } from "../../crud/sql/rows.ts";
import { limitFragments } from "../../crud/sql/row-access.ts";
import { malformedParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { answeredPage } from "../../rows/answered.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import { settings, settingsOf } from "../bind-config/settings.ts";
import { digitsAt } from "./cross-region.ts";
import { answeredRows, derivedFilters, derivedOrder, derivedReader, derivedResource } from "./derived-rows.ts";
import { by, byAll, counted, dayFigures, type DayRange } from "./figure-cells.ts";
import { measures, readiness } from "./figures.ts";
import { dayBefore, daysOf } from "./range.ts";

/** Products and channels of a summary, those with the most scans. */
const mostNamed = 10;
/** Groups of the cross-region list: channels by regions by products of one range. */
const mostGroups = 1000;
/** Channels and products of the overview of scans outside, those with the most codes. */
const mostOutside = 20;
const levelSetting = "scan.crossRegion.level";
const provinceDigits = 2;
/** Figures are kept by city at the finest. */
const mostDigits = 4;

/** An id that may be left out. */
function optionalId(parameters: Readonly<Record<string, string>>, name: string): string | null {
  const sent = parameters[name] ?? "";
  if (sent === "" || sent === "-1") return null;
  if (!isId(sent)) throw malformedParameter(name);
  return sent;
}

interface Asked {
  readonly range: DayRange;
  readonly productId: string | null;
}

/** Where figures come from: those that are kept, or the scans that the caller sees. */
interface Source {
  readonly kept: boolean;
  readonly sources: TableSources;
}

/** Kept figures are of all scans of the tenant, so they are told only to who sees all of these. */
function seesAll(context: RequestContext): boolean {
  return limitFragments(context.caller, context.model, derivedResource(context, "consumer-scan-record")).length === 0;
}

async function sourceOf(context: RequestContext): Promise<Source & { readonly level: string | undefined }> {
  const [ready, found] = await read(context, [readiness(context, {}), settings(context, { now: context.now(), keys: [levelSetting] })]);
  return { kept: ready.length > 0 && seesAll(context), sources: tables(context), level: settingsOf(found).get(levelSetting) };
}

type NumberRow = { [Name in (typeof measures)[number]]: number };
interface DayRow extends NumberRow {
  cut: number;
  day: string;
  regionCode: string | null;
  channelId: string | null;
  productId: string | null;
}

/** Numbers of scans by day and cell. */
function daysFrom({ kept, sources }: Source, range: DayRange): AliasableExpression<DayRow> {
  if (!kept) return dayFigures(sources.accessible("consumer-scan-record", "r"), { range });
  return db
    .selectFrom(sources.unscoped("consumer-scan-day", "d"))
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .select(({ ref }) => [
      sql<number>`${ref("d.cut")}`.as("cut"),
      sql<string>`${ref("d.day")}`.as("day"),
      "d.regionCode",
      "d.channelId",
      "d.productId",
      ...measures.map((name) => sql<number>`${ref(`d.${name}`)}`.as(name)),
    ]);
}

/** The days that an answer is of, both counted in. */
const daysAnswered = ({ from, before }: DayRange) => ({ startDate: from, endDate: dayBefore(before) });

/** How many different ones of a cut there were; `since`: those that the days before had not met. */
function keptReach({ unscoped }: TableSources, { from, before }: DayRange) {
  return db
    .selectFrom(unscoped("consumer-scan-reach", "c"))
    .where("c.day", ">=", from)
    .where("c.day", "<", before)
    .where(({ or, eb }) => or([eb("c.sinceDay", "is", null), eb("c.sinceDay", "<", from)]));
}

/** Scans of the days that the caller sees, as far as a product was named. */
function scansOf({ accessible }: TableSources, { from, before }: DayRange, productId: string | null) {
  const scans = db.selectFrom(accessible("consumer-scan-record", "r")).where("r.scanTime", ">=", from).where("r.scanTime", "<", before);
  return productId === null ? scans : scans.where("r.productId", "=", productId);
}

/** How many different codes and people the scans of a summary met. */
function reachOf({ kept, sources }: Source, { range, productId }: Asked): Query<{ readonly codeNum: number; readonly userNum: number }> {
  if (!kept)
    return scansOf(sources, range, productId).select(({ ref }) => [
      sql<number>`count(distinct ${ref("r.code")})::int`.as("codeNum"),
      sql<number>`count(distinct coalesce(${ref("r.wxUserId")}::text, ${ref("r.ip")}))::int`.as("userNum"),
    ]);
  const columns = productId === null ? 0 : by.product;
  const met = keptReach(sources, range).where("c.cut", "in", [counted.codes + columns, counted.people + columns]);
  return (productId === null ? met : met.where("c.productId", "=", productId)).select(({ ref }) => {
    const sum = (cut: number) => sql<number>`coalesce(sum(${ref("c.num")}) filter (where ${ref("c.cut")} = ${sql.lit(cut)}), 0)::int`;
    return [sum(counted.codes + columns).as("codeNum"), sum(counted.people + columns).as("userNum")];
  });
}

/** The numbers of a summary by one of the columns, the largest first. */
function namedGroups(source: Source, { range, productId }: Asked, column: "regionCode" | "channelId" | "productId") {
  const bit = { regionCode: by.region, channelId: by.channel, productId: by.product }[column];
  const cut = counted.scans + (bit | (productId === null ? 0 : by.product));
  const rows = db.selectFrom(daysFrom(source, range).as("f")).where("f.cut", "=", cut);
  const key = `f.${column}` as const;
  return (productId === null ? rows : rows.where("f.productId", "=", productId))
    .where(key, "is not", null)
    .groupBy(key)
    .orderBy(({ ref }) => sql`sum(${ref("f.scanNum")})`, "desc")
    .orderBy(key)
    .select(({ ref }) => [sql<string>`${ref(key)}::text`.as("key"), sql<number>`sum(${ref("f.scanNum")})::int`.as("scanNum")]);
}

/** What provinces, channels and products are called, also those that were removed. */
function namesOf(
  { withRemoved }: TableSources,
  keys: { readonly regions: readonly string[]; readonly channels: readonly string[]; readonly products: readonly string[] },
) {
  const regions = db.selectFrom(withRemoved("region", "n")).where("n.code", "=", anyOf(keys.regions)).select(["n.code as key", "n.name"]);
  const channels = db.selectFrom(withRemoved("channel", "n")).where("n.id", "=", anyOf(keys.channels)).select(["n.id as key", "n.name"]);
  const products = db.selectFrom(withRemoved("attr-owner", "n")).where("n.id", "=", anyOf(keys.products)).select(["n.id as key", "n.name"]);
  return [regions, channels, products] as const;
}

const nameIn = (rows: readonly { readonly key: string | null; readonly name: string | null }[], key: string): string =>
  rows.find((row) => row.key === key)?.name ?? "";

const keysIn = (rows: readonly { readonly key: string | null }[]): readonly string[] => rows.flatMap(({ key }) => key ?? []);

const summary: ReadHandler = async (context, parameters) => {
  const asked: Asked = { range: daysOf(context, parameters, "day"), productId: optionalId(parameters, "productId") };
  const source = await sourceOf(context);
  const columns = asked.productId === null ? 0 : by.product;
  const all = db.selectFrom(daysFrom(source, asked.range).as("f")).where("f.cut", "=", counted.scans + columns);
  const byDay = (asked.productId === null ? all : all.where("f.productId", "=", asked.productId))
    .groupBy("f.day")
    .orderBy("f.day")
    .select(({ ref }) => [
      sql<string>`to_char(${ref("f.day")}, 'YYYY-MM-DD')`.as("day"),
      ...measures.map((name) => sql<number>`sum(${ref(`f.${name}`)})::int`.as(name)),
    ]);
  const [days, [reach], regions, channels, products] = await read(context, [
    byDay,
    reachOf(source, asked),
    namedGroups(source, asked, "regionCode"),
    namedGroups(source, asked, "channelId").limit(mostNamed),
    namedGroups(source, asked, "productId").limit(mostNamed),
  ]);
  const keys = { regions: keysIn(regions), channels: keysIn(channels), products: keysIn(products) };
  const [regionNames, channelNames, productNames] = await read(context, namesOf(source.sources, keys));
  return {
    ...daysAnswered(asked.range),
    total: {
      ...Object.fromEntries(measures.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)])),
      codeNum: reach?.codeNum ?? 0,
      userNum: reach?.userNum ?? 0,
    },
    byDay: days
      .filter(({ scanNum }) => scanNum > 0)
      .map(({ day, scanNum, firstNum, crossRegionNum }) => ({ day, scanNum, firstNum, crossRegionNum })),
    byProvince: regions
      .filter(({ scanNum }) => scanNum > 0)
      .map(({ key, scanNum }) => ({ code: key, name: nameIn(regionNames, key), scanNum })),
    byChannel: channels
      .filter(({ scanNum }) => scanNum > 0)
      .map(({ key, scanNum }) => ({ channelId: key, name: nameIn(channelNames, key), scanNum })),
    byProduct: products
      .filter(({ scanNum }) => scanNum > 0)
      .map(({ key, scanNum }) => ({ productId: key, name: nameIn(productNames, key), scanNum })),
  };
};

interface CrossRegion {
  readonly range: DayRange;
  readonly channelId: string | null;
  readonly productId: string | null;
  /** So many digits of a division's code are told apart. */
  readonly digits: number;
}

interface OutsideGroup {
  channelId: string | null;
  scanRegionCode: string | null;
  productId: string | null;
  crossCodeNum: number;
  crossScanNum: number;
  totalCodeNum: number;
  firstDay: string;
  lastDay: string;
}

/** Groups of scans outside of their regions, with what was scanned of the channel at all, from the figures that are kept. */
function keptGroups(sources: TableSources, { range, channelId, productId, digits }: CrossRegion): AliasableExpression<OutsideGroup> {
  const { unscoped } = sources;
  const isCity = digits >= mostDigits;
  const cells = db
    .selectFrom(unscoped("consumer-scan-day", "d"))
    .where("d.cut", "=", counted.outside)
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .where("d.scanNum", "<>", 0)
    .where(({ or, eb }) => or([sql<boolean>`${channelId}::bigint is null`, eb("d.channelId", "=", channelId)]))
    .where(({ or, eb }) => or([sql<boolean>`${productId}::bigint is null`, eb("d.productId", "=", productId)]))
    .select(({ ref }) => [
      "d.day",
      "d.channelId",
      "d.productId",
      sql<string | null>`left(${ref("d.regionCode")}, ${digits}::int)`.as("region"),
      "d.scanNum",
    ]);
  // Cells of a day are several, and those of a scan that changed may be less than none: the sum of a day is what counts.
  const onDays = db
    .selectFrom(cells.as("d"))
    .groupBy(["d.day", "d.channelId", "d.region", "d.productId"])
    .having(({ ref }) => sql<boolean>`sum(${ref("d.scanNum")}) > 0`)
    .select(({ ref }) => ["d.day", "d.channelId", "d.region", "d.productId", sql<number>`sum(${ref("d.scanNum")})`.as("num")]);
  const outside = db
    .selectFrom(onDays.as("d"))
    .groupBy(["d.channelId", "d.region", "d.productId"])
    .select(({ ref }) => [
      "d.channelId",
      "d.region as scanRegionCode",
      "d.productId",
      sql<number>`sum(${ref("d.num")})::int`.as("crossScanNum"),
      sql<string>`min(${ref("d.day")})`.as("firstDay"),
      sql<string>`max(${ref("d.day")})`.as("lastDay"),
    ]);
  const codes = keptReach(sources, range)
    .where("c.cut", "=", isCity ? counted.outsideCodesByCity + byAll : counted.outsideCodes + byAll)
    .groupBy(["c.channelId", "c.regionCode", "c.productId"])
    .select(({ ref }) => ["c.channelId", "c.regionCode", "c.productId", sql<number>`sum(${ref("c.num")})::int`.as("num")]);
  const whole = keptReach(sources, range)
    .where("c.cut", "=", counted.codes + by.channel)
    .groupBy("c.channelId")
    .select(({ ref }) => ["c.channelId", sql<number>`sum(${ref("c.num")})::int`.as("num")]);
  return db
    .selectFrom(outside.as("o"))
    .innerJoin(codes.as("k"), (join) =>
      join
        .onRef("k.channelId", "=", "o.channelId")
        .on(({ ref }) => sql<boolean>`${ref("k.regionCode")} is not distinct from ${ref("o.scanRegionCode")}`)
        .on(({ ref }) => sql<boolean>`${ref("k.productId")} is not distinct from ${ref("o.productId")}`),
    )
    .innerJoin(whole.as("w"), "w.channelId", "o.channelId")
    .select([
      "o.channelId",
      "o.scanRegionCode",
      "o.productId",
      "o.crossScanNum",
      "o.firstDay",
      "o.lastDay",
      "k.num as crossCodeNum",
      "w.num as totalCodeNum",
    ]);
}

/** The same from the scans that the caller sees. */
function countedGroups(sources: TableSources, { range, channelId, productId, digits }: CrossRegion): AliasableExpression<OutsideGroup> {
  const scans = scansOf(sources, range, productId)
    .where("r.channelId", "is not", null)
    .where(({ or, eb }) => or([sql<boolean>`${channelId}::bigint is null`, eb("r.channelId", "=", channelId)]));
  const whole = scansOf(sources, range, null)
    .where("r.channelId", "is not", null)
    .groupBy("r.channelId")
    .select(({ ref }) => ["r.channelId", sql<number>`count(distinct ${ref("r.code")})::int`.as("num")]);
  const outside = scans
    .where("r.crossRegion", "=", 1)
    .select(({ ref }) => [
      "r.channelId",
      "r.productId",
      "r.code",
      "r.scanTime",
      sql<string | null>`left(${ref("r.scanRegionCode")}, ${digits}::int)`.as("region"),
    ]);
  return db
    .selectFrom(outside.as("s"))
    .innerJoin(whole.as("w"), "w.channelId", "s.channelId")
    .groupBy(["s.channelId", "s.region", "s.productId", "w.num"])
    .select(({ ref }) => [
      "s.channelId",
      "s.region as scanRegionCode",
      "s.productId",
      sql<number>`count(distinct ${ref("s.code")})::int`.as("crossCodeNum"),
      sql<number>`count(*)::int`.as("crossScanNum"),
      "w.num as totalCodeNum",
      sql<string>`min(${ref("s.scanTime")})::date`.as("firstDay"),
      sql<string>`max(${ref("s.scanTime")})::date`.as("lastDay"),
    ]);
}

/** Groups with their share of the channel's codes, their first and last scan, and the regions that the goods of the last one were for. */
function outsideOf({ kept, sources }: Source, asked: CrossRegion) {
  const groups = kept ? keptGroups(sources, asked) : countedGroups(sources, asked);
  // The first day of a group is known, and the last: no other days are looked through.
  const scanOn = (day: Expression<string>, group: Readonly<Record<"channelId" | "scanRegionCode" | "productId", Expression<unknown>>>) =>
    db
      .selectFrom(sources.accessible("consumer-scan-record", "r"))
      .where("r.crossRegion", "=", 1)
      .where(({ ref }) => sql<boolean>`${ref("r.channelId")} = ${group.channelId}`)
      .where(({ ref }) => sql<boolean>`${ref("r.productId")} is not distinct from ${group.productId}`)
      .where(({ ref }) => sql<boolean>`left(${ref("r.scanRegionCode")}, ${asked.digits}::int) is not distinct from ${group.scanRegionCode}`)
      .where("r.scanTime", ">=", sql<string>`${day}::timestamp`)
      .where("r.scanTime", "<", sql<string>`(${day} + 1)::timestamp`)
      .limit(1);
  return db
    .selectFrom(groups.as("o"))
    .innerJoinLateral(
      ({ ref }) =>
        scanOn(ref("o.firstDay"), { channelId: ref("o.channelId"), scanRegionCode: ref("o.scanRegionCode"), productId: ref("o.productId") })
          .orderBy("r.scanTime")
          .select("r.scanTime")
          .as("f"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      ({ ref }) =>
        scanOn(ref("o.lastDay"), { channelId: ref("o.channelId"), scanRegionCode: ref("o.scanRegionCode"), productId: ref("o.productId") })
          .orderBy("r.scanTime", "desc")
          .select(["r.scanTime", "r.saleRegionCodes"])
          .as("l"),
      (join) => join.onTrue(),
    )
    .select(({ ref }) => [
      sql<string>`concat_ws('-', ${ref("o.channelId")}, ${ref("o.scanRegionCode")}, ${ref("o.productId")})`.as("id"),
      "o.channelId",
      "o.scanRegionCode",
      "o.productId",
      "o.crossCodeNum",
      "o.crossScanNum",
      "o.totalCodeNum",
      sql<string>`round(${ref("o.crossCodeNum")}::numeric / nullif(${ref("o.totalCodeNum")}, 0), 4)`.as("crossRate"),
      "f.scanTime as firstTime",
      "l.scanTime as lastTime",
      "l.saleRegionCodes",
    ]);
}

const crossRegion: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-cross-region-sale");
  const range = daysOf(context, parameters, "lastTime");
  const { level, ...source } = await sourceOf(context);
  // Range and keys narrow the scans themselves; what remains narrows the groups.
  const { startDate: _from, endDate: _to, channelId: _channel, productId: _product, ...others } = parameters;
  const ids = { channelId: optionalId(parameters, "channelId"), productId: optionalId(parameters, "productId") };
  const [matches] = await read(context, [
    answeredPage({
      rows: outsideOf(source, { range, ...ids, digits: Math.min(digitsAt(level), mostDigits) }),
      where: filterFragments(derivedFilters(context, resource, others), context.model),
      reader: derivedReader(context, resource),
      order: derivedOrder(context, resource, parameters, "t.cross_code_num DESC, t.cross_scan_num DESC"),
      limit: mostGroups,
    }),
  ]);
  return answeredRows(context, resource, matches);
};

const outsideColumns = { regionCode: by.region, channelId: by.channel, productId: by.product } as const;
type OutsideColumn = keyof typeof outsideColumns;
const outsideColumnNames = ["regionCode", "channelId", "productId"] as const;

/** What of the scans outside is wanted: values of some columns. */
type Narrowed = Readonly<Record<OutsideColumn, string | null>>;

interface OutsideNumber {
  readonly key: string | null;
  readonly crossScanNum: number;
  readonly crossCodeNum: number;
}

/** Scans and codes outside of their regions by a column, by day, or all together, from the figures that are kept. */
function keptOutside(
  sources: TableSources,
  range: DayRange,
  narrowed: Narrowed,
  column: OutsideColumn | "day" | undefined,
): Query<OutsideNumber> {
  const wanted = outsideColumnNames.filter((name) => narrowed[name] !== null || name === column);
  const cut = counted.outsideCodes + wanted.reduce((sum, name) => sum + outsideColumns[name], 0);
  const days = db
    .selectFrom(sources.unscoped("consumer-scan-day", "d"))
    .where("d.cut", "=", counted.outside)
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .select(({ ref }) => [
      "d.day",
      sql<string | null>`left(${ref("d.regionCode")}, 2)`.as("regionCode"),
      "d.channelId",
      "d.productId",
      "d.scanNum as num",
    ]);
  // On each day everybody is met anew.
  const reach =
    column === "day"
      ? db.selectFrom(sources.unscoped("consumer-scan-reach", "c")).where("c.day", ">=", range.from).where("c.day", "<", range.before)
      : keptReach(sources, range);
  const met = reach.where("c.cut", "=", cut).select(["c.day", "c.regionCode", "c.channelId", "c.productId", "c.num"]);
  const sums = (
    numbers: AliasableExpression<{
      day: string | null;
      regionCode: string | null;
      channelId: string | null;
      productId: string | null;
      num: number | null;
    }>,
  ) => {
    let rows = db.selectFrom(numbers.as("n"));
    for (const name of outsideColumnNames) if (narrowed[name] !== null) rows = rows.where(`n.${name}`, "=", narrowed[name]);
    return rows
      .groupBy(({ ref }) => keyOf(column, ref))
      .select(({ ref }) => [keyOf(column, ref).as("key"), sql<number>`coalesce(sum(${ref("n.num")}), 0)::int`.as("num")]);
  };
  return db
    .selectFrom(sums(days).as("s"))
    .innerJoin(sums(met).as("k"), (join) => join.on(({ ref }) => sql<boolean>`${ref("k.key")} is not distinct from ${ref("s.key")}`))
    .where("s.num", ">", 0)
    .select(["s.key", "s.num as crossScanNum", "k.num as crossCodeNum"]);
}

const keyOf = (
  column: OutsideColumn | "day" | undefined,
  ref: (name: "n.day" | "n.regionCode" | "n.channelId" | "n.productId") => Expression<unknown>,
) =>
  column === undefined
    ? sql<string | null>`null::text`
    : column === "day"
      ? sql<string | null>`to_char(${ref("n.day")}, 'YYYY-MM-DD')`
      : sql<string | null>`${ref(`n.${column}`)}::text`;

/** The same from the scans that the caller sees. */
function countedOutside(
  { accessible }: TableSources,
  range: DayRange,
  narrowed: Narrowed,
  column: OutsideColumn | "day" | undefined,
): Query<OutsideNumber> {
  const scans = db
    .selectFrom(accessible("consumer-scan-record", "r"))
    .where("r.crossRegion", "=", 1)
    .where("r.channelId", "is not", null)
    .where("r.scanTime", ">=", range.from)
    .where("r.scanTime", "<", range.before)
    .where(({ or, eb }) => or([sql<boolean>`${narrowed.channelId}::bigint is null`, eb("r.channelId", "=", narrowed.channelId)]))
    .where(({ or, eb }) => or([sql<boolean>`${narrowed.productId}::bigint is null`, eb("r.productId", "=", narrowed.productId)]))
    .where(({ or, eb }) =>
      or([sql<boolean>`${narrowed.regionCode}::text is null`, eb("r.scanRegionCode", "like", `${narrowed.regionCode ?? ""}%`)]),
    )
    .select(({ ref }) => [
      sql<string>`${ref("r.scanTime")}::date`.as("day"),
      sql<string | null>`left(${ref("r.scanRegionCode")}, 2)`.as("regionCode"),
      "r.channelId",
      "r.productId",
      "r.code",
    ]);
  return db
    .selectFrom(scans.as("n"))
    .groupBy(({ ref }) => keyOf(column, ref))
    .select(({ ref }) => [
      keyOf(column, ref).as("key"),
      sql<number>`count(*)::int`.as("crossScanNum"),
      sql<number>`count(distinct ${ref("n.code")})::int`.as("crossCodeNum"),
    ]);
}

/** A division; figures are kept by province. */
function optionalDivision(parameters: Readonly<Record<string, string>>): string | null {
  const sent = parameters["regionCode"] ?? "";
  if (sent === "") return null;
  if (!/^(?:\d{2}){1,3}$/.test(sent)) throw malformedParameter("regionCode");
  return sent;
}

const overview: ReadHandler = async (context, parameters) => {
  const range = daysOf(context, parameters, "day");
  const narrowed: Narrowed = {
    regionCode: optionalDivision(parameters),
    channelId: optionalId(parameters, "channelId"),
    productId: optionalId(parameters, "productId"),
  };
  const { kept, sources } = await sourceOf(context);
  // Of a city or a district the scans are counted: those outside of their regions are few there.
  const outside = kept && (narrowed.regionCode ?? "").length <= provinceDigits ? keptOutside : countedOutside;
  const [[total], days, regions, channels, products] = await read(context, [
    outside(sources, range, narrowed, undefined),
    outside(sources, range, narrowed, "day"),
    outside(sources, range, narrowed, "regionCode"),
    outside(sources, range, narrowed, "channelId"),
    outside(sources, range, narrowed, "productId"),
  ]);
  const most = (rows: readonly OutsideNumber[]) =>
    rows.toSorted(
      (left, right) =>
        right.crossCodeNum - left.crossCodeNum || right.crossScanNum - left.crossScanNum || (left.key ?? "").localeCompare(right.key ?? ""),
    );
  const shown = { regions: most(regions), channels: most(channels).slice(0, mostOutside), products: most(products).slice(0, mostOutside) };
  const keys = { regions: keysIn(shown.regions), channels: keysIn(shown.channels), products: keysIn(shown.products) };
  const [regionNames, channelNames, productNames] = await read(context, namesOf(sources, keys));
  return {
    ...daysAnswered(range),
    total: {
      crossCodeNum: total?.crossCodeNum ?? 0,
      crossScanNum: total?.crossScanNum ?? 0,
      channelNum: channels.length,
      regionNum: regions.length,
    },
    byDay: days
      .toSorted((left, right) => (left.key ?? "").localeCompare(right.key ?? ""))
      .map(({ key, ...numbers }) => ({ day: key, ...numbers })),
    byProvince: shown.regions.map(({ key, ...numbers }) => ({ code: key, name: nameIn(regionNames, key ?? ""), ...numbers })),
    byChannel: shown.channels.map(({ key, ...numbers }) => ({ channelId: key, name: nameIn(channelNames, key ?? ""), ...numbers })),
    byProduct: shown.products.map(({ key, ...numbers }) => ({ productId: key ?? "", name: nameIn(productNames, key ?? ""), ...numbers })),
  };
};

export const reportsDomain: Domain = {
  reads: { "scan-summary.summary": summary, "scan-cross-region-sale.summary": crossRegion, "scan-cross-region.overview": overview },
  actions: {},
  hooks: {},
};
