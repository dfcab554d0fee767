// Workbooks: bounded before they are unpacked, and read for the values of one sheet alone. Macros, links to other files and formulas are
// never carried out; of a formula the value counts that the workbook was saved with.
import { Uint8ArrayReader, ZipReader, type Entry } from "@zip.js/zip.js";
import { colToLetter, readXlsx } from "hucre/xlsx";
import { maxImportedRows } from "#schema/import-modes";
import type { FileCell } from "./table.ts";
import { holdsEntities, maxColumns, maxUnpackedBytes, noSuchSheet, otherKind, tooLarge, tooManyRows, unreadable } from "./refusals.ts";

const maxEntries = 2_000;
/** Where an XML part would declare what it unfolds to. */
const headBytes = 2_000;
/** The columns and rows that are read: some more than may be imported, so that it is seen where there are too many. */
const maxReadRows = maxImportedRows * 2;
const readRange = `A1:${colToLetter(maxColumns)}${maxReadRows}`;

/** Unpacks a part without keeping it: its size as it is, and not as the archive says it is. */
async function unpackedBytes(entry: Entry, most: number): Promise<number> {
  if (entry.directory) return 0;
  let bytes = 0;
  let head = "";
  const decoder = new TextDecoder("latin1");
  const counter = new WritableStream<Uint8Array>({
    write(chunk) {
      bytes += chunk.length;
      if (head.length < headBytes) head += decoder.decode(chunk.subarray(0, headBytes));
      if (bytes > most) throw tooLarge();
    },
  });
  await entry.getData(counter);
  if (/\.(?:xml|rels)$/iu.test(entry.filename) && head.replaceAll("\0", "").includes("<!DOCTYPE")) throw holdsEntities();
  return bytes;
}

async function checkUnpacked(content: Uint8Array): Promise<void> {
  const reader = new ZipReader(new Uint8ArrayReader(content));
  try {
    const entries = await reader.getEntries();
    if (entries.length > maxEntries) throw tooLarge();
    if (!entries.some(({ filename }) => filename === "xl/workbook.xml" || filename.startsWith("xl/"))) throw otherKind();
    let left = maxUnpackedBytes;
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > left) throw tooLarge();
    for (const entry of entries) left -= await unpackedBytes(entry, left);
  } finally {
    await reader.close();
  }
}

interface Sheet {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly rows: readonly (readonly FileCell[])[];
}

const isFilled = (rows: readonly (readonly FileCell[])[]): boolean => rows.some((row) => row.some((cell) => cell !== null && cell !== ""));

/** A sheet of a workbook: the named one, or the first with anything in it. */
export async function sheetOf(content: Uint8Array, name: string | undefined): Promise<Sheet> {
  try {
    await checkUnpacked(content);
    const names: string[] = [];
    const { sheets } = await readXlsx(content, {
      range: readRange,
      sheets: (info) => {
        if (info.hidden !== true && info.veryHidden !== true) names.push(info.name);
        return name === undefined ? info.hidden !== true && info.veryHidden !== true : info.name === name;
      },
    });
    const sheet = name === undefined ? (sheets.find(({ rows }) => isFilled(rows)) ?? sheets[0]) : sheets.find((one) => one.name === name);
    if (sheet === undefined) throw name === undefined ? unreadable() : noSuchSheet(name);
    // What stands behind them is not read: nothing is left out in silence.
    if (sheet.rows.length >= maxReadRows) throw tooManyRows();
    return { sheets: names, sheet: sheet.name, rows: sheet.rows };
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable();
  }
}
