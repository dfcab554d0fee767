// The initial values of a new row while a tree filter narrows the list.
import { isVisibleIn } from "../../../schema/field.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { Row } from "../../api/wire-data.ts";
import type { FilterValues } from "../search/search-fields.ts";

function fieldValue(field: ScreenField, value: string): unknown {
  return field.reference?.several === true ? [value] : value;
}

/**
 * The chosen node, where the form of a new row has the field. A choice that another one narrows (a department in a tenant) comes with that
 * one: alone it would be emptied as soon as that is chosen, so without it nothing is suggested.
 */
export function suggestionOf(fields: readonly ScreenField[], field: ScreenField, filters: FilterValues, isAdministrator: boolean): Row {
  const value = filters[field.name];
  if (typeof value !== "string" || value === "" || !isVisibleIn(field, "create")) return {};
  const own = { [field.name]: fieldValue(field, value) };
  const around = fields.find((one) => one.name === field.reference?.within);
  if (around === undefined || !isVisibleIn(around, "create") || (around.administratorOnly === true && !isAdministrator)) return own;
  const narrowed = filters[around.name];
  return typeof narrowed === "string" && narrowed !== "" ? { [around.name]: fieldValue(around, narrowed), ...own } : {};
}
