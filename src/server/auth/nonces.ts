// Numbers that are good once: kept when they were used, for as long as they could be used again.
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";

/** Tables of spent numbers (tables.ts). */
export type NonceTable = "auth_captcha" | "auth_social" | "auth_spent_code" | "pay_nonce";

/** Spends a number; false when it was spent before, by whichever process. */
export function consumeNonce(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  table: NonceTable,
  id: string,
  expiresAt: number,
): Promise<boolean> {
  // As the owner: the request is not signed in yet.
  return database.authentication.transaction(async (tx) => {
    const [, inserted] = await tx.batch([
      { sql: `delete from ${table} where expires_at < $1`, parameters: [clock.milliseconds()] },
      { sql: `insert into ${table} (id, expires_at) values ($1, $2) on conflict do nothing`, parameters: [id, expiresAt] },
    ]);
    return inserted?.rowCount === 1;
  });
}
