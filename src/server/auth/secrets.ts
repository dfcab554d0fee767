// The keys of this installation, each derived from one secret, so that they are not interchangeable.
import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../postgres/errors.ts";

export interface Secrets {
  /** Names this installation in tokens; no secret, and nothing of one can be learned from it. */
  readonly installation: string;
  /** Signs bearer tokens. */
  readonly token: KeyObject;
  /** Hashes the answers of captchas. */
  readonly captcha: KeyObject;
  /** Encrypts the browser's state of a pending sign-in through another platform. */
  readonly social: KeyObject;
  /** Encrypts secrets of other systems that are kept in the database. */
  readonly storage: KeyObject;
  /** Hashes recovery codes, and codes sent by text. */
  readonly recovery: KeyObject;
  /** Signs links to private files. */
  readonly links: KeyObject;
  /** Encrypts answers that are stored under idempotency keys. */
  readonly answers: KeyObject;
}

/** Shorter ones can be guessed. */
export const shortestSecret = 32;

/** The keys that follow from a secret, and the name; the same secret in several processes gives the same ones. */
export function secretsFrom(secret: string): Secrets {
  const bytes = (purpose: string, length: number) => Buffer.from(hkdfSync("sha256", secret, "tracemark", purpose, length));
  const derive = (purpose: string) => createSecretKey(bytes(purpose, 32));
  return {
    installation: bytes("installation", 12).toString("base64url"),
    token: derive("token"),
    captcha: derive("captcha"),
    social: derive("social"),
    storage: derive("storage"),
    recovery: derive("recovery"),
    links: derive("links"),
    answers: derive("answers"),
  };
}

/** The secret of a data directory; made at the first start, readable by its owner only. */
export async function storedSecret(directory: string): Promise<string> {
  const file = path.join(directory, "secret");
  await mkdir(directory, { recursive: true });
  try {
    await writeFile(file, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length < shortestSecret) throw new Error(`${file} holds no usable secret: remove it, and everybody signs in anew.`);
  return secret;
}
