// The order of rows that people give by hand: the new numbers of all rows that change, in one call and one transaction.
import type { ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import { businessError, missingParameter } from "../../http/errors.ts";
import { translated } from "../guards/duplicates.ts";
import type { Services } from "../services.ts";
import { namingRow, sentRows } from "./submit-rows.ts";
import { bodyOf, keyOf, preparedUpdate } from "./submit.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";

/** A call that reorders rows. */
export interface ReorderCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  /** The field that holds the order. */
  readonly field: string;
  /** The request: a list of keys and numbers. */
  readonly body: unknown;
}

/** The key of a row and its new number; further members are ignored. */
function numberedRow(resource: ResourceModel, field: string, sent: unknown): { readonly key: string; readonly body: Values } {
  const row = bodyOf(sent);
  const key = keyOf(resource, row);
  if (key === undefined) throw missingParameter(resource.key);
  if (row[field] === undefined) throw missingParameter(field);
  return { key, body: { [resource.key]: key, [field]: row[field], ...(row["version"] === undefined ? {} : { version: row["version"] }) } };
}

/** Gives rows the numbers of a list, each checked as an update: all of them or none. Returns their ids. */
export async function reorderRows({ services, context, resource, field, body: sent }: ReorderCall): Promise<readonly Values[]> {
  const rows = sentRows(sent).map((row) => numberedRow(resource, field, row));
  const keys = rows.map(({ key }) => key);
  if (new Set(keys).size < keys.length) throw businessError("repeatedRow", ["同一数据出现了两次", "A record is in the list twice"]);
  const scope = await scopeOfRows(context, resource, keys);
  const scoped: RequestContext = { ...context, scope };
  const writes = await Promise.all(
    rows.map(async ({ key, body }, index) => ({
      key,
      index,
      write: await preparedUpdate({ services, context: scoped, resource, body }, key),
    })),
  );
  // In the order of the keys, so that two people who move rows wait for each other and never for both.
  writes.sort((left, right) => (left.key < right.key ? -1 : 1));
  await inTransaction({ context, resource, scope }, async (tx, within) => {
    for (const { index, write } of writes) {
      await write(tx, within).catch((error: unknown) => Promise.reject(namingRow(index, translated(resource, services.model, error))));
    }
  });
  return keys.map((key) => ({ id: key }));
}
