// The recipe "Approval in three lines" of docs/cookbook.md, from the first call to the last, with a model that the test deploys.
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { examplesIn, exportedBy } from "../../../scripts/reference/examples.ts";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { insertPeople, serverOfFile, type Client } from "../../support/server.ts";

const examples = examplesIn("docs/cookbook.md", await readFile("docs/cookbook.md", "utf8"));
const recipe = examples.filter(({ heading }) => heading === "Approval in three lines").map((one) => exportedBy(one) as LoadedDefinition["data"]);
const model = buildModel([...definitions, ...recipe.map((data) => ({ data, file: `resources/production/${data.name}.ts`, area: "production" }))], areas);
const server = await serverOfFile({ model });
await insertPeople(server.database);

const path = "/digit-bind/expense-claim";
const work = "/blade-flow/work";
const administrator = server.as("administrator", { userId: "1" });
const manager = server.as("zhangwei");
/** Hands claims in, and is no administrator. */
const clerk: Client = server.as("nobody", {
  realName: "person12",
  permissions: new Set(["expenseclaim_view", "expenseclaim_add", "expenseclaim_edit", "expenseclaim_delete", "expenseclaim_handin", "expense-claim"]),
});

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="test">
  <process id="Claims" name="报销审批" isExecutable="true">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="large"/>
    <exclusiveGateway id="large" default="f3"/>
    <sequenceFlow id="f2" sourceRef="large" targetRef="accounts"><conditionExpression xsi:type="tFormalExpression">\${amount &gt; 100}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f3" sourceRef="large" targetRef="small"/>
    <userTask id="accounts" name="财务审批" flowable:assignee="11"/>
    <sequenceFlow id="f4" sourceRef="accounts" targetRef="end"/>
    <endEvent id="end"/><endEvent id="small"/>
  </process>
</definitions>`;

const add = async (values: Body = {}): Promise<string> => {
  const answer = await clerk.post(`${path}/submit`, { purpose: "出差", amount: "250.00", spentOn: "2025-03-01", ...values });
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
};
const row = async (id: string) => objectIn(await clerk.get(`${path}/detail`, { id }));
const handIn = (id: string) => clerk.post(`${path}/hand-in/${id}`);
const withdraw = (id: string, by: Client = clerk) => by.post(`${path}/withdraw-approval/${id}`);

async function waiting(id: string): Promise<string> {
  expect(await handIn(id)).toMatchObject({ code: 200 });
  const claim = await row(id);
  expect(claim).toMatchObject({ status: 1 });
  return String(claim["processInstanceId"]);
}

async function decide(processInstanceId: string, more: Body) {
  const tasks = recordsIn(await manager.get(`${work}/todo-list`, { size: 100 }));
  const task = tasks.find((one) => one["processInstanceId"] === processInstanceId);
  return manager.post(`${work}/complete-task`, { taskId: task?.["taskId"], processInstanceId, comment: "看过了", ...more });
}

const suspend = (state: "active" | "suspend", processId: unknown) =>
  administrator.post("/blade-flow/manager/change-state", undefined, { processId: String(processId), state });

let definitionId: unknown;

beforeAll(async () => {
  const id = await add();
  expect(await handIn(id)).toMatchObject({ status: 400, data: { error: "noProcess" }, msg: expect.stringContaining("expense") });
  expect(await row(id)).toMatchObject({ status: 0 });
  const dictionary = await administrator.post("/blade-system/dict/submit", { code: "flow", dictValue: "流程类型", sort: 1, dictKey: "-1" });
  const entry = { code: "flow", dictValue: "报销", dictKey: "2", sort: 1, remark: "expense", parentId: objectIn(dictionary)["id"] };
  expect(await administrator.post("/blade-system/dict/submit", entry)).toMatchObject({ code: 200 });
  expect(await handIn(id)).toMatchObject({ status: 400, data: { error: "noProcess" }, msg: expect.stringContaining("报销") });
  const drawn = await administrator.post("/blade-flow/model/submit", { modelKey: "Claims", name: "报销审批", xml });
  const modelId = String(objectIn(drawn)["id"]);
  expect(await administrator.post("/blade-flow/model/deploy", undefined, { modelId, category: "flow_2", tenantIds: "" })).toMatchObject({ code: 200 });
  definitionId = recordsIn(await administrator.get("/blade-flow/manager/list"))[0]?.["id"];
});

describe("approval in three lines", () => {
  it("asks the person whom the model names, and approves with their consent", async () => {
    const id = await add();
    const instance = await waiting(id);
    expect(recordsIn(await clerk.get(`${path}/list`, { status: 1 })).map((one) => one["id"])).toContain(id);
    expect(await decide(instance, { flag: "ok" })).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 2, processInstanceId: instance });
  });

  it("lets what the model asks nobody about pass at once", async () => {
    const id = await add({ amount: "80.00" });
    expect(await handIn(id)).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 2 });
  });

  it("gives a rejected claim back, which is changed and handed in again", async () => {
    const id = await add();
    const first = await waiting(id);
    expect(await decide(first, {})).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 0 });
    expect(await clerk.post(`${path}/submit`, { id, amount: "240.00" })).toMatchObject({ code: 200 });
    const second = await waiting(id);
    expect(second).not.toBe(first);
    expect(await decide(second, { flag: "ok" })).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 2, amount: "240.00" });
  });

  it("locks a claim that waits against changes, removal and being handed in again", async () => {
    const id = await add();
    await waiting(id);
    for (const by of [clerk, administrator, manager])
      expect(await by.post(`${path}/submit`, { id, amount: "1.00", tenantId: "100001" })).toMatchObject({ status: 400 });
    expect(await clerk.post(`${path}/remove`, undefined, { ids: id })).toMatchObject({ status: 400, data: { error: "notEditable" } });
    expect(await handIn(id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect(await row(id)).toMatchObject({ status: 1, amount: "250.00" });
  });

  it("lets the person who has the task change what the step may change, and nothing else", async () => {
    const id = await add();
    const instance = await waiting(id);
    expect(await clerk.post(`${path}/submit`, { id, account: "差旅" })).toMatchObject({ status: 400, data: { error: "notEditable" } });
    expect(await manager.post(`${path}/submit`, { id, account: "差旅", amount: "1.00" })).toMatchObject({
      status: 400,
      data: { error: "invalid", issues: [{ path: ["amount"] }] },
    });
    expect(await manager.post(`${path}/submit`, { id, account: "差旅", amount: "250.00" })).toMatchObject({ code: 200 });
    expect(await decide(instance, { flag: "ok" })).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 2, account: "差旅", amount: "250.00" });
    expect(await manager.post(`${path}/submit`, { id, account: "x" })).toMatchObject({ status: 400 });
  });

  it("is withdrawn by whoever handed it in, and by nobody else without being an administrator", async () => {
    const id = await add();
    const instance = await waiting(id);
    const other = server.as("nobody", { userId: "13", permissions: new Set(["expenseclaim_handin"]) });
    expect(await withdraw(id, other)).toMatchObject({ status: 400, data: { error: "notStarter" } });
    expect(await withdraw(id)).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 0 });
    expect(await decide(instance, { flag: "ok" })).toMatchObject({ status: 400 });
    expect(await withdraw(id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("is not withdrawn any more by whoever handed it in, once somebody has decided; by administrators it is", async () => {
    const id = await add();
    const instance = await waiting(id);
    // As after the first of two steps.
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into flow_task (id, tenant_id, task_id, process_instance_id, progress, kind) select 990001, tenant_id, 'first', process_instance_id, 2, 1 from flow_instance where process_instance_id = $1",
        parameters: [instance],
      }),
    );
    expect(await withdraw(id)).toMatchObject({ status: 400, data: { error: "alreadyDecided" } });
    expect(await row(id)).toMatchObject({ status: 1 });
    const ofTenant = server.as("zhangwei", { isTenantAdmin: true });
    expect(await withdraw(id, ofTenant)).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ status: 0 });
  });

  it("is decided once, when it is withdrawn and completed at the same time", async () => {
    const id = await add();
    const instance = await waiting(id);
    const answers = await Promise.all([decide(instance, { flag: "ok" }), withdraw(id)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "400"]);
    expect(await row(id)).toMatchObject({ status: answers[0].status === 200 ? 2 : 0 });
  });

  it("is refused again once the process is suspended, and what waits goes on", async () => {
    const id = await add();
    const instance = await waiting(id);
    expect(await suspend("suspend", definitionId)).toMatchObject({ code: 200 });
    expect(await handIn(await add())).toMatchObject({ status: 400, data: { error: "noProcess" } });
    expect(await decide(instance, { flag: "ok" })).toMatchObject({ code: 200 });
    expect(await suspend("active", definitionId)).toMatchObject({ code: 200 });
  });
});
