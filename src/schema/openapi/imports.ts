// What the calls of imports have in common, described once: their body and their parameters.
import { importModes, maxImportedBytes } from "../import-modes.ts";
import type { importParameters } from "../endpoints.ts";
import { object, type Node } from "./node.ts";

/** A file of rows, or the text that was copied from one. */
export const importedTable: Node = {
  anyOf: [
    object({ file: { type: "string", contentEncoding: "base64", description: "A workbook, or a file of text; up to 10 MB" } }, ["file"]),
    object({ text: { type: "string", minLength: 1, description: "Rows as they are copied from a spreadsheet" } }, ["text"]),
  ],
};

/** The same as a file in parts, which a job imports. */
export const importedFile: Node = object(
  { file: { type: "string", format: "binary", description: `A workbook, or a file of text; up to ${maxImportedBytes / 1_000_000} MB` } },
  ["file"],
);

/** The component of a parameter, whose name other calls use as well. */
export const importParameter = (name: string): string => `import_${name}`;

const flag: Node = { enum: ["0", "1"], default: "0" };

const described: Readonly<Record<(typeof importParameters)[number], readonly [about: string, schema: Node]>> = {
  mode: ["New rows are added, those that are there are changed, or both", { enum: [...importModes] }],
  key: ["Fields by which rows are found among those that are there, comma-joined", { type: "string" }],
  columns: [
    "The field of each column, comma-joined, empty for one that is passed over; as the headings say by default",
    { type: "string" },
  ],
  sheet: ["The name of a sheet; the first with anything in it by default", { type: "string" }],
  empty: ["What empty cells do to rows that are there", { enum: ["leave", "clear"], default: "leave" }],
  dryRun: ["1: nothing is written", flag],
  goodRows: ["1: rows that are refused do not keep the others from being written", flag],
  again: ["A job of the caller whose file is imported, in place of a body", { type: "string" }],
  job: ["A job of the caller whose answer is read, or with format its refused rows; nothing is written", { type: "string" }],
  format: ["The rows that are refused as a file, with their reasons; nothing is written", { enum: ["csv", "xlsx"] }],
};

/** The parameters of imports as components. */
export const importParameterComponents: Readonly<Record<string, Node>> = {
  ...Object.fromEntries(
    Object.entries(described).map(([name, [description, schema]]) => [importParameter(name), { name, in: "query", description, schema }]),
  ),
  [importParameter("row")]: {
    name: "row",
    in: "query",
    required: true,
    description: "Key of any row that the import has written",
    schema: { type: "string", minLength: 1 },
  },
};
