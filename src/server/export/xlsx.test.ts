// Workbooks: typed cells as another reader finds them, long numbers as texts, and a further sheet where one is full.
import { readXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { rowsOfCopy } from "./copied-rows.ts";
import type { ExportColumn, ExportRows } from "./sheet.ts";
import { xlsxOf } from "./xlsx.ts";

const columns: readonly ExportColumn[] = [
  { label: "编号", type: "text", width: 170 },
  { label: "金额", type: "number", scale: 2 },
  { label: "日期", type: "day" },
  { label: "时间", type: "moment" },
];

async function workbookOf(rows: ExportRows, maxRows?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsxOf({ name: "订单/2025", columns, ...(maxRows === undefined ? {} : { maxRows }) }, rows)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* copied(text: string): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(text)) yield Buffer.from([byte]);
}

it("cells are texts, numbers and days by their columns; no digit and no zero in front is lost", async () => {
  const lines = [
    ["0069901", "-12.50", "2025-03-01", "2025-03-01 08:30:00"],
    ["1234567890123456789", "123456789012345.67", "\\N", "\\N"],
    ["=1+1\\ttab\\nline\\\\", "\\N", "\\N", "\\N"],
  ];
  const book = await readXlsx(await workbookOf(rowsOfCopy(copied(lines.map((line) => `${line.join("\t")}\n`).join("")))));
  const [sheet] = book.sheets;
  expect(sheet?.name).toBe("订单 2025");
  expect(sheet?.rows).toEqual([
    ["编号", "金额", "日期", "时间"],
    ["0069901", -12.5, new Date("2025-03-01T00:00:00Z"), new Date("2025-03-01T08:30:00Z")],
    ["1234567890123456789", "123456789012345.67", null, null],
    ["=1+1\ttab\nline\\", null, null, null],
  ]);
});

it("rows that a sheet has no room for are on the next one, under the same header", async () => {
  async function* rows(): ExportRows {
    yield Array.from({ length: 5 }, (_row, index) => [String(index), null, null, null]);
  }
  const book = await readXlsx(await workbookOf(rows(), 4));
  expect(book.sheets.map((sheet) => sheet.rows.map(([first]) => first))).toEqual([
    ["编号", "0", "1", "2"],
    ["编号", "3", "4"],
  ]);
});
