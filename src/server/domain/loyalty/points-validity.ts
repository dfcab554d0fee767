// How long points are valid: until the end of a day, so many months after they were earned, as the tenant has set it.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { numberSetting, settingsWithin } from "../bind-config/settings.ts";

const key = "points.validMonths";
/** 0: points never expire. */
const builtIn = 24;

/** When points that are earned now expire; null where they never do. */
export async function expiryOf(context: CommitContext, tx: Transaction): Promise<string | null> {
  const now = context.now();
  const months = numberSetting(await settingsWithin(context, tx, [key]), key, builtIn);
  if (months === 0) return null;
  const day = sql<string>`to_char(${now}::timestamp + make_interval(months => ${months}::int), 'YYYY-MM-DD') || ' 23:59:59'`;
  return (await first(tx, db.selectNoFrom(day.as("expiry"))))?.expiry ?? null;
}
