// Which cells of a list are edited in place, and why the others are not.
import { isVisibleIn } from "../../../schema/field.ts";
import type { Screen, ScreenField } from "../../../schema/screen.ts";
import { meets } from "../../../schema/text.ts";
import { plainText } from "../../../fields/cell.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { Row } from "../../api/wire-data.ts";
import { isFixedNow, type FormDefinition, type FormValues } from "../../inputs/values/form-definition.ts";
import { isEditable } from "../row-actions/row-actions.ts";

/**
 * Why a cell is not edited: `row` the row as it is cannot be changed, `state` its actions change it, `server` the server writes it, `new` only a
 * new row has it, `now` the row as it is does not let it be changed, `hidden` the person does not see it, `masked` its value is shown in
 * part, `form` it needs the room of its form, `absent` it does not apply to the row, `tree` rows are moved in
 * the tree, `lines` its text has several lines, which an input of one line would join.
 */
export type Lock = "row" | "state" | "server" | "new" | "now" | "hidden" | "masked" | "form" | "absent" | "tree" | "lines";

/** Whether a field has an input of one line. */
function hasRoom(field: ScreenField): boolean {
  const { isSecret, holdsRows, files, isWide, rowWidget } = traitsOf(field);
  return !isSecret && !holdsRows && files === undefined && field.wire !== "json" && (!isWide || rowWidget !== undefined);
}

/** Whether a value is shown in part. */
const isMasked = (value: unknown): boolean => plainText(value).includes("*");

interface LockedIn {
  readonly screen: Pick<Screen, "status" | "editableWhen" | "tree">;
  readonly form: FormDefinition;
  /** The row as it is stored, and as it would be. */
  readonly base: Row;
  readonly values: FormValues;
}

/** Why a cell of a row is not edited; undefined where it is. */
export function lockOf(field: ScreenField, { screen, form, base, values }: LockedIn): Lock | undefined {
  if (!isEditable(screen, base)) return "row";
  if (form.hidden.has(field.name)) return "hidden";
  if (field.name === screen.tree?.parent) return "tree";
  if (field.sensitive === true && isMasked(base[field.name])) return "masked";
  if (!form.field.has(field.name)) {
    if (isFixedNow(field, base)) return "now";
    if (field.fixed === true || (isVisibleIn(field, "create") && !isVisibleIn(field, "edit"))) return "new";
    return field.name === screen.status ? "state" : "server";
  }
  if (!hasRoom(field)) return "form";
  if (traitsOf(field).rowWidget === "text" && /[\r\n]/u.test(plainText(values[field.name]))) return "lines";
  return field.showWhen !== undefined && !meets(field.showWhen, values) ? "absent" : undefined;
}
