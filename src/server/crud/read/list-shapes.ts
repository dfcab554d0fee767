// The shapes of `list`: a page, or where the definition declares it a plain array or a forest (docs/wire.md §6).
import { readForest } from "./forest.ts";
import { listPage } from "./list.ts";
import { plainRows } from "./plain-rows.ts";
import type { ListCall } from "./read-call.ts";

/** The answer of `list` or `page`; `page` is always one. */
export function listRows(call: ListCall, name: "list" | "page"): Promise<unknown> {
  const shape = name === "page" ? "page" : (call.resource.data.listShape ?? "page");
  if (shape === "forest") return readForest(call);
  if (shape === "rows") return plainRows(call);
  return listPage(call);
}
