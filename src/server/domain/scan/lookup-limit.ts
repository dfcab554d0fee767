// How often one network address may look codes up: so many times in a minute, then each further one takes a captcha.
import { requireCaptcha } from "../../access/captcha-proof.ts";
import type { RequestContext } from "../../contract.ts";
import type { Database } from "../../store/database.ts";

/** Addresses counted apart; what comes beyond them shares one count, so that many addresses cannot fill the memory. */
const mostAddresses = 50_000;
const others = "others";

interface Minute {
  readonly name: string;
  readonly counts: Map<string, number>;
}

/** The minute under way, of each server. */
const minutes = new WeakMap<Database, Minute>();

/** Counts a look-up of the caller's address; where there were too many in this minute, it goes on with a captcha only. */
export async function countLookup(context: RequestContext, limit: number): Promise<void> {
  const name = context.now().slice(0, 16);
  let minute = minutes.get(context.database);
  if (minute?.name !== name) minutes.set(context.database, (minute = { name, counts: new Map() }));
  const key = minute.counts.has(context.address) || minute.counts.size < mostAddresses ? context.address : others;
  const count = (minute.counts.get(key) ?? 0) + 1;
  minute.counts.set(key, count);
  if (count > limit) await requireCaptcha(context);
}
