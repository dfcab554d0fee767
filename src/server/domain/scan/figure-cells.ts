// The figures that summaries are made of, as they follow from scans: what is added when a scan arrives, what a rebuilding writes, and what a
// proof compares with come from these two queries.
//
// A figure is kept by a cut: the columns by which it is told apart. Numbers of scans are added up over days and cells. Numbers of different
// codes and people are not: the same code may be met on many days. So each meeting is kept with the day of the one before it, and between
// two days there are as many different codes as meetings whose day before is none, or earlier than the first of these days.
import { sql, type AliasableExpression, type Expression } from "kysely";
import { db } from "../../rows/query.ts";
import type { TableRows, TableSources } from "../../rows/tables.ts";

/** Columns by which figures are told apart, as bits of a cut. */
export const by = { region: 1, channel: 2, product: 4 } as const;

/** What is counted: beginnings of the numbers of cuts. */
export const counted = {
  /** Of scans: all of them, those outside of where their goods may be sold by city, channel and product, and by province. */
  scans: 0,
  outside: 8,
  outsideScans: 16,
  /** Of those who were met: codes, people, codes outside by province, and by city. */
  codes: 0,
  people: 8,
  outsideCodes: 16,
  outsideCodesByCity: 32,
} as const;

/** All columns at once. */
export const byAll = by.region | by.channel | by.product;

/** Days that figures are wanted of: the first, and the one after the last. */
export interface DayRange {
  readonly from: string;
  readonly before: string;
}

/** Earlier than every scan. */
export const beginning = "0001-01-01";

type ScanRows = TableRows<"consumer-scan-record", "r">;

/** The digits of a division's code that name its province, and its city. */
export const digits = { province: 2, city: 4 } as const;

const provinceOf = (region: Expression<string | null>) => sql<string | null>`left(${region}, ${sql.lit(digits.province)})`;
const cityOf = (region: Expression<string | null>) => sql<string | null>`left(${region}, ${sql.lit(digits.city)})`;

/** A column of a cell; cells that are not told apart by it have none there. */
interface CellColumns {
  cut: number;
  regionCode: string | null;
  channelId: string | null;
  productId: string | null;
}

/** The key of a cell, of its columns. */
export const cellOf = (...columns: readonly Expression<unknown>[]) =>
  sql<string>`concat_ws('|', ${sql.join(columns.map((column) => sql`coalesce(${column}::text, '')`))})`;

/** The columns of a scan that a cut tells apart, for the others none, and whether the scan counts there. */
function cutRow(
  cut: number,
  { region, channel, product }: Readonly<Record<"region" | "channel" | "product", Expression<unknown>>>,
  isMeant: Expression<unknown>,
) {
  const part = (bit: number, value: Expression<unknown>, type: "text" | "bigint") =>
    (cut & bit) === 0 ? sql`null::${type === "text" ? sql`text` : sql`bigint`}` : sql`${value}`;
  return sql`(${sql.lit(cut)}, ${part(by.region, region, "text")}, ${part(by.channel, channel, "bigint")}, ${part(by.product, product, "bigint")}, ${isMeant})`;
}

/** Scans whose figures are wanted. */
type ScansMeant = { readonly range: DayRange } | { readonly id: Expression<string> };

function scansMeant(scans: ScanRows, meant: ScansMeant) {
  const all = db.selectFrom(scans).where("r.scanTime", "is not", null);
  return "range" in meant
    ? all
        .where("r.scanTime", ">=", sql<string>`${meant.range.from}::timestamp`)
        .where("r.scanTime", "<", sql<string>`${meant.range.before}::timestamp`)
    : all.where("r.id", "=", meant.id);
}

/** Numbers of scans by day and cell. */
export function dayFigures(scans: ScanRows, meant: ScansMeant) {
  const seen = scansMeant(scans, meant).select(({ ref }) => [
    sql<string>`${ref("r.scanTime")}::date`.as("day"),
    provinceOf(ref("r.scanRegionCode")).as("province"),
    cityOf(ref("r.scanRegionCode")).as("city"),
    "r.channelId",
    "r.productId",
    "r.result",
    "r.nonChannel",
    "r.crossRegion",
  ]);
  return db
    .selectFrom(seen.as("s"))
    .innerJoinLateral(
      ({ ref }) => {
        const [region, channel, product] = [ref("s.province"), ref("s.channelId"), ref("s.productId")];
        const isOutside = sql`${ref("s.crossRegion")} = 1 and ${channel} is not null`;
        const outsideCuts = Array.from({ length: byAll + 1 }, (_cut, columns) =>
          cutRow(counted.outsideScans + columns, { region, channel, product }, isOutside),
        );
        return sql<CellColumns & { isMeant: boolean }>`(values
          (${sql.lit(counted.scans)}, null::text, null::bigint, null::bigint, true),
          (${sql.lit(counted.scans + by.region)}, ${region}, null, null, ${region} is not null),
          (${sql.lit(counted.scans + by.channel)}, null, ${channel}, null, ${channel} is not null),
          (${sql.lit(counted.scans + by.product)}, null, null, ${product}, ${product} is not null),
          (${sql.lit(counted.scans + by.region + by.product)}, ${region}, null, ${product}, ${region} is not null and ${product} is not null),
          (${sql.lit(counted.scans + by.channel + by.product)}, null, ${channel}, ${product}, ${channel} is not null and ${product} is not null),
          (${sql.lit(counted.outside)}, ${ref("s.city")}, ${channel}, ${product}, ${isOutside}),
          ${sql.join(outsideCuts)}
        )`.as<"c">(sql`c(cut, region_code, channel_id, product_id, is_meant)`);
      },
      (join) => join.onTrue(),
    )
    .where("c.isMeant", "=", true)
    .groupBy(["c.cut", "s.day", "c.regionCode", "c.channelId", "c.productId"])
    .select(({ ref }) => {
      const count = (which: Expression<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;
      return [
        "c.cut",
        "s.day",
        "c.regionCode",
        "c.channelId",
        "c.productId",
        sql<number>`count(*)::int`.as("scanNum"),
        count(sql`${ref("s.result")} = 1`).as("firstNum"),
        count(sql`${ref("s.result")} = 2`).as("repeatNum"),
        count(sql`${ref("s.result")} = 3`).as("unknownNum"),
        count(sql`${ref("s.result")} in (4, 5)`).as("blockedNum"),
        count(sql`${ref("s.nonChannel")} = 1`).as("nonChannelNum"),
        count(sql`${ref("s.crossRegion")} = 1`).as("crossRegionNum"),
      ];
    });
}

/** Who is met: codes, people who signed in, and addresses of those who did not. Each is found by an index of its own. */
const families = ["code", "wxUserId", "ip"] as const;
type Family = (typeof families)[number];

/** The cuts of a family over the columns of a scan. */
function cutsOf(
  family: Family,
  {
    province,
    city,
    channel,
    product,
    crossRegion,
  }: Readonly<Record<"province" | "city" | "channel" | "product" | "crossRegion", Expression<unknown>>>,
) {
  const cut = (number: number, region: Expression<unknown> | null, isMeant: Expression<unknown>) =>
    cutRow(number, { region: region ?? province, channel, product }, isMeant);
  const isOutside = sql`${crossRegion} = 1 and ${channel} is not null`;
  const first = family === "code" ? counted.codes : counted.people;
  return [
    cut(first, null, sql`true`),
    cut(first + by.product, null, sql`${product} is not null`),
    ...(family === "code"
      ? [
          cut(first + by.channel, null, sql`${channel} is not null`),
          ...Array.from({ length: byAll + 1 }, (_cut, columns) => cut(counted.outsideCodes + columns, province, isOutside)),
          cut(counted.outsideCodesByCity + byAll, city, isOutside),
        ]
      : []),
  ];
}

/** Whoever a scan met, in each cut: one row for each. */
function meetings(family: Family, scans: ScanRows, meant: ScansMeant) {
  const all = scansMeant(scans, meant);
  const ofFamily =
    family === "code"
      ? all.where("r.code", "is not", null)
      : family === "wxUserId"
        ? all.where("r.wxUserId", "is not", null)
        : all.where("r.wxUserId", "is", null).where("r.ip", "is not", null);
  const seen = ofFamily.select(({ ref }) => [
    "r.id",
    sql<string>`${ref("r.scanTime")}::date`.as("day"),
    sql<string>`${ref(`r.${family}`)}`.as("who"),
    provinceOf(ref("r.scanRegionCode")).as("province"),
    cityOf(ref("r.scanRegionCode")).as("city"),
    "r.channelId",
    "r.productId",
    "r.crossRegion",
  ]);
  return db
    .selectFrom(seen.as("s"))
    .innerJoinLateral(
      ({ ref }) =>
        sql<CellColumns & { isMeant: boolean }>`(values ${sql.join(
          cutsOf(family, {
            province: ref("s.province"),
            city: ref("s.city"),
            channel: ref("s.channelId"),
            product: ref("s.productId"),
            crossRegion: ref("s.crossRegion"),
          }),
        )})`.as<"c">(sql`c(cut, region_code, channel_id, product_id, is_meant)`),
      (join) => join.onTrue(),
    )
    .where("c.isMeant", "=", true);
}

/** Scans that met the same one in the same cell. The names are those of the row that it is compared with. */
function sameMeetings(
  family: Family,
  scans: TableRows<"consumer-scan-record", "o">,
  met: Readonly<Record<keyof CellColumns | "who", Expression<unknown>>>,
) {
  const all = db.selectFrom(scans);
  const who = sql`${met.who}`;
  const ofFamily =
    family === "code"
      ? all.where("o.code", "=", sql<string>`${who}`)
      : family === "wxUserId"
        ? all.where("o.wxUserId", "=", sql<string>`${who}`)
        : all.where("o.ip", "=", sql<string>`${who}`).where("o.wxUserId", "is", null);
  const has = (bit: number) => sql`${met.cut} & ${sql.lit(bit)} <> 0`;
  const inCell = ofFamily
    .where(({ ref }) => sql<boolean>`(not (${has(by.channel)}) or ${ref("o.channelId")} = ${met.channelId})`)
    .where(({ ref }) => sql<boolean>`(not (${has(by.product)}) or ${ref("o.productId")} is not distinct from ${met.productId})`);
  return family === "code"
    ? inCell
        .where(
          ({ ref }) =>
            sql<boolean>`(${met.cut} < ${sql.lit(counted.outsideCodes)} or (${ref("o.crossRegion")} = 1 and ${ref("o.channelId")} is not null))`,
        )
        .where(
          ({ ref }) =>
            sql<boolean>`(not (${has(by.region)}) or left(${ref("o.scanRegionCode")}, case when ${met.cut} >= ${sql.lit(counted.outsideCodesByCity)} then ${sql.lit(digits.city)} else ${sql.lit(digits.province)} end) is not distinct from ${met.regionCode})`,
        )
    : inCell;
}

/** The last day before one, and the first after it, on which the same one was met in the same cell. */
function neighbour(
  side: "before" | "after",
  family: Family,
  scans: TableRows<"consumer-scan-record", "o">,
  met: Readonly<Record<keyof CellColumns | "who" | "day", Expression<unknown>>>,
) {
  const same = sameMeetings(family, scans, met);
  const onSide =
    side === "before"
      ? same.where("o.scanTime", "<", sql<string>`${met.day}::timestamp`).orderBy("o.scanTime", "desc")
      : same.where("o.scanTime", ">=", sql<string>`(${met.day} + 1)::timestamp`).orderBy("o.scanTime");
  return onSide.limit(1).select(({ ref }) => sql<string>`${ref("o.scanTime")}::date`.as("day"));
}

/** So many were met in a cell. */
export interface MeetingFigure extends CellColumns {
  day: string;
  sinceDay: string | null;
  num: number;
}

interface Meeting extends CellColumns {
  day: string;
  who: string;
}

const meetingColumns = ["c.cut", "c.regionCode", "c.channelId", "c.productId", "s.day", "s.who"] as const;

/** Who was met in a cell on a day, once, however often, with the day before it among these meetings. */
function metOnDays(meetings: AliasableExpression<Meeting>) {
  const columns = ["m.cut", "m.regionCode", "m.channelId", "m.productId", "m.who"] as const;
  return db
    .selectFrom(meetings.as("m"))
    .groupBy([...columns, "m.day"])
    .select([...columns, "m.day"])
    .select(({ ref }) =>
      sql<
        string | null
      >`lag(${ref("m.day")}) over (partition by ${sql.join(columns.map((column) => ref(column)))} order by ${ref("m.day")})`.as(
        "dayBefore",
      ),
    );
}

/** Codes that were met. Each has few scans, so all of them up to the end of the days are looked through at once. */
function codesMet({ unscoped }: Pick<TableSources, "unscoped">, range: DayRange) {
  const scans = unscoped("consumer-scan-record", "r");
  const codes = scansMeant(scans, { range }).where("r.code", "is not", null).select("r.code");
  const all = meetings("code", scans, { range: { from: beginning, before: range.before } })
    .where("s.who", "in", codes)
    .select(["c.cut", "c.regionCode", "c.channelId", "c.productId", "s.day"])
    // They are sorted to be told apart, in whatever order.
    .select(({ ref }) => sql<string>`${ref("s.who")} collate "C"`.as("who"));
  return db
    .selectFrom(metOnDays(all).as("m"))
    .where("m.day", ">=", range.from)
    .select(["m.cut", "m.day", "m.regionCode", "m.channelId", "m.productId", "m.dayBefore as sinceDay"]);
}

/** People, or addresses, that were met. One may have very many scans: only who is new among these days is looked for before them. */
function peopleMet(family: "wxUserId" | "ip", { unscoped }: Pick<TableSources, "unscoped">, range: DayRange) {
  const all = meetings(family, unscoped("consumer-scan-record", "r"), { range }).select(meetingColumns);
  return db
    .selectFrom(metOnDays(all).as("m"))
    .select(["m.cut", "m.day", "m.regionCode", "m.channelId", "m.productId"])
    .select(({ ref }) => {
      const before = neighbour("before", family, unscoped("consumer-scan-record", "o"), {
        cut: ref("m.cut"),
        regionCode: ref("m.regionCode"),
        channelId: ref("m.channelId"),
        productId: ref("m.productId"),
        who: ref("m.who"),
        day: ref("m.day"),
      });
      return sql<string | null>`case when ${ref("m.dayBefore")} is null then ${before} else ${ref("m.dayBefore")} end`.as("sinceDay");
    });
}

/** Everybody who was met in a cell on a day, with the day on which they had been met before: a row for each. */
export function meetingsOn(sources: Pick<TableSources, "unscoped">, range: DayRange): AliasableExpression<MeetingFigure> {
  const all = codesMet(sources, range)
    .unionAll(peopleMet("wxUserId", sources, range))
    .unionAll(peopleMet("ip", sources, range));
  return db
    .selectFrom(all.as("g"))
    .select(["g.cut", "g.day", "g.sinceDay", "g.regionCode", "g.channelId", "g.productId", sql<number>`1`.as("num")]);
}

/** How many were met on each day, by the day on which they had been met before. */
export function reachFigures(sources: Pick<TableSources, "unscoped">, range: DayRange): AliasableExpression<MeetingFigure> {
  const columns = ["g.cut", "g.day", "g.sinceDay", "g.regionCode", "g.channelId", "g.productId"] as const;
  return db
    .selectFrom(meetingsOn(sources, range).as("g"))
    .groupBy(columns)
    .select([...columns, sql<number>`count(*)::int`.as("num")]);
}

/**
 * What one scan changes in the figures of who was met, given all other scans: its own meeting, and the day before of the next one. Nothing
 * where the same day has another such scan.
 */
export function reachChanges({ unscoped }: Pick<TableSources, "unscoped">, id: Expression<string>): AliasableExpression<MeetingFigure> {
  const ofFamily = (family: Family) => {
    const met = meetingOf(family, unscoped("consumer-scan-record", "r"), id);
    return db
      .selectFrom(met.as("m"))
      .where(({ not, exists, ref }) =>
        not(
          exists(
            sameMeetings(family, unscoped("consumer-scan-record", "o"), {
              cut: ref("m.cut"),
              regionCode: ref("m.regionCode"),
              channelId: ref("m.channelId"),
              productId: ref("m.productId"),
              who: ref("m.who"),
            })
              .where("o.scanTime", ">=", sql<string>`${ref("m.day")}::timestamp`)
              .where("o.scanTime", "<", sql<string>`(${ref("m.day")} + 1)::timestamp`)
              .where((inner) => sql<boolean>`${inner.ref("o.id")} <> ${ref("m.id")}`)
              .select("o.id"),
          ),
        ),
      )
      .select(["m.cut", "m.day", "m.regionCode", "m.channelId", "m.productId"])
      .select(({ ref }) => {
        const columns = {
          cut: ref("m.cut"),
          regionCode: ref("m.regionCode"),
          channelId: ref("m.channelId"),
          productId: ref("m.productId"),
          who: ref("m.who"),
          day: ref("m.day"),
        };
        return [
          neighbour("before", family, unscoped("consumer-scan-record", "o"), columns).as("dayBefore"),
          neighbour("after", family, unscoped("consumer-scan-record", "o"), columns).as("dayAfter"),
        ];
      });
  };
  const met = ofFamily("code").unionAll(ofFamily("wxUserId")).unionAll(ofFamily("ip"));
  return db
    .selectFrom(met.as("g"))
    .innerJoinLateral(
      ({ ref }) =>
        sql<{ on: string; since: string | null; num: number; isMeant: boolean }>`(values
        (${ref("g.day")}, ${ref("g.dayBefore")}, 1, true),
        (${ref("g.dayAfter")}, ${ref("g.dayBefore")}, -1, ${ref("g.dayAfter")} is not null),
        (${ref("g.dayAfter")}, ${ref("g.day")}, 1, ${ref("g.dayAfter")} is not null)
      )`.as<"d">(sql`d("on", since, num, is_meant)`),
      (join) => join.onTrue(),
    )
    .where("d.isMeant", "=", true)
    .select(["g.cut", "d.on as day", "d.since as sinceDay", "g.regionCode", "g.channelId", "g.productId", "d.num"]);
}

function meetingOf(family: Family, scans: ScanRows, id: Expression<string>) {
  return meetings(family, scans, { id }).select(["c.cut", "c.regionCode", "c.channelId", "c.productId", "s.day", "s.who", "s.id"]);
}
