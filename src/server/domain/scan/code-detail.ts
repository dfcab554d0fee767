// Everything staff can learn of one code, backwards to its making and forwards to its scans (catalogue, `scan-code-detail`). It counts as no scan.
import { kindData } from "#schema/model";
import { inLanguage, type Text } from "#schema/text";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import type { Row, Statement } from "../../store/database.ts";
import type { KnownCode } from "../codes/known-code.ts";
import { findKnownCode, sentCode, unknownCode } from "../codes/relation-tree.ts";

/** Scans at the end of the timeline, the newest ones. */
const mostScans = 100;
const mostMoves = 200;

const events: ReadonlyMap<string, Text> = new Map([
  ["generated", ["生成", "Generated"]], ["activated", ["激活", "Activated"]], ["bound", ["关联", "Packed"]], ["scan", ["消费者扫码", "Consumer scan"]],
]);

/** The document line whose goods the code is of: the binding of where and by whom they were made hangs on it. */
const productionSql = `select a.*, f.name as factory_name, h.name as shop_name, l.name as prod_line_name, m.name as team_name
  from doc_detail d join attribute_owner_doc a on a.tenant_id = $1 and a.doc_detail_id = d.id and a.is_deleted = 0
    left join factory f on f.tenant_id = $1 and f.id = a.factory_id left join shop h on h.tenant_id = $1 and h.id = a.shop_id
    left join prod_line l on l.tenant_id = $1 and l.id = a.prod_line_id left join team m on m.tenant_id = $1 and m.id = a.team_id
  where d.tenant_id = $1 and d.is_deleted = 0 and d.doc_kind = 1 and d.product_id = $3
    and d.doc_id in (select i.stock_in_doc_id::text from code_item i where i.tenant_id = $1 and i.id = any($2::bigint[]) and i.stock_in_doc_id is not null)
  order by (coalesce(nullif(d.batch_code, ''), a.batch_code) = $4) desc nulls last, d.id limit 1`;

/** Attributes of a binding with their names: a value picked from a list, or one typed. */
const attributesSql = `select t.attr_name, t.attr_prop, coalesce(nullif(v.attr_value, ''), e.value ->> 'attrValue', '') as value, w.name as raw_material, s.name as step_name, n.name as node_name
  from (${productionSql}) p cross join lateral jsonb_array_elements(case jsonb_typeof(p.doc_attr_list) when 'array' then p.doc_attr_list else '[]' end) with ordinality e(value, place)
    join attr t on t.tenant_id = $1 and t.id::text = e.value ->> 'attrId' left join attr_value v on v.tenant_id = $1 and v.id::text = e.value ->> 'attrValueId'
    left join raw_material w on w.tenant_id = $1 and w.id::text = e.value ->> 'rawMaterialId' left join process_step s on s.tenant_id = $1 and s.id::text = e.value ->> 'processStepId'
    left join process_node n on n.tenant_id = $1 and n.id = s.process_node_id
  order by e.place limit 200`;

/** The statements of where and by whom goods were made: the binding, then its attributes. */
export function productionStatements(tenantId: string, code: KnownCode): readonly Statement[] {
  const parameters = [tenantId, code.path, code.productId ?? null, code.batchCode];
  return [{ sql: productionSql, parameters, name: "production_of_code" }, { sql: attributesSql, parameters, name: "attributes_of_code" }];
}

function factsStatement(tenantId: string, code: KnownCode): Statement {
  return {
    sql: `select (select o.name from attr_owner o where o.tenant_id = $1 and o.id = $3) as product_name, (select x.spec_name from spec x where x.tenant_id = $1 and x.id = $4) as spec_name,
        (select s.name from code_set s where s.tenant_id = $1 and s.id = $5) as code_set_name, (select c.name from channel c where c.tenant_id = $1 and c.id = $6) as channel_name,
        (select string_agg(r.name, ',' order by r.code) from region r where r.code = any($7::text[])) as sale_region_names,
        (select i.code from code_item i where i.tenant_id = $1 and i.id = ($2::bigint[])[2]) as parent_code,
        (select i.code from code_item i where i.tenant_id = $1 and i.id = ($2::bigint[])[cardinality($2::bigint[])]) as root_code,
        (select coalesce(max(n.child_num), 0) from code_relation n where n.tenant_id = $1 and n.code_id = ($2::bigint[])[1] and n.relation_type = 1 and n.is_deleted = 0) as child_num,
        array(select i.code from code_item i where i.tenant_id = $1 and i.id in (
            select n.code_id from code_relation n where n.tenant_id = $1 and n.parent_id = ($2::bigint[])[1] and n.relation_type = 2 and n.is_deleted = 0
            union select n.parent_id from code_relation n where n.tenant_id = $1 and n.code_id = ($2::bigint[])[1] and n.relation_type = 2 and n.is_deleted = 0
          ) order by i.code limit 10) as twins,
        (select e.new_code from code_replace e where e.tenant_id = $1 and e.old_code = $8 and e.status = 1 and e.is_deleted = 0 order by e.replace_time desc limit 1) as replaced_by`,
    parameters: [tenantId, code.path, code.productId ?? null, code.specId ?? null, code.codeSetId ?? null, code.channelId ?? null, code.saleRegionCodes, code.code],
    name: "facts_of_code",
  };
}

function timelineStatement(context: RequestContext, code: KnownCode): Statement {
  return seenStatement(context, {
    sql: (seen) => `select * from (
        select g.finish_time as time, 'generated' as event, g.gen_no as doc_no, null as place, u.real_name as operator
        from code_item i join code_gen_record_detail d on d.tenant_id = $1 and d.id = i.code_gen_record_detail_id join code_gen_record g on g.tenant_id = $1 and g.id = d.code_gen_record_id
          left join "user" u on u.id = g.create_user where i.tenant_id = $1 and i.id = ($2::bigint[])[1]
        union all
        select s.import_time, 'activated', s.set_no, null, null from code_set s where s.tenant_id = $1 and s.id = $3
        union all
        select n.bind_time, 'bound', null, b.code, null from code_relation n join code_item b on b.tenant_id = $1 and b.id = n.parent_id
        where n.tenant_id = $1 and n.code_id = ($2::bigint[])[1] and n.is_deleted = 0
        union all
        (select m.move_time, 'move ' || m.move_type, m.doc_no, coalesce(c.name, w.name, v.name), u.real_name from stock_move_record m
          left join channel c on c.tenant_id = $1 and c.id = m.to_channel_id left join warehouse w on w.tenant_id = $1 and w.id = m.to_warehouse_id
          left join warehouse v on v.tenant_id = $1 and v.id = m.from_warehouse_id left join "user" u on u.id = m.operator_id
        where m.tenant_id = $1 and m.code_id = any($2::bigint[]) and m.is_deleted = 0${seen("stock-move-record", "m")} order by m.move_time desc limit ${mostMoves})
        union all
        (select r.scan_time, 'scan', null, coalesce(nullif(r.address, ''), p.name), null from consumer_scan_record r left join region p on p.code = r.scan_region_code
        where r.tenant_id = $1 and r.code = $4 and r.is_deleted = 0${seen("consumer-scan-record", "r")} order by r.scan_time desc limit ${mostScans})
      ) t where t.time is not null order by t.time`,
    parameters: [context.scope.tenantId, code.path, code.codeSetId ?? null, code.code],
    name: "timeline_of_code",
  });
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** What happened, in the reader's words; moves by the names of their types. */
function eventName(context: RequestContext, event: string): string {
  const known = events.get(event);
  if (known !== undefined) return inLanguage(known, context.language);
  const type = event.replace("move ", "");
  const field = context.model.resource.get("stock-move-record")?.field.get("moveType");
  const option = (field === undefined ? [] : kindData(field.data).options ?? []).find(([value]) => String(value) === type);
  return option === undefined ? type : inLanguage([option[1], option[2]], context.language);
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** The rows of the attributes' statement. */
export function attributesOf(rows: readonly Row[] | undefined): readonly Attribute[] {
  return (rows ?? []).map((row) => ({ name: textOf(row["attr_name"]), value: textOf(row["value"]) })).filter(({ value }) => value !== "");
}

/** The day of making among the attributes of a binding. */
export function produceDateOf(rows: readonly Row[] | undefined): string {
  return textOf((rows ?? []).find((row) => row["attr_prop"] === "produceDate")?.["value"]).slice(0, 10);
}

const codeDetail: ReadHandler = async (context, parameters) => {
  const code = await findKnownCode(context, sentCode(parameters));
  if (code === undefined) return unknownCode(context);
  const { tenantId } = context.scope;
  const [facts, timeline, production, attributes] = await context.database.read(context.scope, [factsStatement(tenantId, code), timelineStatement(context, code), ...productionStatements(tenantId, code)]);
  const [known] = facts?.rows ?? [];
  const [made] = production?.rows ?? [];
  const fact = (name: string) => textOf(known?.[name]);
  const of = (name: string) => textOf(made?.[name]);
  const reference = (id: string | undefined, name: string) => ({ id: id ?? -1, name });
  const saleRegionCodes = code.saleRegionCodes.join(",");
  return {
    code: code.code, layer: code.layer, layerName: code.layerName, codeFuncType: code.codeFuncType, lifeStatus: code.lifeStatus, blockStatus: code.blockStatus,
    product: reference(code.productId, fact("product_name")), spec: reference(code.specId, fact("spec_name")),
    batch: { batchCode: code.batchCode, produceDate: produceDateOf(attributes?.rows), attributes: attributesOf(attributes?.rows) },
    production: { factory: of("factory_name"), shop: of("shop_name"), prodLine: of("prod_line_name"), team: of("team_name"), principal: of("principal"), qc: of("qc"), qcReport: of("qc_report") },
    codeSet: reference(code.codeSetId, fact("code_set_name")),
    relation: {
      parent: fact("parent_code"), root: code.path.length < 2 ? "" : fact("root_code"), childNum: Number(known?.["child_num"] ?? 0),
      twins: Array.isArray(known?.["twins"]) ? known["twins"].map(String) : [],
    },
    channel: { ...reference(code.channelId, fact("channel_name")), saleRegionCodes, saleRegionNames: fact("sale_region_names") },
    timeline: (timeline?.rows ?? []).map((row) => ({
      time: textOf(row["time"]), event: eventName(context, textOf(row["event"])), docNo: textOf(row["doc_no"]), place: textOf(row["place"]), operator: textOf(row["operator"]),
    })),
    replacedBy: fact("replaced_by"),
    // The same facts as fields of the definition, for its screen.
    productId: code.productId ?? -1, productName: fact("product_name"), specId: code.specId ?? -1, specName: fact("spec_name"), batchCode: code.batchCode, codeSetName: fact("code_set_name"),
    channelId: code.channelId ?? -1, channelName: fact("channel_name"), saleRegionCodes, saleRegionName: fact("sale_region_names"), firstScanTime: code.firstScanTime, scanCount: code.scanCount,
  };
};

export const codeDetailDomain: Domain = { reads: { "scan-code-detail.code-detail": codeDetail }, actions: {}, hooks: {} };
