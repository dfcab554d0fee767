// What is done with the records of files in the background: those of before there were records, moves to another store, and the removal of
// what no row needs.
import { opendir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { ResourceModel } from "#schema/model";
import { uploadOf, uploadPath } from "../../fields/upload.ts";
import { auditLogOf } from "../audit/audit-log.ts";
import { systemCode } from "../postgres/errors.ts";
import type { Transaction } from "../store/database.ts";
import { fileTable } from "../store/file-table.ts";
import { namesReferredTo, type ReferringTable } from "./references.ts";

/** A file that is to be moved, or whose old copy is to be removed. */
export interface MovedFile {
  readonly name: string;
  readonly storeId: string | null;
  /** "local", or the configuration that an old copy lies with. */
  readonly left: string | null;
  readonly bytes: number;
  readonly hash: string | null;
}

const movedSchema = z.array(
  z.object({
    name: z.string(),
    storeId: z.string().nullable(),
    left: z.string().nullable(),
    bytes: z.number(),
    hash: z.string().nullable(),
  }),
);
const namesSchema = z.array(
  z.object({ name: z.string(), tenantId: z.string(), storeId: z.string().nullable(), left: z.string().nullable() }),
);

/** How the folder of the server is written where an old copy lies there. */
const local = "local";
const leftOf = (storeId: string | null): string => storeId ?? local;
/** The store that an old copy lies in. */
export const storeOfLeft = (left: string): string | null => (left === local ? null : left);

async function* entriesOf(directory: string) {
  try {
    for await (const entry of await opendir(directory)) yield entry;
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Files in the folder of the server, in groups. Those that arrive, and small pictures, are below names with a dot in front. */
export async function* filesOfFolder(directory: string, tenantId: string | undefined, max: number): AsyncGenerator<readonly string[]> {
  let names: string[] = [];
  for await (const tenant of entriesOf(directory)) {
    if (!tenant.isDirectory() || (tenantId !== undefined && tenant.name !== tenantId)) continue;
    for await (const month of entriesOf(path.join(directory, tenant.name))) {
      if (!month.isDirectory()) continue;
      for await (const file of entriesOf(path.join(directory, tenant.name, month.name))) {
        const name = `${tenant.name}/${month.name}/${file.name}`;
        if (!file.isFile() || uploadOf(`${uploadPath}/${name}`) === undefined) continue;
        names.push(name);
        if (names.length < max) continue;
        yield names;
        names = [];
      }
    }
  }
  if (names.length > 0) yield names;
}

/** Those of the names that have no record. */
export async function namesWithoutRecord(tx: Transaction, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await tx.query({
    sql: `select name from unnest($1::text[]) as given (name) where not exists (select 1 from ${fileTable} f where f.name = given.name)`,
    parameters: [names],
  });
  return rows.map((row) => String(row["name"]));
}

/** How many files of a tenant are not in a store yet, or have an old copy somewhere. */
export async function countToMove(tx: Transaction, tenantId: string, storeId: string | null): Promise<number> {
  const row = await tx.first({
    sql: `select count(*)::int as count from ${fileTable} where tenant_id = $1 and gone_at is null and (store_id is distinct from $2::bigint or left_store is not null)`,
    parameters: [tenantId, storeId],
  });
  return Number(row?.["count"] ?? 0);
}

/** The next of these, behind a name. */
export async function nextToMove(tx: Transaction, tenantId: string, storeId: string | null, after: string): Promise<readonly MovedFile[]> {
  const { rows } = await tx.query({
    sql: `select name, store_id::text as "storeId", left_store as "left", bytes::float8 as bytes, hash from ${fileTable}
      where tenant_id = $1 and gone_at is null and (store_id is distinct from $2::bigint or left_store is not null) and name > $3 order by name limit 50`,
    parameters: [tenantId, storeId, after],
  });
  return movedSchema.parse(rows);
}

/** Says that a file lies in another store now, and where its old copy is. False where it was moved or removed meanwhile. */
export async function setMoved(tx: Transaction, file: MovedFile, storeId: string | null, hash: string | null): Promise<boolean> {
  const { rows } = await tx.query({
    sql: `update ${fileTable} set store_id = $2::bigint, left_store = $3, hash = $5
      where name = $1 and store_id is not distinct from $4::bigint and left_store is null and gone_at is null returning name`,
    parameters: [file.name, storeId, leftOf(file.storeId), file.storeId, hash],
  });
  return rows.length > 0;
}

/** Says that the old copy of a file is removed. */
export async function setCleared(tx: Transaction, name: string): Promise<void> {
  await tx.query({ sql: `update ${fileTable} set left_store = null where name = $1`, parameters: [name] });
}

/** Marks the files that living rows of a table refer to, of all tenants, as seen by a run. */
export async function markSeen(tx: Transaction, table: ReferringTable, run: string): Promise<void> {
  const names = namesReferredTo(table, "$2");
  await tx.query({
    sql: `update ${fileTable} f set seen_by = $1::bigint where f.seen_by is distinct from $1::bigint and f.name in (${names.sql})`,
    parameters: [run, names.value],
  });
}

const unused = `gone_at is null and seen_by is distinct from $1::bigint and created_at < $2::bigint and used_at < $2::bigint`;

/** How many files no row refers to, and what they take; all of them older than a moment. */
export async function countUnused(
  tx: Transaction,
  run: string,
  before: number,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const row = await tx.first({
    sql: `select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from ${fileTable} where ${unused}`,
    parameters: [run, before],
  });
  return { files: Number(row?.["files"] ?? 0), bytes: Number(row?.["bytes"] ?? 0) };
}

/**
 * Says of some of them that they are gone, so that no row takes them any more, and removes the rows that their uploads brought along and
 * nobody has kept. A row that takes a file locks its record first, in its own transaction: either it is before us, and the file is in use,
 * or behind us, and the row is refused. The log of each tenant has its rows.
 */
export async function dismissUnused(
  tx: Transaction,
  attachments: ResourceModel,
  run: string,
  { before, at }: { readonly before: number; readonly at: number },
): Promise<number> {
  const { rows } = await tx.query({
    sql: `update ${fileTable} set gone_at = $3::bigint where name in (
        select name from ${fileTable} where ${unused} order by name limit 500 for update skip locked) returning name`,
    parameters: [run, before, at],
  });
  const { rows: removed } = await tx.query({
    sql: `update attach set is_deleted = 1 where is_loose = 1 and is_deleted = 0 and link = any($1::text[])
      returning id::text as id, tenant_id as "tenantId", original_name as "originalName"`,
    parameters: [rows.map((row) => `${uploadPath}/${String(row["name"])}`)],
  });
  for (const row of removed) {
    const title = { originalName: row["originalName"] };
    auditLogOf(tx)?.record(attachments, "remove", String(row["id"]), { before: title, after: title, tenantId: String(row["tenantId"]) });
  }
  return rows.length;
}

/** Files that are gone and still lie in their store. */
export async function nextToRemove(tx: Transaction) {
  const { rows } = await tx.query({
    sql: `select name, tenant_id as "tenantId", store_id::text as "storeId", left_store as "left" from ${fileTable} where gone_at is not null and not is_removed order by name limit 50`,
    parameters: [],
  });
  return namesSchema.parse(rows);
}

/** Says that they are removed; their records stay a while, so that a form that was open all the time is refused and not believed. */
export async function setRemoved(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query({ sql: `update ${fileTable} set is_removed = true, left_store = null where name = any($1)`, parameters: [names] });
}

/** Forgets files that have been gone for long. */
export async function forgetGone(tx: Transaction, before: number): Promise<void> {
  await tx.query({ sql: `delete from ${fileTable} where is_removed and gone_at < $1::bigint`, parameters: [before] });
}
