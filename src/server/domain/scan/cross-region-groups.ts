// Scans outside of where their goods may be sold, by channel, region and product, with their share of the channel's codes.
import { sql, type AliasableExpression, type Expression } from "kysely";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { filterFragments } from "../../crud/sql/rows.ts";
import { answeredPage, chartRows, type Answered } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import { mayBeLate } from "../../store/database.ts";
import { digitsAt } from "./cross-region.ts";
import { answeredRows, derivedFilters, derivedOrder, derivedReader, derivedResource, readableScanFields } from "./derived-rows.ts";
import { by, byAll, counted, type DayRange } from "./figure-cells.ts";
import { summaryReach, optionalId, scansOf, sourceOf, type Source } from "./figure-source.ts";
import { daysOf } from "./range.ts";

/** Groups of the cross-region list: channels by regions by products of one range. */
const maxGroups = 1000;
/** Figures are kept by city at the finest. */
const maxDigits = 4;

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
function summarizedGroups(sources: TableSources, { range, channelId, productId, digits }: CrossRegion): AliasableExpression<OutsideGroup> {
  const { unscoped } = sources;
  const isCity = digits >= maxDigits;
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
  const codes = summaryReach(sources, range)
    .where("c.cut", "=", isCity ? counted.outsideCodesByCity + byAll : counted.outsideCodes + byAll)
    .groupBy(["c.channelId", "c.regionCode", "c.productId"])
    .select(({ ref }) => ["c.channelId", "c.regionCode", "c.productId", sql<number>`sum(${ref("c.num")})::int`.as("num")]);
  const whole = summaryReach(sources, range)
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

/**
 * Groups with their share of the channel's codes, their first and last scan, and the regions that the goods of the last one were for. Scans
 * are columns that no other column needs, so that they are looked for after the groups are ordered and cut off, unless they are searched.
 */
function outsideOf({ isSummarized, sources }: Source, request: CrossRegion) {
  const groups = isSummarized ? summarizedGroups(sources, request) : countedGroups(sources, request);
  // The first day of a group is known, and the last: no other days are looked through.
  const scanOn = (day: Expression<string>, group: Readonly<Record<"channelId" | "scanRegionCode" | "productId", Expression<unknown>>>) =>
    db
      .selectFrom(sources.accessible("consumer-scan-record", "r"))
      .where("r.crossRegion", "=", 1)
      .where(({ ref }) => sql<boolean>`${ref("r.channelId")} = ${group.channelId}`)
      .where(({ ref }) => sql<boolean>`${ref("r.productId")} is not distinct from ${group.productId}`)
      .where(
        ({ ref }) => sql<boolean>`left(${ref("r.scanRegionCode")}, ${request.digits}::int) is not distinct from ${group.scanRegionCode}`,
      )
      .where("r.scanTime", ">=", sql<string>`${day}::timestamp`)
      .where("r.scanTime", "<", sql<string>`(${day} + 1)::timestamp`)
      .limit(1);
  return db.selectFrom(groups.as("o")).select(({ ref }) => {
    const group = { channelId: ref("o.channelId"), scanRegionCode: ref("o.scanRegionCode"), productId: ref("o.productId") };
    const first = scanOn(ref("o.firstDay"), group).orderBy("r.scanTime");
    const last = scanOn(ref("o.lastDay"), group).orderBy("r.scanTime", "desc");
    return [
      sql<string>`concat_ws('-', ${ref("o.channelId")}, ${ref("o.scanRegionCode")}, ${ref("o.productId")})`.as("id"),
      "o.channelId",
      "o.scanRegionCode",
      "o.productId",
      "o.crossCodeNum",
      "o.crossScanNum",
      "o.totalCodeNum",
      sql<string>`round(${ref("o.crossCodeNum")}::numeric / nullif(${ref("o.totalCodeNum")}, 0), 4)`.as("crossRate"),
      first.select("r.scanTime").as("firstTime"),
      last.select("r.scanTime").as("lastTime"),
      last.select("r.saleRegionCodes").as("saleRegionCodes"),
    ];
  });
}

/** The groups that the parameters of a call leave. */
async function groupsFor(context: RequestContext, parameters: Readonly<Record<string, string>>): Promise<Answered> {
  const resource = derivedResource(context, "scan-cross-region-sale");
  const range = daysOf(context, parameters, "lastTime");
  const { level, ...source } = await sourceOf(context);
  // Range and keys narrow the scans themselves; what remains narrows the groups.
  const { startDate: _from, endDate: _to, channelId: _channel, productId: _product, ...others } = parameters;
  const ids = { channelId: optionalId(parameters, "channelId"), productId: optionalId(parameters, "productId") };
  return {
    rows: outsideOf(source, { range, ...ids, digits: Math.min(digitsAt(level), maxDigits) }),
    where: filterFragments(derivedFilters(context, resource, others), context.model),
  };
}

const crossRegion: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-cross-region-sale");
  const [matches] = await read(
    context,
    [
      answeredPage({
        tenantId: context.scope.tenantId,
        ...(await groupsFor(context, parameters)),
        reader: derivedReader(context, resource),
        order: derivedOrder(context, resource, parameters, "t.cross_code_num DESC, t.cross_scan_num DESC"),
        limit: maxGroups,
      }),
    ],
    mayBeLate,
  );
  return answeredRows(context, resource, matches);
};

export const crossRegionGroupsDomain: Domain = {
  reads: { "scan-cross-region-sale.summary": crossRegion },
  charts: {
    "scan-cross-region-sale.summary-charts": async (context, parameters) =>
      chartRows(await groupsFor(context, parameters), readableScanFields(context)),
  },
  actions: {},
  hooks: {},
};
