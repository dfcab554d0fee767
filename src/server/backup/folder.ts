// The files of a backup: written for their owner only, with a checksum each, and read back.
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, opendir, readFile, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemCode } from "../postgres/errors.ts";
import { BackupError, isAbort, onFile } from "./errors.ts";
import { folderName, format, isNewer, manifestFile, productVersion, readManifest, sumsFile, type Manifest } from "./manifest.ts";
import type { Watcher } from "./progress.ts";

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

interface Written {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** Chunks as they pass, each put into a hash and counted. */
function hashing(hash: Hash, count: (bytes: number) => void) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      count(chunk.length);
      yield chunk;
    }
  };
}

/** Writes a new file that only its owner may read, and has it on disk when this returns. */
export async function writePrivate(file: string, content: Chunks, signal?: AbortSignal): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  await onFile(`${file} cannot be written`, async () => {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(content, { objectMode: true }),
      hashing(hash, (length) => (bytes += length)),
      createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }),
      { signal },
    );
  });
  return { bytes, hash: hash.digest("hex") };
}

/** The checksum and the size of a file. */
export async function hashOf(file: string, signal?: AbortSignal): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  const passed = hashing(hash, (length) => (bytes += length));
  await onFile(`${file} cannot be read`, async () => {
    // Nothing is done with what passes but to count it.
    for await (const _chunk of passed(createReadStream(file, { signal }))) continue;
  });
  return { bytes, hash: hash.digest("hex") };
}

/** A folder that a backup is written into. */
export interface BackupFolder {
  readonly path: string;
  /** Writes a file of the backup by its name in it, with slashes. */
  write(name: string, content: Chunks): Promise<Written>;
  /** Files until now. */
  count(): number;
  /** Has the list of contents on disk; nothing can be added afterwards. */
  finish(): Promise<void>;
  /** Closes what is open of it. */
  close(): Promise<void>;
}

export async function createFolder(folder: string, signal: AbortSignal): Promise<BackupFolder> {
  await onFile(`${folder} cannot be made`, () => mkdir(folder, { mode: 0o700 }));
  const sums: FileHandle = await onFile(`${folder} cannot be written`, () => open(path.join(folder, sumsFile), "wx", 0o600));
  let files = 0;
  return {
    path: folder,
    write: async (name, content) => {
      const written = await writePrivate(path.join(folder, name), content, signal);
      await onFile(`${folder} cannot be written`, () => sums.write(`${written.hash}  ${name}\n`));
      files += 1;
      return written;
    },
    count: () => files,
    finish: () => onFile(`${folder} cannot be written`, () => sums.sync()),
    close: () => sums.close(),
  };
}

interface Listed {
  readonly name: string;
  readonly hash: string;
}

/** The list of contents, line by line: it may be longer than fits in memory. */
export async function* listedFiles(folder: string): AsyncGenerator<Listed> {
  const file = path.join(folder, sumsFile);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      const [, hash, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      if (hash === undefined || name === undefined || !isInside(name))
        throw new BackupError(`${file} is damaged: "${line.slice(0, 100)}" is no line of a list of contents. Use another backup.`);
      yield { name, hash };
    }
  } catch (error) {
    if (error instanceof BackupError || systemCode(error) === undefined) throw error;
    await onFile(`${file} cannot be read`, () => Promise.reject(error));
  }
}

/** A name leads nowhere but into the folder. */
function isInside(name: string): boolean {
  return !name.startsWith("/") && !name.includes("\\") && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** What a backup says of itself. Refuses a folder that is none, is not whole, or is of a newer program. */
export async function openBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), "utf8").catch((error: unknown) => error);
  if (typeof text !== "string") throw await notOne(folder, text);
  const manifest = readManifest(text);
  if (manifest === undefined) throw new BackupError(`${path.join(folder, manifestFile)} is damaged. Use another backup.`);
  if (manifest.format > format || isNewer(manifest.version, productVersion))
    throw new BackupError(
      `${folder} was made by version ${manifest.version} of this program, and this is ${productVersion}. Install that version or a newer one to restore it.`,
    );
  return manifest;
}

async function notOne(folder: string, error: unknown): Promise<BackupError> {
  if (systemCode(error) !== "ENOENT" && systemCode(error) !== "ENOTDIR")
    return new BackupError(`${path.join(folder, manifestFile)} cannot be read: ${systemCode(error) ?? String(error)}.`);
  const inside = await backupsIn(folder);
  const newest = inside.at(-1);
  if (newest !== undefined)
    return new BackupError(`${folder} is a directory of backups. Name one of them; the newest is ${path.join(folder, newest)}`);
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return new BackupError(
    isThere
      ? `${folder} is no backup: it has no ${manifestFile}.`
      : `${folder} is no folder. Name the folder of a backup (npm run backup).`,
  );
}

/** Names of the whole backups in a folder, oldest first. */
export async function backupsIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) if (entry.isDirectory() && folderName.test(entry.name)) names.push(entry.name);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
  return names.sort();
}

/** Reads every file of a backup and compares it with the list of contents. */
export async function checkBackup(folder: string, manifest: Manifest, { onProgress, signal }: Watcher): Promise<void> {
  const wanted = new Set(manifest.tables.flatMap(({ file }) => file ?? []));
  let done = 0;
  for await (const { name, hash } of listedFiles(folder)) {
    const file = path.join(folder, name);
    const found = await hashOf(file, signal).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      throw new BackupError(`${folder} is not whole: ${error instanceof Error ? error.message : String(error)} Use another backup.`);
    });
    if (found.hash !== hash) throw new BackupError(`${file} is damaged: its content is not what was written. Use another backup.`);
    wanted.delete(name);
    done += 1;
    onProgress({ part: "checking", done, total: manifest.files, at: name });
  }
  if (done !== manifest.files || wanted.size > 0)
    throw new BackupError(
      `${folder} is not whole: its list of contents names ${done} files, and it was written with ${manifest.files}. Use another backup.`,
    );
}
