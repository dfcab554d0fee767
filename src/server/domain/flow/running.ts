// Instances run on the models of their definitions; what calls another process finds it by its key.
import type { CommitContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { anyOf, db, first, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { ExpressionError } from "#process/expressions";
import { NotWaitingError, type Command, type InstanceState, type RunResult } from "./engine/instance.ts";
import { runTree, type Definitions } from "./engine/tree.ts";
import { sourceFor, taskOver } from "./sources.ts";
import { processState } from "./states.ts";

/** Definitions of the tenant, and general ones, which have no tenant. */
const definitionsOf = (context: CommitContext) =>
  db
    .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
    .where(({ eb, or }) => or([eb("d.tenantId", "is", null), eb("d.tenantId", "in", ["", context.scope.tenantId])]));

/** A definition that is called is kept from being suspended or deleted meanwhile; the tenant's own goes before a general one. */
function definitionsFor(context: CommitContext, tx: Transaction): Definitions {
  return {
    byId: async (id) => {
      const found = await first(tx, definitionsOf(context).where("d.id", "=", id).select("d.xml"));
      if (found === undefined) throw rowNotFound();
      return sourceFor(found.xml ?? "");
    },
    byKey: async (key) => {
      const [found] = await rows(
        tx,
        definitionsOf(context)
          .where("d.key", "=", key)
          .where("d.suspensionState", "=", processState.active)
          .orderBy(({ fn, val }) => fn.coalesce("d.tenantId", val("")), "desc")
          .orderBy("d.version", "desc")
          .limit(1)
          .forShare()
          .select(["d.id", "d.xml"]),
      );
      if (found === undefined)
        throw businessError(
          "calledProcessMissing",
          [`被调用的流程“${key}”未部署或已挂起`, `The process “${key}”, which is called, is not deployed or is suspended`],
          { data: { key } },
        );
      return { id: found.id, source: await sourceFor(found.xml ?? "") };
    },
  };
}

interface Run {
  readonly xml: string;
  /** At rest; absent for a start. */
  readonly state?: InstanceState | undefined;
  readonly command: Command;
}

/** Runs an instance to its next state of rest. What the model gets wrong while it runs is told to whoever called. */
export async function runOf(context: CommitContext, tx: Transaction, { xml, state, command }: Run): Promise<RunResult> {
  try {
    return await runTree({ definitions: definitionsFor(context, tx), now: context.now() }, await sourceFor(xml), state, command);
  } catch (error) {
    if (error instanceof ExpressionError)
      throw businessError("processExpression", [`流程无法继续：${error.reason[0]}`, `The process cannot continue: ${error.reason[1]}`]);
    if (error instanceof NotWaitingError) throw taskOver();
    throw error;
  }
}

/** Of these keys those that everybody may call: of general definitions, or of one of each tenant. `null` stands for all tenants. */
export async function callableKeys(
  context: CommitContext,
  tx: Transaction,
  { owners, keys }: { readonly owners: readonly (string | null)[]; readonly keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
      .where("d.key", "=", anyOf(keys))
      .where("d.suspensionState", "=", processState.active)
      .select(["d.key", "d.tenantId"]),
  );
  const has = (key: string, tenantId: string | null): boolean =>
    found.some((one) => one.key === key && ["", tenantId ?? ""].includes(one.tenantId ?? ""));
  return new Set(keys.filter((key) => owners.every((tenantId) => has(key, tenantId))));
}
