// Keeps uploaded files on the server's own disk, by tenant and month, under names that nobody can guess.
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { payloadTooLarge } from "../../http/error-answer.ts";
import { businessError } from "../../http/errors.ts";
import type { Clock } from "../../store/clock.ts";
import { headBytes, recognise, type UploadKind } from "./upload-kinds.ts";

/**
 * Largest picture, largest other file (`usual` of the forms' upload input) and largest file of lines, in which codes come by the million;
 * bytes.
 */
export const largestImage = 5120 * 1024;
const largestOther = 20_480 * 1024;
export const largestFile = 1024 * 1024 * 1024;

const mostBytes = ({ isImage, isLines }: UploadKind): number => (isImage ? largestImage : isLines ? largestFile : largestOther);

/** Where files lie while they arrive; a name with a dot in front is never served. */
const incoming = ".incoming";
const leftOverMs = 24 * 60 * 60 * 1000;

export interface StoredFile {
  /** Path below the upload directory, with forward slashes. */
  readonly name: string;
  readonly bytes: number;
}

export interface UploadStore {
  /** Stores a file as it arrives. Refuses what it is not for, or what is too large, and then leaves nothing behind. */
  store(tenantId: string, originalName: string, content: AsyncIterable<Buffer>): Promise<StoredFile>;
}

const refusedKind = () => businessError("fileType", ["不支持的文件类型", "Files of this type are not accepted"]);
const emptyFile = () => businessError("fileEmpty", ["文件内容为空", "The file is empty"]);

/** The beginning of a stream, and the stream from its beginning on. */
async function peek(content: AsyncIterable<Buffer>): Promise<{ readonly head: Buffer; readonly whole: AsyncIterable<Buffer> }> {
  const iterator = content[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < headBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* chunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head: Buffer.concat(chunks).subarray(0, headBytes), whole: whole() };
}

async function* limited(content: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > most) throw payloadTooLarge();
    yield chunk;
  }
}

/** Files whose upload was cut off with the process. */
async function removeLeftOvers(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    if (now - (await stat(file)).mtimeMs > leftOverMs) await rm(file, { force: true });
  }
}

/** Opens the store; its directory is made when missing. */
export async function openUploadStore(directory: string, clock: Clock): Promise<UploadStore> {
  const arriving = path.join(directory, incoming);
  await mkdir(arriving, { recursive: true, mode: 0o700 });
  await removeLeftOvers(arriving, Date.now());
  return {
    store: async (tenantId, originalName, content) => {
      const { head, whole } = await peek(content);
      if (head.length === 0) throw emptyFile();
      const recognised = recognise(head, originalName);
      if (recognised === undefined) throw refusedKind();
      const random = randomBytes(16).toString("hex");
      const temporary = path.join(arriving, random);
      try {
        const file = createWriteStream(temporary, { flags: "wx", mode: 0o600 });
        await pipeline(Readable.from(limited(whole, mostBytes(recognised.kind))), file);
        const folder = path.join(tenantId, clock.now().slice(0, 7).replace("-", ""));
        await mkdir(path.join(directory, folder), { recursive: true, mode: 0o700 });
        const name = path.join(folder, `${random}.${recognised.ending}`);
        await rename(temporary, path.join(directory, name));
        return { name: name.split(path.sep).join("/"), bytes: file.bytesWritten };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}
