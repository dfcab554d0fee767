// The text of a cell for the clipboard: what is shown, so that the same list takes it back, and numbers as spreadsheets calculate with them.
import { plainText } from "../../../fields/cell.ts";
import { withScale } from "../../../fields/digits.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField, ScreenReference } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { partsOf, textOf } from "../../api/wire-data.ts";
import { labelsOfRecord } from "../../inputs/values/choice-labels.ts";
import type { SheetRow } from "./sheet.ts";

/** Names of values that do not come with the row. */
export interface Names {
  readonly ofReference: (reference: ScreenReference, value: string) => string | undefined;
  readonly ofEntry: (field: ScreenField, value: string) => string | undefined;
}

export function writtenText(
  field: ScreenField,
  { values, base }: Pick<SheetRow, "values" | "base">,
  names: Names,
  language: Language,
): string {
  const value = values[field.name];
  const { reference, options, dictionary } = field;
  const separator = language === "zh" ? "，" : ", ";
  if (reference !== undefined || dictionary !== undefined) {
    const carried = labelsOfRecord(field, base);
    const nameOf = (one: string) =>
      carried.get(one) ?? (reference === undefined ? names.ofEntry(field, one) : names.ofReference(reference, one)) ?? one;
    return partsOf(Array.isArray(value) ? value : textOf(value))
      .map(nameOf)
      .join(separator);
  }
  if (options !== undefined) {
    const nameOf = (one: unknown) => {
      const option = options.find((other) => String(other.value) === String(one));
      return option === undefined ? plainText(one) : inLanguage(option.label, language);
    };
    return Array.isArray(value) ? value.map(nameOf).join(separator) : plainText(value) === "" ? "" : nameOf(value);
  }
  const { number, scale = 0 } = traitsOf(field);
  if (number !== undefined) return withScale(plainText(value), field.scale ?? scale);
  return Array.isArray(value) ? value.map(plainText).join(separator) : plainText(value);
}
