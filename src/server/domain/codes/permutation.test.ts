// FF1 against the published examples, and as a permutation of whole small spaces.
import { describe, expect, it } from "vitest";
import { createPermutation } from "./permutation.ts";

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

  it("is another one under another key, and the same one in chunks of any size", () => {
    const numbers = Array.from({ length: 100 }, (_, index) => BigInt(index));
    const scramble = createPermutation(aes256, 32, 10);
    const whole = scramble(numbers);
    expect([...scramble(numbers.slice(0, 33)), ...scramble(numbers.slice(33))]).toEqual(whole);
    expect(createPermutation(aes128, 32, 10)(numbers)).not.toEqual(whole);
  });
});
