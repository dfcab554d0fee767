// Uploaded files as work on the server reads them, and files that it makes for people to fetch.
import { rm } from "node:fs/promises";
import path from "node:path";
import { uploadOf, uploadPath } from "../../../fields/upload.ts";
import type { Clock } from "../../store/clock.ts";
import type { FileReceiver } from "../../http/multipart.ts";
import { openUploadStore, type UploadStore } from "./upload-store.ts";

export interface UploadedFiles extends FileReceiver {
  /** Where the file lies that an address names; undefined for an address that is none of ours. */
  pathOf(address: string | null): string | undefined;
  /** Keeps a file for a tenant; answers its address. The ending of the name says what it is. */
  keep(tenantId: string, name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string>;
}

async function* chunksOf(content: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* content;
}

export function uploadedFiles(directory: string, clock: Clock): UploadedFiles {
  let opened: Promise<UploadStore> | undefined;
  const pathOf: UploadedFiles["pathOf"] = (address) => {
    const upload = address === null ? undefined : uploadOf(address);
    return upload === undefined ? undefined : path.join(directory, upload.tenantId, upload.name);
  };
  return {
    pathOf,
    receive: async (tenantId, name, content, rules) => {
      opened ??= openUploadStore(directory, clock);
      const stored = await (await opened).store(tenantId, name, content, rules);
      return { address: `${uploadPath}/${stored.name}`, name, bytes: stored.bytes, hash: stored.hash };
    },
    discard: async (address) => {
      const file = pathOf(address);
      if (file !== undefined) await rm(file, { force: true });
    },
    keep: async (tenantId, name, content) => {
      opened ??= openUploadStore(directory, clock);
      const stored = await (await opened).store(tenantId, name, chunksOf(content));
      return `${uploadPath}/${stored.name}`;
    },
  };
}
