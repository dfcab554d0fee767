// Calls with an idempotency key (docs/wire.md §1.1): the answer is stored in the transaction of the write, so that the same call sent again is
// answered by it and writes nothing.
import { createHmac, type KeyObject } from "node:crypto";
import { isRecord, parsedJson } from "#schema/json";
import { decryptSecret, encryptSecret } from "../../auth/secret-storage.ts";
import type { AnswerRecord, RequestContext } from "../../contract.ts";
import { answer, type Envelope } from "../../http/envelope.ts";
import { ApiError, malformedIdempotencyKey } from "../../http/errors.ts";
import { FileAnswer } from "../../http/file-answer.ts";
import { JobAnswer } from "../../http/job-answer.ts";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { setTenant } from "../../store/openings.ts";
import { lockKey, storedUnder, storeUnder, type KeyOwner } from "../../store/idempotency-table.ts";

/** A call with a key. */
interface KeyedCall {
  /** The header as it was sent. */
  readonly header: string;
  /** Everything that makes two calls the same: method, address and body. */
  readonly request: readonly unknown[];
  readonly context: RequestContext;
}

/** The answer of an earlier call, in place of a payload. */
export class StoredAnswer {
  constructor(readonly envelope: Envelope) {}
}

export interface AnswerStore {
  /**
   * Carries a call out unless it was carried out already: its payload, or a {@link StoredAnswer}. `run` writes through `inTransaction`, which
   * stores the answer.
   */
  once(call: KeyedCall, run: (context: RequestContext) => Promise<unknown>): Promise<unknown>;
}

interface AnswerStoreOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Encrypts answers, some of which hold a secret, and tells requests apart without their content. */
  readonly key: KeyObject;
}

const keyInUse = () =>
  new ApiError(409, "idempotencyKeyInUse", ["相同的操作正在处理中，请稍候再试", "The same call is being processed; try again in a moment"]);
const keyReused = () =>
  new ApiError(422, "idempotencyKeyReused", [
    "该 Idempotency-Key 已用于内容不同的请求，请换用新的值",
    "This Idempotency-Key was used for a request with another content; use a new one",
  ]);

/** The key in a header. The draft of the header has it in quotes; most clients leave them out. */
function keyIn(header: string): string {
  const key = /^("?)([\w.:+/=~-]{1,128})\1$/.exec(header.trim())?.[2];
  if (key === undefined) throw malformedIdempotencyKey();
  return key;
}

/** The answers of a database. */
export function createAnswerStore({ database, clock, key: secret }: AnswerStoreOptions): AnswerStore {
  /** Calls that this process carries out, from before their transaction on. */
  const running = new Set<string>();
  const fingerprintOf = (request: readonly unknown[]): string => createHmac("sha256", secret).update(JSON.stringify(request)).digest("hex");

  const find = async (owner: KeyOwner, fingerprint: string): Promise<StoredAnswer | undefined> => {
    const [found] = await database.read(owner, [storedUnder(owner)]);
    const row = found?.rows[0];
    if (row === undefined) return undefined;
    if (row["fingerprint"] !== fingerprint) throw keyReused();
    return new StoredAnswer(envelopeIn(decryptSecret(secret, String(row["answer"]))));
  };

  const recordOf = (owner: KeyOwner, fingerprint: string): AnswerRecord => ({
    async begin(tx) {
      const lock = await tx.first(lockKey(owner));
      if (lock?.["is_free"] !== true) throw keyInUse();
    },
    store(tx, payload, tenantId) {
      if (!isStorable(payload)) return;
      // The platform's administrator writes rows of other tenants; the key is the administrator's.
      if (tenantId !== owner.tenantId) tx.withCommit(setTenant(owner.tenantId));
      const stored = encryptSecret(secret, JSON.stringify(answer(payload ?? {})));
      tx.withCommit(storeUnder(owner, { fingerprint, answer: stored, at: clock.milliseconds() }));
    },
  });

  return {
    async once({ header, request, context }, run) {
      const { tenantId, userId } = context.caller;
      const owner: KeyOwner = { tenantId, userId, key: keyIn(header) };
      const fingerprint = fingerprintOf(request);
      const name = JSON.stringify(owner);
      if (running.has(name)) throw keyInUse();
      running.add(name);
      try {
        const stored = await find(owner, fingerprint);
        return stored ?? (await run({ ...context, answerRecord: recordOf(owner, fingerprint) }));
      } catch (error) {
        // Another process was faster, or the connection was lost while this one committed: then there is an answer.
        const found = await find(owner, fingerprint).catch((failure: unknown) => {
          throw failure instanceof ApiError ? failure : error;
        });
        if (found === undefined) throw error;
        return found;
      } finally {
        running.delete(name);
      }
    },
  };
}

/** Files and jobs are made anew. */
const isStorable = (payload: unknown): boolean => !(payload instanceof FileAnswer || payload instanceof JobAnswer);

function envelopeIn(text: string | undefined): Envelope {
  const stored = text === undefined ? undefined : parsedJson(text);
  if (!isRecord(stored)) throw new Error("an answer under an idempotency key cannot be read; TRACEMARK_SECRET may have changed");
  return { code: 200, success: true, data: stored["data"], msg: String(stored["msg"]) };
}
