// Which rows belong to which: lines of documents, and the documents they are lines of (`details` of a definition).
import { cachedBy } from "#schema/cached-by";
import type { DetailsData } from "#schema/resource-data";
import type { Model, ResourceModel } from "#schema/model";

export interface Master {
  readonly resource: ResourceModel;
  readonly details: DetailsData;
}

const none: readonly Master[] = [];

/** Masters by the names of their details. */
const mastersIn = cachedBy((model: Model): ReadonlyMap<string, readonly Master[]> => {
  const masters = new Map<string, Master[]>();
  for (const resource of model.resources) {
    const { details } = resource;
    // A tree that shows its own lower levels does not count.
    if (details === undefined || details.resource === resource.name) continue;
    masters.set(details.resource, [...(masters.get(details.resource) ?? none), { resource, details }]);
  }
  return masters;
});

/** Resources with these rows as details. */
export function mastersOf(resource: ResourceModel, model: Model): readonly Master[] {
  return mastersIn(model).get(resource.name) ?? none;
}
