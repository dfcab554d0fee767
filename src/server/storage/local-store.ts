// Files in a folder of this server, or one that several servers share.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemCode } from "../postgres/errors.ts";
import { FileGone, type FileStore } from "./file-store.ts";

/** Where files lie while they arrive; a name with a dot in front is never served. */
const incoming = ".incoming";

const readAtOnce = 256 * 1024;

/** The folder for files that arrive; made when missing. */
export async function incomingFolder(directory: string): Promise<string> {
  const folder = path.join(directory, incoming);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function goneAsSuch<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (systemCode(error) === "ENOENT") throw new FileGone("there is no such file", { cause: error });
    throw error;
  }
}

/** Opens a folder as a store. */
export function localStore(directory: string): FileStore {
  const place = (name: string) => path.join(directory, ...name.split("/"));
  const take = async (name: string, file: string): Promise<void> => {
    await mkdir(path.dirname(place(name)), { recursive: true, mode: 0o700 });
    await rename(file, place(name));
  };
  return {
    take,
    put: async (name, content, { signal }) => {
      const temporary = path.join(await incomingFolder(directory), randomBytes(16).toString("hex"));
      try {
        await pipeline(
          Readable.from(content),
          createWriteStream(temporary, { flags: "wx", mode: 0o600 }),
          signal === undefined ? {} : { signal },
        );
        await take(name, temporary);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async *read(name, range, signal) {
      const { size } = await goneAsSuch(() => stat(place(name)));
      const { start, end } = range ?? { start: 0, end: size };
      if (start >= end) return;
      const stream = createReadStream(place(name), {
        start,
        end: end - 1,
        highWaterMark: readAtOnce,
        ...(signal === undefined ? {} : { signal }),
      });
      try {
        for await (const chunk of stream) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
      } catch (error) {
        if (systemCode(error) === "ENOENT") throw new FileGone("there is no such file", { cause: error });
        throw error;
      } finally {
        stream.destroy();
      }
    },
    remove: async (name) => rm(place(name), { force: true }),
    stat: async (name) => {
      try {
        return { bytes: (await goneAsSuch(() => stat(place(name)))).size };
      } catch (error) {
        if (error instanceof FileGone) return undefined;
        throw error;
      }
    },
  };
}
