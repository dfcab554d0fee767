// The stored form of a password field: a slow hash of sign-in passwords, ciphertext of keys that the server itself uses.
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { kindData, type FieldModel } from "#schema/model";
import { hashPassword } from "./password-hash.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
/** What an encrypted text begins with. */
export const encryptedPrefix = "$sealed$";

/** Encrypts a secret; the same text gives another result every time. */
export function encryptSecret(key: KeyObject, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return encryptedPrefix + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Whether a stored text is an encrypted one. */
function isEncrypted(stored: string): boolean {
  return stored.startsWith(encryptedPrefix);
}

/** The secret in an encrypted text; undefined when it was encrypted with another key, or is no encrypted text. */
export function decryptSecret(key: KeyObject, stored: string): string | undefined {
  if (!isEncrypted(stored)) return undefined;
  const bytes = Buffer.from(stored.slice(encryptedPrefix.length), "base64url");
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return undefined; // encrypted with another key: TRACEMARK_SECRET has changed
  }
}

/** Whether texts are encrypted, all of them with another key than this. */
export function areEncryptedWithOtherKey(key: KeyObject, stored: readonly (string | null)[]): boolean {
  const encrypted = stored.filter((one): one is string => one !== null && isEncrypted(one));
  return encrypted.length > 0 && encrypted.every((one) => decryptSecret(key, one) === undefined);
}

/** Whether an encrypted text holds this secret. */
export function matchesSecret(key: KeyObject, stored: string | undefined, secret: string): boolean {
  const opened = stored === undefined ? undefined : decryptSecret(key, stored);
  if (opened === undefined) return false;
  const [left, right] = [Buffer.from(opened, "utf8"), Buffer.from(secret, "utf8")];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Converts a submitted password field to its stored form. */
export type EncodeSecret = (field: FieldModel, submitted: string) => Promise<string>;

/** Keeps secrets under this installation's key. */
export function secretEncoder(key: KeyObject): EncodeSecret {
  return async (field, submitted) => (kindData(field.data).use === "sign-in" ? hashPassword(submitted) : encryptSecret(key, submitted));
}
