// Lines of bills, and how much of each the documents that carry a bill out have moved or plan to move.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { db, rows } from "../../rows/query.ts";
import type { StoredRow, Values } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { unitsOfLayers } from "./layer-units.ts";
import { stockIn, type stockOut } from "./planned.ts";

/** Base units of goods that documents of a bill move. */
export interface Moved {
  readonly productId: string;
  readonly specId: string;
  readonly batchCode: string;
  readonly units: number;
}

/** A line of a bill. */
export interface BillLine {
  readonly productId: string;
  readonly specId: string;
  readonly layer: number;
  readonly batchCode: string;
  /** In units of its layer, of `perLayer` base units each. */
  readonly num: number;
  readonly perLayer: number;
}

/**
 * How many units of its layer each line has got. What is of the line's own batch goes to it first; what no line has room for is counted on
 * the last one for the goods, so that nothing that moved is lost.
 */
export function shared(lines: readonly BillLine[], moved: readonly Moved[]): readonly number[] {
  const pool = moved.map((one) => ({ ...one }));
  const got = lines.map(() => 0);
  const isFor = (line: BillLine, one: Moved) => line.productId === one.productId && line.specId === one.specId;
  const give = (index: number, line: BillLine, fits: (one: Moved) => boolean, isLimited: boolean): void => {
    for (const one of pool) {
      if (!isFor(line, one) || !fits(one)) continue;
      const taken = isLimited ? Math.min(one.units, line.num * line.perLayer - (got[index] ?? 0)) : one.units;
      if (taken <= 0) continue;
      one.units -= taken;
      got[index] = (got[index] ?? 0) + taken;
    }
  };
  for (const [index, line] of lines.entries())
    if (line.batchCode !== "") give(index, line, ({ batchCode }) => batchCode === line.batchCode, true);
  for (const [index, line] of lines.entries()) give(index, line, () => true, true);
  for (const [index, line] of [...lines.entries()].reverse()) give(index, line, () => true, false);
  return lines.map((line, index) => Math.floor((got[index] ?? 0) / line.perLayer));
}

/** What the documents of a bill that are in one of these states have moved, or plan to. */
export async function movedFor(
  tx: Transaction,
  context: CommitContext,
  { kind, billId }: { readonly kind: typeof stockIn | typeof stockOut; readonly billId: string },
  states: readonly number[],
): Promise<readonly Moved[]> {
  const { unscoped } = tables(context);
  const lines = db.selectFrom(unscoped("doc-detail", "l")).where("l.docKind", "=", kind);
  const ofBill =
    kind === stockIn
      ? lines.where("l.docId", "in", ({ selectFrom }) =>
          selectFrom(unscoped("stock-in-doc", "d"))
            .where("d.warehouseInBillId", "=", billId)
            .where("d.status", "in", states)
            .select(({ cast }) => cast<string>("d.id", "text").as("id")),
        )
      : lines.where("l.docId", "in", ({ selectFrom }) =>
          selectFrom(unscoped("stock-out-doc", "d"))
            .where("d.warehouseOutBillId", "=", billId)
            .where("d.status", "in", states)
            .select(({ cast }) => cast<string>("d.id", "text").as("id")),
        );
  const found = await rows(
    tx,
    ofBill
      .groupBy(["l.productId", "l.specId", "l.batchCode"])
      .orderBy("l.productId")
      .orderBy("l.specId")
      .orderBy("l.batchCode")
      .select(({ ref }) => ["l.productId", "l.specId", "l.batchCode", sql<string>`sum(${ref("l.unitNum")})`.as("units")]),
  );
  return found.map((row) => ({
    productId: row.productId ?? "",
    specId: row.specId ?? "",
    batchCode: row.batchCode ?? "",
    units: Number(row.units ?? 0),
  }));
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** Lines whose layer the spec has lost count as not moved at all: nobody knows how much they ask for. */
const unknownUnits = Number.POSITIVE_INFINITY;

/** The lines of an in-bill as it holds them. */
export const storedLines = ({ details }: Pick<StoredRow<"warehouse-in-bill">, "details">): readonly Readonly<Values>[] =>
  Array.isArray(details) ? details : [];

export async function inBillLines(
  tx: Transaction,
  context: CommitContext,
  bill: Pick<StoredRow<"warehouse-in-bill">, "details">,
): Promise<readonly BillLine[]> {
  const stored = storedLines(bill);
  const unitsOf = await unitsOfLayers(
    tx,
    context,
    stored.map((line) => text(line["specId"])),
  );
  return stored.map((line) => {
    const [specId, layer] = [text(line["specId"]), Number(line["layer"] ?? 1)];
    return {
      productId: text(line["productId"]),
      specId,
      layer,
      batchCode: text(line["batchCode"]),
      num: Number(line["num"] ?? 0),
      perLayer: unitsOf(specId, layer) ?? unknownUnits,
    };
  });
}

export async function outBillLines(
  tx: Transaction,
  context: CommitContext,
  billId: string,
): Promise<readonly (BillLine & { readonly id: string })[]> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("warehouse-out-bill-detail", "l"))
      .where("l.billId", "=", billId)
      .orderBy("l.id")
      .select(["l.id", "l.productId", "l.specId", "l.layer", "l.num", "l.batchCode"]),
  );
  const unitsOf = await unitsOfLayers(
    tx,
    context,
    found.map(({ specId }) => specId ?? ""),
  );
  return found.map((row) => ({
    id: row.id,
    productId: row.productId ?? "",
    specId: row.specId ?? "",
    layer: row.layer ?? 1,
    batchCode: row.batchCode ?? "",
    num: row.num ?? 0,
    perLayer: unitsOf(row.specId ?? "", row.layer ?? 1) ?? unknownUnits,
  }));
}
