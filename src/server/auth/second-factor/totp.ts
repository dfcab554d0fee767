// One-time codes by time (RFC 6238): six digits of HMAC-SHA-1 over steps of 30 seconds, as every authenticator application makes them.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const digits = 6;
/** Seconds for which a code is shown. */
const stepSeconds = 30;
/** Steps before and after the current one whose codes are accepted: clocks of telephones differ, and people type. */
const tolerance = 1;
/** As long as the hash, which RFC 4226 §4 recommends. */
const secretBytes = 20;

/** Bytes as base32 without padding (RFC 4648 §6), in which secrets are typed. */
export function toBase32(bytes: Uint8Array): string {
  let [text, bits, value] = ["", 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31] ?? "";
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (alphabet[(value << (5 - bits)) & 31] ?? "");
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const character of text) {
    value = (value << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits >= 8) bytes.push((value >>> (bits -= 8)) & 255);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** A new secret in base32. */
export const newSecret = (): string => toBase32(randomBytes(secretBytes));

/** The step of a time in milliseconds. */
export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / stepSeconds);

/** The end of the time in which the code of a step is accepted, in milliseconds. */
export const endOfStep = (step: number): number => (step + tolerance + 1) * stepSeconds * 1000;

/** The code of a secret in a step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits).padStart(digits, "0");
}

/** Whether a text can be a code. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** The step whose code was entered; undefined for a wrong one. All steps are compared, so that the time taken tells nothing. */
export function stepOf(secret: string, code: string, milliseconds: number): number | undefined {
  if (!isCode(code)) return undefined;
  const now = stepAt(milliseconds);
  const given = Buffer.from(code);
  return [0, -1, 1]
    .filter((shift) => Math.abs(shift) <= tolerance)
    .map((shift) => now + shift)
    .filter((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), given))[0];
}

/** What the QR code holds: whose secret it is and for what, as authenticator applications read it. */
export function setUpAddress(secret: string, { issuer, account }: { readonly issuer: string; readonly account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}
