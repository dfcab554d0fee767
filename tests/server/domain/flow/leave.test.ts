// A request for leave from its start to its end, through the lists of work, over HTTP.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

const demonstration = startDemonstration();
const work = "/blade-flow/work";
const definition = "Leave:1:6a0c7f2e";

let zhangwei: Client;
let lina: Client;
let userId: string;
let linaId: string;

beforeAll(async () => {
  const { server, zhangwei: administrator, userId: id } = await demonstration;
  zhangwei = administrator;
  userId = id;
  const [row] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`);
  linaId = String(row?.["id"]);
  const permissions = new Set(["leave_add", "work_todo_handle", "work_claim_sign"]);
  lina = server.as("nobody", { userId: linaId, realName: "李娜", permissions });
});

const request = (reason: string, more: Body = {}): Body => ({
  processDefinitionId: definition,
  taskUser: userId,
  leaveType: "2",
  startTime: "2025-04-01 09:00:00",
  endTime: "2025-04-03 18:00:00",
  reason,
  ...more,
});

const start = (reason: string, more: Body = {}, by: Client = lina) =>
  by.post("/blade-desk/process/leave/start-process", request(reason, more));

interface Started {
  readonly id: string;
  readonly processInstanceId: string;
}

async function started(reason: string): Promise<Started> {
  const answer = await start(reason);
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer) as unknown as Started;
}

async function taskOf({ processInstanceId }: Started): Promise<Body> {
  const found = recordsIn(await zhangwei.get(`${work}/todo-list`, { size: 100 }));
  const task = found.find((row) => row["processInstanceId"] === processInstanceId);
  if (task === undefined) throw new Error("no task waits");
  return task;
}

async function complete(one: Started, more: Body = {}, by: Client = zhangwei) {
  const { taskId } = await taskOf(one);
  return by.post(`${work}/complete-task`, { taskId, processInstanceId: one.processInstanceId, flag: "ok", comment: "同意", ...more });
}

const detail = async ({ id }: Started) => objectIn(await lina.get("/blade-desk/process/leave/detail", { businessId: id }));
const steps = async ({ processInstanceId }: Started) =>
  ((await lina.get("/blade-flow/process/history-flow-list", { processInstanceId })).data as readonly Body[]).map((step) => [
    step["historyActivityId"],
    step["assigneeName"],
    step["comment"],
    step["endTime"] !== "",
  ]);

describe("a request for leave", () => {
  it("goes to its approver, and is approved with a comment that its history keeps", async () => {
    const one = await started("看病");
    expect(await detail(one)).toMatchObject({ status: 1, days: "3.0", flow: { historyActivityName: "领导审批", assigneeName: "张伟" } });
    expect(await taskOf(one)).toMatchObject({
      taskName: "领导审批",
      assigneeName: "李娜",
      category: "flow_1",
      categoryName: "请假流程",
      taskDefinitionKey: "approve",
      status: "todo",
      processDefinitionId: "Leave:1:6a0c7f2e",
      processDefinitionName: "请假流程",
      processDefinitionVersion: 1,
      businessTable: "blade_process_leave",
      businessId: one.id,
    });
    expect(await complete(one)).toMatchObject({ code: 200 });
    expect(await detail(one)).toMatchObject({ status: 2, flow: {} });
    expect(await steps(one)).toEqual([
      ["start", "李娜", "", true],
      ["approve", "张伟", "同意", true],
      ["decide", "", "", true],
      ["end", "", "", true],
    ]);
    const sent = recordsIn(await lina.get(`${work}/send-list`, { category: "flow_1" }));
    expect(sent.find((row) => row["processInstanceId"] === one.processInstanceId)).toMatchObject({
      processIsFinished: "finished",
      processDefinitionId: "Leave:1:6a0c7f2e",
    });
    const [done] = recordsIn(await zhangwei.get(`${work}/done-list`));
    expect(done).toMatchObject({
      processInstanceId: one.processInstanceId,
      processIsFinished: "finished",
      assigneeName: "李娜",
      processDefinitionId: "Leave:1:6a0c7f2e",
    });
  });

  it("is rejected where the flag is absent", async () => {
    const one = await started("旅行");
    expect(await complete(one, { flag: undefined, comment: "人手不足" })).toMatchObject({ code: 200 });
    expect(await detail(one)).toMatchObject({ status: 3 });
    expect((await steps(one)).at(-1)?.[0]).toBe("rejected");
  });

  it("is withdrawn where its instance is deleted with a reason, and its task is gone", async () => {
    const one = await started("搬家");
    const remove = (query: Record<string, string>) => zhangwei.post("/blade-flow/follow/delete-process-instance", undefined, query);
    expect(await remove({ processInstanceId: one.processInstanceId })).toMatchObject({ status: 400 });
    const { taskId } = await taskOf(one);
    expect(await remove({ processInstanceId: one.processInstanceId, deleteReason: "不再需要" })).toMatchObject({ code: 200 });
    expect(await detail(one)).toMatchObject({ status: 4, flow: {} });
    const answer = await zhangwei.post(`${work}/complete-task`, {
      taskId,
      processInstanceId: one.processInstanceId,
      flag: "ok",
      comment: "同意",
    });
    expect(answer).toMatchObject({ status: 400, data: { error: "taskOver" } });
  });

  it("keeps what is wrong with it out, and nothing of it is stored", async () => {
    const { server } = await demonstration;
    const count = async () => (await rowsOf(server, "select count(*)::int as n from leave_process", []))[0]?.["n"];
    const before = await count();
    expect(await start("倒着", { endTime: "2025-03-01 09:00:00" })).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(await start("无人", { taskUser: "1" })).toMatchObject({ status: 400 });
    expect(await start("没有", { processDefinitionId: "Leave:9:none" })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await start("挂起", { processDefinitionId: "Expense:1:7b1d9c41" })).toMatchObject({
      status: 400,
      data: { error: "processSuspended" },
    });
    expect(await count()).toBe(before);
  });

  it("is started by a process for leave alone", async () => {
    const { server } = await demonstration;
    const expense = "Expense:1:7b1d9c41";
    const suspend = (state: number) =>
      server.database.owner.transaction((tx) =>
        tx.query({ sql: "update flow_manager set suspension_state = $1 where id = $2", parameters: [state, expense] }),
      );
    await suspend(1);
    expect(await start("报销", { processDefinitionId: expense })).toMatchObject({
      status: 400,
      data: { error: "invalid", issues: [{ path: ["processDefinitionId"] }] },
    });
    await suspend(2);
  });

  it("counts half days", async () => {
    const answer = await start("半天", { startTime: "2025-04-01 13:00:00", endTime: "2025-04-02 12:00:00" });
    expect(await detail(objectIn(answer) as unknown as Started)).toMatchObject({ days: "1.0" });
  });
});

describe("a task", () => {
  it("is completed by the person who has it alone, and with a comment", async () => {
    const one = await started("考试");
    expect(await complete(one, {}, lina)).toMatchObject({ status: 400, data: { error: "notAssignee" } });
    expect((await complete(one, { comment: " " })).status).toBe(400);
    expect(await detail(one)).toMatchObject({ status: 1 });
  });

  it("is completed once, however often that is sent at the same time", async () => {
    const one = await started("两次");
    const { taskId } = await taskOf(one);
    const body = { taskId, processInstanceId: one.processInstanceId, flag: "ok", comment: "同意" };
    const answers = await Promise.all([1, 2, 3].map(() => zhangwei.post(`${work}/complete-task`, body)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400", "400"]);
    expect((await steps(one)).filter(([id]) => id === "end")).toHaveLength(1);
  });

  it("takes no variables that say who asked, or what was asked", async () => {
    const one = await started("变量");
    expect(await complete(one, { flag: undefined, variables: { pass: true, initiator: "1", note: "x" } })).toMatchObject({ code: 200 });
    expect(await detail(one)).toMatchObject({ status: 3 });
    const { server } = await demonstration;
    const [row] = await rowsOf(server, "select state->'variables' as variables from flow_instance where process_instance_id = $1", [
      one.processInstanceId,
    ]);
    expect(row?.["variables"]).toMatchObject({ initiator: linaId, pass: false, note: "x" });
  });

  it("is none of another tenant's", async () => {
    const one = await started("外部");
    const { chenqing } = await demonstration;
    expect(await complete(one, {}, chenqing)).toMatchObject({ status: 400 });
    for (const list of ["claim-list", "todo-list", "send-list", "done-list"])
      expect(recordsIn(await chenqing.get(`${work}/${list}`))).toEqual([]);
    expect(recordsIn(await chenqing.get(`${work}/start-list`))).toEqual([]);
  });
});

describe("the lists of work", () => {
  it("of deployed definitions tell general ones from those of tenants, and name categories as the platform does", async () => {
    const { server, put } = await demonstration;
    const platform = server.as("administrator");
    const listed = async (query: Readonly<Record<string, string>>) =>
      recordsIn(await platform.get("/blade-flow/manager/list", { size: 200, ...query }));
    await put(
      "insert into flow_manager (id, key, name, category, version, suspension_state) values ('Any:1:x', 'Any', '通用流程', '2', 1, 2)",
      [],
    );
    // A mode that there is not is refused, not passed over.
    expect(await platform.get("/blade-flow/manager/list", { mode: "3" })).toMatchObject({
      status: 400,
      data: { error: "malformedParameter" },
    });
    const [all, general, own] = [await listed({}), await listed({ mode: "1" }), await listed({ mode: "2" })];
    expect(general.map(({ id, category }) => [id, category])).toEqual([["Any:1:x", "flow_2"]]);
    expect(own.length).toBe(all.length - 1);
    expect(own.map(({ id }) => id)).toContain(definition);
    const spellings: readonly Readonly<Record<string, string>>[] = [
      { category: "flow_1" },
      { category: "1" },
      { category_in: "9,flow_1" },
      { category_equal: "flow_1" },
    ];
    for (const query of spellings) {
      const found = await listed(query);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map((row) => row["category"]))).toEqual(new Set(["flow_1"]));
    }
    await put("delete from flow_manager where id = 'Any:1:x'", []);
  });

  it("offer the newest active definition of each process", async () => {
    expect(recordsIn(await lina.get(`${work}/start-list`)).map((row) => row["id"])).toEqual([definition]);
    expect(recordsIn(await lina.get(`${work}/start-list`, { category: "flow_2" }))).toEqual([]);
    expect(recordsIn(await lina.get(`${work}/start-list`, { mode: "1" }))).toEqual([]);
  });

  it("come in pages, narrowed by name, category and time", async () => {
    await started("分页一");
    await started("分页二");
    const page = objectIn(await lina.get(`${work}/send-list`, { size: 1, current: 2 }));
    expect(page).toMatchObject({ size: 1, current: 2 });
    expect(Number(page["total"])).toBeGreaterThan(2);
    expect(recordsIn(await lina.get(`${work}/send-list`, { processDefinitionName: "报销" }))).toEqual([]);
    expect(recordsIn(await lina.get(`${work}/send-list`, { beginDate: "2025-03-11 00:00:00", endDate: "2025-03-11" }))).toHaveLength(1);
    expect(await lina.get(`${work}/send-list`, { beginDate: "soon" })).toMatchObject({ status: 400 });
  });

  it("tell nobody what the engine keeps", async () => {
    const answers = await Promise.all(
      ["todo-list", "send-list", "done-list"].map((list) => zhangwei.get(`${work}/${list}`, { size: 100 })),
    );
    expect(JSON.stringify(answers)).not.toContain("broker");
  });
});
