// Lists over consumers' scans: all of one code, and those of goods that never went to a channel.
import type { Domain, ReadHandler } from "../../contract.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { totalOf } from "../../crud/read/list.ts";
import { countLimit, pageOf, pagingOf } from "../../crud/read/page.ts";
import { filterPieces } from "../../crud/sql/rows.ts";
import { whereOf } from "../../crud/sql/where.ts";
import { invalidFields } from "../../http/errors.ts";
import { knownCodeOf, knownCodesStatement } from "../codes/known-code.ts";
import { sentCode } from "../codes/relation-tree.ts";
import { answeredRows, derivedFilters, derivedOrder, derivedReader, derivedResource } from "./derived-rows.ts";

/** Scans of one code that are answered, newest first. */
const mostScans = 500;
/** Mean radius of the earth in km. */
const earthRadius = 6371;

/** Every scan of exactly this code with the way from the scan before it, as the crow flies. */
const singleCode: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-single-code");
  const field = resource.field.get("code");
  if ((parameters["code"] ?? "").trim() === "" && field !== undefined) {
    throw invalidFields([{ code: "required", path: ["code"], parameters: {}, label: field.label, message: ["请输入码", "Please enter the code"] }]);
  }
  const code = sentCode(parameters);
  const { tenantId } = context.scope;
  const [known, scans, counted] = await context.database.read(context.scope, [
    knownCodesStatement(tenantId, [code]),
    seenStatement(context, {
      sql: (seen) => `select t.id, ${derivedReader(context, resource).selection} from (
          select s.*, case when s.latitude + s.longitude + s.latitude_before + s.longitude_before is not null then
            round((2 * ${earthRadius} * asin(least(1, sqrt(power(sind((s.latitude - s.latitude_before)::float8 / 2), 2)
              + cosd(s.latitude::float8) * cosd(s.latitude_before::float8) * power(sind((s.longitude - s.longitude_before)::float8 / 2), 2)))))::numeric, 1) end as distance_km
          from (
            select r.*, lag(r.latitude) over before as latitude_before, lag(r.longitude) over before as longitude_before from (
              select * from consumer_scan_record r where r.tenant_id = $1 and r.code = $2 and r.is_deleted = 0${seen("consumer-scan-record", "r")} order by r.scan_time desc, r.id desc limit ${mostScans + 1}
            ) r window before as (order by r.scan_time, r.id)
          ) s order by s.scan_time desc, s.id desc limit ${mostScans}
        ) t order by t.scan_time desc, t.id desc`,
      parameters: [tenantId, code],
      name: "scans_of_code",
    }),
    seenStatement(context, {
      sql: (seen) => `select count(*)::int as total, min(r.scan_time) as first_time from consumer_scan_record r where r.tenant_id = $1 and r.code = $2 and r.is_deleted = 0${seen("consumer-scan-record", "r")}`,
      parameters: [tenantId, code],
    }),
  ]);
  const [row] = known?.rows ?? [];
  const item = row === undefined ? undefined : knownCodeOf(row);
  const names = await context.database.read(context.scope, [{
    sql: "select (select o.name from attr_owner o where o.tenant_id = $1 and o.id = $2) as product_name, (select c.name from channel c where c.tenant_id = $1 and c.id = $3) as channel_name",
    parameters: [tenantId, item?.productId ?? null, item?.channelId ?? null],
  }]);
  const [named] = names[0]?.rows ?? [];
  const [total] = counted?.rows ?? [];
  return {
    code, productName: String(named?.["product_name"] ?? ""), channelName: String(named?.["channel_name"] ?? ""),
    // The code's own counter goes further back than the records that are kept.
    scanCount: Math.max(item?.scanCount ?? 0, Number(total?.["total"] ?? 0)),
    firstScanTime: item?.firstScanTime === undefined || item.firstScanTime === "" ? String(total?.["first_time"] ?? "") : item.firstScanTime,
    records: answeredRows(context, resource, scans?.rows ?? []),
  };
};

/** Scans of goods outside of every channel, with where the books say that they are. */
const nonChannelRows = (seen: string) => `select r.id, r.code, r.product_id, r.spec_id, r.batch_code, stamp.life_status, case stamp.life_status when 2 then d.warehouse_id end as warehouse_id, r.scan_time, r.scan_region_code,
    r.address, r.wx_user_id, i.scan_count
  from consumer_scan_record r left join code_item i on i.tenant_id = r.tenant_id and i.code = r.code and i.is_deleted = 0
  left join lateral (
    with recursive path as (
      select i.id, 0 as depth where i.id is not null
      union all select n.parent_id, p.depth + 1 from path p join code_relation n on n.tenant_id = r.tenant_id and n.code_id = p.id and n.parent_id is not null and n.is_deleted = 0 where p.depth < 5
    )
    select a.life_status, a.stock_in_doc_id from path p join code_item a on a.tenant_id = r.tenant_id and a.id = p.id order by a.stamp_time desc nulls last, p.depth limit 1
  ) stamp on true
  left join stock_in_doc d on d.tenant_id = r.tenant_id and d.id = stamp.stock_in_doc_id
  where r.tenant_id = $1 and r.non_channel = 1 and r.is_deleted = 0${seen}`;

const nonChannel: ReadHandler = async (context, parameters) => {
  const resource = derivedResource(context, "scan-non-channel");
  const paging = pagingOf(parameters);
  const where = whereOf(filterPieces(derivedFilters(context, resource, parameters), context.model), 2);
  const order = derivedOrder(context, resource, parameters, "t.scan_time DESC");
  const own = [context.scope.tenantId, ...where.parameters];
  const page = (rows: string) => `select * from (${rows}) t where ${where.sql()}`;
  const [found, counted] = await context.database.read(context.scope, [
    seenStatement(context, {
      sql: (seen) => `select t.id, ${derivedReader(context, resource).selection} from (${page(nonChannelRows(seen("consumer-scan-record", "r")))} order by ${order} limit $${own.length + 1}::bigint offset $${own.length + 2}::bigint) t order by ${order}`,
      parameters: [...own, paging.size, (paging.current - 1) * paging.size],
    }),
    seenStatement(context, { sql: (seen) => `select count(*)::int as total from (${page(nonChannelRows(seen("consumer-scan-record", "r")))} limit ${countLimit}) counted`, parameters: own }),
  ]);
  return pageOf(answeredRows(context, resource, found?.rows ?? []), totalOf(counted), paging);
};

export const listsDomain: Domain = { reads: { "scan-single-code.single-code": singleCode, "scan-non-channel.page": nonChannel }, actions: {}, hooks: {} };
