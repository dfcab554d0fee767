// FF1 against the published examples, and as a permutation of whole small spaces.
import { describe, expect, it } from "vitest";
import { createPermutation, createPlainPermutation } from "./permutation.ts";

const aes128 = Buffer.from("2b7e151628aed2a6abf7158809cf4f3c", "hex");
const aes192 = Buffer.from("2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f", "hex");
const aes256 = Buffer.from("2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94", "hex");

describe("FF1", () => {
  it("gives the results of the samples of NIST without a tweak", () => {
    const encrypt = (key: Buffer) => createPermutation(key, 10, 10)([123_456_789n]).map((number) => String(number).padStart(10, "0"));
    expect(encrypt(aes128)).toEqual(["2433477484"]);
    expect(encrypt(aes192)).toEqual(["2830668132"]);
    expect(encrypt(aes256)).toEqual(["6657667009"]);
  });

  it.each([
    [2, 8],
    [3, 7],
    [10, 4],
    [16, 4],
    [62, 2],
    [64, 2],
  ])("of an alphabet of %i and a length of %i reaches every string once", (radix, length) => {
    const size = radix ** length;
    const numbers = Array.from({ length: size }, (_, index) => BigInt(index));
    const scrambled = createPermutation(aes256, radix, length)(numbers);
    expect(new Set(scrambled).size).toBe(size);
    expect(scrambled.every((number) => number >= 0n && number < BigInt(size))).toBe(true);
    // Not the order they came in: next to no number follows its neighbour.
    expect(scrambled.filter((number, index) => index > 0 && number === (scrambled[index - 1] ?? 0n) + 1n).length).toBeLessThan(size / 20);
  });

  it("stays within the largest space that a rule may have, and repeats nothing there", () => {
    const first = 64n ** 32n - 1000n;
    const scrambled = createPermutation(aes256, 64, 32)(Array.from({ length: 1000 }, (_, index) => first + BigInt(index)));
    expect(new Set(scrambled).size).toBe(1000);
    expect(scrambled.every((number) => number < 64n ** 32n)).toBe(true);
  });

  it.each([
    [2, 8],
    [10, 10],
    [10, 11],
    [32, 12],
    [32, 13],
    [62, 12],
    [64, 2],
  ])("of an alphabet of %i and a length of %i is the same in plain numbers", (radix, length) => {
    const half = BigInt(radix) ** BigInt(Math.ceil(length / 2));
    const last = BigInt(radix) ** BigInt(length) - 1n;
    for (const first of [1n, half, last / 3n, last - 39n]) {
      const numbers = Array.from({ length: 40 }, (_, index) => first + BigInt(index));
      const { upper = [], lower = [] } = createPlainPermutation(aes256, radix, length)?.(first, 40) ?? {};
      expect(Array.from(upper, (one, index) => BigInt(one) * half + BigInt(lower[index] ?? 0))).toEqual(
        createPermutation(aes256, radix, length)(numbers),
      );
    }
  });

  it("has no plain numbers where a half is too large for them", () => {
    expect(createPlainPermutation(aes256, 64, 14)).toBeUndefined();
  });

  it("is another one under another key, and the same one in chunks of any size", () => {
    const numbers = Array.from({ length: 100 }, (_, index) => BigInt(index));
    const scramble = createPermutation(aes256, 32, 10);
    const whole = scramble(numbers);
    expect([...scramble(numbers.slice(0, 33)), ...scramble(numbers.slice(33))]).toEqual(whole);
    expect(createPermutation(aes128, 32, 10)(numbers)).not.toEqual(whole);
  });
});
