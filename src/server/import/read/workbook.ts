// Workbooks: bounded before they are unpacked, and read for the values of one sheet alone. Macros, links to other files and formulas are
// never carried out; of a formula the value counts that the workbook was saved with.
import { Uint8ArrayReader, ZipReader, type Entry } from "@zip.js/zip.js";
import { colToLetter, readXlsx, streamXlsxRows } from "hucre/xlsx";
import type { FileCell } from "./table.ts";
import { holdsEntities, maxColumns, maxInMemoryBytes, noSuchSheet, otherKind, tooManyTexts, unreadable } from "./refusals.ts";

const maxEntries = 2_000;
/** Where an XML part would declare what it unfolds to. */
const headBytes = 2_000;

/** What may be read of a workbook. */
interface BookBounds {
  /** Bytes when it is unpacked. */
  readonly unpacked: number;
  /** Why it is refused beyond them. */
  readonly refusal: () => Error;
}

/** Unpacks a part without keeping it: its size as it is, and not as the archive says it is. */
async function unpackedBytes(entry: Entry, most: number, refusal: () => Error): Promise<number> {
  if (entry.directory) return 0;
  let bytes = 0;
  let head = "";
  const decoder = new TextDecoder("latin1");
  const counter = new WritableStream<Uint8Array>({
    write(chunk) {
      bytes += chunk.length;
      if (head.length < headBytes) head += decoder.decode(chunk.subarray(0, headBytes));
      if (bytes > most) throw refusal();
    },
  });
  await entry.getData(counter);
  if (/\.(?:xml|rels)$/iu.test(entry.filename) && head.replaceAll("\0", "").includes("<!DOCTYPE")) throw holdsEntities();
  return bytes;
}

async function checkUnpacked(content: Uint8Array, { unpacked, refusal }: BookBounds): Promise<void> {
  const reader = new ZipReader(new Uint8ArrayReader(content));
  try {
    const entries = await reader.getEntries();
    if (entries.length > maxEntries) throw refusal();
    if (!entries.some(({ filename }) => filename === "xl/workbook.xml" || filename.startsWith("xl/"))) throw otherKind();
    let left = unpacked;
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > left) throw refusal();
    let memory = maxInMemoryBytes;
    for (const entry of entries) {
      // Sheets are read row by row, and pictures not at all.
      const isReadWhole = entry.filename.endsWith(".xml") && !entry.filename.startsWith("xl/worksheets/");
      const isBoundByMemory = isReadWhole && memory < left;
      const bytes = await unpackedBytes(entry, isBoundByMemory ? memory : left, isBoundByMemory ? tooManyTexts : refusal);
      left -= bytes;
      if (isReadWhole) memory -= bytes;
    }
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

interface SheetBounds extends BookBounds {
  /** Rows that are read at most, empty ones included. */
  readonly maxRead: number;
}

/** A sheet of a workbook: the named one, or the first with anything in it. */
export async function sheetOf(content: Uint8Array, name: string | undefined, bounds: SheetBounds): Promise<Sheet> {
  try {
    await checkUnpacked(content, bounds);
    const names: string[] = [];
    const { sheets } = await readXlsx(content, {
      range: `A1:${colToLetter(maxColumns)}${bounds.maxRead}`,
      sheets: (info) => {
        if (info.hidden !== true && info.veryHidden !== true) names.push(info.name);
        return name === undefined ? info.hidden !== true && info.veryHidden !== true : info.name === name;
      },
    });
    const sheet = name === undefined ? (sheets.find(({ rows }) => isFilled(rows)) ?? sheets[0]) : sheets.find((one) => one.name === name);
    if (sheet === undefined) throw name === undefined ? unreadable() : noSuchSheet(name);
    return { sheets: names, sheet: sheet.name, rows: sheet.rows };
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable();
  }
}

interface StreamedSheet {
  readonly name: string;
  /** With the number of each row, from 1; rows that the workbook leaves out have none. */
  rows(): AsyncGenerator<{ readonly number: number; readonly cells: readonly FileCell[] }>;
}

async function* rowsOfSheet(content: Uint8Array, sheet: string): ReturnType<StreamedSheet["rows"]> {
  try {
    for await (const { index, values } of streamXlsxRows(content, { sheet })) yield { number: index + 1, cells: values };
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable();
  }
}

/** The sheets of a workbook that people see, each to be read row by row. */
export async function streamedSheets(content: Uint8Array, bounds: BookBounds): Promise<readonly StreamedSheet[]> {
  try {
    await checkUnpacked(content, bounds);
    const names: string[] = [];
    await readXlsx(content, {
      sheets: (info) => {
        if (info.hidden !== true && info.veryHidden !== true) names.push(info.name);
        return false;
      },
    });
    return names.map((name) => ({ name, rows: () => rowsOfSheet(content, name) }));
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable();
  }
}
