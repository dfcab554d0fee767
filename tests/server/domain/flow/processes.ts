// Processes of the demonstration tenant for tests: deployed, begun with a request for leave, and gone through in the lists of work.
import { expect } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import type { Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

const work = "/blade-flow/work";

export interface StartedInstance {
  /** Of the request. */
  readonly id: string;
  readonly processInstanceId: string;
}

/** Asks the person whom the request names. */
export const approver = 'flowable:assignee="${taskUser}"';

/** Jobs of timers, messages and services that are due run now. */
export async function runJobs({ server }: Pick<Demonstration, "server">): Promise<void> {
  const { model, database, identifiers, domain } = server.services;
  const handlers = Object.fromEntries(Object.entries(domain.jobs ?? {}).filter(([queue]) => queue.startsWith("flow.")));
  const faults: unknown[] = [];
  const worker = createWorker({
    model,
    database,
    identifiers,
    clock: server.clock,
    handlers,
    onFault: (error) => faults.push(error),
  });
  await worker.idle();
  expect(faults).toEqual([]);
}

export function processesOf(place: Demonstration) {
  const { server, zhangwei, userId } = place;
  const administrator = server.as("administrator");

  /** Deploys a model; answers what the server said. */
  const tryDeploy = async (key: string, xml: string, tenantIds = "100001") => {
    const [existing] = await rowsOf(server, "select id::text as id from flow_model where model_key = $1", [key]);
    const body = { ...(existing === undefined ? {} : { id: existing["id"] }), modelKey: key, name: `流程${key}`, xml };
    const added = await administrator.post("/blade-flow/model/submit", body);
    expect(added).toMatchObject({ code: 200 });
    const modelId = String(existing?.["id"] ?? objectIn(added)["id"]);
    return administrator.post("/blade-flow/model/deploy", undefined, { modelId, category: "flow_1", tenantIds });
  };

  const tryBegin = (processDefinitionId: string, reason: string) => {
    const times = { startTime: "2025-04-01 09:00:00", endTime: "2025-04-01 18:00:00" };
    const body = { processDefinitionId, taskUser: userId, leaveType: "1", ...times, reason };
    return zhangwei.post("/blade-desk/process/leave/start-process", body);
  };

  const waiting = async ({ processInstanceId }: StartedInstance): Promise<readonly Body[]> => {
    const found = recordsIn(await zhangwei.get(`${work}/todo-list`, { size: 200 }));
    return found.filter((row) => row["processInstanceId"] === processInstanceId);
  };

  return {
    administrator,
    tryDeploy,
    /** Deploys a model that must be deployable; answers the id of its definition. */
    deployed: async (key: string, xml: string): Promise<string> => {
      const answer = await tryDeploy(key, xml);
      expect(answer).toMatchObject({ code: 200 });
      const [id = ""] = objectIn(answer)["ids"] as readonly string[];
      return id;
    },
    tryBegin,
    begin: async (processDefinitionId: string, reason: string): Promise<StartedInstance> => {
      const answer = await tryBegin(processDefinitionId, reason);
      expect(answer).toMatchObject({ code: 200 });
      return objectIn(answer) as unknown as StartedInstance;
    },
    waiting,
    /** Names of the tasks that wait for the administrator of the tenant. */
    names: async (one: StartedInstance) => (await waiting(one)).map(({ taskName }) => String(taskName)).toSorted(),
    complete: async (one: StartedInstance, name: string, more: Body = {}) => {
      const found = (await waiting(one)).find(({ taskName }) => taskName === name);
      const body = { taskId: found?.["taskId"], processInstanceId: one.processInstanceId, flag: "ok", comment: "同意", ...more };
      return zhangwei.post(`${work}/complete-task`, body);
    },
    /** Type, node, comment, and whether it is over, of each step. */
    history: async ({ processInstanceId }: StartedInstance) => {
      const steps = (await zhangwei.get("/blade-flow/process/history-flow-list", { processInstanceId })).data as readonly Body[];
      return steps.map((step) => [step["historyActivityType"], step["historyActivityId"], step["comment"], step["endTime"] !== ""]);
    },
    /** The state of the request. */
    status: async ({ id }: StartedInstance) =>
      objectIn(await zhangwei.get("/blade-desk/process/leave/detail", { businessId: id }))["status"],
  };
}

export type Processes = ReturnType<typeof processesOf>;
