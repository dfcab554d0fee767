// Uploaded files on their way into a backup and out of it.
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, opendir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../postgres/errors.ts";
import { BackupError, onFile } from "./errors.ts";
import { hashOf, listedFiles, writePrivate, type BackupFolder } from "./folder.ts";
import { uploadsFolder, type Manifest } from "./manifest.ts";
import { counted, type Watcher } from "./progress.ts";

/** Names below a directory, with slashes. Those with a dot in front are files that still arrive. */
async function* filesBelow(directory: string, below = ""): AsyncGenerator<{ readonly name: string; readonly isFile: boolean }> {
  let entries;
  try {
    entries = await opendir(path.join(directory, below));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return; // nothing was uploaded yet, or it was removed meanwhile
    throw error;
  }
  for await (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(directory, name);
    else yield { name, isFile: entry.isFile() && !/[\n\r\\]/.test(name) };
  }
}

/** Copies the uploaded files into a backup. Files are never changed, so there is no need to stop the server. */
export async function saveUploads(directory: string, folder: BackupFolder, { onProgress, note }: Watcher): Promise<Manifest["uploads"]> {
  return onFile(`${directory} cannot be read`, async () => {
    const saved = { files: 0, bytes: 0 };
    const left = { odd: 0, removed: 0 };
    let total = 0;
    for await (const _file of filesBelow(directory)) total += 1;
    for await (const { name, isFile } of filesBelow(directory)) {
      const bytes = isFile ? await saveFile(path.join(directory, name), `${uploadsFolder}/${name}`, folder) : undefined;
      if (bytes !== undefined) {
        saved.files += 1;
        saved.bytes += bytes;
      } else if (isFile) left.removed += 1;
      else left.odd += 1;
      onProgress({ part: "uploads", done: saved.files, total: Math.max(total, saved.files), at: name });
    }
    if (left.odd > 0) note(`${left.odd} entries in ${directory} are links or have a name that no upload has, and are left out`);
    if (left.removed > 0) note(`${counted(left.removed)} uploaded files were removed while they were copied, and are left out`);
    return saved;
  });
}

/** Its size; undefined when it is no longer there. */
async function saveFile(file: string, name: string, folder: BackupFolder): Promise<number | undefined> {
  let source;
  try {
    source = await open(file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  // The stream closes the file.
  return (await folder.write(name, source.createReadStream())).bytes;
}

const uploadName = (name: string): string | undefined =>
  name.startsWith(`${uploadsFolder}/`) ? name.slice(uploadsFolder.length + 1) : undefined;

/** Refuses a directory with files that are not the backup's: they would mix with those that come. A restore that was cut off may go on. */
export async function requireNoOtherUploads(folder: string, directory: string): Promise<void> {
  await onFile(`${directory} cannot be read`, async () => {
    for await (const { name } of filesBelow(directory))
      if (!existsSync(path.join(folder, uploadsFolder, name)))
        throw new BackupError(
          `${directory} holds files that are not of this backup, such as ${name}; nothing was changed. Restore into an empty directory: move them away, or set UPLOAD_DIR or DATA_DIR.`,
        );
  });
}

/** Where files lie until they are whole; the server looks at no name with a dot in front. */
const arriving = ".restoring";

/** Copies the uploaded files of a backup to where the server reads them. */
export async function restoreUploads(
  folder: string,
  directory: string,
  manifest: Manifest,
  { onProgress, signal }: Watcher,
): Promise<void> {
  let done = 0;
  const temporary = path.join(directory, arriving);
  try {
    for await (const { name: listed, hash } of listedFiles(folder)) {
      const name = uploadName(listed);
      if (name === undefined) continue;
      await restoreFile({ source: path.join(folder, listed), hash, target: path.join(directory, name), temporary }, signal);
      done += 1;
      onProgress({ part: "uploads", done, total: manifest.uploads.files, at: name });
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

interface RestoredFile {
  readonly source: string;
  readonly hash: string;
  readonly target: string;
  /** The directory for a file that is not whole yet. */
  readonly temporary: string;
}

async function restoreFile({ source, hash, target, temporary }: RestoredFile, signal: AbortSignal): Promise<void> {
  if (existsSync(target)) {
    if ((await hashOf(target, signal)).hash === hash) return;
    throw new BackupError(`${target} is there already with another content. Move it away, or set UPLOAD_DIR or DATA_DIR.`);
  }
  const arrived = path.join(temporary, hash);
  await rm(arrived, { force: true });
  const written = await writePrivate(arrived, createReadStream(source), signal);
  if (written.hash !== hash) throw new BackupError(`${source} is damaged: its content is not what was written. Use another backup.`);
  await onFile(`${target} cannot be written`, async () => {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(arrived, target);
  });
}
