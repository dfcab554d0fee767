// What must not compile in an effect: each mistake stands below a line that expects the error. Checked by the type checker alone; nothing
// here runs.
import type { CommitContext, Effect, PrepareContext, RemoveEffect, SubmitEffect } from "../../src/server/contract.ts";

declare function needsDatabase(context: PrepareContext): Promise<void>;
declare function needsNone(context: CommitContext): Promise<void>;

export const phases: Effect<string> = {
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
  after: (context) => {
    // @ts-expect-error the phase behind it has none either
    void context.database;
    return [];
  },
};

export const preparedOtherwise: Effect<string> = {
  // @ts-expect-error a number is prepared where a text is promised
  prepare: async () => 1,
  commit: async () => null,
};

export const hooks: { readonly submit: SubmitEffect; readonly remove: RemoveEffect } = {
  submit: {
    beforeWrite: async (_tx, context) => {
      // @ts-expect-error inside the transaction
      void context.database;
    },
    afterWrite: async (_tx, context) => {
      // @ts-expect-error inside the transaction
      void context.database;
    },
  },
  remove: {
    beforeWrite: async (_tx, context) => {
      // @ts-expect-error inside the transaction
      void context.database;
    },
  },
};

// @ts-expect-error an effect without `commit` does nothing
export const nothing: Effect = { prepare: async () => undefined };
