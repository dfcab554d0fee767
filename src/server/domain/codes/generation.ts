// Generation records that are done, for whoever takes their codes into a set (catalogue, `code-gen-record`, select).
import type { Domain, ReadHandler } from "../../contract.ts";
import { readableOf } from "../../crud/sql/readable-fields.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { mostRows } from "../../crud/read/plain-rows.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";

const select: ReadHandler = async (context) => {
  const [found] = await context.database.read(context.scope, [seenStatement(context, {
    sql: (seen) => `select r.id::text as id, r.name, r.gen_no, r.code_num,
        (select coalesce(sum(d.taken_num), 0)::int from code_gen_record_detail d where d.tenant_id = r.tenant_id and d.code_gen_record_id = r.id and d.is_deleted = 0) as taken_num
      from code_gen_record r where r.tenant_id = $1 and r.status = 2 and r.is_deleted = 0${seen("code-gen-record", "r")} order by r.id desc limit $2`,
    parameters: [context.scope.tenantId, mostRows],
    name: "code_gen_record_select",
  })]);
  const resource = resourceNamed(context, "code-gen-record");
  return (found?.rows ?? []).map((row) => readableOf(context, resource, {
    id: String(row["id"]), name: String(row["name"] ?? ""), genNo: String(row["gen_no"] ?? ""), codeNum: Number(row["code_num"] ?? 0), takenNum: Number(row["taken_num"] ?? 0),
  }));
};

export const generationDomain: Domain = { reads: { "code-gen-record.select": select }, actions: {}, hooks: {} };
