// Deployment of processes, who may claim their tasks, their timers, and what becomes of instances whose deployment is deleted.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { testMoment, type Client, type TestServer } from "../../../support/server.ts";
import { sentenceMark } from "../../../../src/server/domain/flow/server-sentences.ts";
import { chain, end, flow, model, start, task, timer } from "../../../unit/workflow/models.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";
import { runJobs } from "./processes.ts";

let milliseconds = testMoment;
const demonstration = startDemonstration({ milliseconds: () => milliseconds });
const work = "/blade-flow/work";

let server: TestServer;
let administrator: Client;
let zhangwei: Client;
let userId: string;

beforeAll(async () => {
  ({ server, zhangwei, userId } = await demonstration);
  administrator = server.as("administrator");
});

/** Adds a model and deploys it; answers the ids of its definitions. */
async function deployed(key: string, xml: string, tenantIds = "100001"): Promise<readonly string[]> {
  const answer = await administrator.post("/blade-flow/model/submit", { modelKey: key, name: `流程${key}`, xml });
  expect(answer).toMatchObject({ code: 200 });
  const modelId = String(objectIn(answer)["id"]);
  return idsIn(await deploy(modelId, tenantIds));
}

const deploy = (modelId: string, tenantIds: string) =>
  administrator.post("/blade-flow/model/deploy", undefined, {
    ...{ modelId, category: "flow_1", confirmed: "1" },
    ...(tenantIds === "" ? {} : { tenantIds }),
  });
const idsIn = (answer: Awaited<ReturnType<typeof deploy>>): readonly string[] => {
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer)["ids"] as readonly string[];
};
async function modelIdOf(key: string): Promise<string> {
  const [row] = await rowsOf(server, "select id::text as id from flow_model where model_key = $1", [key]);
  return String(row?.["id"]);
}
const definitions = (key: string) =>
  rowsOf(server, "select id, tenant_id, version, category, deployment_id from flow_manager where key = $1 order by tenant_id, version", [
    key,
  ]);

async function begin(processDefinitionId: string, reason: string): Promise<Body> {
  const body = {
    processDefinitionId,
    taskUser: userId,
    leaveType: "1",
    startTime: "2025-04-01 09:00:00",
    endTime: "2025-04-01 18:00:00",
    reason,
  };
  const answer = await zhangwei.post("/blade-desk/process/leave/start-process", body);
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer);
}

const claimList = async (client: Client, instance: Body) =>
  recordsIn(await client.get(`${work}/claim-list`, { size: 100 })).filter(
    (row) => row["processInstanceId"] === instance["processInstanceId"],
  );
const statusOf = async (request: Body) =>
  objectIn(await zhangwei.get("/blade-desk/process/leave/detail", { businessId: String(request["id"]) }))["status"];

/** Two people of the demonstration with one role. */
async function clerks(): Promise<readonly { readonly id: string; readonly roleIds: readonly string[]; readonly client: Client }[]> {
  const found = await rowsOf(
    server,
    `select u.id::text as id, array[r.id::text] as roles from "user" u join role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id) where r.role_alias = 'user' and u.tenant_id = '100001' order by u.id`,
    [],
  );
  return found.slice(0, 2).map((row) => {
    const [id, roleIds] = [String(row["id"]), row["roles"] as readonly string[]];
    const permissions = new Set(["work_claim_sign", "work_todo_handle"]);
    return { id, roleIds, client: server.as("nobody", { userId: id, roleIds, permissions }) };
  });
}

const simple = (id: string, attributes: string) => model(start + task(id, attributes) + end + chain("start", id, "end"));

describe("deploying a model", () => {
  it("makes a definition for each tenant with the next version, and one general one where none is named", async () => {
    await deployed("Steps", simple("a", 'flowable:assignee="${taskUser}"'));
    const modelId = await modelIdOf("Steps");
    idsIn(await deploy(modelId, "100001,100002"));
    idsIn(await deploy(modelId, ""));
    expect((await definitions("Steps")).map((one) => [one["tenant_id"], one["version"], one["category"]])).toEqual([
      ["100001", 1, "1"],
      ["100001", 2, "1"],
      ["100002", 1, "1"],
      [null, 1, "1"],
    ]);
    const offered = recordsIn(await zhangwei.get(`${work}/start-list`, { key: "Steps" }));
    expect(offered.map((one) => String(one["version"])).toSorted()).toEqual(["1", "2"]);
    expect(await deploy(modelId, "999999")).toMatchObject({ status: 400, data: { error: "unknownTenant" } });
  });

  it("leaves a model with the times at which it was drawn and last changed", async () => {
    const submit = async (body: Body) =>
      String(
        objectIn(
          await administrator.post("/blade-flow/model/submit", {
            modelKey: "Times",
            name: "时间",
            xml: simple("a", 'flowable:assignee="x"'),
            ...body,
          }),
        )["id"],
      );
    const timesOf = async (id: string) => {
      const { created, lastUpdated } = objectIn(await administrator.get("/blade-flow/model/detail", { id }));
      return [created, lastUpdated];
    };
    const id = await submit({});
    const [created, changed] = await timesOf(id);
    expect(created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(changed).toBe(created);
    milliseconds += 90_000;
    await submit({ id, name: "改名" });
    const [stored, later] = await timesOf(id);
    expect(stored).toBe(created);
    expect(Date.parse(String(later)) - Date.parse(String(created))).toBe(90_000);
  });

  it("is refused with element and reason where it would not run", async () => {
    const xml = simple("a", 'flowable:assignee="${nobodyKnows}"');
    const answer = await administrator.post("/blade-flow/model/submit", { modelKey: "Unknown", name: "未知", xml });
    const refused = await deploy(String(objectIn(answer)["id"]), "");
    expect(refused).toMatchObject({ status: 400, data: { error: "notDeployable", reasons: [{ elementId: "a" }] } });
    expect(refused.msg).toContain("nobodyKnows");
    expect(await definitions("Unknown")).toEqual([]);
  });

  it("is refused where it reads what the records of its category do not have, or compares a number with a text", async () => {
    const asks = (condition: string) =>
      model(
        start +
          task("x", 'flowable:candidateGroups="auditor"') +
          '<exclusiveGateway id="large" default="no"/>' +
          end +
          chain("start", "large") +
          flow("yes", "large", "x", condition) +
          flow("no", "large", "end") +
          chain("x", "end"),
      );
    const store = async (xml: string) =>
      String(objectIn(await administrator.post("/blade-flow/model/submit", { modelKey: "Categories", name: "分类", xml }))["id"]);
    const modelId = await store(asks("${amount > 100}"));
    const put = async (xml: string, category: string) => {
      await administrator.post("/blade-flow/model/submit", { id: modelId, xml });
      // Of all tenants some lack a group that it names.
      return administrator.post("/blade-flow/model/deploy", undefined, { modelId, category, confirmed: "1" });
    };
    const [refund] = await rowsOf(server, "select dict_key as key from dict where code = 'flow' and remark = 'refund'", []);
    const refunds = `flow_${String(refund?.["key"])}`;
    expect(await put(asks("${days > 3}"), refunds)).toMatchObject({
      code: 400,
      data: { error: "notDeployable", reasons: [{ elementId: "yes", reason: expect.stringContaining("days") }] },
    });
    expect(await put(asks("${days == '3'}"), "flow_1")).toMatchObject({
      data: { reasons: [{ elementId: "yes", reason: "days 是数字，不能与文本 '3' 比较" }] },
    });
    expect(await put(asks("${days > 3}"), "flow_1")).toMatchObject({ code: 200 });
  });

  it("is for the platform's administrator", async () => {
    expect(await zhangwei.post("/blade-flow/model/deploy", undefined, { modelId: "1", category: "flow_1" })).toMatchObject({ status: 403 });
  });

  it("by files takes all of them or none, and names the broken one with its line", async () => {
    const file = (key: string) => ({
      name: `${key}.bpmn20.xml`,
      content: simple("a", 'flowable:assignee="${taskUser}"').replaceAll('"process"', `"${key}"`),
    });
    const broken = { name: "Broken.bpmn", content: "<definitions>\n<process id=" };
    const send = (files: readonly { readonly name: string; readonly content: string }[]) =>
      administrator.parts("/blade-flow/manager/deploy-upload", { category: "flow_2", tenantIds: "100001", files });
    const refused = await send([file("Good"), broken, file("Fine")]);
    expect(refused).toMatchObject({ status: 400, data: { error: "notDeployable", reasons: [{ line: 2 }] } });
    expect(refused.msg).toContain("Broken.bpmn");
    expect(refused.msg).toContain("第 2 行");
    for (const key of ["Good", "Fine"]) expect(await definitions(key)).toEqual([]);
    const same = await send([file("Good"), { ...file("Good"), name: "Again.bpmn" }]);
    expect(same).toMatchObject({ status: 400, data: { error: "sameProcess" } });
    expect(await send([file("Good"), file("Fine")])).toMatchObject({ code: 200 });
    for (const key of ["Good", "Fine"]) expect(await definitions(key)).toMatchObject([{ tenant_id: "100001", version: 1, category: "2" }]);
  });
});

describe("a definition", () => {
  it("that is suspended cannot be started until it is active again", async () => {
    const [id = ""] = await deployed("Pause", simple("a", 'flowable:assignee="${taskUser}"'));
    const change = (state: string) => administrator.post("/blade-flow/manager/change-state", undefined, { processId: id, state });
    expect(await change("suspend")).toMatchObject({ code: 200 });
    expect(recordsIn(await zhangwei.get(`${work}/start-list`, { key: "Pause" }))).toEqual([]);
    expect(await change("active")).toMatchObject({ code: 200 });
    expect(recordsIn(await zhangwei.get(`${work}/start-list`, { key: "Pause" }))).toHaveLength(1);
    await begin(id, "恢复");
  });

  it("keeps running as it was deployed when its model changes", async () => {
    const [id = ""] = await deployed("Kept", simple("first", 'flowable:assignee="${taskUser}"'));
    const instance = await begin(id, "旧版");
    const modelId = await modelIdOf("Kept");
    const xml = simple("second", 'flowable:assignee="${taskUser}"');
    const change = { id: modelId, modelKey: "Kept", name: "流程Kept", xml };
    expect(await administrator.post("/blade-flow/model/submit", change)).toMatchObject({ code: 200 });
    const [newer = ""] = idsIn(await deploy(modelId, "100001"));
    const later = await begin(newer, "新版");
    const todo = recordsIn(await zhangwei.get(`${work}/todo-list`, { size: 100 }));
    const taskOf = (one: Body) => todo.find((row) => row["processInstanceId"] === one["processInstanceId"]);
    expect(taskOf(instance)).toMatchObject({ taskName: "first", processDefinitionVersion: 1 });
    expect(taskOf(later)).toMatchObject({ taskName: "second", processDefinitionVersion: 2 });
    const { taskId } = taskOf(instance) ?? {};
    const decision = { taskId, processInstanceId: instance["processInstanceId"], flag: "ok", comment: "好" };
    expect(await zhangwei.post(`${work}/complete-task`, decision)).toMatchObject({ code: 200 });
    expect(await statusOf(instance)).toBe(2);
  });

  it("is deleted with what runs, when the person has read how many that is; their rows are withdrawn", async () => {
    const [id = ""] = await deployed("Gone", simple("a", 'flowable:assignee="${taskUser}"'));
    const requests = [await begin(id, "一"), await begin(id, "二")];
    const [row] = await definitions("Gone");
    const remove = (more: Readonly<Record<string, string>> = {}) =>
      administrator.post("/blade-flow/manager/delete-deployment", undefined, { deploymentIds: String(row?.["deployment_id"]), ...more });
    const requested = await remove();
    expect(requested).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
    expect(requested.msg).toContain("2 个");
    expect(await statusOf(requests[0] ?? {})).toBe(1);
    expect(await remove({ confirmed: "1" })).toMatchObject({ code: 200 });
    for (const request of requests) expect(await statusOf(request)).toBe(4);
    // What has happened is still told, without the drawing that went with the deployment.
    const view = objectIn(
      await zhangwei.get("/blade-flow/process/model-view", { processInstanceId: String(requests[0]?.["processInstanceId"]) }),
    );
    expect(view).toMatchObject({ xml: "", flow: [{ historyActivityId: "start" }, { historyActivityId: "a" }] });
    expect(await definitions("Gone")).toEqual([]);
    const running = recordsIn(await zhangwei.get("/blade-flow/follow/list", { processDefinitionKey: "Gone" }));
    expect(running).toEqual([]);
  });
});

describe("a task that several may take", () => {
  it("is claimed by exactly one of them, and completed by that one", async () => {
    const [id = ""] = await deployed("Claim", simple("sign", 'flowable:candidateGroups="user"'));
    const instance = await begin(id, "签收");
    const both = await clerks();
    const [one, two] = both;
    if (one === undefined || two === undefined) throw new Error("the demonstration has no two clerks");
    expect(await claimList(zhangwei, instance)).toEqual([]);
    const [task1] = await claimList(one.client, instance);
    expect(task1).toMatchObject({ status: "claim", taskName: "sign" });
    const taskId = String(task1?.["taskId"]);
    const answers = await Promise.all(both.map(({ client }) => client.post(`${work}/claim-task`, undefined, { taskId })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400"]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject({ data: { error: "taskClaimed" } });
    const winner = answers[0]?.status === 200 ? one : two;
    for (const { client } of both) expect(await claimList(client, instance)).toEqual([]);
    expect(recordsIn(await winner.client.get(`${work}/todo-list`))).toMatchObject([{ taskId }]);
    const body = { taskId, processInstanceId: instance["processInstanceId"], flag: "ok", comment: "好" };
    expect(await winner.client.post(`${work}/complete-task`, body)).toMatchObject({ code: 200 });
    expect(await statusOf(instance)).toBe(2);
  });

  it("goes to administrators where its role has nobody, or its person is locked", async () => {
    const [empty = ""] = await deployed("Empty", simple("a", 'flowable:candidateGroups="post:1,nothing"'));
    expect(await claimList(zhangwei, await begin(empty, "无人"))).toHaveLength(1);
    const [, , locked] = await rowsOf(server, `select id::text as id from "user" where tenant_id = '100001' order by id`, []);
    const lockedId = String(locked?.["id"]);
    const [named = ""] = await deployed("Locked", simple("a", `flowable:assignee="${lockedId}"`));
    await write(server, `update "user" set status = 2 where id = ${lockedId}`);
    expect(await claimList(zhangwei, await begin(named, "锁定"))).toHaveLength(1);
    await write(server, `update "user" set status = 1 where id = ${lockedId}`);
  });

  it("says in the reader's language why it went elsewhere, and as it was written where that was before", async () => {
    const [named = ""] = await deployed("Leaving", simple("a", 'flowable:candidateGroups="auditor"'));
    const instance = await begin(named, "将停用");
    const processInstanceId = String(instance["processInstanceId"]);
    const note = (comment: string) =>
      write(
        server,
        `update flow_history set history_activity_type = 'reassigned', comment = '${comment}' where process_instance_id = '${processInstanceId}' and history_activity_id = 'a'`,
      );
    await note(`→ ${sentenceMark("administrators")} ${sentenceMark("assigneeGone")}`);
    const comments = async (language: "zh-CN" | "en") =>
      (
        (await server.as("zhangwei", { userId }, language).get("/blade-flow/process/history-flow-list", { processInstanceId }))[
          "data"
        ] as readonly Body[]
      ) // a list
        .filter((step) => step["historyActivityType"] === "reassigned")
        .map((step) => step["comment"]);
    expect(await comments("zh-CN")).toEqual(["→ 租户管理员 执行人已停用"]);
    expect(await comments("en")).toEqual(["→ Administrators of the tenant The assignee can no longer sign in"]);
    await note("→ 候选人 执行人已停用");
    expect(await comments("en")).toEqual(["→ 候选人 执行人已停用"]);
  });
});

describe("a timer", () => {
  const namesOfTasks = async (instance: Body) =>
    recordsIn(await zhangwei.get(`${work}/todo-list`, { size: 100 }))
      .filter((row) => row["processInstanceId"] === instance["processInstanceId"])
      .map((row) => row["taskName"]);

  it("of a moment in another zone than the server's comes at that moment", async () => {
    const own = process.env["TZ"];
    process.env["TZ"] = "America/New_York";
    try {
      milliseconds += 1000;
      const due = Math.ceil(milliseconds / 1000) * 1000 + 3 * 3_600_000;
      const inShanghai = `${new Date(due + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
      const waits = `<intermediateCatchEvent id="wait">${timer("timeDate", inShanghai)}</intermediateCatchEvent>`;
      const after = task("after", 'flowable:assignee="${taskUser}"');
      const [id = ""] = await deployed("Offset", model(start + waits + after + end + chain("start", "wait", "after", "end")));
      const instance = await begin(id, "时区");
      milliseconds = due - 60_000;
      await runJobs({ server });
      expect(await namesOfTasks(instance)).toEqual([]);
      milliseconds = due + 1000;
      await runJobs({ server });
      expect(await namesOfTasks(instance)).toEqual(["after"]);
    } finally {
      if (own === undefined) delete process.env["TZ"];
      else process.env["TZ"] = own;
      milliseconds += 1000;
    }
  });

  it("that is due takes the task away once, however late it is noticed", async () => {
    const xml = model(
      start +
        task("a", 'flowable:assignee="${taskUser}"') +
        `<boundaryEvent id="late" attachedToRef="a">${timer("timeDuration", "PT2H")}</boundaryEvent>` +
        task("head", 'flowable:assignee="${initiator}"') +
        end +
        chain("start", "a", "end") +
        chain("late", "head") +
        flow("h_end", "head", "end"),
    );
    const [id = ""] = await deployed("Late", xml);
    const instance = await begin(id, "超时");
    const waiting = () => namesOfTasks(instance);
    await runJobs({ server });
    expect(await waiting()).toEqual(["a"]);
    milliseconds += 5 * 3_600_000;
    await runJobs({ server });
    await runJobs({ server });
    expect(await waiting()).toEqual(["head"]);
  });
});
