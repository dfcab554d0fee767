// What a product cost on a day: all lines of the day as one document.
import { Decimal } from "decimal.js";
import type { Model } from "#schema/model";
import type { Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter, notFound } from "../../http/errors.ts";
import { isId } from "../../crud/sql/keys.ts";
import { rowReader, type RowReader } from "../../crud/read/row-reader.ts";
import { isReadable, readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { answeredPage } from "../../rows/answered.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { isDate } from "../../../fields/temporal.ts";

/** Lines of one day: each cost item has one, and a product has dozens of them at most. */
const maxLines = 10_000;

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
  if (!isDate(recordTime)) throw malformedParameter("recordTime");
  if (!isId(spuId)) throw malformedParameter("spuId");
  const { model } = context;
  const resource = model.resource.get("cost-item-detail");
  const reader = readerOf(model);
  const { accessible } = tables(context);
  const ofDay = db
    .selectFrom(accessible("cost-item-detail", "t"))
    .where("t.spuId", "=", spuId)
    .where("t.recordTime", "=", recordTime)
    .selectAll();
  const [[spu], lines] = await read(context, [
    db.selectFrom(accessible("product-spu", "u")).where("u.id", "=", spuId).select("u.name"),
    answeredPage({ tenantId: context.scope.tenantId, rows: ofDay, reader, order: "t.id", limit: maxLines }),
  ]);
  // Nothing, as detail answers for a row that is not there.
  if (spu === undefined || resource === undefined) return null;
  const readable = readableFieldsOf(context, resource);
  const answered = reader.under(readable, context.language);
  const rows = lines.map((row) => ({ amount: row.amount, answered: answered(row) }));
  const total = rows.reduce((sum, { amount }) => sum.plus(typeof amount === "string" ? amount : 0), new Decimal(0));
  // The total of what somebody does not see would tell a line of one.
  return {
    recordTime,
    spuId,
    spuName: spu.name,
    ...(isReadable(readable, "amount") ? { totalAmount: total.toFixed(2) } : {}),
    details: rows.map(({ answered }) => answered),
  };
};

export const costsDomain: Domain = { reads: { "cost-item-detail.detail": detail }, actions: {}, hooks: {} };
