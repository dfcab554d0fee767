// Keeps uploaded files on the server's own disk, by tenant and month, under names that nobody can guess.
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { payloadTooLarge } from "../../http/error-answer.ts";
import type { Clock } from "../../store/clock.ts";
import type { FileRules } from "../../http/multipart.ts";
import { ApiError, businessError } from "../../http/errors.ts";
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
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

export interface UploadStore {
  /**
   * Stores a file as it arrives, under the rules of a field or, without any, those of its kind. Refuses what it is not for, or what is too
   * large, and then leaves nothing behind.
   */
  store(tenantId: string, originalName: string, content: AsyncIterable<Buffer>, rules?: FileRules): Promise<StoredFile>;
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

/** Sizes as people say them. */
function sizeOf(bytes: number): string {
  const mega = bytes / (1024 * 1024);
  return mega >= 1024 ? `${Math.floor(mega / 1024)} GB` : mega >= 1 ? `${Math.floor(mega)} MB` : `${Math.floor(bytes / 1024)} KB`;
}

function tooLarge(rules: FileRules | undefined): ApiError {
  if (rules === undefined) return payloadTooLarge();
  const [zh, en] = rules.label;
  const most = sizeOf(rules.mostBytes);
  return new ApiError(413, "tooLarge", [`“${zh}”不能超过 ${most}`, `“${en}” is larger than ${most}`]);
}

async function* limited(content: AsyncIterable<Buffer>, most: number, rules: FileRules | undefined): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > most) throw tooLarge(rules);
    yield chunk;
  }
}

/** Chunks as they pass, each put into a hash. */
async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

function checkEnding(ending: string, rules: FileRules | undefined): void {
  if (rules === undefined || rules.endings.length === 0 || rules.endings.includes(ending)) return;
  if (ending === "jpeg" && rules.endings.includes("jpg")) return;
  const [zh, en] = rules.label;
  throw businessError("fileType", [
    `“${zh}”只接受 ${rules.endings.join("、")} 文件`,
    `“${en}” accepts ${rules.endings.join(", ")} files only`,
  ]);
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
    store: async (tenantId, originalName, content, rules) => {
      const { head, whole } = await peek(content);
      if (head.length === 0) throw emptyFile();
      const recognised = recognise(head, originalName);
      if (recognised === undefined) throw refusedKind();
      checkEnding(recognised.ending, rules);
      const random = randomBytes(16).toString("hex");
      const temporary = path.join(arriving, random);
      try {
        const file = createWriteStream(temporary, { flags: "wx", mode: 0o600 });
        const hash = createHash("sha256");
        const most = rules?.mostBytes ?? mostBytes(recognised.kind);
        await pipeline(Readable.from(hashed(limited(whole, most, rules), hash)), file);
        const folder = path.join(tenantId, clock.now().slice(0, 7).replace("-", ""));
        await mkdir(path.join(directory, folder), { recursive: true, mode: 0o700 });
        const name = path.join(folder, `${random}.${recognised.ending}`);
        await rename(temporary, path.join(directory, name));
        return { name: name.split(path.sep).join("/"), bytes: file.bytesWritten, hash: hash.digest("hex") };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
  };
}
