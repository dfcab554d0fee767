// Rows between the wire and the screens: every field by its own wire type, labels and base columns as they come (docs/wire.md §2.1).
import type { ScreenField } from "../../schema/screen.ts";
import { traitsOf } from "../../fields/screen-traits.ts";
import { withoutTime, withTime } from "../../schema/dialects/with-time.ts";
import { meets } from "../../schema/text.ts";
import { fromWire } from "../../schema/wire.ts";
import { isRecord, textOf, type Row } from "./wire-data.ts";
import { settings } from "../browser/settings.ts";
import { transformChosenPassword, transformPassword } from "./password.ts";

/**
 * Whether a text means "none". Typed text may be "-1"; a chosen "-1" means none, unless it is one of the options. A field that the row's
 * own condition hides has no typed value: the key of a dictionary's head is such a text.
 */
function isNoText(field: ScreenField, value: unknown, row: Readonly<Record<string, unknown>>): boolean {
  if (field.wire !== "text" || field.admitsMinusOne === true || textOf(value) !== "-1") return false;
  return traitsOf(field).isChosen || (field.showWhen !== undefined && !meets(field.showWhen, row));
}

/** Whether the back-end holds a moment where people know a day. */
const isDayWithTime = (field: ScreenField): boolean => settings.dialect.daysWithTime && traitsOf(field).temporal === "day";

function valueFromWire(field: ScreenField, value: unknown, row: Readonly<Record<string, unknown>>): unknown {
  const clean = isNoText(field, value, row) ? null : fromWire(field, value);
  if (isDayWithTime(field)) return withoutTime(clean);
  if (field.fields === undefined || !Array.isArray(clean)) return clean;
  const inner = field.fields;
  return clean.filter(isRecord).map((row) => rowFromWire(inner, row));
}

/** A row as screens know it: `null` where the wire has a sentinel for "none". Rows below it (`children`) likewise. */
export function rowFromWire(fields: readonly ScreenField[], row: Readonly<Record<string, unknown>>): Row {
  const values: Record<string, unknown> = { ...row };
  for (const field of fields) {
    if (field.name in row) values[field.name] = valueFromWire(field, row[field.name], row);
  }
  const { children } = row;
  if (Array.isArray(children) && !fields.some((field) => field.name === "children"))
    values["children"] = children.filter(isRecord).map((child) => rowFromWire(fields, child));
  return values;
}

/** The wire value of a submit. Only "" empties a field in an update (docs/wire.md §4). */
async function valueToWire(field: ScreenField, value: unknown): Promise<unknown> {
  if (value === null || value === "") return "";
  // A minimum length applies to new passwords, not to ones that are proved or repeated.
  if (traitsOf(field).isSecret && field.use === "sign-in" && typeof value === "string")
    return field.min === undefined ? transformPassword(value, "chosen") : transformChosenPassword(value, field.name);
  if (isDayWithTime(field)) return withTime(value);
  const inner = field.fields;
  if (inner !== undefined && Array.isArray(value)) return Promise.all(value.filter(isRecord).map((row) => rowToWire(inner, row)));
  return Array.isArray(value) && field.wire === "list" ? value.join(",") : value;
}

/** The body of a submit: the fields of the screen that were given, id and version; nothing of the screen's own. */
export async function rowToWire(fields: readonly ScreenField[], values: Row): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const name of ["id", "version"]) {
    const value = values[name];
    if (value !== undefined && value !== null && value !== "") body[name] = value;
  }
  for (const field of fields) {
    const value = values[field.name];
    if (value !== undefined && field.screenOnly !== true) body[field.name] = await valueToWire(field, value);
  }
  return body;
}
