// Which cells of rows people enter.
import { isVisibleIn } from "#schema/field";
import type { ScreenField } from "../schema/screen.ts";

/** Whether a cell of this field is edited; others are written by the server and only shown. */
export function isEdited(field: ScreenField): boolean {
  return isVisibleIn(field, "create") || isVisibleIn(field, "edit");
}
