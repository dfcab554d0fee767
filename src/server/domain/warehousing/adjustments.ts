// Changes of current goods by hand: stock, ledger and moves follow in the same transaction, each with the reason.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { operatorOf } from "./booked-codes.ts";
import { openStock, type StockKey } from "./stock-book.ts";
import { addMoves, type NewMove } from "./stock-moves.ts";

const resource = "warehousegoodscurrent";
const adjustment = 5;
const byHand = 9;
const moveTypes = { relocation: 6, adjustment: 8 } as const;

type Goods = Readonly<Partial<StoredRow<typeof resource>>>;

const keyOf = ({ warehouseId, productId, specId, batchCode }: Goods): StockKey => ({
  warehouseId: warehouseId ?? "",
  productId: productId ?? "",
  specId: specId ?? "",
  batchCode: batchCode ?? "",
});

const isSame = (left: StockKey, right: StockKey): boolean =>
  left.warehouseId === right.warehouseId &&
  left.productId === right.productId &&
  left.specId === right.specId &&
  left.batchCode === right.batchCode;

interface Change {
  readonly key: StockKey;
  readonly units: number;
}

/** What a change of a row means for stock: what it had goes, what it has comes. */
function changesOf(before: Goods | undefined, after: Goods): readonly Change[] {
  const [had, has] = [before?.num ?? 0, after.num ?? 0];
  const key = keyOf(after);
  const all =
    before === undefined || isSame(keyOf(before), key)
      ? [{ key, units: has - had }]
      : [
          { key: keyOf(before), units: -had },
          { key, units: has },
        ];
  return all.filter(({ units }) => units !== 0);
}

/** Moves that are made now, by whoever changes the goods. */
const movedNow = (context: CommitContext, moves: readonly NewMove[]): readonly NewMove[] =>
  moves.map((move) => ({ ...move, operatorId: operatorOf(context), moveTime: context.now() }));

/** Books a change by hand. What has a code moves with documents, so that its code always knows where it is. */
async function book(tx: Transaction, context: CommitContext, changes: readonly Change[], after: Goods): Promise<void> {
  const reason = after.reason ?? "";
  if ((after.code ?? "") !== "")
    throw fieldError(context, resource, "num", {
      code: "notAllowed",
      message: [
        "有码货品的数量、产品和仓库只能由单据变更：请用入库单、调拨或报损出库",
        "Quantity, product and warehouse of goods with a code change by documents only: a stock-in, a transfer or a scrap stock-out",
      ],
    });
  if (reason.trim() === "")
    throw fieldError(context, resource, "reason", {
      code: "required",
      message: ["请填写调整原因", "Please enter the reason of the adjustment"],
    });
  const keys = changes.map(({ key }) => key);
  const stock = await openStock(tx, context, {
    incoming: changes.filter(({ units }) => units > 0).map(({ key }) => key),
    outgoing: changes.filter(({ units }) => units < 0).map(({ key }) => key),
    goods: keys,
  });
  for (const { key, units } of changes) stock.change({ ...key, units, billType: adjustment, docDetailId: null });
  await stock.write({ docKind: byHand, docId: null, docNo: null, reason });
  const moves = changes.map(({ key: { warehouseId, ...goods }, units }) => ({
    ...goods,
    moveType: moveTypes.adjustment,
    layer: after.layer ?? null,
    num: Math.abs(units),
    reason,
    ...(units > 0 ? { toWarehouseId: warehouseId } : { fromWarehouseId: warehouseId }),
  }));
  await addMoves(tx, context, movedNow(context, moves));
}

async function codeIdOf(tx: Transaction, context: CommitContext, code: string | null | undefined): Promise<string | null> {
  if ((code ?? "") === "") return null;
  const query = db.selectFrom(tables(context).unscoped("code-item", "i")).where("i.code", "=", code ?? "");
  return (await first(tx, query.select("i.id")))?.id ?? null;
}

const hooks: ResourceHooks<typeof resource> = {
  // Only rows without goods are removed.
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      // A new installation brings goods with the time they came in.
      if (current === undefined) values.inTime ??= context.now();
      if (values.batchCode === null) values.batchCode = "";
      await Promise.resolve();
    },
    afterChange: async (tx, context, { id, values, current }) => {
      const after = { ...current, ...values };
      const changes = changesOf(current, after);
      const isMoved =
        current !== undefined && ((after.location ?? "") !== (current.location ?? "") || (after.trayId ?? "") !== (current.trayId ?? ""));
      if (changes.length > 0) await book(tx, context, changes, after);
      else if (isMoved)
        await addMoves(
          tx,
          context,
          movedNow(context, [
            {
              moveType: moveTypes.relocation,
              code: after.code ?? null,
              codeId: await codeIdOf(tx, context, after.code),
              layer: after.layer ?? null,
              productId: after.productId ?? null,
              specId: after.specId ?? null,
              batchCode: after.batchCode ?? null,
              num: after.num ?? null,
              fromWarehouseId: after.warehouseId ?? null,
              toWarehouseId: after.warehouseId ?? null,
              reason: after.reason ?? null,
            },
          ]),
        );
      // The reason is that of this adjustment: ledger and moves keep it, and the next one needs its own.
      if (changes.length > 0)
        await run(tx, updateDerived(tables(context).unscoped(resource, "w")).set({ reason: null }).where("w.id", "=", id));
    },
  },
  remove: {
    beforeRemove: async (_tx, _context, { rows }) => {
      const nonEmpty = rows.find(({ num }) => (num ?? 0) !== 0);
      if (nonEmpty !== undefined)
        throw businessError(
          "goodsLeft",
          [
            `该行还有 ${nonEmpty.num ?? 0}（最小单位）货品，请先将数量调整为 0 并填写原因，再删除`,
            `The row still has ${nonEmpty.num ?? 0} base units: set its quantity to 0 with a reason first`,
          ],
          { data: { id: nonEmpty.id } },
        );
      await Promise.resolve();
    },
  },
};

export const adjustmentsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { [resource]: hooks },
  effects: ["warehousegoodscurrent.adjustment"],
};
