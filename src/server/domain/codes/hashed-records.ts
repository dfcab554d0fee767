// Records by the hashes of texts, however many: a few bytes of each go to temporary files by the beginning of the hash, which are then looked
// through one by one, so that everything about one text is found together in little memory.
import { hash } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const hashBytes = 10;
const buckets = 256;
/** Records of a bucket that are buffered until they are written to its file. */
const maxBuffered = 256;

interface Bucket {
  readonly bytes: Buffer;
  count: number;
  isWritten: boolean;
}

export class HashedRecords {
  readonly #directory: string;
  readonly #recordBytes: number;
  readonly #buffers = new Map<number, Bucket>();

  private constructor(directory: string, payloadBytes: number) {
    this.#directory = directory;
    this.#recordBytes = hashBytes + payloadBytes;
  }

  /** Of records with so many bytes besides the hash. */
  static async open(payloadBytes: number): Promise<HashedRecords> {
    return new HashedRecords(await mkdtemp(path.join(tmpdir(), "tracemark-lines-")), payloadBytes);
  }

  #file(bucket: number): string {
    return path.join(this.#directory, String(bucket));
  }

  /** Adds a record of a text; `write` puts its bytes into the buffer, from there on. */
  async add(text: string, write: (bytes: Buffer, at: number) => void): Promise<void> {
    const made = hash("sha256", text, "buffer");
    const bucket = (made[0] ?? 0) % buckets;
    let own = this.#buffers.get(bucket);
    if (own === undefined)
      this.#buffers.set(bucket, (own = { bytes: Buffer.alloc(maxBuffered * this.#recordBytes), count: 0, isWritten: false }));
    const at = own.count * this.#recordBytes;
    // The first byte is that of the bucket.
    made.copy(own.bytes, at, 1, 1 + hashBytes);
    write(own.bytes, at + hashBytes);
    own.count += 1;
    if (own.count < maxBuffered) return;
    own.count = 0;
    own.isWritten = true;
    await appendFile(this.#file(bucket), own.bytes);
  }

  /** The records of each text, in the order in which they were added, read by `read` from their bytes. The texts come in no order. */
  async *groups<R>(read: (bytes: Buffer, at: number) => R): AsyncGenerator<readonly R[]> {
    for (const [bucket, { bytes, count, isWritten }] of this.#buffers) {
      const rest = bytes.subarray(0, count * this.#recordBytes);
      const records = isWritten ? Buffer.concat([await readFile(this.#file(bucket)), rest]) : rest;
      const groups = new Map<string, R[]>();
      for (let at = 0; at < records.length; at += this.#recordBytes) {
        const key = records.toString("latin1", at, at + hashBytes);
        const record = read(records, at + hashBytes);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [record]);
        else group.push(record);
      }
      yield* groups.values();
    }
  }

  async close(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
