// What must not compile in an effect: each mistake stands below a line that expects the error. Checked by the type checker alone; nothing
// here runs.
import type { CommitContext, Domain, Effect, PrepareContext, RemoveEffect, SubmitEffect } from "../../src/server/contract.ts";
import { same } from "./rows.test-d.ts";

declare function needsDatabase(context: PrepareContext): Promise<void>;
declare function needsNone(context: CommitContext): Promise<void>;

export const phases: Effect<"order.close", string> = {
  prepare: async (context) => {
    await needsNone(context);
    const [answer] = await context.database.read(context.scope, []);
    return String(answer?.rowCount);
  },
  commit: async (tx, context, { prepared, rows }) => {
    await needsNone(context);
    // @ts-expect-error the phase inside the transaction has no database
    await context.database.read(context.scope, []);
    // @ts-expect-error nor may it hand its context to code that needs one
    await needsDatabase(context);
    // @ts-expect-error what was prepared is a text
    prepared.toFixed();
    return [rows.length, prepared, await tx.query({ sql: "", parameters: [] })];
  },
  enqueue: (context) => {
    // @ts-expect-error the phase behind it has none either
    void context.database;
    return [];
  },
};

export const preparedOtherwise: Effect<"order.close", string> = {
  // @ts-expect-error a number is prepared where a text is promised
  prepare: async () => 1,
  commit: async () => null,
};

export const hooks: { readonly submit: SubmitEffect<"order">; readonly remove: RemoveEffect<"order"> } = {
  submit: {
    beforeChange: async (_tx, context) => {
      // @ts-expect-error inside the transaction
      void context.database;
    },
    afterChange: async (_tx, context) => {
      // @ts-expect-error inside the transaction
      void context.database;
    },
  },
  remove: {
    beforeRemove: async (_tx, context) => {
      // @ts-expect-error inside the transaction
      void context.database;
    },
  },
};

// @ts-expect-error an effect without `commit` does nothing
export const nothing: Effect<"order.close"> = { prepare: async () => undefined };

/** Rows and values have the fields of the definition. */
const close: Effect<"order.close"> = {
  prepare: async (_context, { values }) => {
    // @ts-expect-error the dialog asks nothing of this name
    return values.reason;
  },
  commit: async (_tx, _context, { rows, values }) => {
    same<typeof values.closeReason, string>(true);
    // @ts-expect-error the dialog asks nothing of this name
    void values.reason;
    for (const order of rows) {
      same<typeof order.orderNo, string | null>(true);
      // @ts-expect-error an order has no such field
      void order.numberOfOrder;
      // @ts-expect-error fields have the names of the definition, not those of columns
      void order.order_no;
      // @ts-expect-error rows are only read: what is written goes through statements
      order.orderNo = "";
    }
  },
  // @ts-expect-error an order has no such field
  enqueue: (_context, { rows }) => rows.map(({ numberOfOrder }) => ({ queue: "", payload: numberOfOrder })),
};

export const submit: SubmitEffect<"order"> = {
  // @ts-expect-error nor is one of this name sent
  beforeValidate: async (_context, { body }) => body.numberOfOrder,
  beforeChange: async (_tx, _context, { values, current }) => {
    same<typeof values.orderNo, string | null | undefined>(true);
    same<NonNullable<typeof current>["orderNo"], string | null>(true);
    // @ts-expect-error an order has no such field
    void values.numberOfOrder;
    // @ts-expect-error nor is one written
    values.numberOfOrder = "";
    // @ts-expect-error a number of an order is a text
    values.orderNo = 1;
    // @ts-expect-error an order has no such field
    void current?.numberOfOrder;
    // @ts-expect-error the stored row stays as it is
    if (current !== undefined) current.orderNo = "";
    // @ts-expect-error what is stored and what is written together have none either
    void { ...current, ...values }.numberOfOrder;
  },
  afterChange: async (_tx, _context, { values, current }) => {
    // @ts-expect-error an order has no such field
    void values.numberOfOrder;
    // @ts-expect-error an order has no such field
    void current?.numberOfOrder;
  },
};

export const remove: RemoveEffect<"order"> = {
  beforeRemove: async (_tx, _context, { rows }) => {
    // @ts-expect-error an order has no such field
    void rows.map(({ numberOfOrder }) => numberOfOrder);
  },
};

// @ts-expect-error there is no such action
export const ofNoAction: Effect<"order.explode"> = { commit: async () => null };

const settle: Effect<"share-benefit.settle" | "share-benefit.batchSettle"> = { commit: async () => null };

export const registered: Domain = {
  reads: {},
  actions: {
    "order.close": close,
    "share-benefit.settle": settle,
    "share-benefit.batchSettle": settle,
    // @ts-expect-error the effect of another action of the same rows
    "order.receive": close,
    // @ts-expect-error the effect of an action of other rows
    "pay-order.close": close,
  },
  hooks: {
    order: { submit, remove },
    // @ts-expect-error hooks of other rows
    "pay-order": { submit },
    // @ts-expect-error a computed field is made of fields that there are
    member: { afterRead: (row) => ({ ...row, shown: row.nameOfMember }) },
  },
};

// @ts-expect-error there is no such action
export const unknownAction: Domain["actions"] = { "order.explode": close };
// @ts-expect-error there is no such resource
export const unknownResource: Domain["hooks"] = { ordr: { submit } };
