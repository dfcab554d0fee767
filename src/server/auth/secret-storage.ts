// The stored form of a password field: a slow hash of sign-in passwords, ciphertext of keys that the server itself uses.
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { kindData, type FieldModel } from "#schema/model";
import { hashPassword } from "./password-hash.ts";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
/** What a sealed text begins with. */
export const sealedPrefix = "$sealed$";

/** Encrypts a secret; the same text gives another result every time. */
export function sealSecret(key: KeyObject, secret: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv);
  const sealed = Buffer.concat([sealing.update(secret, "utf8"), sealing.final()]);
  return sealedPrefix + Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString("base64url");
}

/** Whether a stored text is a sealed one. */
function isSealed(stored: string): boolean {
  return stored.startsWith(sealedPrefix);
}

/** The secret in a sealed text; undefined when it was sealed with another key, or is no sealed text. */
export function openSecret(key: KeyObject, stored: string): string | undefined {
  if (!isSealed(stored)) return undefined;
  const bytes = Buffer.from(stored.slice(sealedPrefix.length), "base64url");
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString("utf8");
  } catch {
    return undefined; // sealed with another key: TRACEMARK_SECRET has changed
  }
}

/** Whether texts are sealed, all of them with another key than this. */
export function areSealedOtherwise(key: KeyObject, stored: readonly (string | null)[]): boolean {
  const sealed = stored.filter((one): one is string => one !== null && isSealed(one));
  return sealed.length > 0 && sealed.every((one) => openSecret(key, one) === undefined);
}

/** Whether a sealed text holds this secret. */
export function isSealedSecret(key: KeyObject, stored: string | undefined, secret: string): boolean {
  const opened = stored === undefined ? undefined : openSecret(key, stored);
  if (opened === undefined) return false;
  const [left, right] = [Buffer.from(opened, "utf8"), Buffer.from(secret, "utf8")];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Converts a submitted password field to its stored form. */
export type KeepSecret = (field: FieldModel, submitted: string) => Promise<string>;

/** Keeps secrets under this installation's key. */
export function secretKeeper(key: KeyObject): KeepSecret {
  return async (field, submitted) => (kindData(field.data).use === "sign-in" ? hashPassword(submitted) : sealSecret(key, submitted));
}
