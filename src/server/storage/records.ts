// The rows about uploaded files (store/file-table.ts). Files from before there were any have none: they lie in the folder of the server.
import { z } from "zod";
import { lockName } from "../rows/query.ts";
import type { Database, Transaction } from "../store/database.ts";
import { fileTable } from "../store/file-table.ts";

/** What is known of a file. */
export interface FileRecord {
  readonly name: string;
  readonly tenantId: string;
  /** The configuration whose bucket holds it; null: the folder of the server. */
  readonly storeId: string | null;
  readonly bytes: number;
  /** SHA-256, hexadecimal; null of a file that was there before records were. */
  readonly hash: string | null;
  readonly originalName: string | null;
  /** Null: no row has taken it yet. */
  readonly isPrivate: boolean | null;
  readonly isGone: boolean;
  /** Who uploaded it; null where nobody did. */
  readonly userId: string | null;
}

const columns = `name, tenant_id as "tenantId", store_id::text as "storeId", bytes::float8 as bytes, hash, original_name as "originalName",
  is_private as "isPrivate", gone_at is not null as "isGone", user_id::text as "userId"`;

const recordSchema = z.object({
  name: z.string(),
  tenantId: z.string(),
  storeId: z.string().nullable(),
  bytes: z.number(),
  hash: z.string().nullable(),
  originalName: z.string().nullable(),
  isPrivate: z.boolean().nullable(),
  isGone: z.boolean(),
  userId: z.string().nullable(),
});

const recordsIn = (rows: readonly unknown[] | undefined): readonly FileRecord[] => z.array(recordSchema).parse(rows ?? []);

/** The record of a file; undefined where it has none. */
export async function findRecord(database: Database, tenantId: string, name: string): Promise<FileRecord | undefined> {
  const [answer] = await database.read({ tenantId }, [{ sql: `select ${columns} from ${fileTable} where name = $1`, parameters: [name] }]);
  return recordsIn(answer?.rows)[0];
}

/** The record that an upload in parts has led to. */
export async function findByUpload(tx: Transaction, tenantId: string, uploadId: string): Promise<FileRecord | undefined> {
  const sql = `select ${columns} from ${fileTable} where tenant_id = $1 and upload_id = $2`;
  return recordsIn((await tx.query({ sql, parameters: [tenantId, uploadId] })).rows)[0];
}

/** The size of a file as its record says, within a transaction. */
export async function recordedBytes(tx: Transaction, name: string): Promise<number | undefined> {
  const row = await tx.first({ sql: `select bytes::float8 as bytes from ${fileTable} where name = $1`, parameters: [name] });
  return row === undefined ? undefined : Number(row["bytes"]);
}

interface NewRecord {
  readonly name: string;
  readonly tenantId: string;
  readonly storeId: string | null;
  readonly bytes: number;
  readonly hash: string | null;
  readonly originalName?: string | undefined;
  readonly uploadId?: string | undefined;
  readonly userId?: string | undefined;
  readonly at: number;
}

/** Adds records of files that are kept; those that have one stay as they are. */
export async function addRecords(tx: Transaction, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.query({
    sql: `insert into ${fileTable} (name, tenant_id, store_id, bytes, hash, original_name, upload_id, user_id, created_at, used_at)
      select name, tenant_id, store_id, bytes, hash, original_name, upload_id, user_id, at, at
      from jsonb_to_recordset($1::jsonb) as given (name text, tenant_id text, store_id bigint, bytes bigint, hash text, original_name text, upload_id text, user_id bigint, at bigint)
      on conflict (name) do nothing`,
    parameters: [
      JSON.stringify(
        records.map((one) => ({
          name: one.name,
          tenant_id: one.tenantId,
          store_id: one.storeId,
          bytes: one.bytes,
          hash: one.hash,
          original_name: one.originalName?.slice(-255) ?? null,
          upload_id: one.uploadId ?? null,
          user_id: one.userId === undefined || one.userId === "" ? null : one.userId,
          at: one.at,
        })),
      ),
    ],
  });
}

/** Forgets a file that nobody was told of. */
export async function forgetRecord(tx: Transaction, name: string): Promise<void> {
  await tx.query({ sql: `delete from ${fileTable} where name = $1`, parameters: [name] });
}

/** The parameter that says how many GB the files of each tenant may take; 0: any number. */
const quotaParameter = "file.quotaGb";
const defaultQuotaGb = 200;
const gigabyte = 1024 ** 3;

/** What the files of a tenant may take, and what they do take; bytes. */
export interface Quota {
  /** Infinity: any number. */
  readonly limit: number;
  readonly used: number;
}

const usedQuery = (tenantId: string) => ({
  sql: `select coalesce(sum(bytes), 0)::float8 as bytes from ${fileTable} where tenant_id = $1 and gone_at is null`,
  parameters: [tenantId],
});
const limitQuery = { sql: "select param_value as value from param where param_key = $1 and is_deleted = 0", parameters: [quotaParameter] };

function quotaIn(used: Readonly<Record<string, unknown>> | undefined, given: Readonly<Record<string, unknown>> | undefined): Quota {
  const text = String(given?.["value"] ?? "");
  const gigabytes = /^\d{1,7}(?:\.\d{1,3})?$/.test(text) ? Number(text) : defaultQuotaGb;
  return { limit: gigabytes === 0 ? Number.POSITIVE_INFINITY : gigabytes * gigabyte, used: Number(used?.["bytes"] ?? 0) };
}

/** What a tenant has and may have, at this moment. */
export async function readQuota(database: Database, tenantId: string): Promise<Quota> {
  const [used, given] = await database.read({ tenantId }, [usedQuery(tenantId), limitQuery]);
  return quotaIn(used?.rows[0], given?.rows[0]);
}

/** The same within the transaction that adds a file: until it ends no other adds one of this tenant, so that two never take the same room. */
export async function lockQuota(tx: Transaction, tenantId: string): Promise<Quota> {
  await lockName(tx, `files of ${tenantId}`);
  return quotaIn(await tx.first(usedQuery(tenantId)), await tx.first(limitQuery));
}

/** How many files lie in a bucket, or have an old copy there. */
export async function filesInStore(tx: Transaction, tenantId: string, storeId: string): Promise<number> {
  const sql = `select count(*)::int as count from ${fileTable} where tenant_id = $1 and (store_id = $2 or left_store = $2::text) and not is_removed`;
  return Number((await tx.first({ sql, parameters: [tenantId, storeId] }))?.["count"] ?? 0);
}

/**
 * Notes that a row refers to files, in its transaction: from now on they are in use, and the first row decides whether they are private.
 * Answers the names of those that are gone.
 */
export async function takeFiles(tx: Transaction, names: readonly string[], isPrivate: boolean, at: number): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { rows } = await tx.query({
    sql: "select take_files($1::text[], $2::boolean, $3::bigint) as name",
    parameters: [names, isPrivate, at],
  });
  return rows.map((row) => String(row["name"]));
}
