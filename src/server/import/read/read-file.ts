// What was sent as a table of rows: a workbook, a file of text in whatever encoding and with whatever separator, or what was pasted.
import { maxImportedRows } from "#schema/import-modes";
import { maxColumns, maxFileBytes, noRows, otherKind, tooLarge, tooManyColumns, tooManyRows } from "./refusals.ts";
import { tableOf, type FileCell, type FileTable } from "./table.ts";
import { decodedText, rowsOfText } from "./text-file.ts";
import { sheetOf } from "./workbook.ts";

/** A file, or the text that was pasted in place of one. */
export type SentTable = { readonly file: Uint8Array } | { readonly text: string };

const beginsWith = (content: Uint8Array, ...bytes: readonly number[]): boolean => bytes.every((byte, index) => content[index] === byte);
const isArchive = (content: Uint8Array): boolean => beginsWith(content, 0x50, 0x4b, 0x03, 0x04);
/** Old workbooks, encrypted ones, and documents that are no tables. */
const isOther = (content: Uint8Array): boolean =>
  beginsWith(content, 0xd0, 0xcf, 0x11, 0xe0) || beginsWith(content, 0x25, 0x50, 0x44, 0x46) || beginsWith(content, 0x89, 0x50, 0x4e, 0x47);

function checked(table: Pick<FileTable, "header" | "rows"> | undefined): Pick<FileTable, "header" | "rows"> {
  if (table === undefined || table.rows.length === 0) throw noRows();
  if (table.rows.length > maxImportedRows) throw tooManyRows();
  if (table.header.length > maxColumns) throw tooManyColumns();
  return table;
}

const ofText = (rows: readonly (readonly FileCell[])[]): FileTable => ({ sheets: [], sheet: "", ...checked(tableOf(rows)) });

/** Reads a table within its bounds. Throws a sentence for whoever chose the file where it cannot be. */
export async function readTable(sent: SentTable, sheetName: string | undefined): Promise<FileTable> {
  if ("text" in sent) {
    if (sent.text.length > maxFileBytes) throw tooLarge();
    return ofText(rowsOfText(sent.text));
  }
  const { file } = sent;
  if (file.length > maxFileBytes) throw tooLarge();
  if (isOther(file)) throw otherKind();
  if (!isArchive(file)) return ofText(rowsOfText(decodedText(file)));
  const { sheets, sheet, rows } = await sheetOf(file, sheetName);
  return { sheets, sheet, ...checked(tableOf(rows)) };
}
