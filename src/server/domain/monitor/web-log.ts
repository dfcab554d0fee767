// What browsers recorded, as they send it: an array of their local entries.
import { z } from "zod";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { isDatetime } from "../../../fields/temporal.ts";

/** The badge counts up to 99 entries; whoever kept more sends them in parts. */
const mostEntries = 1000;
/** Longest texts, as in the definition. A log is cut rather than refused. */
const lengths = { url: 2000, text: 20_000, info: 500 };
const types: ReadonlySet<string> = new Set(["error", "warn", "info"]);

const entrySchema = z.record(z.string(), z.unknown());
const bodySchema = z.array(entrySchema).max(mostEntries);
type Entry = z.infer<typeof entrySchema>;

function textOf(value: unknown, longest: number): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Zero bytes have no place in a text of PostgreSQL; characters, not halves of them, are counted.
  return Array.from(text.replaceAll("\0", "").slice(0, 2 * longest)).slice(0, longest).join("");
}

const typeOf = ({ type }: Entry): string => (typeof type === "string" && types.has(type) ? type : "error");
const timeOf = ({ time }: Entry, now: string): string => (typeof time === "string" && isDatetime(time) ? time : now);

/** Stores the entries of one browser for its person. Answers how many; what is no list of entries, or no end of it, is refused. */
export async function keepLogs({ caller, scope, identifiers, now }: Pick<CommitContext, "caller" | "scope" | "identifiers" | "now">, tx: Transaction, body: unknown): Promise<number> {
  const sent = bodySchema.safeParse(body);
  if (!sent.success) throw malformedParameter("body");
  const entries = sent.data;
  if (entries.length === 0) return 0;
  const ids = await identifiers.take(entries.length);
  const moment = now();
  await tx.query({
    sql: `insert into web_log (id, tenant_id, create_user, create_time, update_user, update_time, type, url, message, stack, info, time)
      select id, $2, $3::bigint, $4::timestamp, $3::bigint, $4::timestamp, type, url, message, stack, info, time
      from unnest($1::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamp[]) as sent (id, type, url, message, stack, info, time)`,
    parameters: [
      ids, scope.tenantId, caller.userId, moment, entries.map(typeOf), entries.map((entry) => textOf(entry["url"], lengths.url)),
      entries.map((entry) => textOf(entry["message"], lengths.text)), entries.map((entry) => textOf(entry["stack"], lengths.text)),
      entries.map((entry) => textOf(entry["info"], lengths.info)), entries.map((entry) => timeOf(entry, moment)),
    ],
  });
  return entries.length;
}

const sendLogs: Effect = { commit: async (tx, context, { body }) => ({ count: await keepLogs(context, tx, body) }) };

export const webLogDomain: Domain = { reads: {}, actions: { "web-log.sendLogs": sendLogs }, hooks: {} };
