// Instances of processes in the database: each call loads one under a lock, has the engine go on, and has settled what came of it, in the
// caller's transaction.
import { randomUUID } from "node:crypto";
import type { CommitContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { insert, insertDerived, type NewRow } from "../../rows/insert.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { Variables } from "#process/expressions";
import type { Command, InstanceState } from "./engine/instance.ts";
import { duesOf } from "./engine/tree.ts";
import { personName, writeSteps } from "./instance-history.ts";
import { cancelTasks, waitingTasks } from "./instance-tasks.ts";
import { lockInstance, requireInstance } from "./locking.ts";
import { resubmission } from "./transitions.ts";
import { close, dropTimers, settle, type StoredInstance } from "./settlement.ts";
import { runOf } from "./running.ts";
import { processState } from "./states.ts";

interface StartedProcess {
  readonly definitionId: string;
  /** The resource of the row that the process is about, its id, and the name of its table for callers. */
  readonly resource: string;
  readonly businessId: string;
  readonly businessTable: string;
  readonly title: string;
  readonly variables: Variables;
  /** The message that starts it, and in whose name; absent where the caller does. */
  readonly by?: { readonly message: string; readonly starter: Starter };
}

/** Who started an instance. */
export interface Starter {
  /** A user's id, or "". */
  readonly id: string;
  readonly name: string;
  readonly deptIds: readonly string[];
}

/** A definition that the tenant may start, kept from being suspended or deleted meanwhile. */
async function startableDefinition(context: CommitContext, tx: Transaction, { definitionId: id, by }: StartedProcess) {
  const definition = await first(
    tx,
    db
      .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
      .where("d.id", "=", id)
      .where(({ eb, or }) => or([eb("d.tenantId", "is", null), eb("d.tenantId", "in", ["", context.scope.tenantId])]))
      .forShare()
      .select(["d.id", "d.key", "d.name", "d.version", "d.category", "d.suspensionState", "d.startMessage", "d.xml"]),
  );
  if (definition === undefined) throw rowNotFound();
  const name = definition.name ?? definition.key ?? "";
  if (definition.suspensionState !== processState.active)
    throw businessError(
      "processSuspended",
      [`流程“${name}”已挂起或正在删除，不能发起`, `The process “${name}” is suspended, or being deleted, and cannot be started`],
      {
        data: { id },
      },
    );
  if ((definition.startMessage ?? "") !== (by?.message ?? ""))
    throw businessError("startedByMessage", [
      `流程“${name}”由消息“${definition.startMessage ?? ""}”启动，不能直接发起`,
      `The process “${name}” is started by the message “${definition.startMessage ?? ""}” alone`,
    ]);
  return definition;
}

/** The caller, as the one who starts an instance. */
export async function callingStarter({ caller, ...context }: CommitContext, tx: Transaction): Promise<Starter> {
  const person = caller.userId === "" ? undefined : await first(tx, personName({ ...context, caller }, caller.userId));
  return { id: caller.userId, name: person?.realName ?? caller.realName, deptIds: caller.deptIds };
}

/** Starts an instance; answers its id. */
export async function startInstance(context: CommitContext, tx: Transaction, started: StartedProcess): Promise<string> {
  const definition = await startableDefinition(context, tx, started);
  const starter = started.by?.starter ?? (await callingStarter(context, tx));
  const now = context.now();
  const variables = { ...started.variables, initiator: starter.id, deptId: starter.deptIds[0] ?? "", pass: false, comment: "" };
  const command: Command = { type: "start", variables };
  const result = await runOf(context, tx, { xml: definition.xml ?? "", command });
  const processInstanceId = randomUUID();
  const instance: StoredInstance = {
    id: await context.identifiers.next(),
    processInstanceId,
    processDefinitionId: definition.id,
    businessResource: started.resource,
    businessId: started.businessId,
    startMessage: started.by?.message ?? "",
  };
  const row: NewRow<"flow-instance"> = {
    ...instance,
    startMessage: instance.startMessage === "" ? null : instance.startMessage,
    processDefinitionKey: definition.key,
    processDefinitionName: definition.name,
    processDefinitionVersion: definition.version,
    category: definition.category,
    businessTable: started.businessTable,
    title: started.title.slice(0, 255),
    starter: starter.id === "" ? null : starter.id,
    starterName: starter.name,
    startTime: now,
  };
  await run(
    tx,
    insert(context, "flow-instance", [row]),
    insertDerived(context, "flow-follow", [
      {
        id: await context.identifiers.next(),
        executionId: processInstanceId,
        processInstanceId,
        since: now,
        processDefinitionKey: definition.key,
        processDefinitionId: definition.id,
        startUser: starter.name,
        startUserId: row.starter ?? null,
        businessId: started.businessId,
        startTime: now,
        suspensionState: processState.active,
      },
    ]),
  );
  // Nobody was asked: nobody refused.
  const outcome = result.outcome === "ended" ? "approved" : undefined;
  await settle(context, tx, instance, { result, outcome, starter });
  return processInstanceId;
}

/** Makes the command with the instance locked; none where there is nothing to do any more. */
type BeforeRun = (state: InstanceState) => Promise<Command | undefined>;

/** Has a running instance go on with a command, which is made with the instance locked. Refused where it is over. */
export async function advance(context: CommitContext, tx: Transaction, processInstanceId: string, before: BeforeRun): Promise<void> {
  const locked = await requireInstance(context, tx, processInstanceId);
  const { state, xml } = locked;
  const change = await before(state);
  if (change === undefined) return;
  const isBack = state.engine === null;
  const command = isBack ? await resubmission(context, tx, locked, change) : change;
  const result = await runOf(context, tx, { xml, state, command });
  const isApproved = isBack || result.state.variables["pass"] === true;
  const outcome = result.outcome !== "ended" ? undefined : isApproved ? "approved" : "rejected";
  await settle(context, tx, locked.instance, { result, outcome, isAnew: isBack, timersBefore: duesOf(state) });
}

/** Ends a running instance from outside; what it was about is withdrawn. False where it is over already. */
export async function withdrawInstance(
  context: CommitContext,
  tx: Transaction,
  processInstanceId: string,
  reason: string,
): Promise<boolean> {
  const locked = await lockInstance(context, tx, processInstanceId);
  if (locked === undefined) return false;
  const waiting = await waitingTasks(context, tx, processInstanceId);
  await cancelTasks(context, tx, waiting);
  await dropTimers(context, tx, locked.instance, { before: duesOf(locked.state), now: [] });
  await writeSteps(context, tx, locked.instance, { steps: [], started: [], over: [], services: [], isOver: true });
  await close(context, tx, locked.instance, { outcome: "withdrawn", reason });
  return true;
}
