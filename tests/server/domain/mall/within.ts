// Work of the server in the demonstration tenant, as an effect or a callback of a payment channel does it.
import { callerWithoutRights } from "../../../../src/server/caller/caller.ts";
import type { CommitContext } from "../../../../src/server/contract.ts";
import { ApiError } from "../../../../src/server/http/errors.ts";
import type { Transaction } from "../../../../src/server/store/database.ts";
import { tenants } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";

export type Within = <T>(work: (context: CommitContext, tx: Transaction) => Promise<T>) => Promise<T>;

/** Nobody calls: what is done is done by the system. */
export function withinOf({ server }: Demonstration): Within {
  const scope = { tenantId: tenants.one };
  const context: CommitContext = {
    caller: callerWithoutRights({ tenantId: tenants.one }),
    language: "zh",
    model: server.model,
    scope,
    now: server.clock.now,
    identifiers: server.services.identifiers,
    address: "",
  };
  return (work) => server.database.transaction(scope, (tx) => work(context, tx));
}

/** The code of a refusal. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  return "";
}
