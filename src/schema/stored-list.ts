// Whether the list of a resource answers rows as they are stored: one of its own making has rules of its own.
import type { ResourceModel } from "./model.ts";

/** Whether rows of a resource are listed as they are stored. */
function isListedAsStored(resource: Pick<ResourceModel, "calls" | "hasTable" | "path" | "reads">): boolean {
  const list = resource.calls.has("list") ? `${resource.path}/list` : `${resource.path}/page`;
  return resource.hasTable && !resource.reads.some(({ path, method, shape }) => path === list && method === "GET" && shape === "custom");
}

/** Whether its list takes conditions in groups, and is grouped. */
export const takesConditions = (resource: ResourceModel): boolean =>
  (resource.calls.has("list") || resource.calls.has("page")) && isListedAsStored(resource);
