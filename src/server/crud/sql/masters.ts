// Which rows belong to which: lines of documents, and the documents they are lines of (`details` of a definition).
import type { DetailsData } from "#schema/resource-data";
import type { Model, ResourceModel } from "#schema/model";

export interface Master {
  readonly resource: ResourceModel;
  readonly details: DetailsData;
}

/** Resources with these rows as details; a tree that shows its own lower levels does not count. */
export function mastersOf(resource: ResourceModel, model: Model): readonly Master[] {
  return model.resources.flatMap((master) => {
    const { details } = master;
    return details?.resource === resource.name && master !== resource ? [{ resource: master, details }] : [];
  });
}
