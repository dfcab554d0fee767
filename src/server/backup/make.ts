// Makes a backup while the server runs: all rows of one moment, the uploaded files and the secret, in a folder with checksums.
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Model } from "#schema/model";
import { systemCode } from "../postgres/errors.ts";
import { quoted } from "../store/names.ts";
import { BackupError, isAbort, onFile } from "./errors.ts";
import { backupsIn, checkBackup, createFolder, openBackup, type BackupFolder } from "./folder.ts";
import {
  installationOf,
  onClient,
  requireRightSecret,
  secretOf,
  transactionSettings,
  withPostgres,
  type Installation,
} from "./installation.ts";
import {
  fingerprintOf,
  folderName,
  format,
  manifestFile,
  productVersion,
  schemaFile,
  secretFile,
  tablesFolder,
  type BackedUpTable,
  type Manifest,
} from "./manifest.ts";
import { counted, rowsIn, type Watcher } from "./progress.ts";
import { readSavedSchema, sequenceStates, tableNames, type DatabaseTable } from "./schema.ts";
import { saveUploads } from "./uploads.ts";

interface BackupRequest {
  readonly installation: Installation;
  readonly model: Model;
  /** The directory for backups; each is a folder of its own in it. */
  readonly directory: string;
  /** Leaves the secret out: who restores the backup has to have it. */
  readonly isWithoutSecret?: boolean;
  readonly watcher: Watcher;
}

export interface MadeBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Ends the name of a folder that is still being written. */
const unfinished = ".unfinished";

/**
 * Makes a backup and reads it back. What fails leaves nothing behind.
 *
 * ```ts
 * const { folder } = await makeBackup({ installation: readConfiguration(process.env), model, directory: "/var/backups/tracemark", watcher });
 * ```
 */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { installation, watcher } = request;
  const directory = path.resolve(request.directory);
  refuseInside(directory, installation.uploadDirectory, "the uploaded files");
  refuseInside(directory, path.join(installation.dataDirectory, "postgres"), "PostgreSQL's files");
  const secret = await secretOf(installation);
  if (secret === undefined)
    throw new BackupError(
      `No secret is set, and there is none in ${installation.dataDirectory}. Set TRACEMARK_SECRET, or DATA_DIR, to what the server has.`,
    );
  await onFile(`${directory} cannot be made`, () => mkdir(directory, { recursive: true, mode: 0o700 }));
  for (const name of await readdir(directory))
    if (name.endsWith(unfinished) && folderName.test(name.slice(0, -unfinished.length)))
      watcher.note(`${path.join(directory, name)} is being written, or was left over by a backup that was cut off; remove it if so`);

  const time = new Date();
  const final = path.join(directory, `tracemark-${time.toISOString().replace(/[-:]|\.\d+/g, "")}`);
  const written = `${final}${unfinished}`;
  try {
    const folder = await createFolder(written, watcher.signal);
    let manifest;
    try {
      manifest = await withPostgres(installation, false, (connection) =>
        onClient(connection, watcher.signal, (client) => save({ ...request, client, folder, secret, time })),
      );
      await folder.finish();
    } finally {
      await folder.close();
    }
    await checkBackup(written, manifest, watcher);
    await onFile(`${final} cannot be made`, () => rename(written, final));
    await sync(directory);
    return { folder: final, manifest };
  } catch (error) {
    await rm(written, { recursive: true, force: true });
    throw error;
  }
}

function refuseInside(directory: string, other: string, what: string): void {
  const way = path.relative(other, directory);
  if (way === "" || (!way.startsWith("..") && !path.isAbsolute(way)))
    throw new BackupError(`${directory} lies among ${what} (${other}). Choose another directory for backups, best on another disk.`);
}

async function sync(directory: string): Promise<void> {
  if (process.platform === "win32") return; // directories cannot be opened there
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Saving extends BackupRequest {
  readonly client: pg.Client;
  readonly folder: BackupFolder;
  readonly secret: string;
  readonly time: Date;
}

async function save(saving: Saving): Promise<Manifest> {
  const { installation, model, isWithoutSecret = false, watcher, client, folder, secret, time } = saving;
  await openSnapshot(client);
  const { tables, notes, ...schema } = await readSavedSchema(client);
  for (const sentence of notes) watcher.note(sentence);
  await requireRightSecret(
    client,
    secret,
    tables.some(({ name }) => name === "client"),
  );
  // Before the rows: a file that goes in between is one that rows of this moment may name.
  const uploads = await saveUploads(installation.uploadDirectory, folder, watcher);
  const saved: BackedUpTable[] = [];
  for (const table of tables) saved.push(await saveTable(table, { done: saved.length, total: tables.length }, saving));
  const states = await sequenceStates(client);
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  await client.query("commit");
  await folder.write(schemaFile, [Buffer.from(JSON.stringify({ ...schema, after: [...schema.after, ...states] }, undefined, 1))]);
  if (!isWithoutSecret) await folder.write(secretFile, [Buffer.from(`${secret}\n`)]);
  const manifest: Manifest = {
    product: "tracemark",
    format,
    version: productVersion,
    definitions: fingerprintOf(model),
    time: time.toISOString(),
    postgres: rows[0]?.version ?? "",
    installation: installationOf(secret),
    hasSecret: !isWithoutSecret,
    tables: saved,
    uploads,
    files: folder.count() + 1,
  };
  await folder.write(manifestFile, [Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)]);
  return manifest;
}

/** Tables that are made and dropped all the time would have to be another program's. */
const attempts = 5;

/** Opens a transaction in which no table changes its columns, and which sees all rows as of one moment. */
async function openSnapshot(client: pg.Client): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const before = await tableNames(client);
    if (before.length === 0)
      throw new BackupError("The database has no tables yet. Start the server once, and there is something to back up.");
    await client.query("begin isolation level repeatable read read only");
    await client.query(transactionSettings);
    try {
      // Without a query before it: the moment of the rows is that of the first one after the locks.
      await client.query(`lock table ${before.map(quoted).join(", ")} in access share mode`);
      const after = await tableNames(client);
      if (after.join() === before.join()) return;
    } catch (error) {
      const isGone = error instanceof pg.DatabaseError && error.code === "42P01";
      if (!isGone) throw tableError(error, "The tables cannot be read");
    }
    await client.query("rollback");
  }
  throw new BackupError("Tables are made or removed at the moment. Try again when that is over.");
}

function tableError(error: unknown, what: string): unknown {
  if (isAbort(error) || error instanceof BackupError) return error;
  if (!(error instanceof pg.DatabaseError)) return new BackupError(`${what}: the database went away (${String(error)}).`, { cause: error });
  // 53200: no room for the locks of so many tables.
  const remedy =
    error.code === "53200"
      ? " Set max_locks_per_transaction = 1024 in PostgreSQL's settings, restart it, and try again."
      : error.code === "42501"
        ? " Use the database user that the server uses."
        : "";
  return new BackupError(`${what}: ${error.message}.${remedy}`, { cause: error });
}

const isClosed = (error: unknown): boolean => isAbort(error) || systemCode(error) === "ERR_STREAM_PREMATURE_CLOSE";

async function saveTable(
  { name, columns }: DatabaseTable,
  place: { readonly done: number; readonly total: number },
  { client, folder, watcher: { onProgress, signal } }: Saving,
): Promise<BackedUpTable> {
  const file = `${tablesFolder}/${/^\w{1,200}$/.test(name) ? name : `table-${place.done}`}.copy.gz`;
  let rows = 0;
  const show = (): void => onProgress({ part: "tables", ...place, at: rows === 0 ? name : `${name}, ${counted(rows)} rows` });
  show();
  if (columns.length === 0) return { name, columns: [...columns], rows };
  const rowsCounted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      rows += rowsIn(chunk);
      show();
      yield chunk;
    }
  };
  const packed = createGzip({ level: 1 });
  const source = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(", ")}) to stdout`));
  const outcomes = await Promise.allSettled([pipeline(source, rowsCounted, packed, { signal }), folder.write(file, packed)]);
  const failures: unknown[] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  // When one end of the pipe breaks, the other only tells that it was closed.
  const cause = failures.find((error) => error instanceof BackupError) ?? failures.find((error) => !isClosed(error)) ?? failures[0];
  if (failures.length > 0) throw tableError(cause, `The table "${name}" cannot be read`);
  return { name, columns: [...columns], rows, file };
}

/** Removes the oldest backups of a directory but so many; returns their names. */
export async function removeOld(directory: string, keep: number): Promise<readonly string[]> {
  const all = await backupsIn(directory);
  const old = all.slice(0, Math.max(all.length - keep, 0));
  for (const name of old) {
    const folder = path.join(directory, name);
    // A folder of that name that is no backup is not ours to remove.
    await openBackup(folder);
    await onFile(`${folder} cannot be removed`, () => rm(folder, { recursive: true }));
  }
  return old;
}
