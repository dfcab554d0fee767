// Rows of another resource that belong to a row and are sent with it, in a field of lines that shows them (`rowsOf`).
import type { CommitContext, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { addRows, changeRows, resourceNamed } from "./server-rows.ts";
import { removeOwned } from "./write-rows.ts";

interface OwnRows {
  readonly resource: string;
  /** Their reference to the row that they belong to, and its key. */
  readonly by: string;
  readonly of: string;
  /** As they were sent: those that are there by their id, new ones without. */
  readonly sent: readonly Readonly<Values>[];
}

/** What became of them. */
interface ReplacedRows {
  /** Ids of rows that are there now and have other values than before. */
  readonly changed: readonly string[];
  /** How many there are now. */
  readonly count: number;
}

/** The rows that were sent in a field; undefined where the body does not speak of it. */
export function sentLines(value: unknown): readonly Readonly<Values>[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((row: unknown) => (typeof row === "object" && row !== null ? [{ ...row }] : []));
}

/** Leaves a row with these rows: new ones are added, others changed, and those that are not sent are removed unless something uses them. */
export async function replaceOwnRows(context: CommitContext, tx: Transaction, { resource, by, of, sent }: OwnRows): Promise<ReplacedRows> {
  const model = resourceNamed(context, resource);
  const { tenantId } = context.scope;
  const statement = new ScopedStatement(tenantId);
  const where = [`t.${quoted(columnOf(model, by).column)} = ${statement.value(of)}`];
  const { rows } = await tx.query(statement.of(statement.select({ columns: "t.id::text AS id", resource: model, as: "t", where })));
  const stored = new Map(
    (await findUnscoped(tx, model, tenantId, { keys: rows.map(({ id }) => String(id)), lock: "update" })).map((row) => [
      String(row["id"]),
      row,
    ]),
  );
  const remaining = new Set(sent.map(({ id }) => String(id)));
  const going = [...stored].flatMap(([id, row]) => (remaining.has(id) ? [] : [row]));
  await removeOwned({ tx, context, resource: model, imageSources: [] }, going);
  const differs = ({ id, ...values }: Readonly<Values>): boolean => {
    const row = stored.get(String(id));
    return row !== undefined && Object.entries(values).some(([name, value]) => String(value ?? "") !== String(row[name] ?? ""));
  };
  const changes = sent.filter(differs).map(({ id, ...values }) => ({ id, values }));
  await changeRows(context, tx, resource, changes);
  const added = sent.filter(({ id }) => !stored.has(String(id))).map(({ id: _id, ...values }) => ({ ...values, [by]: of }));
  await addRows(context, tx, resource, added);
  return { changed: changes.map(({ id }) => String(id)), count: sent.length };
}
