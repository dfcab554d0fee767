// The channel that a person works for. The platform writes it into the person's text (docs/wire.md §3).
import type { CommitContext } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const mark = /channelId:\s*"?(\d+)?/;

/** The channel of a channel's user; undefined for people of the brand. */
export interface OwnChannel {
  /** null: the text names a channel without saying which, so this person acts for none. */
  readonly id: string | null;
}

export async function ownChannel(tx: Transaction, context: CommitContext): Promise<OwnChannel | undefined> {
  const { userId } = context.caller;
  if (userId === "") return undefined;
  const person = await first(tx, db.selectFrom(tables(context).unscoped("user", "u")).where("u.id", "=", userId).select("u.userExt"));
  const found = mark.exec(person?.userExt ?? "");
  return found === null ? undefined : { id: found[1] ?? null };
}
