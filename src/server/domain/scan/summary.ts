// The summary of scans: by day, province, channel and product.
import { sql } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { db, read, type Query } from "../../rows/query.ts";
import { mayBeLate } from "../../store/database.ts";
import { by, counted, type DayRange } from "./figure-cells.ts";
import {
  daysAnswered,
  daysFrom,
  summaryReach,
  keysIn,
  nameIn,
  namesOf,
  optionalId,
  scansOf,
  sourceOf,
  type Source,
} from "./figure-source.ts";
import { measures } from "./figures.ts";
import { daysOf } from "./range.ts";

/** Products and channels of a summary, those with the most scans. */
const maxListed = 10;

interface SummaryFilter {
  readonly range: DayRange;
  readonly productId: string | null;
}

/** How many different codes and people the scans of a summary met. */
function reachOf(
  { isSummarized, sources }: Source,
  { range, productId }: SummaryFilter,
): Query<{ readonly codeNum: number; readonly userNum: number }> {
  if (!isSummarized)
    return scansOf(sources, range, productId).select(({ ref }) => [
      sql<number>`count(distinct ${ref("r.code")})::int`.as("codeNum"),
      sql<number>`count(distinct coalesce(${ref("r.wxUserId")}::text, ${ref("r.ip")}))::int`.as("userNum"),
    ]);
  const columns = productId === null ? 0 : by.product;
  const met = summaryReach(sources, range).where("c.cut", "in", [counted.codes + columns, counted.people + columns]);
  return (productId === null ? met : met.where("c.productId", "=", productId)).select(({ ref }) => {
    const sum = (cut: number) => sql<number>`coalesce(sum(${ref("c.num")}) filter (where ${ref("c.cut")} = ${sql.lit(cut)}), 0)::int`;
    return [sum(counted.codes + columns).as("codeNum"), sum(counted.people + columns).as("userNum")];
  });
}

/** The numbers of a summary by one of the columns, the largest first. */
function namedGroups(source: Source, { range, productId }: SummaryFilter, column: "regionCode" | "channelId" | "productId") {
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

const summary: ReadHandler = async (context, parameters) => {
  const filter: SummaryFilter = { range: daysOf(context, parameters, "day"), productId: optionalId(parameters, "productId") };
  const source = await sourceOf(context);
  const columns = filter.productId === null ? 0 : by.product;
  const all = db.selectFrom(daysFrom(source, filter.range).as("f")).where("f.cut", "=", counted.scans + columns);
  const byDay = (filter.productId === null ? all : all.where("f.productId", "=", filter.productId))
    .groupBy("f.day")
    .orderBy("f.day")
    .select(({ ref }) => [
      sql<string>`to_char(${ref("f.day")}, 'YYYY-MM-DD')`.as("day"),
      ...measures.map((name) => sql<number>`sum(${ref(`f.${name}`)})::int`.as(name)),
    ]);
  const [days, [reach], regions, channels, products] = await read(
    context,
    [
      byDay,
      reachOf(source, filter),
      namedGroups(source, filter, "regionCode"),
      namedGroups(source, filter, "channelId").limit(maxListed),
      namedGroups(source, filter, "productId").limit(maxListed),
    ],
    mayBeLate,
  );
  const keys = { regions: keysIn(regions), channels: keysIn(channels), products: keysIn(products) };
  const [regionNames, channelNames, productNames] = await read(context, namesOf(source.sources, keys), mayBeLate);
  return {
    ...daysAnswered(filter.range),
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

export const summaryDomain: Domain = { reads: { "scan-summary.summary": summary }, actions: {}, hooks: {} };
