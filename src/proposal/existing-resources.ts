// What proposals must know of the definitions that there are.
import type { Model } from "../schema/model.ts";
import type { ExistingResource } from "./proposal.ts";

/** The resources of a model that fields may refer to, and whose names are taken. */
export function existingResources(model: Model): readonly ExistingResource[] {
  return model.resources.map(({ name, table, area, path, tree, permission }) => ({
    name,
    table,
    area,
    path,
    isTree: tree !== undefined,
    permission,
  }));
}
