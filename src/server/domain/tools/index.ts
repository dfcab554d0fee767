// What the area of tools hangs into the common pattern.
import type { ActionHandler, Domain } from "../../contract.ts";
import { copyRow } from "../../crud/write/copy.ts";
import { notFound } from "../../http/errors.ts";

/** Names of modules repeat, so the copy has the name of its original (catalogue, `code`). */
const copy: ActionHandler = async (context, tx, { ids }) => {
  const resource = context.model.resource.get("code");
  const [id] = ids;
  if (resource === undefined || id === undefined) throw notFound();
  return { id: await copyRow(context, tx, resource, id) };
};

export const toolsDomain: Domain = { reads: {}, actions: { "code.copy": copy }, hooks: {} };
