// Cells of rows as lists answer them, for lists whose rows are not made by SQL alone: what a handler answers, or a hook adds.
import { choicesOf } from "#schema/kinds";
import type { FieldModel } from "#schema/model";
import { inLanguage, type Language } from "#schema/text";
import { fromWire } from "#schema/wire";
import { betweenNames, exportFormOf, jobStateNames, wordsOf } from "../../../fields/exported.ts";
import { readJobView } from "../../../fields/job-view.ts";
import type { ExportCell } from "../sheet.ts";

type Row = Readonly<Record<string, unknown>>;

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean" ? String(value) : "";
}

const members = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(plain) : [plain(value)]).filter((one) => one !== "");

function optionNames(field: FieldModel, value: unknown, language: Language): string {
  const options = choicesOf(field) ?? [];
  return members(value)
    .map((one) => {
      const option = options.find(([stored]) => String(stored) === one);
      return option === undefined ? one : inLanguage([option[1], option[2]], language);
    })
    .join(betweenNames);
}

function labelIn(field: FieldModel, value: unknown, row: Row): string {
  if (value === null) return "";
  const label = field.labelKey === undefined ? "" : plain(row[field.labelKey]);
  if (label !== "") return Array.isArray(value) ? label.replaceAll(/,\s*/g, betweenNames) : label;
  return members(value).join(betweenNames);
}

/** The cell of a field in a row as it is answered; masked values are masked in it already. */
export function wireCell(field: FieldModel, row: Row, language: Language): ExportCell {
  const sent = row[field.name];
  const value = fromWire(field, sent);
  switch (exportFormOf(field)) {
    case "option":
      return optionNames(field, value, language);
    case "label":
      return labelIn(field, value, row);
    case "rows":
      return Array.isArray(value) && value.length > 0 ? String(value.length) : null;
    case "json":
      return value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
    case "words":
      return wordsOf(plain(value));
    case "progress": {
      const name = jobStateNames[readJobView(value)?.state ?? 0];
      return name === undefined ? null : inLanguage(name, language);
    }
    case "number":
    case "day":
    case "moment":
    case "clock":
    case "sentence":
    case "text":
      return members(value).join(betweenNames);
  }
}
