// A running instance that a call goes on with: locked first among all that belongs to it, until the transaction ends.
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import { db, first, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { InstanceState } from "./engine/instance.ts";
import type { StoredInstance } from "./settlement.ts";
import { taskOver } from "./sources.ts";

/** What was stored when the instance came to rest. */
const storedState = z.custom<InstanceState>((value) => typeof value === "object" && value !== null && "engine" in value);

export interface LockedInstance {
  readonly instance: StoredInstance;
  readonly state: InstanceState;
  /** The model that it was started with. */
  readonly xml: string;
  /** A user's id, or "". */
  readonly starter: string;
}

/** A running instance, locked. Undefined where it is over or none of the tenant. */
export async function lockInstance(
  context: CommitContext,
  tx: Transaction,
  processInstanceId: string,
): Promise<LockedInstance | undefined> {
  const { unscoped, acrossTenants } = tables(context);
  const ofInstance = db.selectFrom(unscoped("flow-instance", "i")).where("i.processInstanceId", "=", processInstanceId);
  const [, [row], [definition]] = await rowsOfAll(tx, [
    // What runs is locked first, as it is by whoever deletes an instance from the list of what runs.
    db.selectFrom(unscoped("flow-follow", "f")).where("f.processInstanceId", "=", processInstanceId).forNoKeyUpdate().select("f.id"),
    ofInstance
      .where("i.endTime", "is", null)
      .forNoKeyUpdate()
      .select(["i.id", "i.processDefinitionId", "i.businessResource", "i.businessId", "i.starter", "i.startMessage", "i.state"]),
    // A general definition has no tenant.
    db.selectFrom(acrossTenants("flow-manager", "d")).where("d.id", "=", ofInstance.select("i.processDefinitionId")).select("d.xml"),
  ]);
  if (row === undefined) return undefined;
  const instance: StoredInstance = {
    id: row.id,
    processInstanceId,
    processDefinitionId: row.processDefinitionId ?? "",
    businessResource: row.businessResource ?? "",
    businessId: row.businessId ?? "",
    startMessage: row.startMessage ?? "",
  };
  return { instance, state: storedState.parse(row.state), starter: row.starter ?? "", xml: definition?.xml ?? "" };
}

/** The same; refused where it is over. */
export async function requireInstance(context: CommitContext, tx: Transaction, processInstanceId: string): Promise<LockedInstance> {
  const locked = await lockInstance(context, tx, processInstanceId);
  if (locked === undefined) throw taskOver();
  return locked;
}

/** The model that the instance was started with. A general definition has no tenant. */
export async function xmlOf(
  context: CommitContext,
  tx: Transaction,
  { processDefinitionId }: Pick<StoredInstance, "processDefinitionId">,
): Promise<string> {
  const definition = await first(
    tx,
    db.selectFrom(tables(context).acrossTenants("flow-manager", "d")).where("d.id", "=", processDefinitionId).select("d.xml"),
  );
  return definition?.xml ?? "";
}
