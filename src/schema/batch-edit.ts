// Which fields of several rows people change at once, and how: for the server and for screens.
import { isCellField } from "./imports.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/** What becomes of a field in each of the rows: another value, none, or one that follows from its own. */
export const batchOperations = ["set", "clear", "add", "percent"] as const;
export type BatchOperation = (typeof batchOperations)[number];

export const isBatchOperation = (text: unknown): text is BatchOperation => batchOperations.some((operation) => operation === text);

/** Whether an operation makes the new value from the row's own. */
export const isCalculation = (operation: BatchOperation): boolean => operation === "add" || operation === "percent";

/** Rows of one call at most. */
export const maxBatchRows = 1_000;

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
