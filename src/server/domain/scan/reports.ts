// Summaries over consumers' scans: by day, province and product, and where goods were scanned outside of their regions.
import type { Domain, ReadHandler } from "../../contract.ts";
import { filterPieces } from "../../crud/sql/rows.ts";
import { whereOf } from "../../crud/sql/where.ts";
import { malformedParameter } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import type { Row } from "../../store/database.ts";
import { readSettings } from "../bind-config/settings.ts";
import { answeredRows, derivedFilters, derivedOrder, derivedReader, derivedResource } from "./derived-rows.ts";
import { daysOf } from "./range.ts";

const topProducts = 10;
/** Groups of the cross-region list: channels by regions by products of one range. */
const mostGroups = 1000;

const numbers = ["scanNum", "codeNum", "userNum", "firstNum", "repeatNum", "unknownNum", "blockedNum", "nonChannelNum", "crossRegionNum"] as const;

/** An id that may be left out. */
function optionalId(parameters: Readonly<Record<string, string>>, name: string): string | null {
  const sent = parameters[name] ?? "";
  if (sent === "" || sent === "-1") return null;
  if (!isId(sent)) throw malformedParameter(name);
  return sent;
}

const countOf = (row: Row | undefined, name: string): number => Number(row?.[name] ?? 0);

/** Everything of the screen in one pass over the scans of the range: the total, and the groups by one column each. */
const summary: ReadHandler = async (context, parameters) => {
  const { from, before } = daysOf(context, parameters, "day");
  const [found] = await context.database.read(context.scope, [seenStatement(context, {
    sql: (seen) => `select g.kind, to_char(g.day, 'YYYY-MM-DD') as day, g.province, n.name as province_name, g.product_id::text as product_id, o.name as product_name, g."scanNum", g."codeNum", g."userNum",
        g."firstNum", g."repeatNum", g."unknownNum", g."blockedNum", g."nonChannelNum", g."crossRegionNum"
      from (
        select grouping(s.day, s.province, s.product_id) as kind, s.day, s.province, s.product_id, count(*)::int as "scanNum", count(distinct s.code)::int as "codeNum",
          count(distinct coalesce(s.wx_user_id::text, s.ip))::int as "userNum", count(*) filter (where s.result = 1)::int as "firstNum", count(*) filter (where s.result = 2)::int as "repeatNum",
          count(*) filter (where s.result = 3)::int as "unknownNum", count(*) filter (where s.result in (4, 5))::int as "blockedNum",
          count(*) filter (where s.non_channel = 1)::int as "nonChannelNum", count(*) filter (where s.cross_region = 1)::int as "crossRegionNum",
          row_number() over (partition by grouping(s.day, s.province, s.product_id) order by count(*) desc, s.product_id) as place
        from (
          select r.scan_time::date as day, left(r.scan_region_code, 2) as province, r.product_id, r.code, r.wx_user_id, r.ip, r.result, r.non_channel, r.cross_region from consumer_scan_record r
          where r.tenant_id = $1 and r.scan_time >= $2::date and r.scan_time < $3::date and r.is_deleted = 0 and ($4::bigint is null or r.product_id = $4::bigint)${seen("consumer-scan-record", "r")}
        ) s group by grouping sets ((), (s.day), (s.province), (s.product_id))
      ) g left join region n on n.code = g.province left join attr_owner o on o.tenant_id = $1 and o.id = g.product_id
      where (g.kind = 7) or (g.kind = 3) or (g.kind = 5 and g.province is not null) or (g.kind = 6 and g.product_id is not null and g.place <= ${topProducts + 1})
      order by g.kind, g.day, g."scanNum" desc, g.province, g.product_id`,
    parameters: [context.scope.tenantId, from, before, optionalId(parameters, "productId")],
  })]);
  const rows = found?.rows ?? [];
  const ofKind = (kind: number) => rows.filter((row) => Number(row["kind"]) === kind);
  // grouping() sets a bit for each column that a group does not have: day 4, province 2, product 1.
  const [total] = ofKind(7);
  return {
    total: Object.fromEntries(numbers.map((name) => [name, countOf(total, name)])),
    byDay: ofKind(3).map((row) => ({ day: String(row["day"]), scanNum: countOf(row, "scanNum"), firstNum: countOf(row, "firstNum") })),
    byProvince: ofKind(5).map((row) => ({ code: String(row["province"]), name: String(row["province_name"] ?? ""), scanNum: countOf(row, "scanNum") })),
    byProduct: ofKind(6).slice(0, topProducts).map((row) => ({ productId: String(row["product_id"]), name: String(row["product_name"] ?? ""), scanNum: countOf(row, "scanNum") })),
  };
};

/** How many digits a division's code has at each level that scans are compared at. */
const digitsOfLevel: Readonly<Record<string, number>> = { province: 2, city: 4, district: 6 };

/** Groups of scans outside of their regions, with what was scanned of the channel at all. */
const crossRegion: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-cross-region-sale");
  const { from, before } = daysOf(context, parameters, "lastTime");
  const level = (await readSettings(context, ["scan.crossRegion.level"])).get("scan.crossRegion.level") ?? "city";
  const own = [context.scope.tenantId, from, before, optionalId(parameters, "channelId"), optionalId(parameters, "productId"), digitsOfLevel[level] ?? 4];
  // Range and keys narrow the scans themselves; what remains narrows the groups.
  const { startDate: _from, endDate: _to, channelId: _channel, productId: _product, ...others } = parameters;
  const where = whereOf(filterPieces(derivedFilters(context, resource, others), context.model), own.length + 1);
  const [found] = await context.database.read(context.scope, [seenStatement(context, {
    sql: (seen) => `with scan as (
        select r.channel_id, r.product_id, r.code, r.cross_region, r.scan_time, r.sale_region_codes, left(r.scan_region_code, $6::int) as region from consumer_scan_record r
        where r.tenant_id = $1 and r.scan_time >= $2::date and r.scan_time < $3::date and r.is_deleted = 0 and r.channel_id is not null
          and ($4::bigint is null or r.channel_id = $4::bigint) and ($5::bigint is null or r.product_id = $5::bigint)${seen("consumer-scan-record", "r")}
      ), whole as (select channel_id, count(distinct code)::int as total_code_num from scan group by channel_id
      ), outside as (
        select channel_id, region as scan_region_code, product_id, count(distinct code)::int as cross_code_num, count(*)::int as cross_scan_num, min(scan_time) as first_time, max(scan_time) as last_time,
          string_to_array((array_agg(array_to_string(sale_region_codes, ',') order by scan_time desc))[1], ',') as sale_region_codes
        from scan where cross_region = 1 group by channel_id, region, product_id
      )
      select t.id, ${derivedReader(context, resource).selection} from (
        select concat_ws('-', o.channel_id, o.scan_region_code, o.product_id) as id, o.*, w.total_code_num, round(o.cross_code_num::numeric / w.total_code_num, 4) as cross_rate
        from outside o join whole w using (channel_id)
      ) t where ${where.sql()} order by ${derivedOrder(context, resource, parameters, "t.cross_code_num DESC, t.cross_scan_num DESC")} limit ${mostGroups}`,
    parameters: [...own, ...where.parameters],
  })]);
  return answeredRows(context, resource, found?.rows ?? []);
};

export const reportsDomain: Domain = { reads: { "scan-summary.summary": summary, "scan-cross-region-sale.summary": crossRegion }, actions: {}, hooks: {} };
