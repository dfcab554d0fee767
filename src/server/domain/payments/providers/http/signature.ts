// How messages between a gateway and us are signed, in both directions: HMAC-SHA256 with the channel's key over time, nonce and the body as
// it travels, each on a line (docs/payments.md has an example with its result).
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const signatureHeaders = {
  merchant: "x-merchant",
  timestamp: "x-timestamp",
  nonce: "x-nonce",
  signature: "x-signature",
} as const;

/** A message is taken for as long before and after its time. */
export const windowSeconds = 300;

interface Signed {
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
}

/** The signature of a message, 64 hexadecimal digits in small letters. */
export function signatureOf(key: string, { timestamp, nonce, body }: Signed): string {
  return createHmac("sha256", key).update(`${timestamp}\n${nonce}\n${body}`, "utf8").digest("hex");
}

/** Whether a message has this signature; compared in constant time. */
export function isSignedWith(key: string, signed: Signed, signature: string): boolean {
  const [expected, given] = [Buffer.from(signatureOf(key, signed)), Buffer.from(signature.toLowerCase())];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export const newNonce = (): string => randomBytes(16).toString("hex");
