// Wire data is unknown until it is checked: guards and readers for the few common shapes.
import { isRecord } from "../../schema/json.ts";

/** A row as screens hold it: field name → value, `null` where there is none. */
export type Row = Readonly<Record<string, unknown>>;

export { isRecord };

/** The text of a scalar; "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}

/** The rows of an answer that is an array, or that holds them as `records` (docs/wire.md §2.2). */
export function rowsOf(data: unknown): readonly Record<string, unknown>[] {
  const rows = Array.isArray(data) ? data : isRecord(data) && Array.isArray(data["records"]) ? data["records"] : [];
  return rows.filter(isRecord);
}

/** The total number of rows of a page; for a plain array its length. Beyond 2^53 it is sent as text (docs/wire.md §2.1). */
export function totalOf(data: unknown): number {
  if (isRecord(data) && data["total"] !== undefined) return Number(data["total"]) || 0;
  return rowsOf(data).length;
}

/** The sums of a page, by name; none where it has none. */
export function totalsOf(data: unknown): Readonly<Record<string, string>> {
  const totals = isRecord(data) ? data["totals"] : undefined;
  return isRecord(totals) ? Object.fromEntries(Object.entries(totals).map(([name, sum]) => [name, textOf(sum)])) : {};
}

/** Whether the total of a page is an estimate. */
export function isTotalEstimated(data: unknown): boolean {
  return isRecord(data) && data["estimated"] === true;
}

/** Names of ids, comma-joined or as an array. */
export function partsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(textOf).filter((part) => part !== "");
  return textOf(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
