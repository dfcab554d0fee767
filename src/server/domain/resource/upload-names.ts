// The names that people gave to uploaded files.
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** By the addresses of the files; files without such a name are left out. */
export async function namesOfUploads(
  context: CommitContext,
  tx: Transaction,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const uploads = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("attach", "a"))
      .where("a.link", "=", anyOf(addresses))
      .orderBy("a.id")
      .select(["a.link", "a.originalName"]),
  );
  return new Map(
    uploads.flatMap(({ link, originalName }) => (link === null || (originalName ?? "") === "" ? [] : [[link, originalName ?? ""]])),
  );
}
