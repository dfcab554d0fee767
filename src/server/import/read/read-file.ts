// What was sent as a table of rows: a workbook, a file of text in whatever encoding and with whatever separator, or what was pasted.
import { open, readFile } from "node:fs/promises";
import { maxImportedBytes, maxImportedRows, maxSentBytes } from "#schema/import-modes";
import { maxColumns, maxUnpackedBytes, noRows, noSuchSheet, otherKind, tooLarge, tooManyColumns, tooManyRows } from "./refusals.ts";
import { isFilledRow, namesIn, tableOf, type FileCell, type FileRow, type FileTable } from "./table.ts";
import { decodedText, rowsOfText, streamedRows } from "./text-file.ts";
import { sheetOf, streamedSheets } from "./workbook.ts";

/** A file, or the text that was pasted in place of one. */
export type SentTable = { readonly file: Uint8Array } | { readonly text: string };

const beginsWith = (content: Uint8Array, ...bytes: readonly number[]): boolean => bytes.every((byte, index) => content[index] === byte);
const isArchive = (content: Uint8Array): boolean => beginsWith(content, 0x50, 0x4b, 0x03, 0x04);
/** The bytes by which the kind of a file is known. */
async function beginningOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Old workbooks, encrypted ones, and documents that are no tables. */
const isOther = (content: Uint8Array): boolean =>
  beginsWith(content, 0xd0, 0xcf, 0x11, 0xe0) || beginsWith(content, 0x25, 0x50, 0x44, 0x46) || beginsWith(content, 0x89, 0x50, 0x4e, 0x47);

const tooLargeToSend = () => tooLarge(maxSentBytes, maxUnpackedBytes.sent);
const tooLargeToStore = () => tooLarge(maxImportedBytes, maxUnpackedBytes.stored);

/** Rows that are read of a file, empty ones included: some more than may be imported, so that it is seen where there are too many. */
const maxRead = (maxRows: number): number => maxRows * 2;

/** What of a table is imported. What stands behind the rows that are read would be left out in silence, so that is refused. */
function checked(rows: readonly (readonly FileCell[])[], maxRows: number): Pick<FileTable, "header" | "rows"> {
  if (rows.length >= maxRead(maxRows)) throw tooManyRows(maxRows);
  const table = tableOf(rows);
  if (table === undefined || table.rows.length === 0) throw noRows();
  if (table.rows.length > maxRows) throw tooManyRows(maxRows);
  if (table.header.length > maxColumns) throw tooManyColumns();
  return table;
}

const ofText = (text: string, maxRows: number): FileTable => ({
  sheets: [],
  sheet: "",
  ...checked(rowsOfText(text, maxRead(maxRows)), maxRows),
});

interface TableBounds {
  readonly sheet: string | undefined;
  readonly maxRows: number;
}

/** Reads a table within its bounds. Throws a sentence for whoever chose the file where it cannot be. */
export async function readTable(sent: SentTable, { sheet: name, maxRows }: TableBounds): Promise<FileTable> {
  if ("text" in sent) {
    if (sent.text.length > maxSentBytes) throw tooLargeToSend();
    return ofText(sent.text, maxRows);
  }
  const { file } = sent;
  if (file.length > maxSentBytes) throw tooLargeToSend();
  if (isOther(file)) throw otherKind();
  if (!isArchive(file)) return ofText(decodedText(file), maxRows);
  const bounds = { unpacked: maxUnpackedBytes.sent, refusal: tooLargeToSend, maxRead: maxRead(maxRows) };
  const { sheets, sheet, rows } = await sheetOf(file, name, bounds);
  return { sheets, sheet, ...checked(rows, maxRows) };
}

/** A table that is read row by row. */
interface StreamedTable extends Pick<FileTable, "sheets" | "sheet" | "header"> {
  /** Without empty rows. */
  readonly rows: AsyncIterable<FileRow>;
}

async function* numbered(rows: AsyncIterable<readonly FileCell[]>): AsyncGenerator<FileRow> {
  let number = 0;
  for await (const cells of rows) {
    number += 1;
    yield { number, cells };
  }
}

/** The first filled row as the header, and those behind it. */
async function headed(all: AsyncGenerator<FileRow>): Promise<Pick<StreamedTable, "header" | "rows"> | undefined> {
  for (;;) {
    const next = await all.next();
    if (next.done === true) return undefined;
    if (!isFilledRow(next.value.cells)) continue;
    const header = namesIn(next.value.cells);
    if (header.length > maxColumns) throw tooManyColumns();
    const rows = async function* (): AsyncGenerator<FileRow> {
      let count = 0;
      for await (const row of all) {
        if (!isFilledRow(row.cells)) continue;
        count += 1;
        if (count > maxImportedRows) throw tooManyRows(maxImportedRows);
        yield row;
      }
    };
    return { header, rows: rows() };
  }
}

/** Reads a stored file row by row. */
export async function streamTable(file: string, name: string | undefined): Promise<StreamedTable> {
  const beginning = await beginningOf(file);
  if (isOther(beginning)) throw otherKind();
  if (!isArchive(beginning)) {
    const table = await headed(numbered(streamedRows(file)));
    if (table === undefined) throw noRows();
    return { sheets: [], sheet: "", ...table };
  }
  // An archive has its directory at its end.
  const sheets = await streamedSheets(await readFile(file), { unpacked: maxUnpackedBytes.stored, refusal: tooLargeToStore });
  const names = sheets.map((sheet) => sheet.name);
  if (name !== undefined && !names.includes(name)) throw noSuchSheet(name);
  for (const sheet of sheets.filter((one) => name === undefined || one.name === name)) {
    const table = await headed(sheet.rows());
    if (table !== undefined) return { sheets: names, sheet: sheet.name, ...table };
  }
  throw noRows();
}
