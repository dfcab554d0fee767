// What the files of a decision were called by whoever sent them.
import type { CommitContext } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { fileName } from "../../../fields/file-name.ts";
import { namesOfUploads } from "../resource/upload-names.ts";

/** As it is stored with them: a JSON list in their order; null where there are none. */
export async function attachmentNames(
  context: CommitContext,
  tx: Transaction,
  addresses: readonly string[] | null | undefined,
): Promise<string | null> {
  if (addresses === null || addresses === undefined || addresses.length === 0) return null;
  const names = await namesOfUploads(context, tx, addresses);
  return JSON.stringify(addresses.map((address) => names.get(address) ?? fileName(address)));
}
