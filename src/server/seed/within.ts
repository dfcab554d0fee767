// The database as work sees it that belongs to a transaction under way: whatever it asks for goes through that one, so that all of it is
// committed together or not at all.
import type { Database, Transaction } from "../store/database.ts";

/** A database whose every call is a part of the transaction of its owner. */
export function databaseWithin(tx: Transaction, { isDistributed }: Pick<Database, "isDistributed">): Database {
  const refused = (what: string) => () => Promise.reject(new Error(`${what} is no part of a transaction`));
  return {
    read: (_scope, statements) => tx.batch(statements),
    transaction: (_scope, work) => work(tx),
    longRead: refused("a long read"),
    owner: {
      read: (statements) => tx.batch(statements),
      transaction: (work) => work(tx),
      bulk: refused("copying rows"),
      listen: refused("listening"),
    },
    authentication: { read: (_scope, statements) => tx.batch(statements), transaction: (work) => work(tx) },
    isDistributed,
    hasReplica: false,
    // Nobody is there yet who could be told.
    tell: () => undefined,
    followWrites: () => undefined,
    health: refused("the health of a database"),
    close: () => Promise.resolve(),
  };
}
