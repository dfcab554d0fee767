// What the rows of a file that were planned leave for those behind them: their unique values, and which rows of the table they are.
import { createHash } from "node:crypto";

/** As many bits of a digest as a number holds exactly. */
function digestOf(value: string): number {
  const bytes = createHash("sha1").update(value).digest();
  return bytes.readUIntBE(0, 6) * 32 + (bytes.readUInt8(6) >> 3);
}

export class FileMemory {
  readonly #rows = new Map<number, number>();
  readonly #taken = new Set<string>();
  #digests: [digest: number, row: number][] = [];
  #newlyTaken: string[] = [];

  /** The row that has the value already; the value is remembered where none has. */
  earlier(value: string, row: number): number | undefined {
    const digest = digestOf(value);
    const earlier = this.#rows.get(digest);
    if (earlier !== undefined) return earlier;
    this.#rows.set(digest, row);
    this.#digests.push([digest, row]);
    return undefined;
  }

  isTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  /** Notes that a row of the table is one of the file. */
  take(id: string): void {
    this.#taken.add(id);
    this.#newlyTaken.push(id);
  }

  /** What has come since it was settled last. */
  latest(): { readonly digests: [digest: number, row: number][]; readonly taken: string[] } {
    return { digests: this.#digests, taken: this.#newlyTaken };
  }

  /** What has come so far is stored. */
  settle(): void {
    [this.#digests, this.#newlyTaken] = [[], []];
  }

  /** Takes over what an attempt before this one has left. */
  restore({ digests, taken }: { readonly digests: readonly (readonly [number, number])[]; readonly taken: readonly string[] }): void {
    for (const [digest, row] of digests) this.#rows.set(digest, row);
    for (const id of taken) this.#taken.add(id);
  }
}
