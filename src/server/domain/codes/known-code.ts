// Codes as they stand in effect: the newest stamp on the way up to the outermost package, the strongest block, the nearest product (catalogue, `code-item`).
import type { Row, Statement } from "../../store/database.ts";

/** A package inside a package, at most: bottle, carton, case, pallet, and a twin beside the bottle. */
const mostSteps = 5;
/** Longest text that is looked up: a code, or what a QR code holds. */
export const longestLookup = 255;

/** What is known of a code in effect. */
export interface KnownCode {
  readonly id: string;
  readonly code: string;
  readonly layer: number;
  readonly layerName: string;
  readonly codeFuncType: number;
  readonly digitSourceMark: string;
  readonly lifeStatus: number;
  readonly blockStatus: number;
  readonly productId: string | undefined;
  readonly specId: string | undefined;
  readonly batchCode: string;
  readonly codeSetId: string | undefined;
  readonly makeRuleId: string | undefined;
  readonly stockInDocId: string | undefined;
  readonly stockOutDocId: string | undefined;
  readonly channelId: string | undefined;
  readonly saleRegionCodes: readonly string[];
  readonly scanCount: number;
  readonly firstScanTime: string;
  /** The code itself, then what it is packed in, outwards. */
  readonly path: readonly string[];
}

/**
 * Codes by what was scanned: the code itself, or the address of a source or a make rule with the code in it. Each scanned text is a row of `asked`;
 * the statement begins `with recursive …` and ends with the tables `known` (id, sent) and `path` (asked, id, depth).
 */
const lookup = `asked as (
    select distinct btrim(sent) as sent from unnest($2::text[]) sent
  ), spelled as (
    select a.sent, a.sent as code from asked a
    union
    select a.sent, substr(a.sent, length(p.before) + 1, length(a.sent) - length(p.before) - length(p.after)) from asked a join (
      select split_part(s.url_pattern, '{code}', 1) as before, split_part(s.url_pattern, '{code}', 2) as after from digit_source s
      where s.tenant_id = $1 and s.status = 1 and s.is_deleted = 0 and s.url_pattern like 'http%{code}%'
      union select m.url_prefix, '' from code_make_rule m where m.tenant_id = $1 and m.is_deleted = 0 and m.url_prefix like 'http%'
    ) p on a.sent like 'http%' and starts_with(a.sent, p.before) and right(a.sent, length(p.after)) = p.after and length(a.sent) > length(p.before) + length(p.after)
  ), known as (
    select i.id, min(s.sent) as sent from spelled s join code_item i on i.tenant_id = $1 and i.code = s.code and i.is_deleted = 0 group by i.id
  ), path as (
    select k.id as asked, k.id, 0 as depth from known k
    union all
    select p.asked, r.parent_id, p.depth + 1 from path p join code_relation r on r.tenant_id = $1 and r.code_id = p.id and r.parent_id is not null and r.is_deleted = 0
    where p.depth < ${mostSteps}
  )`;

/** Reads the codes that were sent as they stand in effect; those that nobody knows are left out. */
export function knownCodesStatement(tenantId: string, sent: readonly string[]): Statement {
  return {
    sql: `with recursive ${lookup}
      select k.sent, o.id::text as id, o.code, o.layer, o.code_func_type, o.digit_source_mark, o.scan_count, o.first_scan_time,
        (select l.name from pack_layer l where l.tenant_id = $1 and l.layer = o.layer and l.is_deleted = 0) as layer_name,
        coalesce(stamp.life_status, o.life_status) as life_status, stamp.stock_in_doc_id::text as stock_in_doc_id, stamp.stock_out_doc_id::text as stock_out_doc_id,
        stamp.channel_id::text as channel_id, stamp.sale_region_codes, above.block_status, above.product_id, above.spec_id, above.batch_code, above.code_set_id, above.path,
        d.code_make_rule_id::text as code_make_rule_id
      from known k join code_item o on o.tenant_id = $1 and o.id = k.id
      left join code_gen_record_detail d on d.tenant_id = $1 and d.id = o.code_gen_record_detail_id
      left join lateral (
        select i.* from path p join code_item i on i.tenant_id = $1 and i.id = p.id
        where p.asked = o.id and i.stamp_time is not null order by i.stamp_time desc, p.depth limit 1
      ) stamp on true
      cross join lateral (
        select max(greatest(coalesce(i.block_status, 0), case s.status when 5 then 1 when 6 then 2 else 0 end)) as block_status,
          ((array_agg(i.product_id order by p.depth) filter (where i.product_id is not null))[1])::text as product_id,
          ((array_agg(i.spec_id order by p.depth) filter (where i.spec_id is not null))[1])::text as spec_id,
          (array_agg(i.batch_code order by p.depth) filter (where i.batch_code <> ''))[1] as batch_code,
          ((array_agg(i.code_set_id order by p.depth) filter (where i.code_set_id is not null))[1])::text as code_set_id,
          array_agg(i.id::text order by p.depth) as path
        from path p join code_item i on i.tenant_id = $1 and i.id = p.id left join code_set s on s.tenant_id = $1 and s.id = i.code_set_id
        where p.asked = o.id
      ) above`,
    parameters: [tenantId, sent],
    name: "known_codes",
  };
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const idOf = (value: unknown): string | undefined => (value === null || value === undefined ? undefined : String(value));
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A row of `knownCodesStatement`. */
export function knownCodeOf(row: Row): KnownCode {
  return {
    id: String(row["id"]), code: String(row["code"]), layer: Number(row["layer"] ?? 1), layerName: textOf(row["layer_name"]), codeFuncType: Number(row["code_func_type"] ?? -1),
    digitSourceMark: textOf(row["digit_source_mark"]), lifeStatus: Number(row["life_status"] ?? 0), blockStatus: Number(row["block_status"] ?? 0),
    productId: idOf(row["product_id"]), specId: idOf(row["spec_id"]), batchCode: textOf(row["batch_code"]), codeSetId: idOf(row["code_set_id"]),
    makeRuleId: idOf(row["code_make_rule_id"]), stockInDocId: idOf(row["stock_in_doc_id"]), stockOutDocId: idOf(row["stock_out_doc_id"]), channelId: idOf(row["channel_id"]),
    saleRegionCodes: listOf(row["sale_region_codes"]), scanCount: Number(row["scan_count"] ?? 0), firstScanTime: textOf(row["first_scan_time"]), path: listOf(row["path"]),
  };
}
