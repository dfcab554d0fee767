// What bills say of the documents that carry them out: how much of each line is done, and whether all of it is.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { run } from "../../rows/query.ts";
import { tables, update, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { storedLines, inBillLines, movedFor, outBillLines, shared, type BillLine } from "./bill-lines.ts";
import { documentStates } from "./document-lines.ts";
import { stockIn, stockOut } from "./planned.ts";

export const billStates = { open: 0, partial: 1, done: 2, closed: 9 } as const;

function stateOf(lines: readonly BillLine[], got: readonly number[]): number {
  if (lines.every((line, index) => (got[index] ?? 0) >= line.num)) return billStates.done;
  return got.some((count) => count > 0) ? billStates.partial : billStates.open;
}

/** An in-bill holds its lines itself. */
export async function reportToInBill(
  tx: Transaction,
  context: CommitContext,
  { warehouseInBillId: billId }: { readonly warehouseInBillId: string | null },
): Promise<void> {
  if (billId === null) return;
  const bill = await lockRow(context, tx, "warehouse-in-bill", billId);
  const lines = await inBillLines(tx, context, bill);
  const got = shared(lines, await movedFor(tx, context, { kind: stockIn, billId }, [documentStates.finished]));
  const details = JSON.stringify(storedLines(bill).map((line, index) => ({ ...line, doneNum: got[index] ?? 0 })));
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
  const lines = await outBillLines(tx, context, billId);
  const moved = await movedFor(tx, context, { kind: stockOut, billId }, [documentStates.finished]);
  const got = shared(lines, moved);
  const given = sql<{
    id: string;
    done: number;
  }>`unnest(${lines.map(({ id }) => id)}::bigint[], ${got}::int[])`.as<"g">(sql`g(id, done)`);
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
