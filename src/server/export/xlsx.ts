// Tables as workbooks: typed cells, a header that stays in readable, and a further sheet where Excel's rows end. hucre writes the parts as rows
// come, so that memory stays the same however many there are.
import { writeXlsxStream } from "hucre/xlsx";
import type { CellType, ExportCell, ExportColumn, ExportRows, SheetOptions } from "./sheet.ts";

/** Excel keeps this many digits of a number; a longer one stays a text, so that none is lost. */
const maxDigits = 15;
/** Longest text of a cell. */
const maxCharacters = 32_767;
const dayMs = 86_400_000;
/** Excel's day 0 before 1970. */
const epoch = 25_569;
/** 1900-03-01: Excel believes in a 29th of February before it. */
const firstDay = 61;

const numberFormats: Readonly<Record<CellType, string | undefined>> = {
  text: "@",
  number: undefined,
  day: "yyyy-mm-dd",
  moment: "yyyy-mm-dd hh:mm:ss",
  clock: "hh:mm:ss",
};

function formatOf({ type, scale }: ExportColumn): string | undefined {
  return type === "number" && scale !== undefined && scale > 0 ? `0.${"0".repeat(scale)}` : numberFormats[type];
}

function spreadsheetNumber(text: string): number | undefined {
  const digits = text.replace(/[^\d]/g, "").replace(/^0+/, "");
  return /^-?\d+(?:\.\d+)?$/.test(text) && digits.length <= maxDigits ? Number(text) : undefined;
}

/** A day or moment as Excel counts it, in the local time of the text. */
function serialIn(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (parts === undefined) return undefined;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts;
  const serial = Date.UTC(year, month - 1, day, hours, minutes, seconds) / dayMs + epoch;
  return serial >= firstDay ? serial : undefined;
}

function clockIn(text: string): number | undefined {
  const [, hours, minutes, seconds = "0"] = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  return hours === undefined || minutes === undefined
    ? undefined
    : (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
}

const asIs = (text: string): string => (text.length > maxCharacters ? text.slice(0, maxCharacters) : text);

const readings: Readonly<Record<CellType, (text: string) => number | undefined>> = {
  text: () => undefined,
  number: spreadsheetNumber,
  day: serialIn,
  moment: serialIn,
  clock: clockIn,
};

/** A cell. Texts are never formulas here: a workbook says which is which. */
function cellOf(value: ExportCell, { type }: ExportColumn): string | number | null {
  return value === null || value === "" ? null : (readings[type](value) ?? asIs(value));
}

/** A name that Excel takes for a sheet. */
function sheetName(name: string): string {
  // Sheets that follow have a number behind it.
  return (
    name
      .replaceAll(/[[\]:*?/\\]/g, " ")
      .replaceAll(/^'|'$/g, " ")
      .trim()
      .slice(0, 27) || "1"
  );
}

const pixelsOfCharacter = 7;

/** A workbook of rows of any source. */
export async function* xlsxOf({ name, columns, maxRows }: SheetOptions, rows: ExportRows): AsyncGenerator<Uint8Array> {
  const cells = async function* () {
    for await (const batch of rows) for (const row of batch) yield columns.map((column, index) => cellOf(row[index] ?? null, column));
  };
  const stream = writeXlsxStream(cells(), {
    name: sheetName(name),
    columns: columns.map((column) => {
      const numFmt = formatOf(column);
      return {
        header: column.label,
        width: Math.max(8, Math.round((column.width ?? 160) / pixelsOfCharacter)),
        ...(numFmt === undefined ? {} : { numFmt }),
      };
    }),
    freezePane: { rows: 1 },
    zip64: false,
    ...(maxRows === undefined ? {} : { maxRowsPerSheet: maxRows }),
  });
  for await (const chunk of stream) yield chunk;
}
