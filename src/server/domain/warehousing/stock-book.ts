// The one place that changes stock. A booking holds the stock of its goods, changes it line by line, and writes stock, ledger and lock
// together, so that at every commit stock is what came in less what went out.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { takeNumbers } from "../../crud/write/server-rows.ts";
import { append, insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { maxUnits } from "./layer-units.ts";

/** A document of more codes is booked in the background, with its progress: in the request a person would wait longer than two seconds. */
export const maxAtOnce = 1_000;

/** What a line of a document asks for. */
export interface Goods {
  readonly warehouseId: string;
  readonly productId: string;
  readonly specId: string;
}

/** What stock is kept of; the batch is "" where nobody knows it. */
export interface StockKey extends Goods {
  readonly batchCode: string;
}

/** Stock of a batch, in base units, as it is within the booking. */
interface Stock extends StockKey {
  readonly id: string;
  readonly num: number;
  readonly lockNum: number;
}

/** A change of stock in base units: positive in, negative out. */
interface StockChange extends StockKey {
  readonly units: number;
  readonly billType: number;
  /** The line of a document that it belongs to; null for a change by hand. */
  readonly docDetailId: string | null;
}

/** The document that changes stock, or the person who does. */
interface Source {
  readonly docKind: number;
  readonly docId: string | null;
  readonly docNo: string | null;
  /** Why, where a person changed it. */
  readonly reason?: string;
}

export interface StockBook {
  /** Batches of the goods that have stock or owe it, the oldest first. */
  batchesOf(goods: Goods): readonly Stock[];
  of(key: StockKey): Stock;
  /** What of a batch nobody has locked. */
  availableOf(key: StockKey): number;
  allowsNegative(goods: Goods): boolean;
  /** Locks units of a batch, or releases them where negative. */
  lock(key: StockKey, units: number): void;
  change(change: StockChange): void;
  /** Writes everything. Refused where more than is there, or than others left, would go out of a warehouse that forbids it. */
  write(source: Source): Promise<void>;
}

const states = { normal: 0, low: 1, none: 2 } as const;

interface LockedStock extends StockKey {
  readonly id: string;
  num: number;
  lockNum: number;
  readonly minNum: number | null;
  lastInTime: string | null;
  lastOutTime: string | null;
  isChanged: boolean;
}

/** id of stock that a warehouse has none of and may not owe. */
const notThere = "";

type Bill = StockChange & { readonly beforeNum: number; readonly afterNum: number };

const goodsKey = ({ warehouseId, productId, specId }: Goods): string => `${warehouseId} ${productId} ${specId}`;
const keyOf = (key: StockKey): string => `${goodsKey(key)} ${key.batchCode}`;

function distinct<T>(all: readonly T[], nameOfOne: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [nameOfOne(one), one])).values()];
}

/** Locks all batches of the goods, whoever books them, in one order: that of their keys, as the database compares them. */
async function lockStock(tx: Transaction, context: CommitContext, goods: readonly Goods[]): Promise<readonly LockedStock[]> {
  const lookedUp = db
    .selectFrom(
      sql<Goods>`unnest(${goods.map(({ warehouseId }) => warehouseId)}::bigint[], ${goods.map(({ productId }) => productId)}::bigint[], ${goods.map(({ specId }) => specId)}::bigint[])`.as<"g">(
        sql`g(warehouse_id, product_id, spec_id)`,
      ),
    )
    .select(["g.warehouseId", "g.productId", "g.specId"]);
  const lockedStock = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("goods-stock", "s"))
      .where(({ ref }) => sql<boolean>`(${ref("s.warehouseId")}, ${ref("s.productId")}, ${ref("s.specId")}) in ${lookedUp}`)
      .orderBy("s.warehouseId")
      .orderBy("s.productId")
      .orderBy("s.specId")
      .orderBy("s.batchCode")
      .forNoKeyUpdate()
      .select([
        "s.id",
        "s.warehouseId",
        "s.productId",
        "s.specId",
        "s.batchCode",
        "s.num",
        "s.lockNum",
        "s.minNum",
        "s.lastInTime",
        "s.lastOutTime",
      ]),
  );
  return lockedStock.map((row) => ({
    id: row.id,
    warehouseId: row.warehouseId ?? "",
    productId: row.productId ?? "",
    specId: row.specId ?? "",
    batchCode: row.batchCode ?? "",
    num: row.num ?? 0,
    lockNum: row.lockNum ?? 0,
    minNum: row.minNum,
    lastInTime: row.lastInTime,
    lastOutTime: row.lastOutTime,
    isChanged: false,
  }));
}

/** Adds rows for batches that a warehouse has never had; of two bookings that bring the same one, the second waits and finds it. */
async function addStock(tx: Transaction, context: CommitContext, keys: readonly StockKey[]): Promise<void> {
  const ids = await context.identifiers.take(keys.length);
  const added = [...keys]
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
    .map(({ warehouseId, productId, specId, batchCode }, index): NewRow<"goods-stock"> => ({
      id: ids[index] ?? "",
      warehouseId,
      productId,
      specId,
      batchCode,
      num: 0,
      lockNum: 0,
      availableNum: 0,
      stockState: states.none,
    }));
  await run(
    tx,
    insert(context, "goods-stock", added).onConflict((conflict) =>
      conflict.columns(["tenantId", "warehouseId", "productId", "specId", "batchCode"]).where("isDeleted", "=", 0).doNothing(),
    ),
  );
}

interface Layers {
  /** Outermost first: name and base units of a layer. */
  readonly layers: readonly { readonly name: string; readonly units: number }[];
}

/** "27箱3盒2瓶": a quantity in whole packages; pallets are no measure of stock. */
function packTextOf(units: number, { layers }: Layers): string {
  const [largest] = layers;
  if (largest === undefined) return "";
  if (units === 0) return `0${largest.name}`;
  let rest = Math.abs(units);
  const parts = layers.flatMap(({ name, units: layerUnits }) => {
    const count = Math.floor(rest / layerUnits);
    rest -= count * layerUnits;
    return count === 0 ? [] : [`${count}${name}`];
  });
  return `${units < 0 ? "-" : ""}${parts.join("")}`;
}

const largestLayer = 3;

/** How quantities of the specs are written in packages. */
async function layersOf(tx: Transaction, context: CommitContext, specIds: readonly string[]): Promise<ReadonlyMap<string, Layers>> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("specpacklayer", "p"))
      .where("p.specId", "=", anyOf(specIds))
      .where("p.layer", "<=", largestLayer)
      .orderBy("p.layer", "desc")
      .select(["p.specId", "p.layerName", "p.totalNum"]),
  );
  const bySpec = new Map<string, { readonly name: string; readonly units: number }[]>();
  for (const { specId, layerName, totalNum } of found) {
    const layers = bySpec.get(specId ?? "") ?? [];
    // Of two layers of the same size, such as a bottle in its box, the inner one says it.
    if (layers.at(-1)?.units === totalNum) layers.pop();
    bySpec.set(specId ?? "", [...layers, { name: layerName ?? "", units: Math.max(1, totalNum ?? 1) }]);
  }
  return new Map([...bySpec].map(([specId, layers]) => [specId, { layers }]));
}

function stateOf({ num, minNum }: Pick<LockedStock, "num" | "minNum">): number {
  if (num <= 0) return states.none;
  return minNum !== null && num < minNum ? states.low : states.normal;
}

/** Writes the stock of a booking in one statement. */
async function writeStock(tx: Transaction, context: CommitContext, changed: readonly LockedStock[]): Promise<void> {
  const layers = await layersOf(
    tx,
    context,
    changed.map(({ specId }) => specId),
  );
  const texts = changed.map(({ num, specId }) => packTextOf(num, layers.get(specId) ?? { layers: [] }));
  const given = sql<{
    id: string;
    num: number;
    lockNum: number;
    packText: string;
    stockState: number;
    lastInTime: string | null;
    lastOutTime: string | null;
  }>`unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ num }) => num)}::int[], ${changed.map(({ lockNum }) => lockNum)}::int[], ${texts}::text[], ${changed.map(stateOf)}::int[], ${changed.map(({ lastInTime }) => lastInTime)}::timestamp[], ${changed.map(({ lastOutTime }) => lastOutTime)}::timestamp[])`.as<"g">(
    sql`g(id, num, lock_num, pack_text, stock_state, last_in_time, last_out_time)`,
  );
  await run(
    tx,
    update(context, tables(context).unscoped("goods-stock", "s"))
      .from(given)
      .whereRef("s.id", "=", "g.id")
      .set(({ ref }) => ({
        num: ref("g.num"),
        lockNum: ref("g.lockNum"),
        availableNum: sql<number>`${ref("g.num")} - ${ref("g.lockNum")}`,
        packText: ref("g.packText"),
        stockState: ref("g.stockState"),
        lastInTime: ref("g.lastInTime"),
        lastOutTime: ref("g.lastOutTime"),
      })),
  );
}

/** Writes the ledger rows of a booking, numbered in the order of its changes. */
async function writeBills(
  tx: Transaction,
  context: CommitContext,
  bills: readonly Bill[],
  { docKind, docId, docNo, reason = null }: Omit<Source, "reason"> & { readonly reason?: string | null },
): Promise<void> {
  if (bills.length === 0) return;
  const ids = await context.identifiers.take(bills.length);
  const numbers = await takeNumbers(context, tx, "goods-bill", bills.length);
  const operatorId = context.caller.userId === "" ? null : context.caller.userId;
  await run(
    tx,
    append(
      context,
      "goods-bill",
      bills.map(
        (
          { billType, warehouseId, productId, specId, batchCode, units, beforeNum, afterNum, docDetailId },
          index,
        ): NewRow<"goods-bill"> => ({
          id: ids[index] ?? "",
          billNo: numbers[index] ?? null,
          billType,
          warehouseId,
          productId,
          specId,
          batchCode,
          changeNum: units,
          beforeNum,
          afterNum,
          docKind,
          docId,
          docNo,
          docDetailId,
          operatorId,
          bizTime: context.now(),
          reason,
        }),
      ),
    ),
  );
}

interface Holding {
  /** Goods with all their batches. */
  readonly goods?: readonly Goods[];
  /** Batches that come in: new to a warehouse or not. */
  readonly incoming?: readonly StockKey[];
  /** Batches that go out: a warehouse that allows it may come to owe one that it has never had. */
  readonly outgoing?: readonly StockKey[];
}

/**
 * Holds stock until the transaction ends. Everything that a transaction books is opened at once: a second book could wait for somebody who
 * waits for the first.
 */
export async function openStock(
  tx: Transaction,
  context: CommitContext,
  { goods = [], incoming = [], outgoing = [] }: Holding,
): Promise<StockBook> {
  const lookedUp = distinct([...goods, ...incoming, ...outgoing], goodsKey);
  const warehouses = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("warehouse", "w"))
      .where("w.id", "=", anyOf(lookedUp.map(({ warehouseId }) => warehouseId)))
      .select(["w.id", "w.allowNegative"]),
  );
  const negative = new Set(warehouses.filter(({ allowNegative }) => allowNegative === 1).map(({ id }) => id));
  const allowsNegative = ({ warehouseId }: Goods): boolean => negative.has(warehouseId);
  let lockedStock = await lockStock(tx, context, lookedUp);
  const existing = new Set(lockedStock.map(keyOf));
  // A warehouse owes an unknown batch only of goods that it has no batch of.
  const batches = new Set([...lockedStock, ...incoming, ...outgoing.filter(({ batchCode }) => batchCode !== "")].map(goodsKey));
  const owed = outgoing.filter((key) => allowsNegative(key) && (key.batchCode !== "" || !batches.has(goodsKey(key))));
  const missing = distinct([...incoming, ...owed], keyOf).filter((key) => !existing.has(keyOf(key)));
  if (missing.length > 0) {
    await addStock(tx, context, missing);
    lockedStock = await lockStock(tx, context, lookedUp);
  }
  const byKey = new Map(lockedStock.map((stock) => [keyOf(stock), stock]));
  const bills: Bill[] = [];

  const one = (key: StockKey): LockedStock => {
    const { warehouseId, productId, specId, batchCode } = key;
    const stock: LockedStock = byKey.get(keyOf(key)) ?? {
      ...{ warehouseId, productId, specId, batchCode, id: notThere, num: 0, lockNum: 0, minNum: null },
      ...{ lastInTime: null, lastOutTime: null, isChanged: false },
    };
    byKey.set(keyOf(key), stock);
    return stock;
  };

  return {
    batchesOf: (of) =>
      lockedStock
        .filter((stock) => goodsKey(stock) === goodsKey(of))
        .sort(
          (left, right) => (left.lastInTime ?? "").localeCompare(right.lastInTime ?? "") || (left.batchCode < right.batchCode ? -1 : 1),
        ),
    of: one,
    availableOf: (key) => {
      const { num, lockNum } = one(key);
      return num - lockNum;
    },
    allowsNegative,
    lock: (key, units) => {
      const stock = one(key);
      // A lock never falls below nothing, whatever a document says that it holds.
      stock.lockNum = Math.max(0, stock.lockNum + units);
      stock.isChanged = true;
    },
    change: (change) => {
      const stock = one(change);
      const beforeNum = stock.num;
      stock.num += change.units;
      stock.isChanged = true;
      if (change.units > 0) stock.lastInTime = context.now();
      else stock.lastOutTime = context.now();
      bills.push({ ...change, beforeNum, afterNum: stock.num });
    },
    write: async (source) => {
      const changed = [...byKey.values()].filter(
        ({ id, num, lockNum, isChanged }) => isChanged && (id !== notThere || num + lockNum !== 0),
      );
      if (changed.length === 0) return;
      for (const stock of changed) {
        if (Math.abs(stock.num) > maxUnits || stock.lockNum > maxUnits)
          throw businessError("stockTooLarge", ["库存数量超出范围", "The stock would be too large to count"]);
        if (stock.id === notThere) throw await shortage(tx, context, stock);
        const hasLeft = bills.some((bill) => bill.units < 0 && keyOf(bill) === keyOf(stock));
        if (hasLeft && stock.num < stock.lockNum && !allowsNegative(stock)) throw await shortage(tx, context, stock);
      }
      await writeStock(tx, context, changed);
      await writeBills(tx, context, bills, source);
    },
  };
}

/** The refusal to book out more than is there and not locked by others. */
async function shortage(tx: Transaction, context: CommitContext, stock: LockedStock) {
  const [product] = await rows(
    tx,
    db.selectFrom(tables(context).withRemoved("attr-owner", "o")).where("o.id", "=", stock.productId).select("o.name"),
  );
  const [name, batch, lacking] = [product?.name ?? "", stock.batchCode === "" ? "—" : stock.batchCode, stock.lockNum - stock.num];
  return businessError(
    "stockShort",
    [
      `“${name}”批次 ${batch} 的可用库存不足，还差 ${lacking}（最小单位）`,
      `Too little of “${name}”, batch ${batch}, is available: ${lacking} base units are lacking`,
    ],
    { data: { productId: stock.productId, specId: stock.specId, batchCode: stock.batchCode, lacking } },
  );
}
