// Addresses of members: the first is the default, and there is never a second one.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** No other address of the member is the default any more. */
async function releaseOthers(context: CommitContext, tx: Transaction, memberId: string | null, ownId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("address", "a"))
      .set({ isDefault: 0 })
      .where("a.memberId", "=", memberId)
      .where("a.isDefault", "=", 1)
      .where("a.id", "<>", ownId),
  );
}

const hasAddress = async (context: CommitContext, tx: Transaction, memberId: string | null): Promise<boolean> =>
  (await first(tx, db.selectFrom(tables(context).unscoped("address", "a")).where("a.memberId", "=", memberId).limit(1).select("a.id"))) !==
  undefined;

const hooks: ResourceHooks<"address"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const memberId = { ...current, ...values }.memberId ?? null;
      // Addresses of a member are written one after the other: the database refuses a second default.
      await lockRow(context, tx, "member", memberId);
      if (current === undefined && !(await hasAddress(context, tx, memberId))) values.isDefault = 1;
      if (values.isDefault === 1) await releaseOthers(context, tx, memberId, current?.id ?? "0");
    },
  },
};

export const addressesDomain: Domain = { reads: {}, actions: {}, hooks: { address: hooks }, effects: ["address.oneDefault"] };
