// Takes files as they arrive: tells them by what they contain, keeps them within their limits, writes pictures anew, and hands them to the
// store of their tenant, by tenant and month, under names that nobody can guess.
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { payloadTooLarge } from "../../http/error-answer.ts";
import type { Clock } from "../../store/clock.ts";
import type { FileRules } from "../../http/multipart.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { incomingFolder } from "../../storage/local-store.ts";
import { rewritePicture } from "../../storage/pictures.ts";
import type { Quota } from "../../storage/records.ts";
import { endOfText, headBytes, recognise, utf16Of, type RecognisedFile, type UploadKind } from "./upload-kinds.ts";

/**
 * Largest picture, largest other file (`usual` of the forms' upload input) and largest file of lines, in which codes come by the million;
 * bytes.
 */
export const largestImage = 5120 * 1024;
const largestOther = 20_480 * 1024;
export const largestFile = 1024 * 1024 * 1024;

/** Largest file of a kind where no field says otherwise. */
export const maxBytes = ({ isImage, isLines, isFilm }: UploadKind): number =>
  isImage ? largestImage : isLines || isFilm ? largestFile : largestOther;

const leftOverMs = 24 * 60 * 60 * 1000;

export interface StoredFile {
  /** Path below the upload directory, with forward slashes. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the file as it is kept, hexadecimal. */
  readonly hash: string;
  readonly isImage: boolean;
}

interface Arrival {
  readonly tenantId: string;
  readonly originalName: string;
  readonly content: AsyncIterable<Buffer>;
  /** Rules of a field; without any, those of its kind. */
  readonly rules?: FileRules | undefined;
  /** What the tenant's files may take, and do. */
  readonly quota: Quota;
}

export interface UploadStore {
  /** Stores a file as it arrives. Refuses what it is not for, or what is too large, and then leaves nothing behind. */
  store(into: FileStore, arrival: Arrival): Promise<StoredFile>;
}

export const refusedKind = () => businessError("fileType", ["不支持的文件类型", "Files of this type are not accepted"]);
/** A file is larger than its kind may be. */
export const tooLargeFile = () => payloadTooLarge();
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

function recognised(head: Buffer, name: string): RecognisedFile {
  const found = recognise(head, name);
  if (found === undefined) throw refusedKind();
  return found;
}

/** The kind of a file by its beginning and its name. Refuses what may not be uploaded. */
export const requireKind = (head: Buffer, name: string): UploadKind => recognised(head, name).kind;

/** Sizes as people say them. */
function sizeOf(bytes: number): string {
  const mega = bytes / (1024 * 1024);
  return mega >= 1024
    ? `${Number((mega / 1024).toFixed(1))} GB`
    : mega >= 1
      ? `${Number(mega.toFixed(1))} MB`
      : `${Math.floor(bytes / 1024)} KB`;
}

/** There is no room for a file of a tenant. */
export function quotaExceeded({ limit }: Quota): ApiError {
  const max = sizeOf(limit);
  return new ApiError(413, "quotaFull", [
    `本租户的文件空间上限为 ${max}，剩余空间不足。请删除不用的附件（次日清理后释放），或联系平台管理员`,
    `The files of this tenant may take ${max}, and there is not enough room left. Remove attachments that nobody needs (their space is free after the next night), or ask the platform's administrator`,
  ]);
}

function tooLarge(rules: FileRules | undefined): ApiError {
  if (rules === undefined) return payloadTooLarge();
  const [zh, en] = rules.label;
  const max = sizeOf(rules.maxBytes);
  return new ApiError(413, "tooLarge", [`“${zh}”不能超过 ${max}`, `“${en}” is larger than ${max}`]);
}

async function* limited(
  content: AsyncIterable<Buffer>,
  { max, quota, rules }: { readonly max: number; readonly quota: Quota; readonly rules: FileRules | undefined },
): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > max) throw tooLarge(rules);
    if (quota.used + length > quota.limit) throw quotaExceeded(quota);
    yield chunk;
  }
}

/** Lines of text as readers of them expect it: in UTF-8 where two bytes were a character, and without the mark of an end behind them. */
async function* plainLines(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let last: Buffer | undefined;
  let isFirst = true;
  for await (const chunk of content) {
    if (isFirst) {
      const encoding = utf16Of(chunk);
      decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
    }
    isFirst = false;
    if (last !== undefined) yield last;
    last = decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  const rest = Buffer.concat([last ?? Buffer.alloc(0), Buffer.from(decoder?.decode() ?? "")]);
  yield rest.at(-1) === endOfText ? rest.subarray(0, -1) : rest;
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
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(directory, entry.name);
    if (now - (await stat(file)).mtimeMs > leftOverMs) await rm(file, { force: true });
  }
}

/** The hash and the size of a file of this machine. */
async function measured(file: string): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { hash: hash.digest("hex"), bytes };
}

/** Opens what takes files; the folder for those that arrive is made when missing. */
export async function openUploadStore(directory: string, clock: Clock): Promise<UploadStore> {
  const arriving = await incomingFolder(directory);
  await removeLeftOvers(arriving, Date.now());
  return {
    store: async (into, { tenantId, originalName, content, rules, quota }) => {
      const { head, whole } = await peek(content);
      if (head.length === 0) throw emptyFile();
      const { kind, ending } = recognised(head, originalName);
      checkEnding(ending, rules);
      const random = randomBytes(16).toString("hex");
      const temporary = path.join(arriving, random);
      const rewritten = `${temporary}.new`;
      try {
        const file = createWriteStream(temporary, { flags: "wx", mode: 0o600 });
        const hash = createHash("sha256");
        const max = rules?.maxBytes ?? maxBytes(kind);
        const arrived = limited(whole, { max, quota, rules });
        await pipeline(Readable.from(hashed(kind.isLines ? plainLines(arrived) : arrived, hash)), file);
        let stored = { hash: hash.digest("hex"), bytes: file.bytesWritten };
        if (kind.isImage && (await rewritePicture(temporary, ending, rewritten))) {
          await rename(rewritten, temporary);
          stored = await measured(temporary);
        }
        const name = `${tenantId}/${clock.now().slice(0, 7).replace("-", "")}/${random}.${ending}`;
        await into.take(name, temporary, { type: kind.type });
        return { name, ...stored, isImage: kind.isImage };
      } catch (error) {
        await Promise.all([rm(temporary, { force: true }), rm(rewritten, { force: true })]);
        throw error;
      }
    },
  };
}
