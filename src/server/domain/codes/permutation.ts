// Scrambles serial numbers: FF1 (NIST SP 800-38G), the standard Feistel network over strings of any alphabet, with AES.
import { createCipheriv } from "node:crypto";

const rounds = 10;
const blockBytes = 16;
const word = 64n;
const wordMask = (1n << word) - 1n;

/** Maps numbers below radix^length one to one onto the same numbers, in an order that only the holder of the key can work out. */
export type Permutation = (numbers: readonly bigint[]) => readonly bigint[];

/** How many bytes hold every number below the limit. */
function bytesBelow(limit: bigint): number {
  return Math.ceil((limit - 1n).toString(2).length / 8);
}

function encrypt(key: Uint8Array, blocks: Uint8Array): Buffer {
  // ECB on purpose: each block is the last one of a CBC-MAC of its own, whose first block is the same for all.
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

/**
 * The permutation of a key over all strings of `length` characters of an alphabet of `radix`. The halves of the network are shorter strings
 * of the same alphabet, so it never leaves the space, and no number has to be scrambled again until it falls inside. Each round encrypts
 * the blocks of all numbers in one call.
 */
export function createPermutation(key: Uint8Array, radix: number, length: number): Permutation {
  const [left, right] = [Math.floor(length / 2), Math.ceil(length / 2)];
  const leftSize = BigInt(radix) ** BigInt(left);
  const rightSize = BigInt(radix) ** BigInt(right);
  const halfBytes = bytesBelow(rightSize);
  const roundShift = BigInt(8 * halfBytes);
  // Of the encrypted block so many bits are taken, more than a half has, so that every sum is about equally likely.
  const unusedBits = BigInt(8 * (blockBytes - (4 * Math.ceil(halfBytes / 4) + 4)));
  const head = Buffer.alloc(blockBytes);
  head.set([1, 2, 1, radix >> 16, radix >> 8, radix, rounds, left]);
  head.writeUInt32BE(length, 8);
  const first = encrypt(key, head);
  const firstBlock = (first.readBigUInt64BE(0) << word) | first.readBigUInt64BE(8);

  return (numbers) => {
    let near = numbers.map((number) => number / rightSize);
    let far = numbers.map((number) => number % rightSize);
    const blocks = Buffer.alloc(blockBytes * numbers.length);
    for (let round = 0; round < rounds; round += 1) {
      const start = firstBlock ^ (BigInt(round) << roundShift);
      const [high, low] = [start >> word, start & wordMask];
      const isWide = halfBytes > 8;
      for (const [index, half] of far.entries()) {
        blocks.writeBigUInt64BE(isWide ? high ^ (half >> word) : high, index * blockBytes);
        blocks.writeBigUInt64BE(low ^ (isWide ? half & wordMask : half), index * blockBytes + 8);
      }
      const encrypted = encrypt(key, blocks);
      const size = round % 2 === 0 ? leftSize : rightSize;
      const sums = near.map((half, index) => {
        const highWord = encrypted.readBigUInt64BE(index * blockBytes);
        const bits =
          unusedBits >= word
            ? highWord >> (unusedBits - word)
            : ((highWord << word) | encrypted.readBigUInt64BE(index * blockBytes + 8)) >> unusedBits;
        return (half + bits) % size;
      });
      near = far;
      far = sums;
    }
    return near.map((half, index) => half * rightSize + (far[index] ?? 0n));
  };
}
