// What the area of tools hangs into the common pattern.
import type { Domain, Effect } from "../../contract.ts";
import { copyRow } from "../../crud/write/copy.ts";
import { notFound } from "../../http/errors.ts";

/** Names of modules repeat, so the copy has the name of its original. */
const copy: Effect<"code.copy"> = {
  commit: async (tx, context, { rows }) => {
    const resource = context.model.resource.get("code");
    const [row] = rows;
    if (resource === undefined || row === undefined) throw notFound();
    return { id: await copyRow(context, tx, resource, row) };
  },
};

export const toolsDomain: Domain = { reads: {}, actions: { "code.copy": copy }, hooks: {} };
