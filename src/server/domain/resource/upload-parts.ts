// Uploads that arrive in parts: what has come of each lies below the folder of uploads, where every process of the installation sees it,
// until it is whole or a day has passed without another part.
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { ApiError } from "../../http/errors.ts";
import { systemCode } from "../../postgres/errors.ts";
import { incomingFolder } from "../../storage/local-store.ts";
import { whileThereIsSpace } from "../../store/disk-space.ts";
import { headBytes } from "./upload-kinds.ts";

/** How long an upload waits for its next part. */
const partsRetentionMs = 24 * 60 * 60 * 1000;
/** Most unfinished uploads of a person. */
const maxUnfinished = 20;

const about = z.object({ bytes: z.int(), originalName: z.string() });

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

/** An upload that has begun. */
export interface StartedUpload {
  readonly id: string;
  /** Its size when it is whole. */
  readonly bytes: number;
  readonly originalName: string;
  /** What has come. */
  readonly offset: number;
}

export interface UploadParts {
  /** Begins an upload; answers its id. Refused where the person has too many. */
  begin(owner: Owner, upload: { readonly bytes: number; readonly originalName: string }): Promise<string>;
  /** An upload of this person; undefined for everybody else's. */
  find(owner: Owner, id: string): Promise<StartedUpload | undefined>;
  /** Takes the bytes behind those that are there; answers how much there is now. What came before a connection broke stays. */
  append(upload: StartedUpload, content: Readable): Promise<number>;
  /** Lets a part that is under way end, because its sender has given it up and asks where to go on. */
  settle(id: string): Promise<void>;
  /** The beginning, which says what it is. */
  head(id: string): Promise<Buffer>;
  read(id: string): AsyncIterable<Buffer>;
  remove(id: string): Promise<void>;
  /** Bytes that the unfinished uploads of a tenant will take. */
  expected(tenantId: string): Promise<number>;
}

const folderName = "parts";
/** Names whose it is, so that nobody goes on with another's. */
const idPattern = /^(\w{1,12})-(\d{1,20})-[0-9a-f]{32}$/;
const ownId = ({ tenantId, userId }: Owner): string => `${tenantId}-${userId}-`;

const tooManyUnfinished = () =>
  new ApiError(429, "tooManyUploads", [
    `未完成的上传最多 ${maxUnfinished} 个，请先完成或取消其中一些`,
    `At most ${maxUnfinished} uploads may be unfinished: finish or cancel some of them`,
  ]);
const wrongOffset = () =>
  new ApiError(409, "uploadOffset", ["上传位置不一致，请重试", "The upload continues at another position: query it, and try again"]);
const tooMuch = () => new ApiError(413, "uploadLength", ["内容超过声明的长度", "There is more than the announced length"]);

const brokenOff = () => new ApiError(400, "uploadBroken", ["上传已中断，可继续上传", "The upload broke off; it can be continued"]);

/** The sender is gone, or has begun anew. */
const isBroken = (error: unknown): boolean => ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"].includes(systemCode(error) ?? "");

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function* within(content: Readable, max: number): AsyncGenerator<Buffer> {
  let length = 0;
  // A request that is destroyed takes its connection with it, and the sender never learns why its part was refused.
  const chunks: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > max) throw tooMuch();
    yield chunk;
  }
}

/** The uploads in parts of an installation. `requireSpace` throws where the disk of the folder has no room left. */
export function uploadParts(directory: string, requireSpace?: () => void): UploadParts {
  const folder = async (): Promise<string> => path.join(await incomingFolder(directory), folderName);
  const place = async (id: string): Promise<string> => path.join(await folder(), id);
  const underWay = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const idsOf = async (beginning: string): Promise<readonly string[]> => {
    const names = (await unlessMissing(async () => readdir(await folder()))) ?? [];
    return names.filter((name) => name.startsWith(beginning) && idPattern.test(name));
  };
  const aboutOf = async (id: string) => {
    const text = await unlessMissing(async () => readFile(`${await place(id)}.json`, "utf8"));
    return text === undefined ? undefined : about.parse(JSON.parse(text));
  };
  const settle = async (id: string): Promise<void> => {
    const one = underWay.get(id);
    one?.stop.abort();
    await one?.ended;
  };
  return {
    settle,
    begin: async (owner, upload) => {
      requireSpace?.();
      if ((await idsOf(ownId(owner))).length >= maxUnfinished) throw tooManyUnfinished();
      const id = `${ownId(owner)}${randomBytes(16).toString("hex")}`;
      await mkdir(await folder(), { recursive: true, mode: 0o700 });
      await writeFile(`${await place(id)}.json`, JSON.stringify(upload), { flag: "wx", mode: 0o600 });
      await writeFile(await place(id), "", { flag: "wx", mode: 0o600 });
      return id;
    },
    find: async (owner, id) => {
      if (!idPattern.test(id) || !id.startsWith(ownId(owner))) return undefined;
      const stored = await aboutOf(id);
      const file = await unlessMissing(async () => stat(await place(id)));
      return stored === undefined || file === undefined ? undefined : { id, ...stored, offset: file.size };
    },
    append: async ({ id, offset, bytes }, content) => {
      await settle(id);
      const file = await place(id);
      // Another process may have taken more of the same bytes meanwhile: each writes them at their own place, so that the file is what was
      // sent whichever comes first.
      if ((await stat(file)).size !== offset) throw wrongOffset();
      const stop = new AbortController();
      const arriving = whileThereIsSpace(within(content, bytes - offset), requireSpace);
      const work = pipeline(arriving, createWriteStream(file, { flags: "r+", start: offset }), {
        signal: stop.signal,
      });
      const one = { stop, ended: work.catch(() => undefined) };
      underWay.set(id, one);
      try {
        await work;
      } catch (error) {
        throw isBroken(error) ? brokenOff() : error;
      } finally {
        if (underWay.get(id) === one) underWay.delete(id);
      }
      return (await stat(file)).size;
    },
    head: async (id) => {
      const file = await open(await place(id), "r");
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async *read(id) {
      const chunks: AsyncIterable<Buffer> = createReadStream(await place(id), { highWaterMark: 256 * 1024 });
      yield* chunks;
    },
    remove: async (id) => {
      await settle(id);
      const file = await place(id);
      await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })]);
    },
    expected: async (tenantId) => {
      const all = await Promise.all((await idsOf(`${tenantId}-`)).map(aboutOf));
      return all.reduce((sum, one) => sum + (one?.bytes ?? 0), 0);
    },
  };
}

/** Removes uploads that nobody has gone on with for a day. */
export async function clearParts(directory: string, now: number): Promise<void> {
  const folder = path.join(directory, ".incoming", folderName);
  for (const name of (await unlessMissing(() => readdir(folder))) ?? []) {
    const file = path.join(folder, name);
    // The time of an upload is that of its bytes: what is known of it was written once.
    const bytes = await unlessMissing(() => stat(file.replace(/\.json$/, "")));
    if (bytes === undefined || now - bytes.mtimeMs > partsRetentionMs) await rm(file, { force: true });
  }
}
