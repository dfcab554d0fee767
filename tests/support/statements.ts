// How much a call asks of the database: statements of its transactions, and round trips for them.
import type { Statement, Transaction } from "../../src/server/store/database.ts";
import type { TestServer } from "./server.ts";

interface SentStatements {
  statements: number;
  roundTrips: number;
}

function counting(tx: Transaction, requested: SentStatements): Transaction {
  const sent = <T>(statements: readonly Statement[], work: () => T): T => {
    requested.statements += statements.length;
    requested.roundTrips += 1;
    return work();
  };
  return Object.assign(Object.create(tx) as Transaction, {
    query: (statement: Statement) => sent([statement], () => tx.query(statement)),
    first: (statement: Statement) => sent([statement], () => tx.first(statement)),
    batch: (statements: readonly Statement[]) => sent(statements, () => tx.batch(statements)),
    soon: (statement: Statement) => {
      requested.statements += 1;
      tx.soon(statement);
    },
  } satisfies Partial<Transaction>);
}

/** What work asks of the database of a server in transactions of a tenant. */
export async function statementsOf(server: Pick<TestServer, "database">, work: () => Promise<unknown>): Promise<Readonly<SentStatements>> {
  const requested: SentStatements = { statements: 0, roundTrips: 0 };
  const { database } = server;
  const { transaction } = database;
  Object.assign(database, {
    transaction: <T>(
      scope: Parameters<typeof transaction>[0],
      inside: (tx: Transaction) => Promise<T>,
      plans?: Parameters<typeof transaction>[2],
    ) => transaction(scope, (tx) => inside(counting(tx, requested)), plans),
  });
  try {
    await work();
  } finally {
    Object.assign(database, { transaction });
  }
  return requested;
}
