// What the query of an import says, checked.
import { isImportMode, type ImportMode } from "#schema/import-modes";
import { importModesOf } from "#schema/imports";
import type { ResourceModel } from "#schema/model";
import { isExportFormat, type ExportFormat } from "../export/sheet.ts";
import { malformedParameter } from "../http/errors.ts";

type Parameters = Readonly<Record<string, string>>;

/** How a file is imported. */
export interface ImportSettings {
  readonly mode: ImportMode;
  /** Undefined: the first that the file has. */
  readonly key: string | undefined;
  /** Undefined: as the headings say. */
  readonly columns: string | undefined;
  readonly sheet: string | undefined;
  readonly empty: "leave" | "clear";
  readonly isDryRun: boolean;
  readonly takesGoodRows: boolean;
}

function isOn(parameters: Parameters, name: string): boolean {
  const value = parameters[name] ?? "";
  if (value !== "" && value !== "0" && value !== "1") throw malformedParameter(name);
  return value === "1";
}

/** A parameter; undefined where it is empty or absent. */
export const given = (parameters: Parameters, name: string): string | undefined => (parameters[name] === "" ? undefined : parameters[name]);

function modeOf(resource: ResourceModel, parameters: Parameters): ImportMode {
  const modes = importModesOf(resource);
  const mode = given(parameters, "mode") ?? modes[0] ?? "";
  if (!isImportMode(mode) || !modes.includes(mode)) throw malformedParameter("mode");
  return mode;
}

export function formatOf(parameters: Parameters): ExportFormat | undefined {
  const format = given(parameters, "format");
  if (format !== undefined && !isExportFormat(format)) throw malformedParameter("format");
  return format;
}

function emptyOf(parameters: Parameters): ImportSettings["empty"] {
  const empty = given(parameters, "empty") ?? "leave";
  if (empty !== "leave" && empty !== "clear") throw malformedParameter("empty");
  return empty;
}

export const settingsOf = (resource: ResourceModel, parameters: Parameters): ImportSettings => ({
  mode: modeOf(resource, parameters),
  key: given(parameters, "key"),
  columns: parameters["columns"],
  sheet: given(parameters, "sheet"),
  empty: emptyOf(parameters),
  isDryRun: isOn(parameters, "dryRun"),
  takesGoodRows: isOn(parameters, "goodRows"),
});
