// Stock of what the shop sells. A piece is in stock, promised to an order (`lockStock`), or gone: sold, or given away for points. Each move
// takes pieces from one place and puts them into the next, so that none gets lost and no number falls below nothing.
import { sql, type RawBuilder } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { summariseCommodities } from "./commodity-figures.ts";

export interface Quantity {
  readonly skuId: string | null;
  readonly quantity: number | null;
}

/** Where pieces were before they came back. */
type Whereabouts = "locked" | "sold" | "given";

/** The numbers of a SKU as its table has them, and how many pieces move. */
interface Numbers {
  readonly stock: RawBuilder<number>;
  readonly lockStock: RawBuilder<number>;
  readonly sales: RawBuilder<number>;
  readonly quantity: RawBuilder<number>;
}

type Change = (numbers: Numbers) => Partial<Record<"stock" | "lockStock" | "sales", RawBuilder<number>>>;

interface Move {
  readonly change: Change;
  /** Whether all pieces have to be in stock, of SKUs that still are. */
  readonly needsStock?: boolean;
}

const moves = {
  lock: {
    needsStock: true,
    change: ({ stock, lockStock, quantity }) => ({ stock: sql`${stock} - ${quantity}`, lockStock: sql`${lockStock} + ${quantity}` }),
  },
  sell: {
    change: ({ lockStock, sales, quantity }) => ({
      lockStock: sql`${lockStock} - least(${lockStock}, ${quantity})`,
      sales: sql`${sales} + ${quantity}`,
    }),
  },
  give: { needsStock: true, change: ({ stock, quantity }) => ({ stock: sql`${stock} - ${quantity}` }) },
  locked: {
    change: ({ stock, lockStock, quantity }) => ({
      stock: sql`${stock} + least(${lockStock}, ${quantity})`,
      lockStock: sql`${lockStock} - least(${lockStock}, ${quantity})`,
    }),
  },
  sold: {
    change: ({ stock, sales, quantity }) => ({
      stock: sql`${stock} + ${quantity}`,
      sales: sql`${sales} - least(${sales}, ${quantity})`,
    }),
  },
  given: { change: ({ stock, quantity }) => ({ stock: sql`${stock} + ${quantity}` }) },
} satisfies Readonly<Record<string, Move>>;

/** How many pieces of each SKU, which several lines may be about. */
function totalsOf(quantities: readonly Quantity[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { skuId, quantity } of quantities) {
    if (skuId === null || quantity === null || quantity === 0) continue;
    if (!Number.isSafeInteger(quantity) || quantity < 0) throw new Error(`${quantity} pieces cannot move`);
    totals.set(skuId, (totals.get(skuId) ?? 0) + quantity);
  }
  return totals;
}

async function move(context: CommitContext, tx: Transaction, quantities: readonly Quantity[], { change, needsStock }: Move): Promise<void> {
  const totals = totalsOf(quantities);
  if (totals.size === 0) return;
  const { unscoped, withRemoved } = tables(context);
  const ids = [...totals.keys()];
  const some = needsStock === true ? unscoped : withRemoved;
  // In the order of their ids, so that two calls do not wait for each other.
  const skus = await rows(
    tx,
    db
      .selectFrom(some("commodity-sku", "s"))
      .leftJoin(withRemoved("commodity", "c"), "c.id", "s.commodityId")
      .where("s.id", "=", anyOf(ids))
      .orderBy("s.id")
      .forNoKeyUpdate("s")
      .select(["s.id", "s.commodityId", "s.specText", "s.stock", "c.name"]),
  );
  if (needsStock === true) requireStock(skus, totals);
  const moving = sql<{
    id: string;
    quantity: number;
  }>`unnest(${ids}::bigint[], ${[...totals.values()]}::bigint[])`.as<"q">(sql`q(id, quantity)`);
  await run(
    tx,
    update(context, withRemoved("commodity-sku", "s"))
      .from(moving)
      .whereRef("s.id", "=", "q.id")
      .set(({ ref }) =>
        change({
          stock: sql`coalesce(${ref("s.stock")}, 0)`,
          lockStock: sql`coalesce(${ref("s.lockStock")}, 0)`,
          sales: sql`coalesce(${ref("s.sales")}, 0)`,
          quantity: sql`${ref("q.quantity")}`,
        }),
      ),
  );
  await summariseCommodities(context, tx, [...new Set(skus.map(({ commodityId }) => commodityId))]);
}

interface LockedSku {
  readonly id: string;
  readonly specText: string | null;
  readonly stock: number | null;
  readonly name: string | null;
}

/** Refuses, by name, the first SKU of which there are too few. */
function requireStock(skus: readonly LockedSku[], totals: ReadonlyMap<string, number>): void {
  const skusById = new Map(skus.map((sku) => [sku.id, sku]));
  for (const [skuId, wanted] of totals) {
    const sku = skusById.get(skuId);
    if (sku === undefined)
      throw businessError("skuGone", ["商品SKU不存在或已被删除", "The SKU does not exist or was removed"], { data: { skuId } });
    const available = sku.stock ?? 0;
    if (available >= wanted) continue;
    const name = [sku.name, sku.specText].filter((part) => part !== null && part !== "").join(" ");
    throw businessError(
      "shortOfStock",
      [`“${name}”库存不足：可售 ${available} 件，需要 ${wanted} 件`, `Too few of “${name}” in stock: ${available} left, ${wanted} needed`],
      { data: { skuId, available, wanted } },
    );
  }
}

/** Promises pieces to an order: they leave the stock and are locked. Refused by name where there are too few. */
export const lockStock = (context: CommitContext, tx: Transaction, quantities: readonly Quantity[]): Promise<void> =>
  move(context, tx, quantities, moves.lock);

/**
 * Takes pieces for good: of "locked" ones, when their order is paid, which makes them sold; or straight out of the stock ("free"), for
 * points, refused by name where there are too few.
 */
export const takeStock = (
  context: CommitContext,
  tx: Transaction,
  quantities: readonly Quantity[],
  were: "locked" | "free",
): Promise<void> => move(context, tx, quantities, were === "locked" ? moves.sell : moves.give);

/**
 * Puts pieces back into stock: "locked" ones of an order that is closed, at most what is locked; "sold" ones of an order that is paid back
 * before it was shipped; "given" ones that were taken for points.
 */
export const returnStock = (context: CommitContext, tx: Transaction, quantities: readonly Quantity[], were: Whereabouts): Promise<void> =>
  move(context, tx, quantities, moves[were]);
