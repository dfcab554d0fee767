// A place that keeps files by their names: the folder of this server, or a bucket of an object storage.
import type { ByteRange } from "../http/file-answer.ts";

/** What a store is told of a file besides its bytes. */
interface FileAbout {
  /** Media type. */
  readonly type: string;
  readonly signal?: AbortSignal | undefined;
}

export interface FileStore {
  /** Keeps a file while it arrives. A name is written once: what is there already is the same file. */
  put(name: string, content: AsyncIterable<Uint8Array>, about: FileAbout): Promise<void>;
  /** Takes over a file of this machine, which is gone from its place afterwards or is the caller's to remove. */
  take(name: string, file: string, about: FileAbout): Promise<void>;
  /** The bytes of a file, all or a range of them. Throws {@link FileGone} before the first byte where there is none. */
  read(name: string, range?: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Removes a file; one that is not there is no failure. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /** Its size; undefined where there is none. */
  stat(name: string, signal?: AbortSignal): Promise<{ readonly bytes: number } | undefined>;
}

/** There is no such file in the store. */
export class FileGone extends Error {
  override readonly name = "FileGone";
}
