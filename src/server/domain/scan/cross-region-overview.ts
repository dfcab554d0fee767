// The overview of scans outside of where their goods may be sold: by day, province, channel and product, narrowed by what was clicked on.
import { sql, type AliasableExpression, type Expression } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { db, read, type Query } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import { mayBeLate } from "../../store/database.ts";
import { by, counted, type DayRange } from "./figure-cells.ts";
import { daysAnswered, summaryReach, keysIn, nameIn, namesOf, optionalId, sourceOf } from "./figure-source.ts";
import { daysOf } from "./range.ts";

/** Channels and products of the overview of scans outside, those with the most codes. */
const maxOutside = 20;
const provinceDigits = 2;

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
function summarizedOutside(
  sources: TableSources,
  range: DayRange,
  narrowed: Narrowed,
  column: OutsideColumn | "day" | undefined,
): Query<OutsideNumber> {
  const wanted = outsideColumnNames.filter((name) => narrowed[name] !== null || name === column);
  const columns = wanted.reduce((sum, name) => sum + outsideColumns[name], 0);
  const days = db
    .selectFrom(sources.unscoped("consumer-scan-day", "d"))
    .where("d.cut", "=", counted.outsideScans + columns)
    .where("d.day", ">=", range.from)
    .where("d.day", "<", range.before)
    .select(["d.day", "d.regionCode", "d.channelId", "d.productId", "d.scanNum as num"]);
  // On each day everybody is met anew.
  const reach =
    column === "day"
      ? db.selectFrom(sources.unscoped("consumer-scan-reach", "c")).where("c.day", ">=", range.from).where("c.day", "<", range.before)
      : summaryReach(sources, range);
  const met = reach
    .where("c.cut", "=", counted.outsideCodes + columns)
    .select(["c.day", "c.regionCode", "c.channelId", "c.productId", "c.num"]);
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
  const { isSummarized, sources } = await sourceOf(context);
  // Of a city or a district the scans are counted: those outside of their regions are few there.
  const outside = isSummarized && (narrowed.regionCode ?? "").length <= provinceDigits ? summarizedOutside : countedOutside;
  const [[total], days, regions, channels, products] = await read(
    context,
    [
      outside(sources, range, narrowed, undefined),
      outside(sources, range, narrowed, "day"),
      outside(sources, range, narrowed, "regionCode"),
      outside(sources, range, narrowed, "channelId"),
      outside(sources, range, narrowed, "productId"),
    ],
    mayBeLate,
  );
  const topRows = (rows: readonly OutsideNumber[]) =>
    rows.toSorted(
      (left, right) =>
        right.crossCodeNum - left.crossCodeNum || right.crossScanNum - left.crossScanNum || (left.key ?? "").localeCompare(right.key ?? ""),
    );
  const shown = {
    regions: topRows(regions),
    channels: topRows(channels).slice(0, maxOutside),
    products: topRows(products).slice(0, maxOutside),
  };
  const keys = { regions: keysIn(shown.regions), channels: keysIn(shown.channels), products: keysIn(shown.products) };
  const [regionNames, channelNames, productNames] = await read(context, namesOf(sources, keys), mayBeLate);
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

export const crossRegionOverviewDomain: Domain = { reads: { "scan-cross-region.overview": overview }, actions: {}, hooks: {} };
