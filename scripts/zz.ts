import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { readConfiguration } from "#server/config";
import { withData } from "#server/start-server";
import { contradictionsOf } from "#server/domain/warehousing/reconcile";
const model = buildModel(definitions, areas);
await withData({ configuration: readConfiguration(process.env), model }, async (database) => {
  for (const sql of [
    "select file_name, status, total_num, success_num, fail_num, fail_reason from transfer",
    "select gen_no, status, code_num, done_num, fail_reason from code_gen_record order by 1",
    "select name, status, code_num, import_time from code_set order by id",
    "select doc_no, status, plan_num, real_num from stock_in_doc union all select doc_no, status, plan_num, real_num from stock_out_doc order by 1",
    "select tray_code, status, loaded_num from tray",
    "select old_code, new_code, status from code_replace",
    "select doc_no, status, total_num, total_amount from saledoc",
    "select bill_no, status from warehouse_in_bill union select bill_no, status from warehouse_out_bill",
    "select accepted, reject_reason, count(*) from scan_record where doc_no like 'CK%' group by 1,2",
    "select life_status, block_status, count(*) from code_item group by 1,2 order by 1,2",
    "select result, count(*) from consumer_scan_record group by 1",
    "select status, count(*) from logistics_out_doc group by 1",
    "select count(*)::int, pg_size_pretty(pg_database_size(current_database())) from code_item",
    "select w.code, o.code as product, s.batch_code, s.num, s.lock_num from goods_stock s join warehouse w on w.id = s.warehouse_id join attr_owner o on o.id = s.product_id order by 1,2,3",
  ]) {
    console.log(sql);
    const [a] = await database.owner.read([{ sql, parameters: [] }]);
    console.table(a?.rows.slice(0, 60));
  }
  console.log(await contradictionsOf(database, model, "100001"));
});
