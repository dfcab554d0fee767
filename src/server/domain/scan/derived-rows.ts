// Rows of lists that are made of other rows: any query whose columns are named as the definition's fields, answered with labels like stored
// rows.
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { sensitiveFieldsMasked, readableFieldsOf, type ReadableFields } from "../../crud/sql/readable-fields.ts";
import { filtersOf, type Filter, type Query } from "../../crud/sql/filters.ts";
import { orderOf, orderSql, requestedOrder } from "../../crud/sql/order.ts";
import { rowReader, type RowReader } from "../../crud/read/row-reader.ts";
import type { Row } from "../../store/database.ts";

const readers = new WeakMap<ResourceModel, RowReader>();

/** A resource of the model. */
export function derivedResource(context: CommitContext, name: string): ResourceModel {
  const resource = context.model.resource.get(name);
  if (resource === undefined) throw new Error(`the model has no ${name}`);
  return resource;
}

const readableOfScans = new WeakMap<ReadableFields, ReadableFields>();

/** All of them are made of scans and call their fields as scans do: what somebody does not see of a scan they do not see here. */
export function readableScanFields(context: RequestContext): ReadableFields {
  const own = readableFieldsOf(context, derivedResource(context, "consumer-scan-record"));
  if (own.hidden.size === 0) return sensitiveFieldsMasked;
  let readable = readableOfScans.get(own);
  if (readable === undefined) readableOfScans.set(own, (readable = { hidden: own.hidden, masksSensitive: true }));
  return readable;
}

/** How rows of a derived resource are selected from `t` and answered. */
export function derivedReader(context: RequestContext, resource: ResourceModel): RowReader {
  let reader = readers.get(resource);
  if (reader === undefined) readers.set(resource, (reader = rowReader(resource, context.model, true)));
  return reader;
}

/** The filters that a caller sent for the columns of a derived list. */
export function derivedFilters(context: RequestContext, resource: ResourceModel, query: Query): readonly Filter[] {
  return filtersOf(query, { resource, model: context.model, readable: readableScanFields(context) });
}

/** The order a caller asked for, else this one; the id ends both, so that pages never repeat a row. */
export function derivedOrder(context: RequestContext, resource: ResourceModel, query: Query, defaultOrder: string): string {
  if (requestedOrder(query).length === 0) return `${defaultOrder}, t.id DESC`;
  // The table of a derived resource has no key column of its own; the id of its query stands for it.
  const order = orderOf(query, { ...resource, key: resource.title, order: [] }, readableScanFields(context));
  return `${orderSql(order, "t")}, t.id DESC`;
}

/** Rows as they are answered, each with the id it has in its query. */
export function answeredRows(context: RequestContext, resource: ResourceModel, rows: readonly Row[]): readonly Values[] {
  const read = derivedReader(context, resource).under(readableScanFields(context), context.language);
  return rows.map((row) => ({ id: String(row.id), ...read(row) }));
}
