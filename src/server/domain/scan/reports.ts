// Summaries over consumers' scans: by day, province and product, and where goods were scanned outside of their regions.
import { sql, type Expression } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { filterFragments } from "../../crud/sql/rows.ts";
import { malformedParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { answeredPage } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import { readSettings } from "../bind-config/settings.ts";
import { digitsAt } from "./cross-region.ts";
import { answeredRows, derivedFilters, derivedOrder, derivedReader, derivedResource } from "./derived-rows.ts";
import { daysOf, type Days } from "./range.ts";

const topProducts = 10;
/** Groups of the cross-region list: channels by regions by products of one range. */
const mostGroups = 1000;

const numbers = [
  "scanNum",
  "codeNum",
  "userNum",
  "firstNum",
  "repeatNum",
  "unknownNum",
  "blockedNum",
  "nonChannelNum",
  "crossRegionNum",
] as const;

/** An id that may be left out. */
function optionalId(parameters: Readonly<Record<string, string>>, name: string): string | null {
  const sent = parameters[name] ?? "";
  if (sent === "" || sent === "-1") return null;
  if (!isId(sent)) throw malformedParameter(name);
  return sent;
}

/** Scans of the days, as far as a product or a channel was named. */
function scansOf(
  { accessible }: TableSources,
  { from, before }: Days,
  ids: { readonly productId: string | null; readonly channelId?: string | null },
) {
  const scans = db.selectFrom(accessible("consumer-scan-record", "r")).where("r.scanTime", ">=", from).where("r.scanTime", "<", before);
  const ofProduct = ids.productId === null ? scans : scans.where("r.productId", "=", ids.productId);
  return (ids.channelId ?? null) === null ? ofProduct : ofProduct.where("r.channelId", "=", ids.channelId ?? null);
}

/**
 * What each row of the summary is grouped by: grouping() sets a bit for each column that a group does not have, day 4, province 2, product
 * 1.
 */
const groups = { total: 7, byDay: 3, byProvince: 5, byProduct: 6 } as const;

/** Everything of the screen in one pass over the scans of the range: the total, and the groups by one column each. */
function summaryOf(sources: TableSources, days: Days, productId: string | null) {
  const scans = scansOf(sources, days, { productId }).select(({ ref, fn }) => [
    sql<string>`${ref("r.scanTime")}::date`.as("day"),
    fn<string | null>("left", ["r.scanRegionCode", sql.lit(2)]).as("province"),
    "r.productId",
    "r.code",
    "r.wxUserId",
    "r.ip",
    "r.result",
    "r.nonChannel",
    "r.crossRegion",
  ]);
  const counted = db
    .selectFrom(scans.as("s"))
    .groupBy(({ ref }) => sql`grouping sets ((), (${ref("s.day")}), (${ref("s.province")}), (${ref("s.productId")}))`)
    .select(({ ref }) => {
      const kind = sql<number>`grouping(${ref("s.day")}, ${ref("s.province")}, ${ref("s.productId")})`;
      const count = (which: Expression<unknown>) => sql<number>`(count(*) filter (where ${which}))::int`;
      return [
        kind.as("kind"),
        "s.day",
        "s.province",
        "s.productId",
        sql<number>`count(*)::int`.as("scanNum"),
        sql<number>`count(distinct ${ref("s.code")})::int`.as("codeNum"),
        sql<number>`count(distinct coalesce(${ref("s.wxUserId")}::text, ${ref("s.ip")}))::int`.as("userNum"),
        count(sql`${ref("s.result")} = 1`).as("firstNum"),
        count(sql`${ref("s.result")} = 2`).as("repeatNum"),
        count(sql`${ref("s.result")} = 3`).as("unknownNum"),
        count(sql`${ref("s.result")} in (4, 5)`).as("blockedNum"),
        count(sql`${ref("s.nonChannel")} = 1`).as("nonChannelNum"),
        count(sql`${ref("s.crossRegion")} = 1`).as("crossRegionNum"),
        sql<string>`row_number() over (partition by ${kind} order by count(*) desc, ${ref("s.productId")})`.as("place"),
      ];
    });
  return db
    .selectFrom(counted.as("g"))
    .leftJoin(sources.withRemoved("region", "n"), "n.code", "g.province")
    .leftJoin(sources.withRemoved("attr-owner", "o"), "o.id", "g.productId")
    .where(({ eb, or, and }) =>
      or([
        eb("g.kind", "in", [groups.total, groups.byDay]),
        and([eb("g.kind", "=", groups.byProvince), eb("g.province", "is not", null)]),
        // One more, so that the group of scans without a product takes no place.
        and([eb("g.kind", "=", groups.byProduct), eb("g.productId", "is not", null), eb("g.place", "<=", String(topProducts + 1))]),
      ]),
    )
    .orderBy("g.kind")
    .orderBy("g.day")
    .orderBy("g.scanNum", "desc")
    .orderBy("g.province")
    .orderBy("g.productId")
    .select(({ ref }) => [
      "g.kind",
      sql<string>`to_char(${ref("g.day")}, 'YYYY-MM-DD')`.as("day"),
      "g.province",
      "n.name as provinceName",
      "g.productId",
      "o.name as productName",
      "g.scanNum",
      "g.codeNum",
      "g.userNum",
      "g.firstNum",
      "g.repeatNum",
      "g.unknownNum",
      "g.blockedNum",
      "g.nonChannelNum",
      "g.crossRegionNum",
    ]);
}

const summary: ReadHandler = async (context, parameters) => {
  const [rows] = await read(context, [summaryOf(tables(context), daysOf(context, parameters, "day"), optionalId(parameters, "productId"))]);
  const ofKind = (kind: number) => rows.filter((row) => row.kind === kind);
  const [total] = ofKind(groups.total);
  return {
    total: Object.fromEntries(numbers.map((name) => [name, total?.[name] ?? 0])),
    byDay: ofKind(groups.byDay).map(({ day, scanNum, firstNum }) => ({ day, scanNum, firstNum })),
    byProvince: ofKind(groups.byProvince).map(({ province, provinceName, scanNum }) => ({
      code: province,
      name: provinceName ?? "",
      scanNum,
    })),
    byProduct: ofKind(groups.byProduct)
      .slice(0, topProducts)
      .map(({ productId, productName, scanNum }) => ({ productId, name: productName ?? "", scanNum })),
  };
};

interface CrossRegion {
  readonly days: Days;
  readonly channelId: string | null;
  readonly productId: string | null;
  /** So many digits of a division's code are compared. */
  readonly digits: number;
}

/** Groups of scans outside of their regions, with what was scanned of the channel at all. */
function outsideOf(sources: TableSources, { days, digits, ...ids }: CrossRegion) {
  return db
    .with("scan", () =>
      scansOf(sources, days, ids)
        .where("r.channelId", "is not", null)
        .select(({ ref }) => [
          "r.channelId",
          "r.productId",
          "r.code",
          "r.crossRegion",
          "r.scanTime",
          "r.saleRegionCodes",
          sql<string | null>`left(${ref("r.scanRegionCode")}, ${digits}::int)`.as("region"),
        ]),
    )
    .with("whole", (cte) =>
      cte
        .selectFrom("scan as s")
        .groupBy("s.channelId")
        .select(({ ref }) => ["s.channelId", sql<number>`count(distinct ${ref("s.code")})::int`.as("totalCodeNum")]),
    )
    .with("outside", (cte) =>
      cte
        .selectFrom("scan as s")
        .where("s.crossRegion", "=", 1)
        .groupBy(["s.channelId", "s.region", "s.productId"])
        .select(({ ref, fn }) => [
          "s.channelId",
          "s.region as scanRegionCode",
          "s.productId",
          sql<number>`count(distinct ${ref("s.code")})::int`.as("crossCodeNum"),
          sql<number>`count(*)::int`.as("crossScanNum"),
          fn.min("s.scanTime").as("firstTime"),
          fn.max("s.scanTime").as("lastTime"),
          // Arrays of different lengths cannot be aggregated; as texts they can.
          sql<
            readonly string[]
          >`string_to_array((array_agg(array_to_string(${ref("s.saleRegionCodes")}, ',') order by ${ref("s.scanTime")} desc))[1], ',')`.as(
            "saleRegionCodes",
          ),
        ]),
    )
    .selectFrom("outside as o")
    .innerJoin("whole as w", "w.channelId", "o.channelId")
    .selectAll("o")
    .select(({ ref }) => [
      sql<string>`concat_ws('-', ${ref("o.channelId")}, ${ref("o.scanRegionCode")}, ${ref("o.productId")})`.as("id"),
      "w.totalCodeNum",
      sql<string>`round(${ref("o.crossCodeNum")}::numeric / ${ref("w.totalCodeNum")}, 4)`.as("crossRate"),
    ]);
}

const crossRegion: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-cross-region-sale");
  const days = daysOf(context, parameters, "lastTime");
  const level = (await readSettings(context, ["scan.crossRegion.level"])).get("scan.crossRegion.level");
  // Range and keys narrow the scans themselves; what remains narrows the groups.
  const { startDate: _from, endDate: _to, channelId: _channel, productId: _product, ...others } = parameters;
  const ids = { channelId: optionalId(parameters, "channelId"), productId: optionalId(parameters, "productId") };
  const [matches] = await read(context, [
    answeredPage({
      rows: outsideOf(tables(context), { days, ...ids, digits: digitsAt(level) }),
      where: filterFragments(derivedFilters(context, resource, others), context.model),
      reader: derivedReader(context, resource),
      order: derivedOrder(context, resource, parameters, "t.cross_code_num DESC, t.cross_scan_num DESC"),
      limit: mostGroups,
    }),
  ]);
  return answeredRows(context, resource, matches);
};

export const reportsDomain: Domain = {
  reads: { "scan-summary.summary": summary, "scan-cross-region-sale.summary": crossRegion },
  actions: {},
  hooks: {},
};
