// What browsers recorded, as they send it: an array of their local entries.
import { z } from "zod";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { append } from "../../rows/insert.ts";
import { run } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { isDatetime } from "../../../fields/temporal.ts";

/** The badge counts up to 99 entries; whoever kept more sends them in parts. */
const maxEntries = 1000;
/** Longest texts, as in the definition. A log is cut rather than refused. */
const lengths = { url: 2000, text: 20_000, info: 500 };
const types: ReadonlySet<string> = new Set(["error", "warn", "info"]);

const entrySchema = z.record(z.string(), z.unknown());
const bodySchema = z.array(entrySchema).max(maxEntries);
type Entry = z.infer<typeof entrySchema>;

function boundedText(value: unknown, maxLength: number): string | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Zero bytes have no place in a text of PostgreSQL; characters, not halves of them, are counted.
  return Array.from(text.replaceAll("\0", "").slice(0, 2 * maxLength))
    .slice(0, maxLength)
    .join("");
}

const typeOf = ({ type }: Entry): string => (typeof type === "string" && types.has(type) ? type : "error");
const timeOf = ({ time }: Entry, now: string): string => (typeof time === "string" && isDatetime(time) ? time : now);

/** Stores the entries of one browser for its person. Answers how many; what is no list of entries, or no end of it, is refused. */
export async function storeLogs(
  context: Pick<CommitContext, "caller" | "scope" | "identifiers" | "model" | "now">,
  tx: Transaction,
  body: unknown,
): Promise<number> {
  const sent = bodySchema.safeParse(body);
  if (!sent.success) throw malformedParameter("body");
  const entries = sent.data;
  if (entries.length === 0) return 0;
  const ids = await context.identifiers.take(entries.length);
  const moment = context.now();
  await run(
    tx,
    append(
      context,
      "web-log",
      entries.map((entry, index) => ({
        id: ids[index] ?? "",
        type: typeOf(entry),
        url: boundedText(entry["url"], lengths.url),
        message: boundedText(entry["message"], lengths.text),
        stack: boundedText(entry["stack"], lengths.text),
        info: boundedText(entry["info"], lengths.info),
        time: timeOf(entry, moment),
      })),
    ),
  );
  return entries.length;
}

const sendLogs: Effect<"web-log.sendLogs"> = { commit: async (tx, context, { body }) => ({ count: await storeLogs(context, tx, body) }) };

export const webLogDomain: Domain = { reads: {}, actions: { "web-log.sendLogs": sendLogs }, hooks: {} };
