// Places in mail templates for the values of a row: {{field}}, by the names of the fields of its resource.
import { choicesOf } from "#schema/kinds";
import type { FieldModel, ResourceModel } from "#schema/model";
import { inLanguage, type Language } from "#schema/text";
import type { Values } from "../../../contract.ts";
import { escapedHtml, onOneLine } from "./mail-text.ts";

const place = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names in a text, each once. */
export const placesIn = (text: string): readonly string[] => [...new Set([...text.matchAll(place)].map(([, name = ""]) => name))];

/** Fields whose values can stand in a mail: what lists show as text. */
export const fillable = (resource: ResourceModel): readonly FieldModel[] =>
  resource.fields.filter(({ stored, traits }) => stored && !traits.isSecret && !traits.holdsRows && traits.files === undefined);

/** The value of a field as people read it; "" for none. `row` is as it is answered, with the labels of what it refers to. */
function shownValue(field: FieldModel, row: Readonly<Values>, language: Language): string {
  const value = row[field.name];
  if (value === undefined || value === null || value === "" || value === -1) return "";
  const label = field.labelKey === undefined ? undefined : row[field.labelKey];
  if (typeof label === "string" && label !== "") return label;
  const options = choicesOf(field) ?? [];
  const shown = (one: unknown): string => {
    const option = options.find(([stored]) => String(stored) === String(one));
    return option === undefined ? String(one) : inLanguage([option[1], option[2]], language);
  };
  if (Array.isArray(value)) return value.map(shown).join("、");
  return typeof value === "object" ? JSON.stringify(value) : shown(value);
}

/** The values of a row by the names of its fields; fields that the row lacks, because its reader may not see them, are left out. */
export function valuesOf(resource: ResourceModel, row: Readonly<Values>, language: Language): ReadonlyMap<string, string> {
  return new Map(
    fillable(resource).flatMap((field) => (field.name in row ? [[field.name, shownValue(field, row, language)] as const] : [])),
  );
}

/** A text with its places filled: values are escaped in a body, and on one line in a subject. What has no value stays empty. */
export function filled(text: string, values: ReadonlyMap<string, string>, use: "body" | "subject"): string {
  const written = text.replaceAll(place, (_whole, name: string) => {
    const value = values.get(name) ?? "";
    return use === "body" ? escapedHtml(value).replaceAll("\n", "<br>") : value;
  });
  return use === "body" ? written : onOneLine(written);
}
