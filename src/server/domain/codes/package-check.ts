// Packages that the lines of a file name, looked at without holding them in memory: every package is there, is full, and holds what its layer
// holds. Outermost packages need no line of their own.
import type { Text } from "#schema/text";
import { HashedRecords } from "./hashed-records.ts";
import type { FileCode } from "./set-file.ts";
import type { SetLayer } from "./set-layers.ts";

const numberBytes = 6;
const payloadBytes = 1 + numberBytes + 4;
/** Of a record of a code as a package of others, beside the layer of these. */
const asPackage = 0x80;

/** A line on which a code stands: as itself, or as the package of another. */
interface Mention {
  readonly line: number;
  /** Which of the set's layers the line's code is of, from the outermost. */
  readonly layer: number;
  readonly isPackage: boolean;
  /** 0 where the line says none. */
  readonly position: number;
}

interface PackageFault {
  readonly kind: "malformed" | "duplicate" | "unknown";
  readonly line: number;
  readonly what: Text;
}

const fault = (kind: PackageFault["kind"], line: number, zh: string, en: string): PackageFault => ({ kind, line, what: [zh, en] });

export class PackageCheck {
  readonly #records: HashedRecords;
  readonly #layers: readonly SetLayer[];
  /** Outermost packages that only the lines of their contents name. */
  implied = 0;

  private constructor(records: HashedRecords, layers: readonly SetLayer[]) {
    this.#records = records;
    this.#layers = layers;
  }

  static async open(layers: readonly SetLayer[]): Promise<PackageCheck> {
    return new PackageCheck(await HashedRecords.open(payloadBytes), layers);
  }

  async add({ code, parent, layer, position = 0 }: FileCode, line: number): Promise<void> {
    const index = this.#layers.indexOf(layer);
    const write = (kind: number) => (bytes: Buffer, at: number) => {
      bytes.writeUInt8(kind, at);
      bytes.writeUIntBE(line, at + 1, numberBytes);
      bytes.writeUInt32BE(position, at + 1 + numberBytes);
    };
    await this.#records.add(code, write(index));
    if (parent !== undefined) await this.#records.add(parent, write(index | asPackage));
  }

  /** What is wrong, in no order; once it has been gone through, `implied` is known. */
  async *faults(): AsyncGenerator<PackageFault> {
    const read = (bytes: Buffer, at: number): Mention => {
      const kind = bytes.readUInt8(at);
      return {
        line: bytes.readUIntBE(at + 1, numberBytes),
        layer: kind & ~asPackage,
        isPackage: (kind & asPackage) !== 0,
        position: bytes.readUInt32BE(at + 1 + numberBytes),
      };
    };
    this.implied = 0;
    for await (const mentions of this.#records.groups(read)) {
      const [own, ...again] = mentions.filter(({ isPackage }) => !isPackage);
      for (const { line } of again)
        yield fault("duplicate", line, `与第 ${own?.line ?? 0} 行的码重复`, `It repeats a code of line ${own?.line ?? 0}`);
      const contents = mentions.filter(({ isPackage }) => isPackage);
      yield* this.#contents(own, contents);
    }
  }

  *#contents(own: Mention | undefined, contents: readonly Mention[]): Iterable<PackageFault> {
    const [first] = contents;
    if (own === undefined) {
      if (first === undefined) return;
      if (first.layer > 1) {
        yield fault("unknown", first.line, "文件中没有它的父码", "Its package is not in the file");
        return;
      }
      this.implied += 1;
    }
    const layer = own?.layer ?? 0;
    const holder = this.#layers[layer];
    for (const { line, layer: within } of contents)
      if (within !== layer + 1) yield fault("malformed", line, "父码不是上一层的码", "Its package is of no layer that holds it");
    if (holder === undefined || layer === this.#layers.length - 1) return;
    const [there, wanted] = [contents.length, holder.num];
    if (there !== wanted)
      yield fault(
        "malformed",
        first?.line ?? own?.line ?? 0,
        `每“${holder.layerName}”应含 ${wanted} 个码，文件中有 ${there} 个`,
        `One “${holder.layerName}” holds ${wanted} codes; in the file it has ${there}`,
      );
    const lines = new Map<number, number>();
    for (const { line, position } of contents) {
      const before = position === 0 ? undefined : lines.get(position);
      if (before !== undefined)
        yield fault("malformed", line, `包内位置 ${position} 与第 ${before} 行重复`, `Its position ${position} is that of line ${before}`);
      else lines.set(position, line);
    }
  }

  async close(): Promise<void> {
    await this.#records.close();
  }
}
