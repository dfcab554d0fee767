// Stock-in documents: what was scanned for them, and what a void one gives back (catalogue, `stock-in-doc`).
import type { Domain, Effect, ReadHandler } from "../../contract.ts";
import { isId } from "../../crud/sql/keys.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { totalOf } from "../../crud/read/list.ts";
import { countLimit, pageOf, pagingOf } from "../../crud/read/page.ts";
import { malformedParameter, rowNotFound } from "../../http/errors.ts";
import { stockIn } from "./planned.ts";

/** rejectReason of a scan that was taken back. */
const undone = 8;
const mostLines = 1000;

/** Releases the accepted scans of the documents; the refused ones stay as evidence. */
const releaseScans: Effect = {
  commit: async (tx, context, { ids }) => {
    const parameters = [context.scope.tenantId, ids, stockIn];
    await tx.query({
      sql: `update scan_record set accepted = 0, reject_reason = ${undone}, update_user = $4, update_time = $5, version = version + 1
        where tenant_id = $1 and doc_id = any($2::text[]) and doc_kind = $3 and accepted = 1 and is_deleted = 0`,
      parameters: [...parameters, context.caller.userId, context.now()],
    });
    await tx.query({ sql: "update doc_detail set scanned_num = 0 where tenant_id = $1 and doc_id = any($2::text[]) and doc_kind = $3 and is_deleted = 0", parameters });
  },
};

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const numberOf = (value: unknown): number => (value === null || value === undefined ? -1 : Number(value));

/** The document, its lines, and a page of the codes that were accepted for it. */
const codeDetail: ReadHandler = async (context, parameters) => {
  const id = parameters["id"] ?? "";
  if (!isId(id)) throw malformedParameter("id");
  const paging = pagingOf(parameters);
  const own = [context.scope.tenantId, id];
  const [documents, lines, codes, counted] = await context.database.read(context.scope, [
    seenStatement(context, {
      sql: (seen) => `select d.doc_no, d.status, d.real_num from stock_in_doc d where d.tenant_id = $1 and d.id = $2::bigint and d.is_deleted = 0${seen("stock-in-doc", "d")}`, parameters: own, name: "stock_in_document",
    }),
    {
      sql: `select d.id::text as id, o.name as product_name, x.spec_name, d.layer, d.num, d.real_num from doc_detail d
          left join attr_owner o on o.tenant_id = $1 and o.id = d.product_id left join spec x on x.tenant_id = $1 and x.id = d.spec_id
        where d.tenant_id = $1 and d.doc_id = $2 and d.doc_kind = ${stockIn} and d.is_deleted = 0 order by d.id limit ${mostLines}`,
      parameters: own,
      name: "stock_in_lines",
    },
    {
      sql: `select s.code, s.layer, i.code_func_type, p.code as parent_code, s.doc_detail_id::text as doc_detail_id, o.name as product_name, x.spec_name, s.scan_time, u.real_name as scan_user
        from (select * from scan_record s where s.tenant_id = $1 and s.doc_id = $2 and s.doc_kind = ${stockIn} and s.accepted = 1 and s.is_deleted = 0
          order by s.scan_time, s.id limit $3::bigint offset $4::bigint) s
          left join code_item i on i.tenant_id = $1 and i.code = s.code and i.is_deleted = 0
          left join code_relation n on n.tenant_id = $1 and n.code_id = i.id and n.relation_type = 1 and n.is_deleted = 0 left join code_item p on p.tenant_id = $1 and p.id = n.parent_id
          left join attr_owner o on o.tenant_id = $1 and o.id = s.product_id left join spec x on x.tenant_id = $1 and x.id = s.spec_id left join "user" u on u.id = s.scan_user_id
        order by s.scan_time, s.id`,
      parameters: [...own, paging.size, (paging.current - 1) * paging.size],
      name: "stock_in_codes",
    },
    {
      sql: `select count(*)::int as total from (select 1 from scan_record s where s.tenant_id = $1 and s.doc_id = $2 and s.doc_kind = ${stockIn} and s.accepted = 1 and s.is_deleted = 0 limit ${countLimit}) counted`,
      parameters: own,
      name: "stock_in_codes_count",
    },
  ]);
  const [document] = documents?.rows ?? [];
  if (document === undefined) throw rowNotFound();
  const records = (codes?.rows ?? []).map((row) => ({
    code: textOf(row["code"]), layer: numberOf(row["layer"]), parentCode: textOf(row["parent_code"]), codeFuncType: numberOf(row["code_func_type"]), docDetailId: row["doc_detail_id"] ?? -1,
    productName: textOf(row["product_name"]), specName: textOf(row["spec_name"]), scanTime: textOf(row["scan_time"]), scanUser: textOf(row["scan_user"]),
  }));
  return {
    docNo: textOf(document["doc_no"]), status: numberOf(document["status"]), realNum: numberOf(document["real_num"]),
    details: (lines?.rows ?? []).map((row) => ({
      docDetailId: textOf(row["id"]), productName: textOf(row["product_name"]), specName: textOf(row["spec_name"]), layer: numberOf(row["layer"]), num: numberOf(row["num"]), realNum: numberOf(row["real_num"]),
    })),
    codes: pageOf(records, totalOf(counted), paging),
  };
};

export const stockInDomain: Domain = { reads: { "stock-in-doc.code-detail": codeDetail }, actions: { "stock-in-doc.void": releaseScans }, hooks: {} };
