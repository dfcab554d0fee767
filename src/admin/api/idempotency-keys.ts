// Idempotency keys of writes (docs/wire.md §1.1). A write whose answer did not come may have been carried out: sent again with the same content
// it has the key of the first one, so that the server does not carry it out twice.
import { isRecord } from "./wire-data.ts";
import { queryString, type Method, type RequestOptions } from "./transport.ts";

/** Later it is not the same intent any more: somebody may want a second row with the same content. */
const maxAgeMs = 300_000;
const maxUnanswered = 50;

interface Unanswered {
  readonly key: string;
  readonly sentAt: number;
}

/** Keys of writes without an answer, by what was sent. */
const unanswered = new Map<string, Unanswered>();

/** A write that has a key. */
interface KeyedWrite {
  readonly key: string;
  /** What the server answered; undefined where no answer came. */
  readonly end: (answer: { readonly status: number; readonly body: unknown } | undefined) => void;
}

/** The key of a call, and what becomes of it; undefined for reads and for files, which have none. */
export function keyedWrite(method: Method, path: string, { query, body }: RequestOptions): KeyedWrite | undefined {
  if (method === "GET" || body instanceof FormData) return undefined;
  const sent = `${method} ${path}${queryString(query)} ${body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)}`;
  const earlier = unanswered.get(sent);
  const key = earlier !== undefined && performance.now() - earlier.sentAt < maxAgeMs ? earlier.key : newKey();
  const sentAt = performance.now();
  return {
    key,
    end: (answer) => {
      unanswered.delete(sent);
      if (isFinal(answer)) return;
      unanswered.set(sent, { key, sentAt });
      const [oldest] = unanswered.keys();
      if (unanswered.size > maxUnanswered && oldest !== undefined) unanswered.delete(oldest);
    },
  };
}

/** Not by `crypto.randomUUID`, which is absent where the page did not come over a safe connection. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether an answer says what became of the write. A server that is out of order may have carried it out, or be about to. */
function isFinal(answer: { readonly status: number; readonly body: unknown } | undefined): boolean {
  if (answer === undefined || answer.status >= 500) return false;
  const data = isRecord(answer.body) ? answer.body["data"] : undefined;
  return !(isRecord(data) && data["error"] === "idempotencyKeyInUse");
}
