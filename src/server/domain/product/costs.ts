// What a product cost on a day: all lines of the day as one document (catalogue, `cost-item-detail`).
import { Decimal } from "decimal.js";
import type { Model } from "#schema/model";
import type { Domain, ReadHandler, ResourceHooks } from "../../contract.ts";
import { malformedParameter, missingParameter, notFound } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { rowReader, type RowReader } from "../../crud/read/row-reader.ts";
import { sees, readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { isDate } from "../../../fields/temporal.ts";

const readers = new WeakMap<Model, RowReader>();

function readerOf(model: Model): RowReader {
  const resource = model.resource.get("cost-item-detail");
  if (resource === undefined) throw notFound();
  const reader = readers.get(model) ?? rowReader(resource, model, true);
  readers.set(model, reader);
  return reader;
}

const detail: ReadHandler = async (context, parameters) => {
  const { recordTime = "", spuId = "" } = parameters;
  if (recordTime === "") throw missingParameter("recordTime");
  if (spuId === "") throw missingParameter("spuId");
  if (!isDate(recordTime)) throw malformedParameter("recordTime");
  if (!isId(spuId)) throw malformedParameter("spuId");
  const { database, scope, model } = context;
  const resource = model.resource.get("cost-item-detail");
  const reader = readerOf(model);
  const [spu, lines] = await database.read(scope, [
    seenStatement(context, {
      sql: (seen) => `select u.name from product_spu u where u.tenant_id = $1 and u.id = $2::bigint and u.is_deleted = 0${seen("product-spu", "u")}`, parameters: [scope.tenantId, spuId], name: "cost_detail_spu",
    }),
    seenStatement(context, {
      sql: (seen) => `select ${reader.selection} from cost_item_detail t where t.tenant_id = $1 and t.spu_id = $2::bigint and t.record_time = $3::date and t.is_deleted = 0${seen("cost-item-detail", "t")} order by t.id`,
      parameters: [scope.tenantId, spuId, recordTime],
      name: "cost_detail_lines",
    }),
  ]);
  const name = spu?.rows[0]?.["name"];
  // Nothing, as detail answers for a row that is not there (contract §10.13).
  if (name === undefined || resource === undefined) return null;
  const sight = readableFieldsOf(context, resource);
  const read = reader.under(sight);
  const rows = (lines?.rows ?? []).map((row) => ({ amount: row["amount"], answered: read(row) }));
  const total = rows.reduce((sum, { amount }) => sum.plus(typeof amount === "string" ? amount : 0), new Decimal(0));
  // The total of what somebody does not see would tell a line of one.
  return { recordTime, spuId, spuName: String(name), ...(sees(sight, "amount") ? { totalAmount: total.toFixed(2) } : {}), details: rows.map(({ answered }) => answered) };
};

const hooks: ResourceHooks = {
  // The amount is the server's: quantity × unit price, to the cent.
  submit: {
    beforeWrite: async (_tx, _context, { values, current }) => {
      const { quantity, unitPrice } = { ...current, ...values };
      values["amount"] = new Decimal(String(quantity)).times(String(unitPrice)).toFixed(2, Decimal.ROUND_HALF_UP);
    },
  },
};

export const costsDomain: Domain = { reads: { "cost-item-detail.detail": detail }, actions: {}, hooks: { "cost-item-detail": hooks } };
