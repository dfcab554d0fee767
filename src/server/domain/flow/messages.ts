// Messages: a call, or another process, says that something has happened to a row. The instances about it that wait for it go on; where none
// does, the message starts the process whose start it is.
import { z } from "zod";
import { isRecord } from "#schema/json";
import type { AnyDomain, CommitContext, Effect } from "../../contract.ts";
import { isKey } from "../../crud/sql/keys.ts";
import { findUnscoped, titleOf } from "../../crud/sql/stored-row.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { db, first, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { Variables } from "#process/expressions";
import { advance, callingStarter, startInstance, type Starter } from "./instances.ts";
import { startedBy } from "./routes.ts";
import { variableNames, variablesOf } from "./subjects.ts";

interface Message {
  readonly name: string;
  /** The row that it is about; its resource where it is known. */
  readonly businessId: string;
  readonly resource?: string;
  readonly variables: Variables;
}

/** Gives a message to every running instance about the row that waits for it; answers how many did. */
async function deliver(context: CommitContext, tx: Transaction, message: Message): Promise<number> {
  const { name, businessId, resource, variables } = message;
  let found = db
    .selectFrom(tables(context).unscoped("flow-instance", "i"))
    .where("i.businessId", "=", businessId)
    .where("i.endTime", "is", null);
  if (resource !== undefined) found = found.where("i.businessResource", "=", resource);
  // One after the other in one order, as each is locked.
  const instances = await rows(tx, found.orderBy("i.id").select("i.processInstanceId"));
  let count = 0;
  for (const { processInstanceId } of instances) {
    try {
      await advance(context, tx, processInstanceId ?? "", async () => ({ type: "message", name, variables }));
      count += 1;
    } catch (error) {
      // It waits for something else.
      if (!(error instanceof ApiError) || error.code !== "taskOver") throw error;
    }
  }
  return count;
}

/**
 * Starts the process whose start the message is, about a record of its category; answers the instance. Undefined where no process of the
 * tenant starts by the message, or the message is about a record of another category.
 */
async function startByMessage(
  context: CommitContext,
  tx: Transaction,
  { name, businessId, resource: resourceName, variables }: Message,
  starter: Starter,
): Promise<string | undefined> {
  const definition = await startedBy(context, tx, name);
  if (definition === undefined) return undefined;
  const route = definition.remark ?? "";
  const about = context.model.resources.filter(({ data }) => data.approval !== undefined && data.approval.category === route);
  const named = about.filter((resource) => resourceName === undefined || resource.name === resourceName);
  for (const resource of named) {
    const [row] = isKey(resource, businessId) ? await findUnscoped(tx, resource, context.scope.tenantId, { keys: [businessId] }) : [];
    if (row !== undefined)
      return startInstance(context, tx, {
        definitionId: definition.id,
        resource: resource.name,
        businessId,
        businessTable: resource.table,
        title: titleOf(resource, row),
        variables: { ...variables, ...variablesOf(resource, row) },
        by: { message: name, starter },
      });
  }
  if (resourceName !== undefined) return undefined;
  const labels = about.map(({ label }) => label);
  throw businessError(
    "messageAboutNothing",
    labels.length === 0
      ? [
          `流程“${definition.name ?? ""}”的分类没有对应的业务数据，消息“${name}”不能启动它`,
          `The category of the process “${definition.name ?? ""}” is that of no records, so the message “${name}” cannot start it`,
        ]
      : [
          `没有主键为“${businessId}”的${labels.map(([zh]) => zh).join("、")}，消息“${name}”不能启动流程`,
          `There is no ${labels.map(([, en]) => en.toLowerCase()).join(", ")} “${businessId}”, so the message “${name}” starts no process`,
        ],
  );
}

/** POST send-message. */
export const sendMessage: Effect<"flow-follow.sendMessage"> = {
  commit: async (tx, context, { values }) => {
    const { message: name, businessId, variables } = values;
    const declared = variableNames(context.model);
    const given = isRecord(variables) ? Object.entries(variables).filter(([variable]) => !declared.has(variable)) : [];
    const message: Message = { name, businessId, variables: Object.fromEntries(given) };
    const count = await deliver(context, tx, message);
    if (count > 0) return { count };
    const processInstanceId = await startByMessage(context, tx, message, await callingStarter(context, tx));
    if (processInstanceId === undefined)
      throw businessError("messageNotAwaited", [
        `没有流程在等待“${businessId}”的消息“${name}”，也没有流程由它启动`,
        `No process waits for the message “${name}” about “${businessId}”, and none is started by it`,
      ]);
    return { count: 1, processInstanceId };
  },
};

/** Who started the instance that sends a message: what it starts is theirs as well. */
async function starterOf(context: CommitContext, tx: Transaction, processInstanceId: string): Promise<Starter> {
  const { unscoped, withRemoved } = tables(context);
  const found = await first(
    tx,
    db
      .selectFrom(unscoped("flow-instance", "i"))
      .leftJoin(withRemoved("user", "u"), "u.id", "i.starter")
      .where("i.processInstanceId", "=", processInstanceId)
      .select(["i.starter", "i.starterName", "u.deptId"]),
  );
  return { id: found?.starter ?? "", name: found?.starterName ?? "", deptIds: found?.deptId ?? [] };
}

const payload = z.object({ name: z.string(), businessId: z.string(), resource: z.string(), processInstanceId: z.string().default("") });

/** A message that a process has sent: given after it has come to rest, as instances are locked one at a time. */
export const messageJob = (whole: () => AnyDomain): JobHandler => ({
  async run(job) {
    const { processInstanceId, ...message } = payload.parse(job.payload);
    const context = { ...job.context, domain: whole() };
    await job.step(
      async (tx) => {
        const given = { ...message, variables: {} };
        if ((await deliver(context, tx, given)) > 0) return;
        await startByMessage(context, tx, given, await starterOf(context, tx, processInstanceId));
      },
      { progress: { done: 1, total: 1 } },
    );
  },
});
