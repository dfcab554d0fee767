// What people do with tasks besides completing them, on both sides: who has a task, and who started the instance.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { testMoment, type Client, type TestServer } from "../../../support/server.ts";
import { chain, end, model, start, task } from "../../../unit/workflow/models.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";

let milliseconds = testMoment;
const demonstration = startDemonstration({ milliseconds: () => milliseconds });
expectsAuditedChanges((await demonstration).server);
const work = "/blade-flow/work";
const every = new Set([
  ...["leave_add", "work_todo_handle", "work_todo_transfer", "work_todo_delegate", "work_todo_consult", "work_todo_unclaim"],
  ...["work_claim_sign", "work_send_remind", "work_send_withdraw"],
]);

let server: TestServer;
let zhangwei: Client;
let userId: string;
/** Two others of the tenant. */
let lina: Client;
let linaId: string;
let hanmei: Client;
let hanmeiId: string;

beforeAll(async () => {
  ({ server, zhangwei, userId } = await demonstration);
  const idOf = async (account: string) =>
    String((await rowsOf(server, `select id::text as id from "user" where account = $1`, [account]))[0]?.["id"]);
  [linaId, hanmeiId] = [await idOf("lina"), await idOf("hanmei")];
  lina = server.as("nobody", { userId: linaId, realName: "李娜", permissions: every });
  hanmei = server.as("nobody", { userId: hanmeiId, realName: "韩梅", permissions: every });
});

const approver = 'flowable:assignee="${taskUser}"';
const twoSteps = () =>
  model(
    start +
      task("first", 'flowable:assignee="${taskUser}"') +
      task("second", `flowable:assignee="${hanmeiId}"`) +
      end +
      chain("start", "first", "second", "end"),
  );

interface Started {
  readonly id: string;
  readonly processInstanceId: string;
}

async function started(reason: string, definition = "Leave:1:6a0c7f2e", approver = userId): Promise<Started> {
  const answer = await lina.post("/blade-desk/process/leave/start-process", {
    processDefinitionId: definition,
    taskUser: approver,
    leaveType: "2",
    startTime: "2025-04-01 09:00:00",
    endTime: "2025-04-03 18:00:00",
    reason,
  });
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer) as unknown as Started;
}

const listed = async (by: Client, { processInstanceId }: Started, list = "todo-list") =>
  recordsIn(await by.get(`${work}/${list}`, { size: 100 })).filter((row) => row["processInstanceId"] === processInstanceId);
const mine = async (by: Client, one: Started): Promise<Body> => {
  const [row] = await listed(by, one);
  if (row === undefined) throw new Error("no task waits");
  return row;
};
const call = (by: Client, name: string, taskId: unknown, body: Body = {}) =>
  by.post(`${work}/${name}`, { ...body, taskId: String(taskId) });
const complete = (by: Client, { processInstanceId }: Started, taskId: unknown, more: Body = {}) =>
  by.post(`${work}/complete-task`, { taskId, processInstanceId, flag: "ok", comment: "同意", ...more });
const steps = async ({ processInstanceId }: Started) =>
  ((await lina.get("/blade-flow/process/history-flow-list", { processInstanceId })).data as readonly Body[]).map((step) => [
    step["historyActivityType"],
    step["assigneeName"],
    step["comment"],
    step["endTime"] !== "",
  ]);
const status = async ({ id }: Started) => objectIn(await lina.get("/blade-desk/process/leave/detail", { businessId: id }))["status"];

async function deployed(key: string, xml: string): Promise<string> {
  const administrator = server.as("administrator");
  const made = await administrator.post("/blade-flow/model/submit", { modelKey: key, name: `流程${key}`, xml });
  const answer = await administrator.post("/blade-flow/model/deploy", undefined, {
    modelId: String(objectIn(made)["id"]),
    category: "flow_1",
    tenantIds: "100001",
  });
  expect(answer).toMatchObject({ code: 200 });
  return String((objectIn(answer)["ids"] as readonly string[])[0]);
}

describe("a task that is handed over", () => {
  it("is the other person's, once, however often that is sent at the same time, and the history tells both", async () => {
    const one = await started("转办");
    const { taskId } = await mine(zhangwei, one);
    const send = () => call(zhangwei, "transfer-task", taskId, { userId: hanmeiId, comment: "请代为审批" });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(["200", "400", "400"]);
    expect(await listed(zhangwei, one)).toEqual([]);
    expect(await complete(zhangwei, one, taskId)).toMatchObject({ status: 400, data: { error: "notAssignee" } });
    expect(await complete(hanmei, one, taskId)).toMatchObject({ code: 200 });
    expect(await status(one)).toBe(2);
    expect((await steps(one)).slice(1, 4)).toEqual([
      ["userTask", "张伟", "", true],
      ["transferred", "张伟", "→ 韩梅 请代为审批", true],
      ["userTask", "韩梅", "同意", true],
    ]);
  });

  it("goes to nobody who may not sign in, to nobody else's people, and not to oneself", async () => {
    const one = await started("转给谁");
    const { taskId } = await mine(zhangwei, one);
    const [other] = await rowsOf(server, `select id::text as id from "user" where tenant_id = '100002' limit 1`, []);
    await write(server, `update "user" set status = 2 where id = $1`, [hanmeiId]);
    for (const to of [userId, String(other?.["id"]), hanmeiId, "1"])
      expect(await call(zhangwei, "transfer-task", taskId, { userId: to, comment: "x" })).toMatchObject({ status: 400 });
    await write(server, `update "user" set status = 1 where id = $1`, [hanmeiId]);
    expect(await call(zhangwei, "transfer-task", taskId, { userId: hanmeiId })).toMatchObject({ status: 400 });
    expect(await call(hanmei, "transfer-task", taskId, { userId: linaId, comment: "x" })).toMatchObject({ data: { error: "notAssignee" } });
    const { chenqing } = await demonstration;
    expect(await call(chenqing, "transfer-task", taskId, { userId: linaId, comment: "x" })).toMatchObject({ status: 400 });
    expect(await mine(zhangwei, one)).toMatchObject({ taskId, taskKind: "decide" });
  });

  it("comes back where it was delegated, with what was said, and is decided by whom it belongs to", async () => {
    const one = await started("委托");
    const { taskId } = await mine(zhangwei, one);
    expect(await call(zhangwei, "delegate-task", taskId, { userId: hanmeiId, comment: "请核实" })).toMatchObject({ code: 200 });
    expect(await mine(hanmei, one)).toMatchObject({ taskId, taskKind: "delegated" });
    expect(await call(hanmei, "transfer-task", taskId, { userId: linaId, comment: "x" })).toMatchObject({ data: { error: "notDecider" } });
    expect(await complete(hanmei, one, taskId, { comment: "" })).toMatchObject({ status: 400 });
    expect(await complete(hanmei, one, taskId, { comment: "已核实" })).toMatchObject({ code: 200 });
    expect(await status(one)).toBe(1);
    expect(await mine(zhangwei, one)).toMatchObject({ taskId, taskKind: "decide" });
    expect(await complete(zhangwei, one, taskId)).toMatchObject({ code: 200 });
    expect((await steps(one)).map(([type, , comment]) => [type, comment])).toEqual(
      expect.arrayContaining([
        ["delegated", "→ 韩梅 请核实"],
        ["returned", "→ 张伟 已核实"],
      ]),
    );
  });
});

describe("an opinion", () => {
  it("is asked of somebody while the task stays, and is in the history", async () => {
    const one = await started("征询");
    const { taskId } = await mine(zhangwei, one);
    const ask = () => call(zhangwei, "consult-task", taskId, { userId: hanmeiId, comment: "是否有排班冲突?" });
    expect((await Promise.all([ask(), ask()])).map((answer) => String(answer.status)).toSorted()).toEqual(["200", "400"]);
    const requested = await mine(hanmei, one);
    expect(requested).toMatchObject({ taskKind: "opinion" });
    expect(await complete(hanmei, one, requested["taskId"], { comment: "没有冲突" })).toMatchObject({ code: 200 });
    expect(await status(one)).toBe(1);
    expect(await complete(zhangwei, one, taskId)).toMatchObject({ code: 200 });
    expect((await steps(one)).find(([type]) => type === "opinion")).toEqual(["opinion", "韩梅", "没有冲突", true]);
  });

  it("that is not given is asked no more when the task is decided", async () => {
    const one = await started("不等意见");
    const { taskId } = await mine(zhangwei, one);
    await call(zhangwei, "consult-task", taskId, { userId: hanmeiId, comment: "?" });
    const requested = await mine(hanmei, one);
    expect(await complete(zhangwei, one, taskId)).toMatchObject({ code: 200 });
    expect(await listed(hanmei, one)).toEqual([]);
    expect(await complete(hanmei, one, requested["taskId"])).toMatchObject({ data: { error: "taskOver" } });
  });
});

describe("a claimed task", () => {
  it("is put back for all who may claim it, and an assigned one is not", async () => {
    const definition = await deployed(
      "PutBack",
      model(start + task("sign", `flowable:candidateUsers="${hanmeiId},${linaId}"`) + end + chain("start", "sign", "end")),
    );
    const one = await started("退回待签", definition);
    const [free] = await listed(hanmei, one, "claim-list");
    await hanmei.post(`${work}/claim-task`, undefined, { taskId: String(free?.["taskId"]) });
    expect(await mine(hanmei, one)).toMatchObject({ isClaimed: "1" });
    expect(await hanmei.post(`${work}/unclaim-task`, undefined, { taskId: String(free?.["taskId"]) })).toMatchObject({ code: 200 });
    expect(await listed(hanmei, one)).toEqual([]);
    for (const by of [hanmei, lina]) expect(await listed(by, one, "claim-list")).toHaveLength(1);
    const assigned = await started("指派");
    const { taskId } = await mine(zhangwei, assigned);
    expect(await zhangwei.post(`${work}/unclaim-task`, undefined, { taskId: String(taskId) })).toMatchObject({
      data: { error: "notClaimed" },
    });
  });
});

describe("a task that is sent back", () => {
  it("is with the step before, which is asked anew", async () => {
    const one = await started("退回上一步", await deployed("BackOne", twoSteps()));
    await complete(zhangwei, one, (await mine(zhangwei, one))["taskId"]);
    const { taskId } = await mine(hanmei, one);
    const send = () => call(hanmei, "send-back", taskId, { to: "previous", comment: "请补充" });
    expect((await Promise.all([send(), send()])).map((answer) => String(answer.status)).toSorted()).toEqual(["200", "400"]);
    expect(await listed(hanmei, one)).toEqual([]);
    expect(await mine(zhangwei, one)).toMatchObject({ taskName: "first" });
    expect((await steps(one)).find(([type]) => type === "sentBack")?.[2]).toBe("请补充");
  });

  it("is with any earlier step, chosen by its id or its name of those that are offered to who has the task", async () => {
    const three = model(
      start +
        task("first", approver) +
        task("second", approver) +
        task("third", approver) +
        end +
        chain("start", "first", "second", "third", "end"),
    );
    const id = await deployed("BackFar", three);
    const offered = async (by: Client, taskId: unknown) => {
      const answer = await by.get(`${work}/step/select`, { taskId: String(taskId) });
      return (answer.data as readonly { readonly step: string; readonly name: string }[]).map(({ step, name }) => `${step} ${name}`);
    };
    for (const to of ["first", "第一步"]) {
      const named = to === "first" ? id : await deployed("BackNamed", three.replace('name="first"', 'name="第一步"'));
      const one = await started(`退回到${to}`, named);
      await complete(zhangwei, one, (await mine(zhangwei, one))["taskId"]);
      await complete(zhangwei, one, (await mine(zhangwei, one))["taskId"]);
      const { taskId } = await mine(zhangwei, one);
      expect(await offered(zhangwei, taskId)).toEqual(["previous 上一步：second", "starter 发起人", `first ${to}`, "second second"]);
      expect(await offered(hanmei, taskId)).toEqual([]);
      expect(await call(zhangwei, "send-back", taskId, { to: "third", comment: "不行" })).toMatchObject({ status: 400 });
      expect(await call(zhangwei, "send-back", taskId, { to, comment: "从头来" })).toMatchObject({ code: 200 });
      expect(await mine(zhangwei, one)).toMatchObject({ taskName: to });
    }
  });

  it("is with who started it, who may withdraw it then", async () => {
    const one = await started("退回发起人", await deployed("BackTwo", twoSteps()));
    await complete(zhangwei, one, (await mine(zhangwei, one))["taskId"]);
    const { taskId } = await mine(hanmei, one);
    expect(await call(hanmei, "send-back", taskId, { to: "starter", comment: "重写" })).toMatchObject({ code: 200 });
    expect(await mine(lina, one)).toMatchObject({ taskName: "重新提交" });
    expect((await listed(lina, one, "send-list"))[0]).toMatchObject({ canWithdraw: "1" });
    const withdrawn = await lina.post(`${work}/withdraw`, { reason: "不再需要" }, { processInstanceId: one.processInstanceId });
    expect(withdrawn).toMatchObject({ code: 200 });
    expect(await status(one)).toBe(4);
  });
});

describe("who started an instance", () => {
  const remind = (by: Client, { processInstanceId }: Started) => by.post(`${work}/remind`, { comment: "请尽快", processInstanceId });
  const withdraw = (by: Client, { processInstanceId }: Started) => by.post(`${work}/withdraw`, { reason: "改期", processInstanceId });

  it("reminds whoever has it, whose list says when, once in four hours", async () => {
    const one = await started("催办", await deployed("Reminded", twoSteps()));
    expect(await mine(zhangwei, one)).toMatchObject({ remindTime: "" });
    const sent = await Promise.all([remind(lina, one), remind(lina, one)]);
    expect(sent.map((answer) => String(answer.status)).toSorted()).toEqual(["200", "400"]);
    expect(await remind(lina, one)).toMatchObject({ data: { error: "remindedAlready" } });
    milliseconds += 4 * 3_600_000 + 1000;
    expect(await remind(lina, one)).toMatchObject({ code: 200 });
    expect((await steps(one)).filter(([type]) => type === "reminded")).toHaveLength(2);
    const { taskId, remindTime } = await mine(zhangwei, one);
    expect(remindTime).toMatch(/^\d{4}-/u);
    // The step behind it was not asked for yet.
    milliseconds += 60_000;
    expect(await complete(zhangwei, one, taskId)).toMatchObject({ code: 200 });
    expect(await mine(hanmei, one)).toMatchObject({ remindTime: "" });
    expect(await remind(hanmei, one)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  });

  it("withdraws it as long as nobody has decided, once", async () => {
    const one = await started("撤销");
    expect((await listed(lina, one, "send-list"))[0]).toMatchObject({ canWithdraw: "1" });
    expect(await withdraw(hanmei, one)).toMatchObject({ data: { error: "rowNotFound" } });
    expect((await Promise.all([withdraw(lina, one), withdraw(lina, one)])).map((answer) => String(answer.status)).toSorted()).toEqual([
      "200",
      "400",
    ]);
    expect(await status(one)).toBe(4);
    expect(await listed(zhangwei, one)).toEqual([]);
    expect((await steps(one)).find(([type]) => type === "withdrawn")).toEqual(["withdrawn", "李娜", "改期", true]);
    const decided = await started(
      "已批",
      await deployed(
        "Decided",
        model(
          start +
            task("first", 'flowable:assignee="${taskUser}"') +
            task("second", 'flowable:assignee="${taskUser}"') +
            end +
            chain("start", "first", "second", "end"),
        ),
      ),
    );
    await complete(zhangwei, decided, (await mine(zhangwei, decided))["taskId"]);
    expect(await withdraw(lina, decided)).toMatchObject({ data: { error: "alreadyDecided" } });
    expect((await listed(lina, decided, "send-list"))[0]).toMatchObject({ canWithdraw: "0" });
  });
});

describe("what runs", () => {
  it("tells who has it since when, is found by that, and moves to another step by its name", async () => {
    const one = await started(
      "监控",
      await deployed(
        "Watched",
        model(
          start +
            task("first", 'flowable:assignee="${taskUser}"') +
            task("second", `flowable:assignee="${hanmeiId}"`) +
            end +
            chain("start", "first", "second", "end"),
        ),
      ),
    );
    const row = async () => recordsIn(await zhangwei.get("/blade-flow/follow/list", { processInstanceId: one.processInstanceId }))[0];
    expect(await row()).toMatchObject({ assignees: "张伟", name: "first" });
    const move = (to: string) =>
      zhangwei.post("/blade-flow/follow/move-instance", { to, reason: "越级" }, { processInstanceId: one.processInstanceId });
    expect(await move("nowhere")).toMatchObject({ data: { error: "unknownStep" } });
    expect(await move("second")).toMatchObject({ code: 200 });
    expect(await row()).toMatchObject({ assignees: "韩梅", name: "second" });
    expect((await steps(one)).find(([type]) => type === "moved")?.[2]).toBe("越级");
    expect(await mine(hanmei, one)).toMatchObject({ taskName: "second" });
  });

  it("tells nobody who only watches why somebody has asked", async () => {
    const one = await started("只有当事人知道");
    const watcher = server.as("nobody", { userId: hanmeiId, permissions: new Set(["flow-follow", "flow_statistics", "work-claim"]) });
    const answers = await Promise.all([
      watcher.get("/blade-flow/follow/list", { size: 100 }),
      watcher.get("/blade-flow/statistics/step-list"),
      watcher.get(`${work}/claim-list`, { size: 100 }),
    ]);
    expect(JSON.stringify(answers)).toContain(one.processInstanceId);
    expect(JSON.stringify(answers)).not.toContain("只有当事人知道");
    expect((await listed(zhangwei, one))[0]).toMatchObject({ title: "只有当事人知道" });
  });

  it("is counted per step: what waits, what is done and how long it took, and what is late", async () => {
    const definition = await deployed(
      "Counted",
      model(start + task("only", 'flowable:assignee="${taskUser}"') + end + chain("start", "only", "end")),
    );
    const [done, waits] = [await started("一", definition), await started("二", definition)];
    milliseconds += 90_000;
    await complete(zhangwei, done, (await mine(zhangwei, done))["taskId"]);
    await write(server, "update flow_task set due_time = '2020-01-01' where process_instance_id = $1", [waits.processInstanceId]);
    const read = async (by: Client) => recordsIn(await by.get("/blade-flow/statistics/step-list", { processDefinitionId: definition }));
    expect(await read(zhangwei)).toMatchObject([
      { taskName: "only", running: 1, finished: 1, overdue: 1, meanTime: "1 分钟 30 秒", slowTime: "1 分钟 30 秒" },
    ]);
    const sorted = async (query: Readonly<Record<string, string>>) =>
      recordsIn(await zhangwei.get("/blade-flow/statistics/step-list", { size: 100, ...query })).map((one) => Number(one["finished"]));
    const max = await sorted({ descs: "finished" });
    expect(max.length).toBeGreaterThan(1);
    expect(max).toEqual(max.toSorted((left, right) => right - left));
    expect(await sorted({ ascs: "finished" })).toEqual(max.toReversed());
    for (const [parameter, names] of [
      ["descs", "nothing"],
      ["ascs", "finished,isLate"],
    ] as const)
      expect(await zhangwei.get("/blade-flow/statistics/step-list", { [parameter]: names })).toMatchObject({
        status: 400,
        data: { error: "unsortable" },
      });
    const { chenqing } = await demonstration;
    expect(await read(chenqing)).toEqual([]);
    expect(await lina.get("/blade-flow/statistics/step-list")).toMatchObject({ status: 403 });
  });
});
