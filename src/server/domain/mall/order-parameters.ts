// Settings of orders that the platform's administrator keeps as system parameters.
import type { CommitContext } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const key = "order.pointsPerYuan";
/** As long as nobody has set another. */
const defaultRate = 100;
const max = 1_000_000;

/** How many points take one yuan off an order. */
export async function pointsPerYuan(context: CommitContext, tx: Transaction): Promise<number> {
  const row = await first(tx, db.selectFrom(tables(context).unscoped("param", "p")).where("p.paramKey", "=", key).select("p.paramValue"));
  const number = Number(row?.paramValue ?? "");
  return Number.isInteger(number) && number >= 1 && number <= max ? number : defaultRate;
}
