// What the server answers of a recycle bin (docs/wire.md §4.2).
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";

export interface BinRow {
  readonly id: string;
  readonly title: string;
  readonly time: string;
  readonly person: string;
  /** As a detail answers it. */
  readonly row: Row;
}

interface BinPage {
  readonly rows: readonly BinRow[];
  readonly total: number;
}

export function removedPage(payload: unknown): BinPage {
  if (!isRecord(payload)) return { rows: [], total: 0 };
  const rows = rowsOf(payload["records"]).map((row) => ({
    id: textOf(row["id"]),
    title: textOf(row["title"]),
    time: textOf(row["time"]),
    person: textOf(row["person"]),
    row: isRecord(row["row"]) ? row["row"] : {},
  }));
  return { rows, total: Number(payload["total"] ?? 0) };
}
