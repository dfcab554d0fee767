// Exchanges of points for goods: how they are handed over, and what comes back when they are cancelled.
import { labelOf } from "#schema/model";
import { randomInt } from "node:crypto";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { changeRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { invalidFields } from "../../http/errors.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { returnStock } from "../product/stock.ts";
import { submit } from "./exchange-creation.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

const receiveTypes = { delivery: 1, pickup: 2, virtual: 3 } as const;
const done = 2;

/** A parcel cannot leave without its carrier and waybill. */
function requireParcel(context: CommitContext, exchange: StoredRow<"exchange-record">): void {
  const missing = (["deliveryCompany", "deliveryNo"] as const).filter((name) => exchange[name] === null);
  if (missing.length === 0) return;
  const resource = resourceNamed(context, "exchange-record");
  throw invalidFields(missing.map((name) => ({ code: "required", path: [name], parameters: {}, label: labelOf(resource, name) })));
}

const pickupCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

const issue: Effect<"exchange-record.issue"> = {
  commit: async (tx, context, { rows }) => {
    // As it is after what the dialog asked for was written.
    for (const exchange of rows) {
      const { receiveType } = exchange;
      if (receiveType === receiveTypes.delivery) requireParcel(context, exchange);
      else {
        const handedOver: RowValues<"exchange-record"> =
          receiveType === receiveTypes.pickup
            ? { pickupCode: exchange.pickupCode ?? pickupCode() }
            : { status: done, finishTime: context.now() };
        await changeRow(context, tx, "exchange-record", {
          id: exchange.id,
          values: { ...handedOver, deliveryCompany: null, deliveryNo: null },
        });
      }
    }
    return {};
  },
};

const finish: Effect<"exchange-record.finish"> = {
  commit: async (_tx, _context, { rows, values }) => {
    for (const exchange of rows) {
      if (exchange.receiveType !== receiveTypes.pickup || values.pickupCode === exchange.pickupCode) continue;
      throw invalidFields([
        {
          code: "different",
          path: ["pickupCode"],
          parameters: {},
          label: ["提货码", "Pick-up code"],
          message: ["提货码不正确", "The pick-up code is not correct"],
        },
      ]);
    }
    return {};
  },
};

/** Points and stock that the exchange took. */
async function giveBack(context: CommitContext, tx: Transaction, exchange: StoredRow<"exchange-record">): Promise<void> {
  const { memberId, exchangeNo, commoditySkuId: skuId, quantity } = exchange;
  await returnStock(context, tx, [{ skuId, quantity }], "given");
  const points = exchange.points ?? 0;
  await movePoints(context, tx, { memberId, points, reason: pointsReasons.returned, bizNo: exchangeNo, remark: "兑换取消退回" });
}

const cancel: Effect<"exchange-record.cancel"> = {
  commit: async (tx, context, { rows }) => {
    for (const exchange of rows) await giveBack(context, tx, exchange);
    return {};
  },
};

export const exchangesDomain: Domain = {
  reads: {},
  actions: { "exchange-record.issue": issue, "exchange-record.finish": finish, "exchange-record.cancel": cancel },
  hooks: { "exchange-record": { submit } },
  effects: ["exchange-record.creation"],
};
