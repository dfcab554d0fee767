// The administrative divisions of a new installation: provinces, cities, districts, and the townships of the four cities that have no
// districts.
import type { ResourceModel } from "#schema/model";
import type { Transaction } from "../store/database.ts";
import { columnsOf } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import { copiesOf } from "../domain/system/regions.ts";
import type { Values } from "../contract.ts";
import divisions from "./divisions.json" with { type: "json" };

/** Digits of a code → level of the division (dictionary `region`). */
const levelByLength: Readonly<Record<number, number>> = { 2: 1, 4: 2, 6: 3, 9: 4 };
const lengths = [9, 6, 4, 2];
const country = "00";

/** The code of the division above: the longest beginning that is a division itself. */
function parentCodeOf(code: string, byCode: ReadonlyMap<string, Values>): string {
  const length = lengths.find((one) => one < code.length && byCode.has(code.slice(0, one)));
  return length === undefined ? country : code.slice(0, length);
}

/** All divisions as rows of the resource `region`, parents first. */
export function divisionRows(): readonly Values[] {
  const rows = new Map<string, Values>();
  const children = new Map<string, number>();
  for (const [code, name] of Object.entries(divisions).sort(([left], [right]) => left.length - right.length || (left < right ? -1 : 1))) {
    const parentCode = parentCodeOf(code, rows);
    const parent = rows.get(parentCode);
    const level = levelByLength[code.length] ?? 1;
    const sort = (children.get(parentCode) ?? 0) + 1;
    children.set(parentCode, sort);
    rows.set(code, {
      parentCode,
      parentName: parent?.["name"] ?? null,
      code,
      name,
      level: String(level),
      sort,
      ancestors: parent === undefined ? country : `${String(parent["ancestors"])},${parentCode}`,
      ...copiesOf(level, { code, name }, parent),
    });
  }
  return [...rows.values()];
}

/** Inserts all divisions in one statement. */
export async function insertDivisions(tx: Transaction, resource: ResourceModel): Promise<number> {
  const rows = divisionRows();
  const columns = [...columnsOf(resource).values()].filter((column) => rows.some((row) => (row[column.name] ?? null) !== null));
  const places = columns.map((column, index) => `$${index + 1}::${column.type === "integer" ? "integer" : "text"}[]`);
  await tx.query({
    sql: `INSERT INTO ${quoted(resource.table)} (${columns.map((column) => quoted(column.column)).join(", ")}) SELECT * FROM unnest(${places.join(", ")})`,
    parameters: columns.map((column) => rows.map((row) => row[column.name] ?? null)),
  });
  return rows.length;
}
