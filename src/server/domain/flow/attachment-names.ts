// What the files of a decision were called by whoever sent them.
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { fileName } from "../../../fields/file-name.ts";

/** As it is stored with them: a JSON list in their order; null where there are none. */
export async function attachmentNames(
  context: CommitContext,
  tx: Transaction,
  addresses: readonly string[] | null | undefined,
): Promise<string | null> {
  if (addresses === null || addresses === undefined || addresses.length === 0) return null;
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("attach", "a"))
      .where("a.link", "=", anyOf(addresses))
      .orderBy("a.id")
      .select(["a.link", "a.originalName"]),
  );
  const names = new Map(found.map(({ link, originalName }) => [link, originalName]));
  return JSON.stringify(addresses.map((address) => names.get(address) ?? fileName(address)));
}
