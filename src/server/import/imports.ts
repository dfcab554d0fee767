// The imports of a process, as the calls of resources use them.
import type { RowImports } from "../crud/imports.ts";
import { importRows } from "./import-rows.ts";
import { maxFileBytes } from "./read/refusals.ts";
import { templateOf } from "./template.ts";
import { undoImport } from "./undo.ts";

/** Base64 takes four characters for three bytes. */
const bodyLimit = Math.ceil((maxFileBytes * 4) / 3) + 10_000;

export const rowImports: RowImports = { bodyLimit, template: templateOf, import: importRows, undo: undoImport };
