// Invitation codes: short, told on the phone without mistakes, and of one member of the tenant.
import { randomInt } from "node:crypto";
import type { CommitContext } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** Without what looks like something else: 0 and O, 1 and I and L. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const length = 8;

const drawn = (): string => Array.from({ length }, () => letters[randomInt(letters.length)] ?? "").join("");

/** A code that no member has; the key of the database decides where two are drawn at the same moment. */
export async function newInviteCode(context: CommitContext, tx: Transaction): Promise<string> {
  for (;;) {
    const code = drawn();
    const taken = db.selectFrom(tables(context).withRemoved("member", "m")).where("m.inviteCode", "=", code).limit(1);
    if ((await first(tx, taken.select("m.id"))) === undefined) return code;
  }
}
