// The order in which seed rows are written: what others refer to comes first.
import type { Model, ResourceModel } from "#schema/model";

/** Whether there is one row of the other for each row of this resource: then this one's rows come first, also where they name it back. */
function isOnePer(resource: ResourceModel, other: ResourceModel | undefined): boolean {
  const field = other?.field.get(other.data.upsertBy ?? "");
  return field?.reference?.resource === resource.name;
}

/**
 * Resources that a resource's rows refer to by a foreign key, or belong to, and the rows that belong to those: what a rule looks up of a
 * spec, it looks up in the spec's layers as well.
 */
function before(resource: ResourceModel, model: Model): readonly string[] {
  const referred = resource.fields.flatMap((field) =>
    field.reference === undefined || field.reference.several ? [] : [field.reference.resource],
  );
  const masters = model.resources.filter((master) => master.details?.resource === resource.name).map((master) => master.name);
  const details = referred.flatMap((name) => model.resource.get(name)?.details?.resource ?? []);
  return [...referred, ...masters, ...details].filter((name) => name !== resource.name && !isOnePer(resource, model.resource.get(name)));
}

/** The names of resources, those that are referred to before those that refer. */
export function dependencyOrder(model: Model): readonly string[] {
  const ordered: string[] = [];
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const resource = model.resource.get(name);
    if (resource === undefined || visited.has(name)) return;
    visited.add(name);
    for (const other of before(resource, model)) visit(other);
    ordered.push(name);
  };
  for (const resource of model.resources) visit(resource.name);
  return ordered;
}
