// How a code is written: prefix, date, layer mark, body, check digit (catalogue, code-make-rule).
import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { RowValues } from "../../rows/stored.ts";
import { createPermutation, createPlainPermutation } from "./permutation.ts";

/** A rule, or as much of one as is looked at. */
export type Rule = RowValues<"code-make-rule">;

export const serialModes = { scrambled: 1, random: 2, sequential: 3 } as const;
export const alphabets = { digits: 1, base32: 2, base62: 3, custom: 9 } as const;
export const checkModes = { none: 0, mod10: 1, modN: 2 } as const;

const digits = "0123456789";
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Without 0, 1, I and O, which people take for each other. */
const base32 = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const dateParts = [[], [2], [2, 4], [2, 4, 6]] as const;

/** The characters that bodies are written with, in their order. */
export function charactersOf({ alphabet, customAlphabet }: Rule): readonly string[] {
  switch (alphabet) {
    case alphabets.digits:
      return [...digits];
    case alphabets.base62:
      return [...digits, ...capitals, ...capitals.toLowerCase()];
    case alphabets.custom:
      return [...(customAlphabet ?? "")];
    default:
      return [...base32];
  }
}

/** Length of a code: prefix, date, layer mark, body, check digit. */
export function totalLength(rule: Rule): number {
  const ofDate = dateParts[rule.datePart ?? 0]?.at(-1) ?? 0;
  return (rule.prefix ?? "").length + ofDate + (rule.layerMark ?? 0) + (rule.bodyLength ?? 0) + (hasCheckDigit(rule) ? 1 : 0);
}

const hasCheckDigit = ({ checkMode }: Rule): boolean => (checkMode ?? checkModes.none) !== checkModes.none;

/** How many different bodies there are. */
export function capacity(rule: Rule): bigint {
  return BigInt(charactersOf(rule).length) ** BigInt(rule.bodyLength ?? 0);
}

/** The date of a code, of a local time "yyyy-MM-dd …". */
function dateOf({ datePart }: Rule, day: string): string {
  return day.replaceAll("-", "").slice(2, 2 + (dateParts[datePart ?? 0]?.at(-1) ?? 0));
}

/**
 * The check digit of a body by Luhn mod N; with ten digits it is the usual Luhn digit. It tells every single wrong character where the
 * alphabet has an even number of them.
 */
export function checkDigit(body: readonly number[], radix: number): number {
  let sum = 0;
  for (const [index, digit] of body.entries()) {
    const isDoubled = (body.length - index) % 2 === 1;
    const addend = isDoubled ? 2 * digit : digit;
    sum += Math.floor(addend / radix) + (addend % radix);
  }
  return (radix - (sum % radix)) % radix;
}

/**
 * Tells a wrong check digit: of texts that begin with the rule's prefix and are as long as its codes; undefined of all others, which are none
 * of its codes. A rule without a check digit, or without a prefix to know its codes by, checks nothing.
 */
export function checkDigitTest(rule: Rule): ((code: string) => boolean | undefined) | undefined {
  const prefix = rule.prefix ?? "";
  if (!hasCheckDigit(rule) || prefix === "") return undefined;
  const characters = charactersOf(rule);
  const numerals = new Map(characters.map((character, index) => [character, index]));
  const [length, bodyLength] = [totalLength(rule), rule.bodyLength ?? 0];
  return (code) => {
    if (code.length !== length || !code.startsWith(prefix)) return undefined;
    const body = [...code.slice(-1 - bodyLength, -1)].map((character) => numerals.get(character));
    if (!body.every((numeral) => numeral !== undefined)) return false;
    return characters[checkDigit(body, characters.length)] === code.at(-1);
  };
}

/** Writes the numerals of a plain number, of which the last stands before `end`. */
function putNumerals(number: number, numerals: number[], { from, end, radix }: { from: number; end: number; radix: number }): void {
  let rest = number;
  for (let index = end - 1; index >= from; index -= 1) {
    const above = Math.floor(rest / radix);
    numerals[index] = rest - above * radix;
    rest = above;
  }
}

/** Numerals of a number below radix^length, the most significant first. */
function numeralsOf(number: bigint, radix: number, length: number): number[] {
  const numerals = Array.from({ length }, () => 0);
  // Arithmetic of plain numbers is far faster, as many numerals at a time as they hold.
  const atOnce = Math.floor(Math.log(2 ** 48) / Math.log(radix));
  const part = BigInt(radix) ** BigInt(atOnce);
  let rest = number;
  for (let end = length; end > 0; end -= atOnce) {
    let few = Number(rest % part);
    rest /= part;
    for (let index = end - 1; index >= Math.max(0, end - atOnce); index -= 1) {
      numerals[index] = few % radix;
      few = Math.floor(few / radix);
    }
  }
  return numerals;
}

/** Random numerals of a cryptographic generator, each equally likely. */
function randomNumerals(count: number, radix: number): number[] {
  const numerals: number[] = [];
  const limit = 256 - (256 % radix);
  while (numerals.length < count)
    for (const byte of randomBytes(count)) {
      // Bytes beyond the last whole multiple would make the first numerals likelier.
      if (byte < limit && numerals.length < count) numerals.push(byte % radix);
    }
  return numerals;
}

/** What codes of one day and layer are made with. */
export interface Making {
  readonly rule: Rule;
  /** 32 bytes that only the server knows. */
  readonly secret: Uint8Array;
  /** Local time "yyyy-MM-dd …". */
  readonly day: string;
  /** One character; it stands in codes of rules with a layer mark. */
  readonly layerMark: string;
}

/** Makes codes. */
export interface CodeMaker {
  /** The codes of serials, in their order: the same ones every time, unless their bodies are random. */
  readonly make: (firstSerial: bigint, count: number) => readonly string[];
}

/** Makes the codes of a rule that has no faults (`faultsOf`). */
export function codeMaker({ rule, secret, day, layerMark }: Making): CodeMaker {
  const characters = charactersOf(rule);
  const radix = characters.length;
  const length = rule.bodyLength ?? 0;
  const head = `${rule.prefix ?? ""}${dateOf(rule, day)}${rule.layerMark === 1 ? layerMark : ""}`;
  const write = (body: readonly number[]): string => {
    let text = head;
    for (const digit of body) text += characters[digit] ?? "";
    return hasCheckDigit(rule) ? text + (characters[checkDigit(body, radix)] ?? "") : text;
  };
  const serials = (first: bigint, count: number) => Array.from({ length: count }, (_, index) => first + BigInt(index));
  const written = (numbers: readonly bigint[]) => numbers.map((number) => write(numeralsOf(number, radix, length)));
  switch (rule.serialMode) {
    case serialModes.random:
      return { make: (_first, count) => Array.from({ length: count }, () => write(randomNumerals(length, radix))) };
    case serialModes.sequential:
      return { make: (first, count) => written(serials(first, count)) };
    default: {
      const key = new Uint8Array(hkdfSync("sha256", secret, "", "tracemark serial", 32));
      const plain = createPlainPermutation(key, radix, length);
      if (plain !== undefined) {
        const [middle, numerals] = [Math.floor(length / 2), Array.from({ length }, () => 0)];
        return {
          make: (first, count) => {
            const { upper, lower } = plain(first, count);
            return Array.from(upper, (half, index) => {
              putNumerals(half, numerals, { from: 0, end: middle, radix });
              putNumerals(lower[index] ?? 0, numerals, { from: middle, end: length, radix });
              return write(numerals);
            });
          },
        };
      }
      const permute = createPermutation(key, radix, length);
      return { make: (first, count) => written(permute(serials(first, count))) };
    }
  }
}

/**
 * The verification part of a code: as many decimal digits as the rule says, of the HMAC-SHA256 of the code under the rule's secret. It is
 * printed below a scratch layer, never stored, and worked out anew for every export and look-up. Undefined where the rule has none.
 */
export function verificationPart({ verifyMode, verifyLength }: Rule, secret: Uint8Array, code: string): string | undefined {
  if (verifyMode !== 1) return undefined;
  const length = verifyLength ?? 6;
  const number = BigInt(`0x${createHmac("sha256", secret).update(code, "utf8").digest("hex")}`);
  return String(number % 10n ** BigInt(length)).padStart(length, "0");
}
