// Codes that are sent to a telephone by text: six digits, good for five minutes, five attempts and one use, in any process.
import { createHmac, randomInt, timingSafeEqual, type KeyObject } from "node:crypto";
import type { Text } from "#schema/text";
import { businessError } from "../../http/errors.ts";
import type { Clock } from "../../store/clock.ts";
import { localTime } from "../../store/clock.ts";
import type { Database, Statement, Transaction } from "../../store/database.ts";
import type { FailureLimits, Failures } from "../failures.ts";

const lifetimeMs = 5 * 60 * 1000;
/** Another one is sent no sooner. */
const pauseMs = 60 * 1000;
const maxAttempts = 5;
const digits = 6;
/** Texts of a person, and from an address, behind which there may be several people. */
const limits = { person: { count: 5, minutes: 30 }, address: { count: 20, minutes: 30 } } as const satisfies Record<string, FailureLimits>;

/** What a code is for: one of setting up proves nothing else. */
type CodePurpose = "set-up" | "proof";

/** Who gets a text, and where. */
export interface TextRecipient {
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly phone: string;
}

/** The way of texts out of the house (domain/messages). */
export interface CodeTexts {
  /** Why a tenant can send no codes; undefined where it can. */
  obstacle(tenantId: string): Promise<Text | undefined>;
  /** Makes a transaction of the recipient's tenant able to write texts. */
  ready(): Promise<void>;
  /** Puts the code into the outbox in a transaction of the recipient's tenant. Throws what is told to people. */
  queue(
    tx: Transaction,
    recipient: TextRecipient,
    text: { readonly code: string; readonly minutes: number; readonly validUntil: string },
  ): Promise<void>;
}

/** What whoever asked for a text is told. */
export interface SentText {
  /** Seconds until another one may be asked for. */
  readonly resendSeconds: number;
  readonly expiresSeconds: number;
}

export interface TextCodes {
  readonly obstacle: CodeTexts["obstacle"];
  /** Sends a new code, which takes the place of the last one. Refused within a minute of that, beyond the limits, and where nothing can be sent. */
  send(recipient: TextRecipient, purpose: CodePurpose, address: string): Promise<SentText>;
  /** Whether a code is the one that was sent to this number for this; counts an attempt, and spends the right one. */
  spend(recipient: Omit<TextRecipient, "account">, purpose: CodePurpose, code: string): Promise<boolean>;
}

interface TextCodesOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Hashes codes. */
  readonly key: KeyObject;
  readonly failures: Failures;
  readonly texts: CodeTexts;
}

const tooSoon = (seconds: number) =>
  businessError("textTooSoon", [`请在 ${seconds} 秒后重新获取验证码`, `Another code can be sent in ${seconds} seconds`], {
    data: { seconds },
  });
const tooMany = () =>
  businessError("tooManyTexts", ["获取验证码过于频繁，请稍后再试", "Too many codes were asked for; please try again later"]);

/** Forgets codes of people of a tenant. */
export const forgetTextCodes = (tenantId: string, userIds: readonly string[]): Statement => ({
  sql: "delete from auth_text_code where tenant_id = $1 and user_id = any($2)",
  parameters: [tenantId, userIds],
});

export function createTextCodes({ database, clock, key, failures, texts }: TextCodesOptions): TextCodes {
  const hashOf = ({ tenantId, userId, phone }: Omit<TextRecipient, "account">, purpose: CodePurpose, code: string): string =>
    createHmac("sha256", key).update(["text", tenantId, userId, phone, purpose, code].join(":")).digest("base64url");

  const secondsLeft = (sentAt: number): number => Math.ceil((sentAt + pauseMs - clock.milliseconds()) / 1000);

  const requirePause = async ({ tenantId, userId }: TextRecipient): Promise<void> => {
    const [answer] = await database.authentication.read({ tenantId }, [
      { sql: "select sent_at from auth_text_code where tenant_id = $1 and user_id = $2", parameters: [tenantId, userId] },
    ]);
    const row = answer?.rows[0];
    const seconds = row === undefined ? 0 : secondsLeft(Number(row["sent_at"]));
    if (seconds > 0) throw tooSoon(seconds);
  };

  const requireRoom = async (subject: string, limit: FailureLimits): Promise<void> => {
    if (!(await failures.beginFrom(subject, limit)).isAdmitted) throw tooMany();
  };

  return {
    obstacle: (tenantId) => texts.obstacle(tenantId),

    send: async (recipient, purpose, address) => {
      const { tenantId, userId, phone } = recipient;
      await requirePause(recipient);
      await requireRoom(`texts-from:${address.slice(0, 100)}`, limits.address);
      await requireRoom(`texts:${tenantId}:${userId}`, limits.person);
      await texts.ready();
      const code = String(randomInt(10 ** digits)).padStart(digits, "0");
      await database.transaction({ tenantId, userId }, async (tx) => {
        const time = clock.milliseconds();
        // Two at the same instant: the second one finds that of the first.
        const { rowCount } = await tx.query({
          sql: `insert into auth_text_code as known (tenant_id, user_id, purpose, phone, hash, sent_at, expires_at, attempts)
            values ($1, $2, $3, $4, $5, $6::bigint, $6::bigint + $7::bigint, 0)
            on conflict (tenant_id, user_id) do update set purpose = excluded.purpose, phone = excluded.phone, hash = excluded.hash,
              sent_at = excluded.sent_at, expires_at = excluded.expires_at, attempts = 0
            where known.sent_at <= $6::bigint - $8::bigint`,
          parameters: [tenantId, userId, purpose, phone, hashOf(recipient, purpose, code), time, lifetimeMs, pauseMs],
        });
        if (rowCount === 0) throw tooSoon(pauseMs / 1000);
        await texts.queue(tx, recipient, { code, minutes: lifetimeMs / 60_000, validUntil: localTime(time + lifetimeMs) });
      });
      return { resendSeconds: pauseMs / 1000, expiresSeconds: lifetimeMs / 1000 };
    },

    spend: async (recipient, purpose, code) => {
      const { tenantId, userId, phone } = recipient;
      return database.authentication.transaction(async (tx) => {
        const row = await tx.first({
          sql: `update auth_text_code set attempts = attempts + 1
            where tenant_id = $1 and user_id = $2 and purpose = $3 and phone = $4 and hash <> '' and expires_at > $5 and attempts < $6
            returning hash`,
          parameters: [tenantId, userId, purpose, phone, clock.milliseconds(), maxAttempts],
        });
        const stored = Buffer.from(String(row?.["hash"] ?? ""));
        const given = Buffer.from(hashOf(recipient, purpose, code));
        if (stored.length !== given.length || !timingSafeEqual(stored, given)) return false;
        // The row stays, for the pause until the next text. Its lock is held since the attempt: nobody else has spent the code.
        await tx.query({
          sql: "update auth_text_code set hash = '' where tenant_id = $1 and user_id = $2",
          parameters: [tenantId, userId],
        });
        return true;
      });
    },
  };
}
