// Recovery codes: each signs in once in place of a code of the telephone, and is kept as a keyed hash.
import { createHmac, randomBytes, type KeyObject } from "node:crypto";
import { toBase32 } from "./totp.ts";

/** How many are given at a time. */
const count = 10;
/** 60 bits, which nobody guesses within the limits of attempts. */
const length = 12;

/** New codes as people read them: three groups of four. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => (toBase32(randomBytes(8)).slice(0, length).match(/.{4}/g) ?? []).join("-").toLowerCase());
}

/** A typed code without what people add or leave out; undefined where it can be none. */
export function recoveryCodeIn(text: string): string | undefined {
  const plain = text.replaceAll(/[\s-]/g, "").toUpperCase();
  return /^[A-Z2-7]{12}$/.test(plain) ? plain : undefined;
}

/** What is kept of a code: nothing that could be tried out without the key of the installation. */
export function recoveryHash(key: KeyObject, userId: string, code: string): string {
  return createHmac("sha256", key)
    .update(`${userId}:${recoveryCodeIn(code) ?? ""}`)
    .digest("base64url");
}
