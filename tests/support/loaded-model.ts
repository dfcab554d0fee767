// Models of definitions that a test makes up: as they are loaded, without the types of their builders, which know the product's own resources
// alone.
import type { Area } from "#schema/area";
import { buildModel, type Model, type ResourceModel } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";

/** What was made with a builder, and what was written out as it is. */
type MadeUp = { readonly name: string } | { readonly name: string; readonly [word: string]: unknown };

export function loadedModel(definitions: readonly MadeUp[], areas: readonly Area[] = []): Model {
  return buildModel(
    definitions.map((one) => ({
      data: one as unknown as LoadedDefinition["data"], // what the loader of definitions gives is as little known
      file: `resources/production/${one.name}.ts`,
      area: "production",
    })),
    areas,
  );
}

export function resourceIn(model: Model, name: string): ResourceModel {
  const found = model.resource.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}
