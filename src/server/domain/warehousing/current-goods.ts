// What lies in a warehouse package by package, kept with every booking: the packages of a batch and what has no codes come to its stock.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { bySet, remove, tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { CodeState } from "./code-states.ts";
import type { StockKey } from "./stock-book.ts";

/** A scanned package and the batch that it is booked under. */
export interface BookedCode {
  readonly state: CodeState;
  readonly key: StockKey;
  readonly units: number;
}

/** Units of batches that came or went without a code. */
export class Uncoded {
  readonly #units = new Map<string, { readonly key: StockKey; units: number }>();

  add(key: StockKey, units: number): void {
    const name = keyOf(key);
    const counted = this.#units.get(name);
    if (counted === undefined) this.#units.set(name, { key, units });
    else counted.units += units;
  }

  get all(): readonly { readonly key: StockKey; readonly units: number }[] {
    return [...this.#units.values()].filter(({ units }) => units !== 0);
  }
}

const keyOf = ({ warehouseId, productId, specId, batchCode }: StockKey): string => `${warehouseId} ${productId} ${specId} ${batchCode}`;

const current = (context: CommitContext) => tables(context).unscoped("warehousegoodscurrent", "w");

const keyColumns = ["w.warehouseId", "w.productId", "w.specId", "w.batchCode"] as const;

/** Packages that came in: each is a row of its own. */
export async function addPackages(
  tx: Transaction,
  context: CommitContext,
  codes: readonly BookedCode[],
  { stockInDocId }: { readonly stockInDocId: string },
): Promise<void> {
  const ids = await context.identifiers.take(codes.length);
  const added = codes.map(({ state, key, units }, index): NewRow<"warehousegoodscurrent"> => ({
    id: ids[index] ?? "",
    ...key,
    code: state.code,
    layer: state.layer,
    num: units,
    opened: 0,
    stockInDocId,
    inTime: context.now(),
  }));
  await run(
    tx,
    insert(context, "warehousegoodscurrent", added, bySet).onConflict((conflict) =>
      conflict
        .columns(["tenantId", "code"])
        .where("isDeleted", "=", 0)
        .doUpdateSet(({ ref }) => ({
          num: sql<number>`coalesce(${ref("warehousegoodscurrent.num")}, 0) + ${ref("excluded.num")}`,
          stockInDocId: ref("excluded.stockInDocId"),
          inTime: ref("excluded.inTime"),
        })),
    ),
  );
}

/**
 * Packages that went out: a whole one takes its row along; what was taken out of one leaves it opened and with less. Goods that came in
 * without a code are told to `uncoded`.
 */
export async function removePackages(
  tx: Transaction,
  context: CommitContext,
  codes: readonly BookedCode[],
  uncoded: Uncoded,
): Promise<void> {
  const stored = await rows(
    tx,
    db
      .selectFrom(current(context))
      .innerJoin(tables(context).withRemoved("code-item", "i"), "i.code", "w.code")
      .where("i.id", "=", anyOf([...new Set(codes.flatMap(({ state }) => state.path))]))
      .orderBy("w.id")
      .select(["w.id", "w.num", ...keyColumns, "i.id as codeId"]),
  );
  const packages = new Map(stored.map((row) => [row.codeId, { ...row, left: row.num ?? 0 }]));
  for (const { state, key, units } of codes) {
    const inside = state.path.map((id) => packages.get(id)).find((one) => one !== undefined);
    const isSame =
      inside !== undefined &&
      keyOf({
        warehouseId: inside.warehouseId ?? "",
        productId: inside.productId ?? "",
        specId: inside.specId ?? "",
        batchCode: inside.batchCode ?? "",
      }) === keyOf(key);
    if (inside !== undefined && isSame && inside.left >= units) inside.left -= units;
    else uncoded.add(key, -units);
  }
  const changed = [...packages.values()].filter(({ left, num }) => left !== num);
  await writeRows(
    tx,
    context,
    changed.map(({ id, left }) => ({ id, num: left })),
    { isOpened: true },
  );
}

/** Writes quantities into rows, and removes those that have nothing left. */
async function writeRows(
  tx: Transaction,
  context: CommitContext,
  quantities: readonly { readonly id: string; readonly num: number }[],
  { isOpened }: { readonly isOpened: boolean },
): Promise<void> {
  const gone = quantities.filter(({ num }) => num === 0).map(({ id }) => id);
  const nonZero = quantities.filter(({ num }) => num !== 0);
  if (gone.length > 0) await run(tx, remove(current(context), bySet).where("w.id", "=", anyOf(gone)));
  if (nonZero.length === 0) return;
  const given = sql<{
    id: string;
    num: number;
  }>`unnest(${nonZero.map(({ id }) => id)}::bigint[], ${nonZero.map(({ num }) => num)}::int[])`.as<"g">(sql`g(id, num)`);
  const updating = update(context, current(context), bySet)
    .from(given)
    .whereRef("w.id", "=", "g.id")
    .set(({ ref }) => ({ num: ref("g.num") }));
  await run(tx, isOpened ? updating.set({ opened: 1 }) : updating);
}

/**
 * Writes what came and went without codes: one row for each batch. Where more goes than rows without codes hold, packages must have left
 * unscanned; nobody knows which, so the row goes below nothing until an adjustment says.
 */
export async function writeUncoded(
  tx: Transaction,
  context: CommitContext,
  uncoded: Uncoded,
  { stockInDocId }: { readonly stockInDocId: string | null },
): Promise<void> {
  const { all } = uncoded;
  if (all.length === 0) return;
  const goods = db
    .selectFrom(
      sql<StockKey>`unnest(${all.map(({ key }) => key.warehouseId)}::bigint[], ${all.map(({ key }) => key.productId)}::bigint[], ${all.map(({ key }) => key.specId)}::bigint[], ${all.map(({ key }) => key.batchCode)}::text[])`.as<"g">(
        sql`g(warehouse_id, product_id, spec_id, batch_code)`,
      ),
    )
    .select(["g.warehouseId", "g.productId", "g.specId", "g.batchCode"]);
  const stored = await rows(
    tx,
    db
      .selectFrom(current(context))
      .where(({ ref }) => sql<boolean>`coalesce(${ref("w.code")}, '') = ''`)
      .where(
        ({ ref }) =>
          sql<boolean>`(${ref("w.warehouseId")}, ${ref("w.productId")}, ${ref("w.specId")}, coalesce(${ref("w.batchCode")}, '')) in ${goods}`,
      )
      .orderBy("w.id")
      .select(["w.id", "w.num", ...keyColumns]),
  );
  const quantities = new Map<string, number>();
  const added: { readonly key: StockKey; readonly units: number }[] = [];
  for (const { key, units } of all) {
    const own = stored.filter(
      (row) =>
        keyOf({
          warehouseId: row.warehouseId ?? "",
          productId: row.productId ?? "",
          specId: row.specId ?? "",
          batchCode: row.batchCode ?? "",
        }) === keyOf(key),
    );
    let rest = units;
    for (const row of own) {
      const before = row.num ?? 0;
      // The first row takes what comes; what goes is taken from one after the other.
      const change = rest > 0 ? rest : Math.max(rest, -Math.max(0, before));
      if (change === 0) continue;
      quantities.set(row.id, before + change);
      rest -= change;
    }
    if (rest === 0) continue;
    const last = own.at(-1);
    if (last === undefined) added.push({ key, units: rest });
    else quantities.set(last.id, (quantities.get(last.id) ?? last.num ?? 0) + rest);
  }
  await writeRows(
    tx,
    context,
    [...quantities].map(([id, num]) => ({ id, num })),
    { isOpened: false },
  );
  if (added.length === 0) return;
  const ids = await context.identifiers.take(added.length);
  await run(
    tx,
    insert(
      context,
      "warehousegoodscurrent",
      added.map(({ key, units }, index): NewRow<"warehousegoodscurrent"> => ({
        id: ids[index] ?? "",
        ...key,
        layer: null,
        num: units,
        opened: 0,
        stockInDocId,
        inTime: context.now(),
      })),
      bySet,
    ),
  );
}
