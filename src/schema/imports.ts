// Which rows come from files: of every resource whose rows people add or edit by the common calls, and by which fields a row of a file is
// known to be there already.
import { isRevertible } from "./history.ts";
import { kindOf } from "./kinds.ts";
import { importModes, type ImportMode } from "./import-modes.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/** Whether a cell of a file can hold the value of a field: no password, no file, no rows within the row, no life cycle, no page of text. */
export function isCellField({ data, traits, wire }: FieldModel): boolean {
  const { initial, exported } = kindOf(data);
  const isPlain = !traits.isSecret && !traits.holdsRows && traits.files === undefined && wire !== "json";
  return isPlain && initial === undefined && exported === undefined;
}

/** The fields of a resource that a file may fill, in the order of its definition. */
export const importedFields = ({ fields }: ResourceModel): readonly FieldModel[] =>
  fields.filter((field) => field.stored && !field.readonly && (field.inForm.create || field.inForm.edit) && isCellField(field));

/** The modes in which rows of a resource may come from a file; none where no file is taken. */
export function importModesOf(resource: ResourceModel): readonly ImportMode[] {
  const { calls, hasTable, data } = resource;
  if (!hasTable || data.import === false || importedFields(resource).length === 0 || !(calls.has("list") || calls.has("page"))) return [];
  // What a definition declares at the place of the call stands there instead.
  if (resource.actions.some(({ path }) => path === `${resource.path}/import`)) return [];
  const mayAdd = calls.has("submit") || calls.has("save");
  const mayEdit = calls.has("submit") || calls.has("update");
  if (mayAdd && mayEdit) return importModes;
  return mayAdd ? ["add"] : mayEdit ? ["update"] : [];
}

/**
 * Whether a file with many rows is imported by a job, batch by batch. In a tree a row may stand below any other of its file, and rows of the
 * platform are written past the tenants' security, which no job does: both are written together.
 */
export const isImportedByJob = ({ tree, scope }: ResourceModel): boolean => tree === undefined && scope !== "platform";

/** Whether an import of a resource can be taken back as a whole: what it did to each row is kept. */
export const isImportUndoable = (resource: ResourceModel): boolean => importModesOf(resource).length > 0 && isRevertible(resource);

/** Names of fields by which a row of a file is known to be there: what is unique, alone or together, and the key of the row. */
export function importKeysOf(resource: ResourceModel): readonly (readonly string[])[] {
  const isPlain = (name: string): boolean => {
    const field = resource.field.get(name);
    return field === undefined || (!field.traits.isSecret && field.wire !== "list" && field.wire !== "json" && !field.traits.holdsRows);
  };
  const uniques = resource.uniques.flatMap(({ fields, where }) => (where === undefined && fields.every(isPlain) ? [fields] : []));
  return [...(uniques.some((fields) => fields.join() === resource.key) ? [] : [[resource.key]]), ...uniques];
}
