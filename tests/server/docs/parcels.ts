// Parcels: priced by their weight, handed over with a receipt, and the sender hears of it.
import { hashPassword } from "../../../src/server/auth/password-hash.ts";
import type { Domain, Effect, SubmitEffect } from "../../../src/server/contract.ts";
import { addRow } from "../../../src/server/crud/write/server-rows.ts";
import { businessError } from "../../../src/server/http/errors.ts";

const pricePerKilogram = 3;

/** Every parcel has its price, whether it was added or changed. */
const pricing: SubmitEffect = {
  beforeWrite: async (_tx, _context, { values, current }) => {
    const { weight } = { ...current, ...values };
    values["price"] = pricePerKilogram * Number(weight);
  },
};

const handOver: Effect<string> = {
  // Slow on purpose, so it happens before the transaction.
  prepare: (_context, { values }) => hashPassword(String(values["signature"])),

  commit: async (tx, context, { rows, prepared }) => {
    for (const parcel of rows) {
      const open = await tx.first({
        sql: "select 1 from parcel_claim where tenant_id = $1 and parcel_id = $2 and is_deleted = 0 limit 1",
        parameters: [context.scope.tenantId, parcel["id"]],
      });
      if (open !== undefined) {
        const name = String(parcel["name"]);
        throw businessError("claimOpen", [`包裹“${name}”有未结的理赔，不能签收`, `There is an open claim for parcel “${name}”, so it cannot be handed over`], { data: { id: parcel["id"] } });
      }
      await addRow(context, tx, "parcel-receipt", { parcelId: parcel["id"], signature: prepared });
    }
    return { count: rows.length };
  },

  after: (_context, { rows }) => rows.map((parcel) => ({
    queue: "parcel.tellSender",
    key: String(parcel["id"]),
    payload: { parcelId: String(parcel["id"]) },
    subject: { resource: "parcel", id: String(parcel["id"]), title: String(parcel["name"]) },
  })),
};

export const parcelsDomain: Domain = {
  reads: {},
  actions: { "parcel.handOver": handOver },
  hooks: { parcel: { submit: pricing } },
};
