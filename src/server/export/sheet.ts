// What a table is that leaves the product as a file: its columns, and rows of texts that come in batches.

/** How the cells of a column are typed in a workbook. In both formats their values are texts, exact and without grouping. */
export type CellType = "text" | "number" | "day" | "moment" | "clock";

/** A column of an exported table. */
export interface ExportColumn {
  /** Its header, in the reader's language. */
  readonly label: string;
  readonly type: CellType;
  /** Digits behind the point of a number; as they are unless given. */
  readonly scale?: number | undefined;
  /** Usual width on a screen, px; a workbook's column follows it. */
  readonly width?: number | undefined;
}

/**
 * A cell by the type of its column: any text; a number as PostgreSQL writes it; "2025-03-01", "2025-03-01 08:00:00", "08:00:00"; null or ""
 * for none.
 */
export type ExportCell = string | null;

/** Rows in batches, read no faster than they are written. */
export type ExportRows = AsyncIterable<readonly (readonly ExportCell[])[]>;

/** The files a table can become. */
export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const isExportFormat = (text: string): text is ExportFormat => exportFormats.some((format) => format === text);

/** Media types of the formats. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** What a workbook is made of besides its rows. */
export interface SheetOptions {
  /** Of the first sheet of a workbook. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  /** Rows of a sheet, its header included; Excel's own limit unless given. */
  readonly maxRows?: number;
}
