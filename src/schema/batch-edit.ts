// Which fields of several rows people change at once.
import { isCellField } from "./imports.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/** The fields that several rows may get at once: no two rows may have the same value of a unique one. */
export function batchEditedFields(resource: ResourceModel): readonly FieldModel[] {
  const { calls, hasTable, fields, uniques, tree } = resource;
  if (!hasTable || !(calls.has("submit") || calls.has("update")) || !(calls.has("list") || calls.has("page"))) return [];
  // What a definition declares at the place of the call stands there instead.
  if (resource.actions.some(({ path }) => path === `${resource.path}/batch-update`)) return [];
  const isUnique = (name: string) => uniques.some(({ fields: [one, ...others] }) => one === name && others.length === 0);
  return fields.filter(
    (field) =>
      field.stored &&
      !field.readonly &&
      !field.createOnly &&
      field.inForm.edit &&
      field.name !== resource.key &&
      field.name !== tree?.parent &&
      !isUnique(field.name) &&
      isCellField(field),
  );
}

export const isCalculated = ({ traits }: FieldModel): boolean => traits.number !== undefined;
