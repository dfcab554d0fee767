// What people are told of processes: whom it concerns, in their language, once, nobody else, and until it is settled.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { testMoment, type Client, type TestServer } from "../../../support/server.ts";
import { createSchedules } from "../../../../src/server/jobs/schedules.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { chain, end, model, start, task } from "../../../unit/workflow/models.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";
import { processesOf, runJobs } from "./processes.ts";

let milliseconds = testMoment;
const demonstration = startDemonstration({ milliseconds: () => milliseconds });
const work = "/blade-flow/work";
const rights = new Set([
  ...["leave_add", "work_todo_handle", "work_todo_transfer", "work_todo_delegate", "work_todo_consult", "work_todo_unclaim"],
  ...["work_claim_sign", "work_send_remind", "work_send_withdraw"],
]);

let server: TestServer;
let zhangwei: Client;
let userId: string;
let lina: Client;
let linaId: string;
let hanmei: Client;
let hanmeiId: string;

beforeAll(async () => {
  ({ server, zhangwei, userId } = await demonstration);
  const idOf = async (account: string) =>
    String((await rowsOf(server, `select id::text as id from "user" where account = $1`, [account]))[0]?.["id"]);
  [linaId, hanmeiId] = [await idOf("lina"), await idOf("hanmei")];
  lina = server.as("nobody", { userId: linaId, realName: "李娜", permissions: rights });
  hanmei = server.as("nobody", { userId: hanmeiId, realName: "韩梅", permissions: rights });
});

interface Started {
  readonly id: string;
  readonly processInstanceId: string;
}

async function started(reason: string, definition = "Leave:1:6a0c7f2e"): Promise<Started> {
  const answer = await lina.post("/blade-desk/process/leave/start-process", {
    processDefinitionId: definition,
    taskUser: userId,
    leaveType: "2",
    startTime: "2025-04-01 09:00:00",
    endTime: "2025-04-03 18:00:00",
    reason,
  });
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer) as unknown as Started;
}

const reported = async (client: Client, of: Started, query: Body = {}): Promise<readonly Body[]> =>
  recordsIn(await client.get(`${work}/notice-list`, { size: 200, ...query })).filter(
    (row) => row["processInstanceId"] === of.processInstanceId,
  );
const kinds = async (client: Client, of: Started) =>
  (await reported(client, of)).map(({ kind, isRead }) => `${String(kind)} ${String(isRead)}`);
const unread = async (client: Client) => objectIn(await client.get("/blade-desk/home", { part: "news" }))["messages"];
const taskOf = async (client: Client, of: Started, list = "todo-list") =>
  recordsIn(await client.get(`${work}/${list}`, { size: 200 })).find((row) => row["processInstanceId"] === of.processInstanceId);
const done = async (client: Client, of: Started, flag: string) => {
  const found = await taskOf(client, of);
  const { processInstanceId } = of;
  expect(
    await client.post(`${work}/complete-task`, { taskId: found?.["taskId"], processInstanceId, flag, comment: "已核对" }),
  ).toMatchObject({ code: 200 });
};

/** The schedule's job runs now. */
async function reportOverdue(): Promise<void> {
  const { model: existing, database, identifiers, domain } = server.services;
  const queue = "flow.overdue";
  const handler = domain.jobs?.[queue];
  if (handler === undefined) throw new Error("there is no such queue");
  milliseconds += 10 * 60_000;
  const faults: unknown[] = [];
  const schedule = domain.schedules?.[queue];
  if (schedule === undefined) throw new Error("there is no such schedule");
  await createSchedules({ database, clock: server.clock, schedules: { [queue]: schedule } }).poll();
  const worker = createWorker({
    ...{ model: existing, database, identifiers, clock: server.clock, handlers: { [queue]: handler } },
    onFault: (error) => faults.push(error),
  });
  await worker.idle();
  expect(faults).toEqual([]);
}

describe("a task", () => {
  it("is told to whoever gets it, and is settled with the answer, which is told to who asked", async () => {
    const one = await started("回家探亲");
    const [notice] = await reported(zhangwei, one);
    expect(notice).toMatchObject({
      kind: "assigned",
      isRead: "0",
      isMine: "1",
      route: "leave",
      sentence: "“回家探亲”等待您办理：领导审批",
    });
    expect(await reported(lina, one)).toEqual([]);
    await done(zhangwei, one, "ok");
    expect(await kinds(zhangwei, one)).toEqual(["assigned 1"]);
    expect(await reported(lina, one)).toMatchObject([
      { kind: "approved", isRead: "0", isMine: "0", comment: "", sentence: "您的申请“回家探亲”已通过" },
    ]);
  });

  it("is told in the language of whoever reads it", async () => {
    const one = await started("Family visit");
    const english = server.as("nobody", { userId, permissions: rights }, "en");
    expect((await reported(english, one))[0]?.["sentence"]).toBe("“Family visit” waits for you: 领导审批");
  });

  it("is told as refused where nobody consented", async () => {
    const one = await started("不予批准");
    await done(zhangwei, one, "");
    expect(await kinds(lina, one)).toEqual(["rejected 0"]);
  });

  it("of a group is told to each of its people who may sign in, and is settled for all when one has claimed it", async () => {
    const { administrator: _administrator, deployed } = processesOf(await demonstration);
    const users = `flowable:candidateUsers="${userId},${hanmeiId}"`;
    const definition = await deployed("noticeGroup", model(start + task("ask", users) + end + chain("start", "ask", "end")));
    const one = await started("由谁签收", definition);
    expect(await kinds(hanmei, one)).toEqual(["claimable 0"]);
    expect(await kinds(zhangwei, one)).toEqual(["claimable 0"]);
    const found = await taskOf(hanmei, one, "claim-list");
    expect(await hanmei.post(`${work}/claim-task`, undefined, { taskId: String(found?.["taskId"]) })).toMatchObject({ code: 200 });
    expect(await kinds(zhangwei, one)).toEqual(["claimable 1"]);
    expect(await hanmei.post(`${work}/unclaim-task`, undefined, { taskId: String(found?.["taskId"]) })).toMatchObject({ code: 200 });
    expect((await kinds(zhangwei, one)).toSorted()).toEqual(["claimable 0", "claimable 1"]);
  });

  it("is told to whom it is handed, delegated and asked about, and their answers to whoever asked", async () => {
    const one = await started("请协助");
    const call = async (client: Client, name: string, person: string) => {
      const taskId = String((await taskOf(client, one))?.["taskId"]);
      return client.post(`${work}/${name}-task`, { userId: person, comment: "请看一下" }, { taskId });
    };
    expect(await call(zhangwei, "consult", hanmeiId)).toMatchObject({ code: 200 });
    expect((await reported(hanmei, one))[0]).toMatchObject({
      kind: "consulted",
      comment: "请看一下",
      isMine: "1",
      sentence: "张伟就“请协助”征询您的意见",
    });
    await done(hanmei, one, "");
    expect(await kinds(hanmei, one)).toEqual(["consulted 1"]);
    expect((await reported(zhangwei, one))[0]).toMatchObject({ kind: "opinion", sentence: "韩梅已就“请协助”答复意见", comment: "已核对" });
    expect(await call(zhangwei, "delegate", hanmeiId)).toMatchObject({ code: 200 });
    expect((await reported(hanmei, one))[0]).toMatchObject({ kind: "delegated", isRead: "0" });
    await done(hanmei, one, "");
    expect((await reported(zhangwei, one))[0]).toMatchObject({ kind: "returned", isMine: "1" });
    expect(await call(zhangwei, "transfer", hanmeiId)).toMatchObject({ code: 200 });
    expect((await reported(hanmei, one))[0]).toMatchObject({ kind: "transferred", isMine: "1" });
    expect(await lina.post(`${work}/remind`, { comment: "请尽快" }, { processInstanceId: one.processInstanceId })).toMatchObject({
      code: 200,
    });
    expect((await reported(hanmei, one))[0]).toMatchObject({ kind: "reminded", comment: "请尽快", sentence: "李娜催办“请协助”：领导审批" });
    const taskId = String((await taskOf(hanmei, one))?.["taskId"]);
    expect(await hanmei.post(`${work}/send-back`, { to: "starter", comment: "请补材料" }, { taskId })).toMatchObject({ code: 200 });
    expect((await reported(lina, one))[0]).toMatchObject({ kind: "sentBack", comment: "请补材料", isMine: "1" });
    expect((await kinds(hanmei, one)).every((line) => line.endsWith(" 1"))).toBe(true);
  });

  it("is told as ended to who asked, where an administrator ends it", async () => {
    const one = await started("将被终止");
    const administrator = server.as("administrator", { tenantId: "100001" });
    expect(
      await administrator.post("/blade-flow/follow/delete-process-instance", undefined, {
        processInstanceId: one.processInstanceId,
        deleteReason: "重复申请",
      }),
    ).toMatchObject({ code: 200 });
    expect(await reported(lina, one)).toMatchObject([{ kind: "ended", comment: "重复申请" }]);
    expect(await kinds(zhangwei, one)).toEqual(["assigned 1"]);
  });
});

describe("an overdue task", () => {
  it("is reported to whoever has it once, again when it is due at another time, and after downtime once", async () => {
    const one = await started("逾期");
    const { database, domain } = server.services;
    await createSchedules({ database, clock: server.clock, schedules: domain.schedules ?? {} }).prepare();
    await reportOverdue();
    expect(await kinds(zhangwei, one)).toEqual(["assigned 0"]);
    const due = (time: string) =>
      write(server, "update flow_task set due_time = $2 where process_instance_id = $1", [one.processInstanceId, time]);
    await due("2020-01-01 09:00:00");
    await reportOverdue();
    milliseconds += 3 * 86_400_000;
    await reportOverdue();
    expect(await reported(zhangwei, one, { kind: "overdue" })).toMatchObject([
      { isRead: "0", sentence: "“逾期”已逾期（截止 2020-01-01 09:00:00）：领导审批" },
    ]);
    await due("2020-01-02 09:00:00");
    await Promise.all([reportOverdue(), reportOverdue()]);
    expect(await reported(zhangwei, one, { kind: "overdue" })).toHaveLength(2);
    await runJobs(await demonstration);
    expect(await reported(zhangwei, one, { kind: "overdue" })).toHaveLength(2);
  });
});

describe("notices", () => {
  it("are counted, and read by their recipient alone, one by one or all", async () => {
    await zhangwei.post(`${work}/read-all-notices`);
    expect(await unread(zhangwei)).toEqual({ num: 0 });
    const [first, second] = [await started("一"), await started("二")];
    expect(await unread(zhangwei)).toEqual({ num: 2 });
    const [notice] = await reported(zhangwei, first);
    const ids = { ids: String(notice?.["noticeId"]) };
    expect(await lina.post(`${work}/read-notice`, undefined, ids)).toMatchObject({ code: 200 });
    expect(await unread(zhangwei)).toEqual({ num: 2 });
    expect(await zhangwei.post(`${work}/read-notice`, undefined, ids)).toMatchObject({ code: 200 });
    expect(await unread(zhangwei)).toEqual({ num: 1 });
    expect(await kinds(zhangwei, second)).toEqual(["assigned 0"]);
    expect(await zhangwei.post(`${work}/read-all-notices`)).toMatchObject({ code: 200 });
    expect(await unread(zhangwei)).toEqual({ num: 0 });
    expect(await unread(server.as("nobody", { userId: "", permissions: new Set<string>() }))).toEqual({ num: 0 });
  });
});
