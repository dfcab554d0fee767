// Uploaded files as the rest of the server knows them: taken when they arrive, opened by their address wherever they lie, and files that
// the server makes for people to fetch.
import { stat } from "node:fs/promises";
import path from "node:path";
import { uploadOf, uploadPath, type Upload } from "../../../fields/upload.ts";
import { systemCode } from "../../postgres/errors.ts";
import type { Clock } from "../../store/clock.ts";
import type { Database, Transaction } from "../../store/database.ts";
import { whileThereIsSpace } from "../../store/disk-space.ts";
import { businessError } from "../../http/errors.ts";
import type { ByteRange } from "../../http/file-answer.ts";
import type { FileReceiver, FileRules } from "../../http/multipart.ts";
import { asStoreError } from "../../storage/failures.ts";
import { FileGone, type FileStore } from "../../storage/file-store.ts";
import { localStore } from "../../storage/local-store.ts";
import {
  addRecords,
  findByUpload,
  findRecord,
  forgetRecord,
  lockQuota,
  readQuota,
  recordedBytes,
  type FileRecord,
} from "../../storage/records.ts";
import type { Stores } from "../../storage/stores.ts";
import { kindOfStored } from "./upload-kinds.ts";
import { quotaExceeded, openUploadStore, type StoredFile, type UploadStore } from "./upload-store.ts";

/** A file that was uploaded, or made by the server. */
export interface OpenedFile {
  /** Path below the upload path. */
  readonly name: string;
  /** The name that it had on the person's machine; that of its address where nobody knows it. */
  readonly originalName: string;
  /** Media type. */
  readonly type: string;
  readonly isImage: boolean;
  readonly bytes: number;
  /** Opened by links that are signed only. */
  readonly isPrivate: boolean;
  /** Its bytes, all or a range of them. Throws an ApiError (503) where its store does not answer. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** Reads a file from a byte on. */
export type FileReader = (from: number) => AsyncIterable<Buffer>;

/** Who uploads. */
interface UploadOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** A file as it arrives. */
interface AcceptedUpload extends UploadOwner {
  readonly originalName: string;
  readonly content: AsyncIterable<Buffer>;
  readonly rules?: FileRules;
  /** The upload in parts that it came by: with the same one it is accepted once. */
  readonly uploadId?: string;
}

/** A file that was accepted. */
export interface AcceptedFile extends StoredFile {
  readonly address: string;
}

export interface UploadedFiles extends FileReceiver {
  /**
   * The file that an address names, in whatever store it lies; undefined for an address that is none of ours, or where there is no file.
   * Not inside a transaction.
   */
  openFile(address: string | null): Promise<OpenedFile | undefined>;
  /** What reads the file of an address, opened when it is read; undefined for an address that is none of ours. */
  readerOf(address: string | null): FileReader | undefined;
  /** The size of a file, within a transaction; null where it is not known. */
  sizeIn(tx: Transaction, address: string): Promise<number | null>;
  /** Keeps what a person uploads. */
  accept(upload: AcceptedUpload): Promise<AcceptedFile>;
  /** What an upload in parts of a person has become; undefined where it has not yet. */
  uploadedAs(owner: UploadOwner, uploadId: string): Promise<(AcceptedFile & { readonly originalName: string }) | undefined>;
  /** Refuses so many further bytes where a tenant has no room for them. */
  requireRoom(tenantId: string, bytes: number): Promise<void>;
  /** Keeps a file for a tenant; answers its address. The ending of the name says what it is. */
  keep(tenantId: string, name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string>;
}

/** What files are kept with besides the folder of the server: their records, and the object storages of tenants. */
interface FileKeeping {
  readonly database: Database;
  readonly stores: Stores;
  /** Throws where the disk of the folder has no room left. */
  readonly requireSpace?: (() => void) | undefined;
}

async function* chunksOf(content: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* content;
}

const unlimited = { limit: Number.POSITIVE_INFINITY, used: 0 };
const storedName = ({ tenantId, name }: Upload): string => `${tenantId}/${name}`;
const uploadAddress = (name: string): string => `${uploadPath}/${name}`;
const buffered = (chunk: Uint8Array): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

/**
 * The files of an installation. Without `keeping` all of them lie in the folder and none has a record, as those of a first start, which is
 * one transaction.
 */
export function uploadedFiles(directory: string, clock: Clock, keeping?: FileKeeping): UploadedFiles {
  const local = keeping?.stores.local ?? localStore(directory);
  let opened: Promise<UploadStore> | undefined;

  const recordOf = async (upload: Upload): Promise<FileRecord | undefined> =>
    keeping === undefined ? undefined : findRecord(keeping.database, upload.tenantId, storedName(upload));
  const storeOf = async (record: FileRecord | undefined): Promise<FileStore> =>
    record === undefined || keeping === undefined ? local : keeping.stores.of(record.tenantId, record.storeId);

  async function* reading(upload: Upload, record: FileRecord | undefined, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
    try {
      yield* (await storeOf(record)).read(storedName(upload), range);
    } catch (error) {
      if (!(error instanceof FileGone)) throw asStoreError(error, "read");
      // It may have been moved to another store since its record was read; a store says that a file is gone before the first byte.
      const moved = await recordOf(upload);
      if (moved === undefined || moved.isGone || moved.storeId === record?.storeId) throw error;
      yield* (await storeOf(moved)).read(storedName(upload), range);
    }
  }

  const openFile: UploadedFiles["openFile"] = async (address) => {
    const upload = address === null ? undefined : uploadOf(address);
    if (upload === undefined) return undefined;
    const record = await recordOf(upload);
    if (record?.isGone === true) return undefined;
    const bytes = record?.bytes ?? (await local.stat(storedName(upload)))?.bytes;
    if (bytes === undefined) return undefined;
    const kind = kindOfStored(upload.name);
    return {
      name: storedName(upload),
      originalName: record?.originalName ?? upload.name.split("/").at(-1) ?? "",
      type: kind?.type ?? "application/octet-stream",
      isImage: kind?.isImage ?? false,
      bytes,
      isPrivate: record?.isPrivate ?? kind?.isImage !== true,
      read: (range) => reading(upload, record, range),
    };
  };

  const acceptedOf = ({ name, bytes, hash, originalName }: FileRecord) => ({
    address: uploadAddress(name),
    name,
    bytes,
    hash: hash ?? "",
    isImage: kindOfStored(name)?.isImage === true,
    originalName: originalName ?? "",
  });

  const accept: UploadedFiles["accept"] = async ({ tenantId, userId, originalName, content, rules, uploadId }) => {
    // Where the folder could not be made, it may be the next time.
    opened ??= openUploadStore(directory, clock).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const quota = keeping === undefined ? unlimited : await readQuota(keeping.database, tenantId);
    const { id: storeId, store } = keeping === undefined ? { id: null, store: local } : await keeping.stores.enabled(tenantId);
    let stored: StoredFile;
    try {
      const whole = whileThereIsSpace(content, keeping?.requireSpace);
      stored = await (await opened).store(store, { tenantId, originalName, content: whole, rules, quota });
    } catch (error) {
      throw asStoreError(error, "write");
    }
    const { name, bytes, hash } = stored;
    try {
      const record = { name, tenantId, storeId, bytes, hash, originalName, uploadId, userId, at: clock.milliseconds() };
      const earlier = await keeping?.database.transaction({ tenantId }, async (tx) => {
        // Others may have come since this one began, and the same upload may have been finished by a call before.
        const left = await lockQuota(tx, tenantId);
        const same = uploadId === undefined ? undefined : await findByUpload(tx, tenantId, uploadId);
        if (same !== undefined) return same;
        if (left.used + bytes > left.limit) throw quotaExceeded(left);
        await addRecords(tx, [record]);
        return undefined;
      });
      if (earlier !== undefined) {
        await store.remove(name);
        return acceptedOf(earlier);
      }
    } catch (error) {
      // Nobody was told its address.
      await store.remove(name);
      throw error;
    }
    return { ...stored, address: uploadAddress(name) };
  };

  return {
    openFile,
    accept,
    uploadedAs: async ({ tenantId, userId }, uploadId) => {
      const record = await keeping?.database.transaction({ tenantId }, (tx) => findByUpload(tx, tenantId, uploadId));
      return record === undefined || record.isGone || record.userId !== userId ? undefined : acceptedOf(record);
    },
    requireRoom: async (tenantId, bytes) => {
      if (keeping === undefined) return;
      const quota = await readQuota(keeping.database, tenantId);
      if (quota.used + bytes > quota.limit) throw quotaExceeded(quota);
    },
    readerOf: (address) => {
      const upload = address === null ? undefined : uploadOf(address);
      if (upload === undefined) return undefined;
      return async function* (from) {
        const file = await openFile(address);
        if (file === undefined) throw businessError("fileGone", ["文件不存在，请重新上传", "The file is gone; upload it again"]);
        for await (const chunk of file.read({ start: from, end: file.bytes })) yield buffered(chunk);
      };
    },
    sizeIn: async (tx, address) => {
      const upload = uploadOf(address);
      if (upload === undefined) return null;
      const recorded = keeping === undefined ? undefined : await recordedBytes(tx, storedName(upload));
      if (recorded !== undefined) return recorded;
      try {
        return (await stat(path.join(directory, storedName(upload)))).size;
      } catch (error) {
        if (systemCode(error) === "ENOENT") return null;
        throw error;
      }
    },
    receive: async (tenantId, name, content, rules) => {
      const { address, bytes, hash } = await accept({ tenantId, userId: "", originalName: name, content, rules });
      return { address, name, bytes, hash };
    },
    discard: async (address) => {
      const upload = uploadOf(address);
      if (upload === undefined) return;
      const record = await recordOf(upload);
      await (await storeOf(record)).remove(storedName(upload));
      if (record !== undefined) await keeping?.database.transaction({ tenantId: upload.tenantId }, (tx) => forgetRecord(tx, record.name));
    },
    keep: async (tenantId, name, content) =>
      (await accept({ tenantId, userId: "", originalName: name, content: chunksOf(content) })).address,
  };
}
