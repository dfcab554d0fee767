// Scrambles serial numbers: FF1 (NIST SP 800-38G), the standard Feistel network over strings of any alphabet, with AES.
import { createCipheriv } from "node:crypto";

const rounds = 10;
const blockBytes = 16;
const word = 64n;
const wordMask = (1n << word) - 1n;
const shortWord = 2 ** 16;
const longWord = 2 ** 32;
/** Halves below this are worked with as plain numbers, which are many times as fast: with two bytes behind it each still is one. */
const largestPlain = 2n ** 37n;

/** Maps numbers below radix^length one to one onto the same numbers, in an order that only the holder of the key can work out. */
type Permutation = (numbers: readonly bigint[]) => readonly bigint[];

/** Numbers as the two halves of their strings. */
interface Halves {
  readonly upper: Float64Array;
  readonly lower: Float64Array;
}

/** How many bytes hold every number below the limit. */
function bytesBelow(limit: bigint): number {
  return Math.ceil((limit - 1n).toString(2).length / 8);
}

function encrypt(key: Uint8Array, blocks: Uint8Array): Buffer {
  // ECB on purpose: each block is the last one of a CBC-MAC of its own, whose first block is the same for all.
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

interface Network {
  readonly key: Uint8Array;
  readonly upperSize: bigint;
  readonly lowerSize: bigint;
  /** Bytes of a half. */
  readonly halfBytes: number;
  /** Of the encrypted block so many bytes are taken, more than a half has, so that every sum is about equally likely. */
  readonly takenBytes: number;
  /** The first block of all, encrypted. */
  readonly firstBlock: Buffer;
}

/** The halves of the network are shorter strings of the same alphabet, so it never leaves the space. */
function networkOf(key: Uint8Array, radix: number, length: number): Network {
  const [upper, lower] = [Math.floor(length / 2), Math.ceil(length / 2)];
  const lowerSize = BigInt(radix) ** BigInt(lower);
  const halfBytes = bytesBelow(lowerSize);
  const head = Buffer.alloc(blockBytes);
  head.set([1, 2, 1, radix >> 16, radix >> 8, radix, rounds, upper]);
  head.writeUInt32BE(length, 8);
  return {
    key,
    upperSize: BigInt(radix) ** BigInt(upper),
    lowerSize,
    halfBytes,
    takenBytes: 4 * Math.ceil(halfBytes / 4) + 4,
    firstBlock: encrypt(key, head),
  };
}

/** Scrambles halves that are plain numbers, in their place. Each round encrypts the blocks of all numbers in one call. */
function scramblePlain({ key, upperSize, lowerSize, halfBytes, takenBytes, firstBlock }: Network, { upper, lower }: Halves): Halves {
  const blocks = Buffer.alloc(blockBytes * upper.length);
  let [near, far] = [upper, lower];
  for (let round = 0; round < rounds; round += 1) {
    const start = Buffer.from(firstBlock);
    // The number of the round stands before the half, which is at the end.
    const place = blockBytes - 1 - halfBytes;
    start[place] = (start[place] ?? 0) ^ round;
    const [first, second, third, fourth] = [0, 4, 8, 12].map((at) => start.readInt32BE(at)) as [number, number, number, number];
    for (let index = 0, at = 0; index < far.length; index += 1, at += blockBytes) {
      const half = far[index] ?? 0;
      blocks.writeInt32BE(first, at);
      blocks.writeInt32BE(second, at + 4);
      blocks.writeInt32BE(third ^ Math.floor(half / longWord), at + 8);
      blocks.writeInt32BE(fourth ^ (half % longWord), at + 12);
    }
    const encrypted = encrypt(key, blocks);
    const size = Number(round % 2 === 0 ? upperSize : lowerSize);
    for (let index = 0, at = 0; index < near.length; index += 1, at += blockBytes) {
      let taken = 0;
      for (let byte = at; byte < at + takenBytes; byte += 2) taken = (taken * shortWord + encrypted.readUInt16BE(byte)) % size;
      near[index] = ((near[index] ?? 0) + taken) % size;
    }
    [near, far] = [far, near];
  }
  return { upper: near, lower: far };
}

/** The same for halves of any size. */
function scrambleLarge(
  { key, upperSize, lowerSize, halfBytes, takenBytes, firstBlock }: Network,
  numbers: readonly bigint[],
): readonly bigint[] {
  const roundShift = BigInt(8 * halfBytes);
  const unusedBits = BigInt(8 * (blockBytes - takenBytes));
  const initial = (firstBlock.readBigUInt64BE(0) << word) | firstBlock.readBigUInt64BE(8);
  let near = numbers.map((number) => number / lowerSize);
  let far = numbers.map((number) => number % lowerSize);
  const blocks = Buffer.alloc(blockBytes * numbers.length);
  for (let round = 0; round < rounds; round += 1) {
    const start = initial ^ (BigInt(round) << roundShift);
    const [high, low] = [start >> word, start & wordMask];
    for (const [index, half] of far.entries()) {
      blocks.writeBigUInt64BE(high ^ (half >> word), index * blockBytes);
      blocks.writeBigUInt64BE(low ^ (half & wordMask), index * blockBytes + 8);
    }
    const encrypted = encrypt(key, blocks);
    const size = round % 2 === 0 ? upperSize : lowerSize;
    const sums = near.map((half, index) => {
      const block = (encrypted.readBigUInt64BE(index * blockBytes) << word) | encrypted.readBigUInt64BE(index * blockBytes + 8);
      return (half + (block >> unusedBits)) % size;
    });
    near = far;
    far = sums;
  }
  return near.map((half, index) => half * lowerSize + (far[index] ?? 0n));
}

/** The permutation of a key over all strings of `length` characters of an alphabet of `radix`, however many there are. */
export function createPermutation(key: Uint8Array, radix: number, length: number): Permutation {
  const network = networkOf(key, radix, length);
  return (numbers) => scrambleLarge(network, numbers);
}

/**
 * The same permutation for numbers in a row, as halves of strings: far faster, and without anything to collect for each number. Undefined
 * where a half is too large.
 */
export function createPlainPermutation(
  key: Uint8Array,
  radix: number,
  length: number,
): ((first: bigint, count: number) => Halves) | undefined {
  const network = networkOf(key, radix, length);
  if (network.lowerSize > largestPlain) return undefined;
  const size = Number(network.lowerSize);
  return (first, count) => {
    const [begin, offset] = [Number(first / network.lowerSize), Number(first % network.lowerSize)];
    const [upper, lower] = [new Float64Array(count), new Float64Array(count)];
    for (let index = 0; index < count; index += 1) {
      upper[index] = begin + Math.floor((offset + index) / size);
      lower[index] = (offset + index) % size;
    }
    return scramblePlain(network, { upper, lower });
  };
}
