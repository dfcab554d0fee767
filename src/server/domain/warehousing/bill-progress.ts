// What bills say of the documents that carry them out: how much of each line is done, and whether all of it is.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived, update } from "../../rows/tables.ts";
import type { Values } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { documentStates } from "./document-lines.ts";
import { stockIn, stockOut } from "./planned.ts";

const billStates = { open: 0, partial: 1, done: 2 } as const;

/** Base units of goods that documents of a bill have moved. */
interface Done {
  readonly productId: string;
  readonly specId: string;
  readonly batchCode: string;
  units: number;
}

/** A line of a bill. */
export interface BillLine {
  readonly productId: string;
  readonly specId: string;
  readonly batchCode: string;
  /** In units of its layer, of `perLayer` base units each. */
  readonly num: number;
  readonly perLayer: number;
}

/**
 * How many units of its layer each line has got. What is of the line's own batch goes to it first; what no line has room for is counted on
 * the last one for the goods, so that nothing that moved is lost.
 */
export function shared(lines: readonly BillLine[], moved: readonly Done[]): readonly number[] {
  const pool = moved.map((one) => ({ ...one }));
  const got = lines.map(() => 0);
  const isFor = (line: BillLine, one: Done) => line.productId === one.productId && line.specId === one.specId;
  const give = (index: number, line: BillLine, fits: (one: Done) => boolean, isLimited: boolean): void => {
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

async function movedFor(
  tx: Transaction,
  context: CommitContext,
  kind: typeof stockIn | typeof stockOut,
  billId: string,
): Promise<readonly Done[]> {
  const { unscoped } = tables(context);
  const lines = db.selectFrom(unscoped("doc-detail", "l")).where("l.docKind", "=", kind);
  const ofBill =
    kind === stockIn
      ? lines.where("l.docId", "in", ({ selectFrom }) =>
          selectFrom(unscoped("stock-in-doc", "d"))
            .where("d.warehouseInBillId", "=", billId)
            .where("d.status", "in", [documentStates.finished])
            .select(({ cast }) => cast<string>("d.id", "text").as("id")),
        )
      : lines.where("l.docId", "in", ({ selectFrom }) =>
          selectFrom(unscoped("stock-out-doc", "d"))
            .where("d.warehouseOutBillId", "=", billId)
            .where("d.status", "in", [documentStates.finished])
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

async function unitsOfLayers(tx: Transaction, context: CommitContext, specIds: readonly string[]) {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("specpacklayer", "p"))
      .where("p.specId", "=", anyOf(specIds))
      .select(["p.specId", "p.layer", "p.totalNum"]),
  );
  const units = new Map(found.map((row) => [`${row.specId ?? ""} ${row.layer ?? 0}`, row.totalNum ?? 1]));
  return (specId: string, layer: number): number => units.get(`${specId} ${layer}`) ?? 1;
}

function stateOf(lines: readonly BillLine[], got: readonly number[]): number {
  if (lines.every((line, index) => (got[index] ?? 0) >= line.num)) return billStates.done;
  return got.some((count) => count > 0) ? billStates.partial : billStates.open;
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** An in-bill holds its lines itself. */
export async function reportToInBill(
  tx: Transaction,
  context: CommitContext,
  { warehouseInBillId: billId }: { readonly warehouseInBillId: string | null },
): Promise<void> {
  if (billId === null) return;
  const bill = await lockRow(context, tx, "warehouse-in-bill", billId);
  const sent: readonly Readonly<Values>[] = Array.isArray(bill.details) ? bill.details : [];
  const specIds = sent.map((line) => text(line["specId"]));
  const unitsOf = await unitsOfLayers(tx, context, specIds);
  const lines = sent.map((line): BillLine => ({
    productId: text(line["productId"]),
    specId: text(line["specId"]),
    batchCode: text(line["batchCode"]),
    num: Number(line["num"] ?? 0),
    perLayer: unitsOf(text(line["specId"]), Number(line["layer"] ?? 1)),
  }));
  const got = shared(lines, await movedFor(tx, context, stockIn, billId));
  const details = JSON.stringify(sent.map((line, index) => ({ ...line, doneNum: got[index] ?? 0 })));
  await run(
    tx,
    update(context, tables(context).unscoped("warehouse-in-bill", "b"))
      .set({ details: sql<null>`${details}::jsonb`, status: stateOf(lines, got) })
      .where("b.id", "=", billId),
  );
}

/** An out-bill has its lines beside it. */
export async function reportToOutBill(
  tx: Transaction,
  context: CommitContext,
  { warehouseOutBillId: billId }: { readonly warehouseOutBillId: string | null },
): Promise<void> {
  if (billId === null) return;
  await lockRow(context, tx, "warehouse-out-bill", billId);
  const { unscoped } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(unscoped("warehouse-out-bill-detail", "l"))
      .where("l.billId", "=", billId)
      .orderBy("l.id")
      .select(["l.id", "l.productId", "l.specId", "l.layer", "l.num", "l.batchCode"]),
  );
  const unitsOf = await unitsOfLayers(
    tx,
    context,
    found.map(({ specId }) => specId ?? ""),
  );
  const lines = found.map((row): BillLine => ({
    productId: row.productId ?? "",
    specId: row.specId ?? "",
    batchCode: row.batchCode ?? "",
    num: row.num ?? 0,
    perLayer: unitsOf(row.specId ?? "", row.layer ?? 1),
  }));
  const moved = await movedFor(tx, context, stockOut, billId);
  const got = shared(lines, moved);
  const given = sql<{
    id: string;
    done: number;
  }>`unnest(${found.map(({ id }) => id)}::bigint[], ${got}::int[])`.as<"g">(sql`g(id, done)`);
  await run(
    tx,
    updateDerived(unscoped("warehouse-out-bill-detail", "l"))
      .from(given)
      .whereRef("l.id", "=", "g.id")
      .set(({ ref }) => ({ doneNum: ref("g.done") })),
    update(context, unscoped("warehouse-out-bill", "b"))
      .set({
        doneNum: moved.reduce((sum, { units }) => sum + units, 0),
        status: lines.length === 0 ? billStates.done : stateOf(lines, got),
      })
      .where("b.id", "=", billId),
  );
}
