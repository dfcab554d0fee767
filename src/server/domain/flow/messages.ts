// Messages: a call, or another process, says that something has happened to a row, and the instances about it that wait for it go on.
import { z } from "zod";
import { isRecord } from "#schema/json";
import type { AnyDomain, CommitContext, Effect } from "../../contract.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { Variables } from "#process/expressions";
import { advance } from "./instances.ts";
import { knownNames } from "./subjects.ts";

export interface Message {
  readonly name: string;
  /** The row that it is about; its resource where it is known. */
  readonly businessId: string;
  readonly resource?: string;
  readonly variables: Variables;
}

/** Gives a message to every running instance about the row that waits for it; answers how many did. */
export async function deliver(context: CommitContext, tx: Transaction, message: Message): Promise<number> {
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

/** POST send-message. */
export const sendMessage: Effect<"flow-follow.sendMessage"> = {
  commit: async (tx, context, { values }) => {
    const { message: name, businessId, variables } = values;
    const known = knownNames(context.model);
    const given = isRecord(variables) ? Object.entries(variables).filter(([variable]) => !known.has(variable)) : [];
    const count = await deliver(context, tx, { name, businessId, variables: Object.fromEntries(given) });
    if (count === 0)
      throw businessError("messageNotAwaited", [
        `没有流程在等待“${businessId}”的消息“${name}”`,
        `No process waits for the message “${name}” about “${businessId}”`,
      ]);
    return { count };
  },
};

const payload = z.object({ name: z.string(), businessId: z.string(), resource: z.string() });

/** A message that a process has sent: given after it has come to rest, as instances are locked one at a time. */
export const messageJob = (whole: () => AnyDomain): JobHandler => ({
  async run(job) {
    const message = payload.parse(job.payload);
    await job.step((tx) => deliver({ ...job.context, domain: whole() }, tx, { ...message, variables: {} }), {
      progress: { done: 1, total: 1 },
    });
  },
});
