// Merchants and their terminals: who may have terminals, and how many of what each has.
import { sql } from "kysely";
import type { CommitContext, Domain, RemoveEffect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import { allOf, anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

export const merchantStatus = { pending: 0, normal: 1, rejected: 3 } as const;
export const terminalStatus = { inactive: 0, active: 1, disabled: 2 } as const;

type Ids = readonly (string | null)[];

/** Counts anew how many devices terminals have. They are locked first: of two calls the second counts what the first has written. */
export async function countDevices(context: CommitContext, tx: Transaction, terminalIds: Ids): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const ids = anyOf(terminalIds.flatMap((id) => id ?? []));
  const terminals = db.selectFrom(withRemoved("terminal", "t")).where("t.id", "=", ids);
  await rows(tx, terminals.orderBy("t.id").forNoKeyUpdate().select("t.id"));
  await run(
    tx,
    updateDerived(withRemoved("terminal", "t"))
      .where("t.id", "=", ids)
      .set(({ ref: terminal }) => ({
        deviceCount: db
          .selectFrom(unscoped("terminal-device", "d"))
          .where("d.terminalId", "=", terminal("t.id"))
          .select(() => sql<number>`count(*)::int`.as("n")),
      })),
  );
}

/** Counts anew how many terminals merchants have, without those that are leaving. */
async function countTerminals(context: CommitContext, tx: Transaction, merchantIds: Ids, leaving: readonly string[] = []): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const ids = anyOf(merchantIds.flatMap((id) => id ?? []));
  const merchants = db.selectFrom(withRemoved("merchant", "m")).where("m.id", "=", ids);
  await rows(tx, merchants.orderBy("m.id").forNoKeyUpdate().select("m.id"));
  await run(
    tx,
    updateDerived(withRemoved("merchant", "m"))
      .where("m.id", "=", ids)
      .set(({ ref: merchant }) => ({
        terminalCount: db
          .selectFrom(unscoped("terminal", "t"))
          .where("t.merchantId", "=", merchant("m.id"))
          .where("t.id", "<>", allOf(leaving))
          .select(() => sql<number>`count(*)::int`.as("n")),
      })),
  );
}

const submitMerchant: SubmitEffect<"merchant"> = {
  beforeChange: async (_tx, _context, { values, current }) => {
    if (current === undefined) values.terminalCount ??= 0;
    // What was rejected is submitted again.
    if (current?.status === merchantStatus.rejected) values.status = merchantStatus.pending;
  },
};

const submitTerminal: SubmitEffect<"terminal"> = {
  beforeChange: async (tx, context, { values, current }) => {
    if (current === undefined) values.deviceCount ??= 0;
    if (values.merchantId === undefined || values.merchantId === current?.merchantId) return;
    const merchant = await readRow(context, tx, "merchant", values.merchantId);
    if (merchant?.status === merchantStatus.normal) return;
    const name = merchant?.name ?? "";
    throw fieldError(context, "terminal", "merchantId", {
      code: "rule",
      message: [`商户“${name}”不是正常状态`, `Merchant “${name}” is not in its normal state`],
    });
  },
  afterChange: async (tx, context, { id, values, current }) => {
    if (values.merchantId === undefined || values.merchantId === current?.merchantId) return;
    const { merchantId } = values;
    await countTerminals(context, tx, [merchantId, current?.merchantId ?? null]);
    // Devices belong to whoever has their terminal.
    await run(
      tx,
      updateWithoutVersion(tables(context).unscoped("terminal-device", "d")).where("d.terminalId", "=", id).set({ merchantId }),
    );
  },
};

const removeTerminal: RemoveEffect<"terminal"> = {
  beforeRemove: (tx, context, { rows: going }) =>
    countTerminals(
      context,
      tx,
      going.map(({ merchantId }) => merchantId),
      going.map(({ id }) => id),
    ),
};

export const terminalsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    merchant: { submit: submitMerchant, restore: {} },
    terminal: {
      submit: submitTerminal,
      remove: removeTerminal,
      restore: {
        afterRestore: (tx, context, { rows: returning }) =>
          countTerminals(
            context,
            tx,
            returning.map(({ merchantId }) => merchantId),
          ),
      },
    },
  },
};
