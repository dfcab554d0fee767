// Where files of rows lie that jobs import: below the uploads, under names with a dot in front, which are neither served nor part of a backup.
// Each file has a folder, and each job one with what it has made of its file.
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { maxImportedBytes } from "#schema/import-modes";
import type { Json } from "#schema/json";
import { businessError } from "../../http/errors.ts";
import { whileThereIsSpace } from "../../store/disk-space.ts";
import { maxUnpackedBytes, tooLarge } from "../read/refusals.ts";

/** How long a file may be imported, and what became of its rows be read, since it was last used. */
export const retentionHours = 24;
const retentionMs = retentionHours * 3_600_000;

/** What is stored for one person at a time: within it, imports of a day. */
export const maxStored = { files: 100, bytes: 2_000_000_000 } as const;

const tooManyFiles = () =>
  businessError("tooManyFiles", [
    `近 ${retentionHours} 小时内上传的导入文件过多，请稍后再试`,
    `Too many files to import were sent within ${retentionHours} hours; try again later`,
  ]);

const json: z.ZodType<Json> = z.json();
const aboutFile = z.object({
  /** The name that it had on the person's machine. */
  name: z.string(),
  /** Whose it is, and the resource whose rows it holds. */
  resource: z.string(),
  tenantId: z.string(),
  userId: z.string(),
});
type AboutFile = z.infer<typeof aboutFile>;

/** A stored file. */
export interface StoredFile {
  readonly upload: string;
  readonly about: AboutFile;
  readonly path: string;
}

export interface ImportFiles {
  /** Stores a file while it arrives; leaves nothing behind where that fails. */
  receive(content: AsyncIterable<Uint8Array>, about: AboutFile): Promise<StoredFile>;
  /** A stored file; undefined once its time is over. */
  find(upload: string): Promise<StoredFile | undefined>;
  /** Removes a file that no job imports. */
  discard(upload: string): Promise<void>;
  /** Notes what a job was given, and keeps that and its file for another day. */
  begin(job: string, upload: string, given: Json): Promise<void>;
  /** Keeps both for another day, where they are still there. */
  prolong(job: string, upload: string): Promise<void>;
  /** Where a file of rows or of their outcomes lies that a job makes. */
  pathOf(job: string, name: string): string;
  /** Whether a job has such a file. */
  has(job: string, name: string): Promise<boolean>;
  /** Removes such files but for these, which attempts before have left. */
  removeOthers(job: string, names: readonly string[]): Promise<void>;
  /** Throws where the disk has no room left. */
  requireSpace(): void;
  /** Notes what a job came to. */
  end(job: string, result: Json): Promise<void>;
  /** What a job was given, and what it came to if it has ended; undefined once its time is over. */
  jobOf(job: string): Promise<{ readonly given: Json; readonly result: Json | undefined } | undefined>;
  /** Removes files whose time is over, and what a killed process has left. */
  clear(): Promise<void>;
}

/** A file without the bytes that are too many. */
async function* bounded(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxImportedBytes) throw tooLarge(maxImportedBytes, maxUnpackedBytes.stored);
    yield chunk;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

const uploadName = /^[0-9a-f-]{36}$/;
/** Names of files that each attempt of a job has of its own. */
const madeByAttempt = /^(?:rows|outcomes)-/;

/** Files of imports below a directory, which is made with the first of them. */
export function importFiles(directory: string, milliseconds: () => number, requireSpace?: () => void): ImportFiles {
  const folderOf = (upload: string): string => path.join(directory, upload);
  const filePath = (upload: string): string => path.join(folderOf(upload), "file");
  const namesIn = async (): Promise<readonly string[]> => {
    try {
      return await readdir(directory);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const aboutPath = (upload: string): string => path.join(folderOf(upload), "about.json");
  const discard = (upload: string): Promise<void> => rm(folderOf(upload), { recursive: true, force: true });
  const lastUse = async (file: string): Promise<number | undefined> => {
    try {
      return (await stat(file)).mtimeMs;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const isOver = (used: number | undefined): boolean => used === undefined || milliseconds() - used > retentionMs;
  const touch = async (folder: string): Promise<void> => {
    const now = new Date(milliseconds());
    await utimes(aboutPath(folder), now, now);
  };
  const prolong = async (job: string, upload: string): Promise<void> => {
    for (const folder of [job, upload]) {
      try {
        await touch(folder);
      } catch (error) {
        // What is not there any more is told where it is read.
        if (!isMissing(error)) throw error;
      }
    }
  };
  const readJson = async (file: string): Promise<Json> => json.parse(JSON.parse(await readFile(file, "utf8")));
  const aboutOfFile = async (upload: string): Promise<AboutFile> => aboutFile.parse(await readJson(aboutPath(upload)));
  const requireRoomFor = async ({ tenantId, userId }: AboutFile): Promise<void> => {
    const left = { files: maxStored.files, bytes: maxStored.bytes };
    for (const name of await namesIn()) {
      if (!uploadName.test(name) || isOver(await lastUse(aboutPath(name)))) continue;
      try {
        const about = await aboutOfFile(name);
        if (about.tenantId !== tenantId || about.userId !== userId) continue;
        left.bytes -= (await stat(filePath(name))).size;
        left.files -= 1;
      } catch (error) {
        // Removed meanwhile.
        if (!isMissing(error)) throw error;
      }
    }
    if (left.files <= 0 || left.bytes <= 0) throw tooManyFiles();
  };
  const resultPath = (job: string): string => path.join(folderOf(job), "result.json");
  return {
    receive: async (content, about) => {
      await requireRoomFor(about);
      const upload = randomUUID();
      await mkdir(folderOf(upload), { recursive: true, mode: 0o700 });
      const file = filePath(upload);
      try {
        const chunks = whileThereIsSpace(bounded(content), requireSpace);
        await pipeline(
          Readable.from(chunks, { objectMode: true, highWaterMark: 4 }),
          createWriteStream(file, { flags: "wx", mode: 0o600 }),
        );
        await writeFile(aboutPath(upload), JSON.stringify(about), { mode: 0o600 });
        await touch(upload);
      } catch (error) {
        await discard(upload);
        throw error;
      }
      return { upload, about, path: file };
    },
    find: async (upload) => {
      if (!uploadName.test(upload) || isOver(await lastUse(aboutPath(upload)))) return undefined;
      return { upload, about: await aboutOfFile(upload), path: filePath(upload) };
    },
    discard,
    begin: async (job, upload, given) => {
      await mkdir(folderOf(job), { recursive: true, mode: 0o700 });
      await writeFile(aboutPath(job), JSON.stringify(given), { mode: 0o600 });
      await prolong(job, upload);
    },
    prolong,
    has: async (job, name) => (await lastUse(path.join(folderOf(job), name))) !== undefined,
    removeOthers: async (job, names) => {
      for (const name of await readdir(folderOf(job)))
        if (madeByAttempt.test(name) && !names.includes(name)) await rm(path.join(folderOf(job), name), { force: true });
    },
    requireSpace: () => requireSpace?.(),
    pathOf: (job, name) => path.join(folderOf(job), name),
    end: (job, result) => writeFile(resultPath(job), JSON.stringify(result), { mode: 0o600 }),
    jobOf: async (job) => {
      if (!/^\d{1,20}$/.test(job) || isOver(await lastUse(aboutPath(job)))) return undefined;
      const hasEnded = (await lastUse(resultPath(job))) !== undefined;
      return { given: await readJson(aboutPath(job)), result: hasEnded ? await readJson(resultPath(job)) : undefined };
    },
    clear: async () => {
      for (const name of await namesIn()) {
        // One that is still arriving has nothing but its folder.
        if (isOver((await lastUse(aboutPath(name))) ?? (await lastUse(folderOf(name))))) await discard(name);
      }
    },
  };
}
