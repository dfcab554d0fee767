// Instances that are sent back to an earlier step or to who started them, or moved by an administrator.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Client, TestServer } from "../../../support/server.ts";
import { chain, end, model, start, task } from "../../../unit/workflow/models.ts";
import type { CommitContext } from "../../../../src/server/contract.ts";
import { moveInstance, sendBack, starterStep } from "../../../../src/server/domain/flow/moves.ts";
import type { Transaction } from "../../../../src/server/store/database.ts";
import { startDemonstration } from "../demonstration.ts";
import { refusalOf, withinOf, type Within } from "../mall/within.ts";
import { rowsOf, write } from "../rows.ts";

const demonstration = startDemonstration();
const work = "/blade-flow/work";

let server: TestServer;
let zhangwei: Client;
let userId: string;
let within: Within;
let definition: string;

const mine = 'flowable:assignee="${taskUser}"';
const xml = model(
  start +
    '<parallelGateway id="fork"/><parallelGateway id="join"/>' +
    ["first", "a", "b", "last"].map((id) => task(id, mine)).join("") +
    end +
    chain("start", "first", "fork", "a", "join", "last", "end") +
    chain("fork", "b", "join"),
);

beforeAll(async () => {
  const place = await demonstration;
  ({ server, zhangwei, userId } = place);
  within = withinOf(place);
  const administrator = server.as("administrator");
  const added = await administrator.post("/blade-flow/model/submit", { modelKey: "Branches", name: "分支", xml });
  const deploy = { modelId: String(objectIn(added)["id"]), category: "flow_1", tenantIds: "100001" };
  const answer = await administrator.post("/blade-flow/model/deploy", undefined, deploy);
  expect(answer).toMatchObject({ code: 200 });
  [definition = ""] = objectIn(answer)["ids"] as readonly string[];
});

interface Started {
  readonly id: string;
  readonly processInstanceId: string;
}

async function begin(reason: string): Promise<Started> {
  const times = { startTime: "2025-04-01 09:00:00", endTime: "2025-04-01 18:00:00" };
  const body = { processDefinitionId: definition, taskUser: userId, leaveType: "1", ...times, reason };
  const answer = await zhangwei.post("/blade-desk/process/leave/start-process", body);
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer) as unknown as Started;
}

async function waiting({ processInstanceId }: Started): Promise<readonly Body[]> {
  const found = recordsIn(await zhangwei.get(`${work}/todo-list`, { size: 100 }));
  return found.filter((row) => row["processInstanceId"] === processInstanceId);
}
const names = async (one: Started) => (await waiting(one)).map(({ taskName }) => String(taskName)).toSorted();

async function complete(one: Started, name: string, more: Body = {}) {
  const found = (await waiting(one)).find(({ taskName }) => taskName === name);
  const body = { taskId: found?.["taskId"], processInstanceId: one.processInstanceId, flag: "ok", comment: "同意", ...more };
  return zhangwei.post(`${work}/complete-task`, body);
}

async function history({ processInstanceId }: Started) {
  const steps = (await zhangwei.get("/blade-flow/process/history-flow-list", { processInstanceId })).data as readonly Body[];
  return steps.map((step) => [step["historyActivityType"], step["historyActivityId"], step["comment"], step["endTime"] !== ""]);
}

const byZhangwei = <T>(does: (context: CommitContext, tx: Transaction) => Promise<T>) =>
  within((context, tx) => does({ ...context, caller: { ...context.caller, userId } }, tx));
const back = ({ processInstanceId }: Started, to: string) =>
  byZhangwei((context, tx) => sendBack(context, tx, { processInstanceId, to, comment: "请补充" }, async () => {}));
const move = ({ processInstanceId }: Started, to: string) =>
  byZhangwei((context, tx) => moveInstance(context, tx, { processInstanceId, to, reason: "部门撤销" }));
const status = async ({ id }: Started) => objectIn(await zhangwei.get("/blade-desk/process/leave/detail", { businessId: id }))["status"];

describe("an instance that is sent back", () => {
  it("goes on at the earlier step, takes all branches with it, and its history tells it", async () => {
    const one = await begin("退回一步");
    await complete(one, "first");
    await complete(one, "a");
    await back(one, "first");
    expect(await names(one)).toEqual(["first"]);
    expect(await history(one)).toEqual([
      ["startEvent", "start", "", true],
      ["userTask", "first", "同意", true],
      ["parallelGateway", "fork", "", true],
      ["userTask", "a", "同意", true],
      ["userTask", "b", "", true],
      ["sentBack", "first", "请补充", true],
      ["userTask", "first", "", false],
    ]);
    await complete(one, "first");
    expect(await names(one)).toEqual(["a", "b"]);
    for (const name of ["b", "a", "last"]) expect(await complete(one, name)).toMatchObject({ code: 200 });
    expect(await status(one)).toBe(2);
  });

  it("is refused a step that nobody has passed, and one between a fork and its join", async () => {
    const one = await begin("不能退回");
    await complete(one, "first");
    await complete(one, "a");
    expect(await refusalOf(back(one, "last"))).toBe("stepNotPassed");
    expect(await refusalOf(back(one, "a"))).toBe("stepInBranch");
    expect(await names(one)).toEqual(["b"]);
  });

  it("to who started it is submitted again with what the row says then", async () => {
    const one = await begin("退回发起人");
    await complete(one, "first");
    await back(one, starterStep);
    expect(await names(one)).toEqual(["重新提交"]);
    expect(await refusalOf(back(one, "first"))).toBe("withStarter");
    expect(await status(one)).toBe(1);
    await write(server, "update leave_process set reason = '已补充' where id = $1", [one.id]);
    expect(await complete(one, "重新提交", { flag: undefined })).toMatchObject({ status: 400, data: { error: "resubmitOnly" } });
    expect(await complete(one, "重新提交", { comment: "已补充说明" })).toMatchObject({ code: 200 });
    expect(await names(one)).toEqual(["first"]);
    const [row] = await rowsOf(server, "select state->'variables'->>'reason' as reason from flow_instance where process_instance_id = $1", [
      one.processInstanceId,
    ]);
    expect(row).toEqual({ reason: "已补充" });
    for (const name of ["first", "a", "b", "last"]) await complete(one, name);
    expect(await status(one)).toBe(2);
  });
});

describe("an instance that an administrator moves", () => {
  it("goes on at the step, and ends from there as its model says", async () => {
    const one = await begin("转移");
    await move(one, "last");
    expect(await names(one)).toEqual(["last"]);
    expect((await history(one)).slice(-2)).toEqual([
      ["moved", "last", "部门撤销", true],
      ["userTask", "last", "", false],
    ]);
    expect(await complete(one, "last")).toMatchObject({ code: 200 });
    expect(await status(one)).toBe(2);
    expect(await refusalOf(move(one, "first"))).toBe("taskOver");
  });

  it("is refused a step that its process has not, and one inside of branches", async () => {
    const one = await begin("不能转移");
    expect(await refusalOf(move(one, "nowhere"))).toBe("unknownStep");
    expect(await refusalOf(move(one, "b"))).toBe("stepInBranch");
    expect(await names(one)).toEqual(["first"]);
  });
});
