// Work on files in the background: moving those of a tenant to another store, and clearing away what no row refers to.
import { createHash, randomBytes } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { resourceIn } from "#schema/model";
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { asStoreError } from "../../storage/failures.ts";
import { FileGone, type FileStore } from "../../storage/file-store.ts";
import {
  countToMove,
  countUnused,
  dismissUnused,
  filesOfFolder,
  forgetGone,
  markSeen,
  namesWithoutRecord,
  nextToMove,
  nextToRemove,
  setCleared,
  setMoved,
  setRemoved,
  storeOfLeft,
  type MovedFile,
} from "../../storage/file-work.ts";
import { addRecords } from "../../storage/records.ts";
import { referringTables } from "../../storage/references.ts";
import type { Stores } from "../../storage/stores.ts";
import { requireUsable, type StorageServices } from "./storages.ts";
import { kindOfStored } from "./upload-kinds.ts";
import { clearParts } from "./upload-parts.ts";
import { thumbnailsOf } from "./upload-serving.ts";

/** Where files lie. */
export interface FilePlaces {
  readonly directory: string;
  readonly stores: Stores;
}

const moveQueue = "file.move";
const collectQueue = "file.collect";
/** Names that are looked up at once. */
const group = 500;
const dayMs = 24 * 60 * 60 * 1000;
/** How long it is remembered that a file is gone. */
const rememberedMs = 30 * dayMs;

/** Files that have arrived within this time may get their records from their uploads. */
const arrivingMs = 60 * 60 * 1000;

/** Gives files of before there were records theirs. */
async function adopt(job: JobRun, directory: string, tenantId: string | undefined): Promise<void> {
  for await (const names of filesOfFolder(directory, tenantId, group)) {
    const unknown = await job.step((tx) => namesWithoutRecord(tx, names), {});
    const found = await Promise.all(
      unknown.map(async (name) => {
        const { size, mtimeMs } = await stat(path.join(directory, name));
        if (Date.now() - mtimeMs < arrivingMs) return [];
        return { name, tenantId: name.split("/")[0] ?? "", storeId: null, bytes: size, hash: null, at: Math.floor(mtimeMs) };
      }),
    );
    await job.step((tx) => addRecords(tx, found.flat()), {});
  }
}

// ---------------------------------------------------------------- moves
const movePayload = z.object({ storeId: z.string().nullable() });
const moveCheckpoint = z.object({ last: z.string(), done: z.int(), total: z.int(), failed: z.int(), first: z.string().optional() });
type MoveCheckpoint = z.infer<typeof moveCheckpoint>;

/** Bytes as they pass, each put into a hash. */
async function* hashed(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function hashOf(store: FileStore, name: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of store.read(name, undefined, signal)) hash.update(chunk);
  return hash.digest("hex");
}

/** Copies a file and reads the copy back; answers its hash, or undefined where the file is not what it was when it was uploaded. */
async function copied(file: MovedFile, from: FileStore, to: FileStore, signal: AbortSignal): Promise<string | undefined> {
  const sent = createHash("sha256");
  const type = kindOfStored(file.name)?.type ?? "application/octet-stream";
  try {
    await to.put(file.name, hashed(from.read(file.name, undefined, signal), sent), { type, signal });
  } catch (error) {
    if (error instanceof FileGone) return undefined;
    throw asStoreError(error, "write");
  }
  const hash = sent.digest("hex");
  if (file.hash !== null && file.hash !== hash) {
    await to.remove(file.name, signal);
    return undefined;
  }
  try {
    if ((await hashOf(to, file.name, signal)) !== hash) throw new Error(`the copy of ${file.name} differs from the file`);
  } catch (error) {
    throw asStoreError(error, "read");
  }
  return hash;
}

/** Whether two buckets are one, by whatever names: what is written into the one is in the other. */
async function areOne(one: FileStore, other: FileStore, signal: AbortSignal): Promise<boolean> {
  const name = `tracemark-test-${randomBytes(8).toString("hex")}.txt`;
  async function* content(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(Buffer.from(name));
  }
  try {
    await one.put(name, content(), { type: "text/plain", signal });
    const found = await other.stat(name, signal);
    await one.remove(name, signal);
    return found !== undefined;
  } catch (error) {
    throw asStoreError(error, "write");
  }
}

const move = (places: FilePlaces | undefined): JobHandler => ({
  concurrency: 1,
  isOnePerTenant: true,
  async run(job) {
    if (places === undefined) throw new Error("there are no stores to move files between");
    const { storeId } = movePayload.parse(job.payload);
    const { directory, stores } = places;
    const { tenantId, signal } = job;
    const target = await stores.of(tenantId, storeId);
    if (job.checkpoint === undefined) await adopt(job, directory, tenantId);
    let at: MoveCheckpoint =
      job.checkpoint === undefined
        ? { last: "", done: 0, total: await job.step((tx) => countToMove(tx, tenantId, storeId), {}), failed: 0 }
        : moveCheckpoint.parse(job.checkpoint);
    const saved = (next: MoveCheckpoint) => ({
      checkpoint: { ...next },
      progress: { done: next.done, total: Math.max(next.total, next.done), note: ["迁移文件", "Moving files"] as const },
    });
    const checked = new Map<string, boolean>();
    const isTarget = async (from: string | null): Promise<boolean> => {
      if (from === null || storeId === null) return false;
      const is = checked.get(from) ?? (await areOne(target, await stores.of(tenantId, from), signal));
      checked.set(from, is);
      return is;
    };
    const removeOld = async (name: string, left: string): Promise<void> => {
      try {
        await (await stores.of(tenantId, storeOfLeft(left))).remove(name, signal);
      } catch (error) {
        throw asStoreError(error, "delete");
      }
    };
    for (let files = await job.step((tx) => nextToMove(tx, tenantId, storeId, at.last), {}); files.length > 0;) {
      for (const file of files) {
        let isFailed = false;
        // What a run before this one had moved, and was killed before it removed the old copy.
        if (file.left !== null) {
          await removeOld(file.name, file.left);
          await job.step((tx) => setCleared(tx, file.name), {});
        }
        if (file.storeId !== storeId && (await isTarget(file.storeId))) {
          // Two configurations of one bucket: what is removed from the old place would be gone from the new one as well.
          if (await job.step((tx) => setMoved(tx, file, storeId, file.hash), {})) await job.step((tx) => setCleared(tx, file.name), {});
        } else if (file.storeId !== storeId) {
          const hash = await copied(file, await stores.of(tenantId, file.storeId), target, signal);
          isFailed = hash === undefined;
          if (hash !== undefined && (await job.step((tx) => setMoved(tx, file, storeId, hash), {}))) {
            await removeOld(file.name, file.storeId ?? "local");
            await job.step((tx) => setCleared(tx, file.name), {});
          }
        }
        const next: MoveCheckpoint = {
          ...at,
          last: file.name,
          done: at.done + (isFailed ? 0 : 1),
          failed: at.failed + (isFailed ? 1 : 0),
          ...(at.first !== undefined || !isFailed ? {} : { first: file.name }),
        };
        await job.step(() => Promise.resolve(), saved(next));
        at = next;
      }
      files = await job.step((tx) => nextToMove(tx, tenantId, storeId, at.last), {});
    }
    if (at.failed > 0) {
      const { first = "" } = at;
      throw businessError("filesDamaged", [
        `已迁移 ${at.done} 个文件；${at.failed} 个文件缺失或与上传时不一致，留在原处，例如 ${first}`,
        `${at.done} files were moved; ${at.failed} are missing or differ from the upload, and stay where they are, such as ${first}`,
      ]);
    }
  },
});

const moveJob = (storeId: string | null): NewJob => ({ queue: moveQueue, key: storeId ?? "local", payload: { storeId } });

const moveHere = (services: StorageServices): Effect<"oss.move"> => ({
  commit: (_tx, _context, { rows }) => {
    for (const row of rows) requireUsable(row, services);
    return Promise.resolve({});
  },
  enqueue: (_context, { rows }) =>
    rows.map((row) => ({ ...moveJob(row.id), subject: { resource: "oss", id: row.id, title: row.ossCode ?? "" } })),
});

const moveHome: Effect<"oss.moveHome"> = { commit: () => Promise.resolve({}), enqueue: () => [moveJob(null)] };

// ---------------------------------------------------------------- what no row refers to
const collect = (places: FilePlaces | undefined): JobHandler => ({
  concurrency: 1,
  // The platform's administrator may write rows of any tenant with files of their own: only all rows together say what is unused.
  acrossTenants: true,
  async run(job) {
    if (places === undefined) throw new Error("there is no folder to clear");
    const { directory, stores } = places;
    await adopt(job, directory, undefined);
    const { model } = job.context;
    const attachments = resourceIn(model, "attach");
    const tables = referringTables(model);
    for (const [index, table] of tables.entries())
      await job.step((tx) => markSeen(tx, table, job.id), {
        progress: { done: index + 1, total: tables.length, note: ["查找文件的引用", "Looking for references to files"] },
      });
    const now = job.milliseconds();
    const before = now - dayMs;
    const { files, bytes } = await job.step((tx) => countUnused(tx, job.id, before), {});
    const megabytes = Math.ceil(bytes / 1024 / 1024);
    const note = [
      `清理未被引用的文件（${files} 个，${megabytes} MB）`,
      `Clearing ${files} files that nothing refers to, ${megabytes} MB`,
    ] as const;
    for (let count = 1; count > 0;)
      count = await job.step((tx) => dismissUnused(tx, attachments, job.id, { before, at: now }), {
        progress: { done: 0, total: files, note },
      });
    let done = 0;
    for (let gone = await job.step(nextToRemove, {}); gone.length > 0; gone = await job.step(nextToRemove, {})) {
      for (const { name, tenantId, storeId, left } of gone) {
        try {
          await (await stores.of(tenantId, storeId)).remove(name, job.signal);
          if (left !== null) await (await stores.of(tenantId, storeOfLeft(left))).remove(name, job.signal);
        } catch (error) {
          throw asStoreError(error, "delete");
        }
        for (const small of thumbnailsOf(directory, name)) await rm(small, { force: true });
      }
      done += gone.length;
      const names = gone.map(({ name }) => name);
      await job.step((tx) => setRemoved(tx, names), { progress: { done, total: Math.max(files, done), note } });
    }
    await job.step((tx) => forgetGone(tx, now - rememberedMs), {});
    await clearParts(directory, now);
  },
});

export const fileJobsDomain = (services: StorageServices, places: FilePlaces | undefined): Domain => ({
  reads: {},
  actions: { "oss.move": moveHere(services), "oss.moveHome": moveHome },
  hooks: {},
  jobs: { [moveQueue]: move(places), [collectQueue]: collect(places) },
  // At night by the server's clock, after the logs.
  schedules: { "file collection": { times: { cron: "15 4 * * *" }, job: { queue: collectQueue, payload: null } } },
});
