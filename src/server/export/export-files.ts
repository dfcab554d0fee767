// Where exported files lie: below the uploads, under names with a dot in front, which are neither served nor part of a backup.
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { ByteRange, FileChunks } from "../http/file-answer.ts";
import { whileThereIsSpace } from "../store/disk-space.ts";
import { exportFormats } from "./sheet.ts";

/** How long the file of a job may be downloaded. */
export const retentionHours = 24;
const retentionMs = retentionHours * 3_600_000;

/** A file that is written before anybody gets it, so that none is ever short. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

export interface ExportFiles {
  /** Writes a file; leaves nothing behind where that fails. */
  write(chunks: AsyncIterable<Uint8Array | string>, signal: AbortSignal): Promise<WrittenFile>;
  /** Keeps a written file for the one who asked for the job. */
  keep(file: WrittenFile, job: string, about: StoredFile): Promise<void>;
  /** A kept file with what is known of it; undefined once its time is over. */
  find(job: string): Promise<(WrittenFile & { readonly about: StoredFile }) | undefined>;
  remove(file: WrittenFile): Promise<void>;
  /** Removes what nobody may download any more, and what a killed process has left. */
  clear(): Promise<void>;
}

const storedFile = z.object({
  /** What the browser saves it as. */
  name: z.string(),
  format: z.enum(exportFormats),
  /** The resource whose rows it holds, and who asked for them. */
  resource: z.string(),
  tenantId: z.string(),
  userId: z.string(),
});

/** What is known of a file when its job is long over. */
type StoredFile = z.infer<typeof storedFile>;

/** The bytes of a file, or a part of them. */
export async function* bytesOf({ path: file }: WrittenFile, range?: ByteRange): FileChunks {
  if (range !== undefined && range.start >= range.end) return;
  const stream = createReadStream(file, {
    highWaterMark: 256 * 1024,
    ...(range === undefined ? {} : { start: range.start, end: range.end - 1 }),
  });
  for await (const chunk of stream) yield chunk as Buffer; // without an encoding a stream reads bytes
}

/** Exported files below a directory, which is made with the first of them. */
export function exportFiles(directory: string, milliseconds: () => number, requireSpace?: () => void): ExportFiles {
  const filePath = (job: string, ending: string): string => path.join(directory, `${job}.${ending}`);
  const sizeOf = async (file: string): Promise<WrittenFile | undefined> => {
    try {
      const { size, mtimeMs } = await stat(file);
      return milliseconds() - mtimeMs > retentionMs ? undefined : { path: file, bytes: size };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  };
  const remove = (file: string): Promise<void> => rm(file, { force: true });
  return {
    write: async (chunks, signal) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = path.join(directory, `.${randomUUID()}`);
      const stream = createWriteStream(file, { flags: "wx", mode: 0o600, highWaterMark: 256 * 1024 });
      try {
        await pipeline(Readable.from(whileThereIsSpace(chunks, requireSpace), { objectMode: true, highWaterMark: 4 }), stream, { signal });
        return { path: file, bytes: stream.bytesWritten };
      } catch (error) {
        await remove(file);
        throw signal.aborted ? signal.reason : error;
      }
    },
    keep: async (file, job, about) => {
      await writeFile(filePath(job, "json"), JSON.stringify(about), { mode: 0o600 });
      await rename(file.path, filePath(job, about.format));
    },
    find: async (job) => {
      if (!/^\d{1,20}$/.test(job) || (await sizeOf(filePath(job, "json"))) === undefined) return undefined;
      const about = storedFile.parse(JSON.parse(await readFile(filePath(job, "json"), "utf8")));
      const file = await sizeOf(filePath(job, about.format));
      return file === undefined ? undefined : { ...file, about };
    },
    remove: (file) => remove(file.path),
    clear: async () => {
      const names = await readdir(directory).catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
        throw error;
      });
      for (const name of names) {
        const file = path.join(directory, name);
        if ((await sizeOf(file)) === undefined) await remove(file);
      }
    },
  };
}
