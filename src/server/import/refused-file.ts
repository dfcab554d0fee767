// The rows of a file that an import refuses, as a file again: as they were sent, with a last column that says what is wrong with each.
import type { ResourceModel } from "#schema/model";
import { inLanguage } from "#schema/text";
import type { RequestContext } from "../contract.ts";
import { csvOf } from "../export/csv.ts";
import { mediaTypes, type ExportColumn, type ExportFormat, type ExportRows } from "../export/sheet.ts";
import { xlsxOf } from "../export/xlsx.ts";
import { FileAnswer } from "../http/file-answer.ts";
import { sentenceOfRow } from "./answer.ts";
import { textOfCell, type FileTable } from "./read/table.ts";
import type { PlannedRow } from "./rows.ts";

interface Refused {
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly header: readonly string[];
  /** The cells of each row, and behind them what is wrong with it. */
  readonly read: () => ExportRows;
  readonly format: ExportFormat;
}

/** What the last column is called. */
const reasonLabel = ["错误原因", "Errors"] as const;

/** Rows that were refused, ready to be mended and sent again. */
export function refusedFile({ context, resource, header, read, format }: Refused): FileAnswer {
  const { language } = context;
  const label = inLanguage(resource.listLabel, language);
  const reason = inLanguage(reasonLabel, language);
  const columns: readonly ExportColumn[] = [...header, reason].map((heading) => ({ label: heading, type: "text" }));
  return new FileAnswer({
    name: `${label} ${reason}.${format}`,
    type: mediaTypes[format],
    read: () => (format === "csv" ? csvOf(columns, read()) : xlsxOf({ name: label, columns }, read())),
  });
}

/** The rows of such a file, of a table that was planned as a whole. */
export async function* refusedRows(context: RequestContext, { header, rows: all }: FileTable, planned: readonly PlannedRow[]): ExportRows {
  const byNumber = new Map(all.map((row) => [row.number, row]));
  const refused = planned.flatMap((row) => (row.does === "refuse" ? [row] : [])).toSorted((one, other) => one.number - other.number);
  yield refused.map((row) => [
    ...header.map((_heading, place) => textOfCell(byNumber.get(row.number)?.cells[place] ?? null)),
    sentenceOfRow(row, context.language),
  ]);
}
