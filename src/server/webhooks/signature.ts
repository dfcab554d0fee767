// How events are signed, as Standard Webhooks has it (standardwebhooks.com): HMAC-SHA256 over id, timestamp and body, one signature for each
// secret that is good at the time.
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
/** Bytes of a secret. */
const [fewestBytes, maxBytes, defaultBytes] = [24, 64, 32] as const;

/** A new secret. */
export const newSecret = (): string => prefix + randomBytes(defaultBytes).toString("base64");

/** The key in a secret; undefined where the text is none. */
export function keyOf(secret: string): Buffer | undefined {
  if (!secret.startsWith(prefix)) return undefined;
  const text = secret.slice(prefix.length);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64");
  return key.length >= fewestBytes && key.length <= maxBytes ? key : undefined;
}

interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a message: its id, the time of this attempt, and a signature by each key. */
export function signedHeaders({ id, timestamp, body }: SignedMessage, keys: readonly Buffer[]): Readonly<Record<string, string>> {
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
