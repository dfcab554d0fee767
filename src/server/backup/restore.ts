// Restores a backup into an empty database: the tables as they were, their rows, the uploaded files and the secret; or nothing at all.
import { createReadStream } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Model } from "#schema/model";
import { internalTables } from "../auth/tables.ts";
import type { PostgresConnection } from "../postgres/connection.ts";
import { prepareRoles } from "../postgres/roles.ts";
import { openDatabase } from "../store/database.ts";
import { planMigration } from "../store/migrate.ts";
import { quoted } from "../store/names.ts";
import { schemaLock } from "../store/schema-lock.ts";
import { BackupError, isAbort, onFile } from "./errors.ts";
import { checkBackup, openBackup, writePrivate } from "./folder.ts";
import { installationOf, onClient, placeOf, secretOf, transactionSettings, withPostgres, type Installation } from "./installation.ts";
import { fingerprintOf, readSchema, schemaFile, secretFile, type BackedUpTable, type Manifest, type SavedSchema } from "./manifest.ts";
import { counted, rowsIn, type Watcher } from "./progress.ts";
import { relationNames } from "./schema.ts";
import { requireNoOtherUploads, restoreUploads } from "./uploads.ts";

interface RestoreRequest {
  readonly installation: Installation;
  readonly model: Model;
  /** The folder of the backup. */
  readonly folder: string;
  readonly watcher: Watcher;
}

interface RestoredBackup {
  readonly manifest: Manifest;
  /** Where the secret was put; undefined where the settings have it. */
  readonly secretFile: string | undefined;
  /** What the next start will change where the definitions are others than those of the backup. */
  readonly migration: { readonly statements: number; readonly refused: readonly string[] } | undefined;
}

/**
 * Restores a backup. Everything is checked before anything is written, and the rows come in one transaction: what fails leaves an empty
 * database.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoredBackup> {
  const { installation, model, watcher } = request;
  const folder = path.resolve(request.folder);
  const manifest = await openBackup(folder);
  const secret = await secretToUse(folder, manifest, installation);
  await requireNoOtherUploads(folder, installation.uploadDirectory);
  await checkBackup(folder, manifest, watcher);
  const schema = readSchema(await readFile(path.join(folder, schemaFile), "utf8"));
  if (schema === undefined) throw new BackupError(`${path.join(folder, schemaFile)} is damaged. Use another backup.`);

  return withPostgres(installation, true, async (connection) => {
    await onClient(connection, watcher.signal, (client) => requireEmpty(client, installation));
    // The role that default privileges and policies name; tables made from now on are its to use.
    await prepareRoles(connection);
    const secretFile = await onClient(connection, watcher.signal, (client) =>
      inTransaction(client, async () => {
        await requireEmpty(client, installation);
        await makeTables(client, { ...request, folder, manifest, schema });
        await restoreUploads(folder, installation.uploadDirectory, manifest, watcher);
        return encodeSecret(secret, installation);
      }),
    );
    await onClient(connection, watcher.signal, (client) => analyse(client, manifest, watcher));
    const isSame = manifest.definitions === fingerprintOf(model);
    return { manifest, secretFile, migration: isSame ? undefined : await planned(connection, model) };
  });
}

/** The secret that has to be written; undefined where the settings have it already. Refuses settings with another one. */
async function secretToUse(folder: string, manifest: Manifest, installation: Installation): Promise<string | undefined> {
  const own = await secretOf(installation);
  if (own !== undefined) {
    if (installationOf(own) === manifest.installation) return undefined;
    throw new BackupError(
      installation.secret === undefined
        ? `${installation.dataDirectory} has the secret of another installation; nothing was changed. Restore into an empty DATA_DIR.`
        : "TRACEMARK_SECRET is not the secret of the backup, which encrypts what it stores; nothing was changed. Set it to the backup's, or leave it unset.",
    );
  }
  if (!manifest.hasSecret)
    throw new BackupError(
      `${folder} was made without its secret. Set TRACEMARK_SECRET to the one of that installation; nothing was changed.`,
    );
  const secret = (await onFile(`${folder} cannot be read`, () => readFile(path.join(folder, secretFile), "utf8"))).trim();
  if (installationOf(secret) !== manifest.installation)
    throw new BackupError(`${path.join(folder, secretFile)} is damaged. Use another backup.`);
  return secret;
}

async function encodeSecret(secret: string | undefined, { dataDirectory }: Installation): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const file = path.join(dataDirectory, "secret");
  await onFile(`${dataDirectory} cannot be made`, () => mkdir(dataDirectory, { recursive: true, mode: 0o711 }));
  await writePrivate(file, [Buffer.from(secret)]);
  return file;
}

async function requireEmpty(client: pg.Client, installation: Installation): Promise<void> {
  const names = await relationNames(client);
  if (names.length === 0) return;
  const shown = names
    .slice(0, 3)
    .map((name) => `"${name}"`)
    .join(", ");
  const remedy =
    installation.databaseUrl === undefined
      ? "Set DATA_DIR to a new directory, or move this one away with the server stopped."
      : "Make an empty database (createdb), and set DATABASE_URL to it.";
  throw new BackupError(
    `A backup is restored into an empty database only, and ${placeOf(installation)} has ${counted(names.length)} tables and sequences already (${shown} …); nothing was changed. ${remedy}`,
  );
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  await client.query(transactionSettings);
  // A server that is started on this database meanwhile waits, and then finds the tables.
  await client.query(`select pg_advisory_xact_lock(${schemaLock})`);
  // The connection is thrown away when the work fails, and the transaction with it.
  const result = await work();
  await client.query("commit");
  return result;
}

interface Making extends RestoreRequest {
  readonly manifest: Manifest;
  readonly schema: SavedSchema;
}

async function makeTables(client: pg.Client, making: Making): Promise<void> {
  const { schema, manifest, watcher } = making;
  for (const name of schema.extensions) await run(client, `create extension if not exists ${quoted(name)}`);
  await runAll(client, { part: "structure", statements: schema.before, together: 200 }, watcher);
  for (const [done, table] of manifest.tables.entries()) await restoreTable(client, table, { done, total: manifest.tables.length }, making);
  // One by one: each may take minutes on a large table.
  await runAll(client, { part: "indexes", statements: schema.after, together: 1 }, watcher);
}

/** Statements that take no time by themselves are sent together: a round trip for each would be most of a small restore. */
async function runAll(client: pg.Client, { part, statements, together }: Part, { onProgress, signal }: Watcher): Promise<void> {
  for (let done = 0; done < statements.length; done += together) {
    signal.throwIfAborted();
    onProgress({ part, done, total: statements.length, at: statements[done]?.slice(0, 60) ?? "" });
    await run(client, statements.slice(done, done + together).join(";\n"));
  }
}

interface Part {
  readonly part: string;
  readonly statements: readonly string[];
  /** Statements of one round trip. */
  readonly together: number;
}

async function run(client: pg.Client, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw statementError(error, sql);
  }
}

function statementError(error: unknown, sql: string): unknown {
  if (isAbort(error) || error instanceof BackupError) return error;
  if (!(error instanceof pg.DatabaseError))
    return new BackupError(`The database went away (${String(error)}); nothing was restored.`, { cause: error });
  // 53200: no room for the locks of so many tables.
  const remedy =
    error.code === "53200"
      ? " Set max_locks_per_transaction = 1024 in PostgreSQL's settings, restart it, and restore again."
      : error.code === "42501" && sql.startsWith("create extension")
        ? ` As an administrator, in this database: ${sql}; then restore again.`
        : "";
  return new BackupError(
    `PostgreSQL refused a statement, and nothing was restored:\n    ${sql.slice(0, 500)}\n${error.message}.${remedy}`,
    { cause: error },
  );
}

async function restoreTable(
  client: pg.Client,
  { name, columns, rows, file }: BackedUpTable,
  place: { readonly done: number; readonly total: number },
  { folder, watcher: { onProgress, signal } }: Making,
): Promise<void> {
  if (file === undefined) return;
  let sent = 0;
  const watched = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      sent += rowsIn(chunk);
      onProgress({ part: "tables", ...place, at: `${name}, ${counted(sent)} of ${counted(rows)} rows` });
      yield chunk;
    }
  };
  // The table is new in this transaction, so its rows need never be looked at again to see whether they are old.
  const sql = `copy ${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin with (freeze)`;
  const into = client.query(copyFrom(sql));
  try {
    await pipeline(createReadStream(path.join(folder, file)), createGunzip(), watched, into, { signal });
  } catch (error) {
    throw statementError(error, sql);
  }
  if (into.rowCount !== rows)
    throw new BackupError(
      `The table "${name}" was backed up with ${rows} rows, and ${into.rowCount} came; nothing was restored. Use another backup.`,
    );
}

/** Counts the tables for the planner, which otherwise takes them for small until PostgreSQL gets round to it. */
async function analyse(client: pg.Client, manifest: Manifest, { onProgress, signal }: Watcher): Promise<void> {
  for (const [done, { name, rows }] of manifest.tables.entries()) {
    signal.throwIfAborted();
    onProgress({ part: "statistics", done, total: manifest.tables.length, at: name });
    if (rows > 0) await run(client, `analyze ${quoted(name)}`);
  }
}

async function planned(connection: PostgresConnection, model: Model): Promise<RestoredBackup["migration"]> {
  const database = await openDatabase({ connection });
  try {
    const { statements, refused } = await planMigration(database, model, { otherTables: internalTables.map((table) => table.name) });
    return { statements: statements.length, refused: refused.map(({ reason }) => reason) };
  } finally {
    await database.close();
  }
}
