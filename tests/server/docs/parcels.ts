// Parcels: priced by their weight, handed over with a receipt, and the sender hears of it.
import { hashPassword } from "../../../src/server/auth/password-hash.ts";
import type { Domain, Effect, SubmitEffect } from "../../../src/server/contract.ts";
import { addRow } from "../../../src/server/crud/write/server-rows.ts";
import { businessError } from "../../../src/server/http/errors.ts";
import { db, first } from "../../../src/server/rows/query.ts";
import { tables } from "../../../src/server/rows/tables.ts";

const pricePerKilogram = 3;
/** Jobs that wait or run. */
const unfinished = [1, 2];

/** Every parcel has its price, whether it was added or changed. */
const pricing: SubmitEffect<"parcel"> = {
  beforeChange: async (_tx, _context, { values, current }) => {
    const { weight } = { ...current, ...values };
    values.price = pricePerKilogram * (weight ?? 0);
  },
};

const handOver: Effect<"parcel.handOver", string> = {
  // Slow on purpose, so it happens before the transaction.
  prepare: (_context, { values }) => hashPassword(values.signature),

  commit: async (tx, context, { rows, prepared }) => {
    for (const { id, name } of rows) {
      const ofParcel = db.selectFrom(tables(context).unscoped("job", "j")).where("j.subjectResource", "=", "parcel").where("j.subjectId", "=", id);
      const inspection = await first(tx, ofParcel.where("j.queue", "=", "parcel.inspect").where("j.status", "in", unfinished).limit(1).select("j.id"));
      if (inspection !== undefined) {
        throw businessError("inspected", [`包裹“${name}”正在查验，不能签收`, `Parcel “${name}” is being inspected, so it cannot be handed over`], { data: { id } });
      }
      await addRow(context, tx, "parcel-receipt", { parcelId: id, signature: prepared });
    }
    return { count: rows.length };
  },

  enqueue: (_context, { rows }) => rows.map(({ id, name }) => ({
    queue: "parcel.tellSender",
    key: id,
    payload: { parcelId: id },
    subject: { resource: "parcel", id, title: name ?? "" },
  })),
};

export const parcelsDomain: Domain = {
  reads: {},
  actions: { "parcel.handOver": handOver },
  hooks: { parcel: { submit: pricing } },
};
