// Which cells of rows people enter.
import { isVisibleIn } from "#schema/field";
import type { ScreenField } from "../schema/screen.ts";

/** Whether a cell of this field is edited; others are written by the server and only shown. */
export function isEdited(field: ScreenField): boolean {
  return isVisibleIn(field, "create") || isVisibleIn(field, "edit");
}

/** Whether all rows may have the same value in this column. */
export const isFillable = (field: ScreenField): boolean =>
  field.unique !== true && field.reference?.within === undefined && isEdited(field);
