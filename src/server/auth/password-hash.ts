// Password hashing: scrypt with a salt per password, in a text that contains its cost, so that the cost can be raised later.
import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** The browser's hash of a password before it is sent (docs/wire.md §3.1). */
const passwordTransforms = ["md5", "plain"] as const;
export type PasswordTransform = (typeof passwordTransforms)[number];

/** The text a browser sends for a password a person typed. */
export function transformed(password: string, transform: PasswordTransform): string {
  return transform === "md5" ? createHash("md5").update(password, "utf8").digest("hex") : password;
}

/**
 * A password that arrived, as the transform makes it. Some Blade front ends send a chosen password as it was typed: what is no md5 is
 * hashed here, so that its owner can sign in with it. A typed password of 32 hexadecimal digits cannot be told from one.
 */
export function asReceived(text: string, transform: PasswordTransform): string {
  return transform === "md5" && !/^[\da-f]{32}$/i.test(text) ? transformed(text, transform) : text;
}

interface Cost {
  /** Binary logarithm of N: memory is 128 · r · N bytes. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB and about 0.2 s of one core: the smallest memory among the settings OWASP's password storage sheet lists for scrypt. */
let cost: Cost = { logN: 14, r: 8, p: 5 };

/** Sets the cost of hashes made from now on. Tests lower it, because they sign in hundreds of times; the product never calls this. */
export function setHashCost(changed: Cost): void {
  cost = changed;
}

const saltBytes = 16;
const keyBytes = 32;

function derive(text: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(text.normalize("NFC"), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/**
 * At most this many derivations at once, so that a flood of sign-ins leaves the thread pool to files and DNS; the others wait.
 */
const concurrency = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function deriveInTurn(text: string, salt: Buffer, used: Cost): Promise<Buffer> {
  if (running >= concurrency) await new Promise<void>((turn) => waiting.push(turn));
  else running += 1;
  try {
    return await derive(text, salt, used);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/**
 * The text to keep for a password as it was received: `$scrypt$ln=14,r=8,p=5$<salt>$<key>`.
 *
 * ```ts
 * const stored = await hashPassword(transformed("admin", "md5"));
 * await verifyPassword(stored, transformed("admin", "md5")); // true
 * ```
 */
export async function hashPassword(received: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const used = cost;
  const key = await deriveInTurn(received, salt, used);
  return `$scrypt$ln=${used.logN},r=${used.r},p=${used.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

const shape = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/** Whether a text is one that {@link hashPassword} made. */
export function isPasswordHash(text: string): boolean {
  return shape.test(text);
}

/**
 * Whether a received password matches the hash. Without a hash it takes as long and is false, so that timing does not reveal whether an
 * account exists.
 */
export async function verifyPassword(stored: string | undefined, received: string): Promise<boolean> {
  const parts = stored === undefined ? undefined : shape.exec(stored);
  if (parts === undefined || parts === null) {
    await deriveInTurn(received, randomBytes(saltBytes), cost);
    return false;
  }
  const [, logN, r, p, salt, key] = parts;
  const expected = Buffer.from(key ?? "", "base64url");
  const actual = await deriveInTurn(received, Buffer.from(salt ?? "", "base64url"), { logN: Number(logN), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
