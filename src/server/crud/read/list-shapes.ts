// What `list` answers: a page, or where the definition says so a plain array or a forest (docs/wire.md §6).
import type { ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import { readForest } from "./forest.ts";
import type { Query } from "../sql/filters.ts";
import { listPage } from "./list.ts";
import { plainRows } from "./plain-rows.ts";
import type { Services } from "../services.ts";

/** The answer of `list` or `page`; `page` is always one. */
export function listRows(
  services: Services,
  context: RequestContext,
  resource: ResourceModel,
  query: Query,
  name: "list" | "page",
): Promise<unknown> {
  const shape = name === "page" ? "page" : (resource.data.listShape ?? "page");
  if (shape === "forest") return readForest(services, context, resource, query);
  if (shape === "rows") return plainRows(services, context, resource, query);
  return listPage(services, context, resource, query);
}
