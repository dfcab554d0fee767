// The drawing of a process, what happened in an instance of it, and the request for leave that it is about.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile, type Client, type TestServer } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

const view = "/blade-flow/process/model-view";
const history = "/blade-flow/process/history-flow-list";
const leave = "/blade-desk/process/leave/detail";
/** Instances of the demonstration, which have ids of their own in every installation. */
let running: string;
let over: string;
const definition = "Leave:1:6a0c7f2e";

let server: TestServer;
let zhangwei: Client;
let chenqing: Client;

beforeAll(async () => {
  server = await serverOfFile({ isSeeded: true });
  zhangwei = server.as("zhangwei");
  chenqing = server.as("chenqing");
  const instanceOf = async (reason: string) => {
    const [row] = await rowsOf(server, "select process_instance_id as id from leave_process where reason = $1", [reason]);
    return String(row?.["id"]);
  };
  running = await instanceOf("家中有事");
  over = await instanceOf("年假");
});

const stepsIn = (data: unknown) =>
  (data as readonly Record<string, unknown>[]).map((step) => [step["historyActivityId"], step["historyActivityType"], step["endTime"]]);

describe("the drawing of a process", () => {
  it("of a definition is what was deployed, with the places of its shapes and no history", async () => {
    const { xml, flow } = objectIn(await zhangwei.get(view, { processDefinitionId: definition }));
    expect(flow).toEqual([]);
    expect(xml).toContain('<userTask id="approve" name="领导审批" flowable:assignee="${taskUser}">');
    expect(xml).toContain('bpmnElement="approve"');
  });

  it("stays as it was when the model changes", async () => {
    await write(server, "update flow_model set xml = '<definitions/>' where model_key = 'Expense'");
    expect(objectIn(await zhangwei.get(view, { processDefinitionId: "Expense:1:7b1d9c41" }))["xml"]).toContain("财务审批");
  });

  it("of an instance comes with its steps, oldest first, those that go on without an end", async () => {
    const { xml, flow } = objectIn(await zhangwei.get(view, { processInstanceId: running }));
    expect(xml).toContain("领导审批");
    expect(stepsIn(flow)).toEqual([
      ["start", "startEvent", "2025-03-11 16:20:00"],
      ["approve", "userTask", ""],
    ]);
    expect(flow).toMatchObject([{ assigneeName: "李娜" }, { assigneeName: "张伟", createTime: "2025-03-11 16:20:00" }]);
  });

  it("of an instance that is over is still there, up to its end event", async () => {
    expect(recordsIn(await zhangwei.get("/blade-flow/follow/list", { processInstanceId: over }))).toEqual([]);
    expect(stepsIn(objectIn(await zhangwei.get(view, { processInstanceId: over }))["flow"]).at(-1)).toEqual([
      "end",
      "endEvent",
      "2025-02-10 14:36:00",
    ]);
  });

  it("is asked for by exactly one of two parameters", async () => {
    const refused = { status: 400, data: { error: "oneOfTwoParameters" } };
    expect(await zhangwei.get(view)).toMatchObject(refused);
    expect(await zhangwei.get(view, { processInstanceId: running, processDefinitionId: definition })).toMatchObject(refused);
  });

  it("is not there for unknown ones and for those of another tenant, but general ones are for all", async () => {
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { processDefinitionId: definition },
      { processInstanceId: running },
      { processInstanceId: over },
    ];
    const unknown: typeof foreign = [{ processDefinitionId: "Leave:9:none" }, { processInstanceId: "none" }];
    for (const query of foreign) {
      expect(await chenqing.get(view, query)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    }
    for (const query of unknown) expect(await zhangwei.get(view, query)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    await write(
      server,
      "insert into flow_manager (id, key, name, version, xml) values ('General:1:a', 'General', '通用流程', 1, '<definitions/>')",
    );
    expect(await chenqing.get(view, { processDefinitionId: "General:1:a" })).toMatchObject({
      code: 200,
      data: { xml: "<definitions/>", flow: [] },
    });
    expect(await server.as("administrator").get(view, { processDefinitionId: definition })).toMatchObject({ code: 200 });
  });

  it("is told to be missing where a deployment kept none", async () => {
    await write(
      server,
      "insert into flow_manager (id, tenant_id, key, name, version) values ('Bare:1:a', '100001', 'Bare', '无图流程', 1)",
    );
    expect(await zhangwei.get(view, { processDefinitionId: "Bare:1:a" })).toMatchObject({ status: 400, data: { error: "noDrawing" } });
  });

  it("does not travel with every row of a list", async () => {
    for (const path of ["/blade-flow/manager/list", "/blade-flow/model/list"]) {
      const [row = {}] = recordsIn(await zhangwei.get(path));
      expect(Object.keys(row)).toContain("name");
      expect(Object.keys(row)).not.toContain("xml");
    }
  });
});

describe("the history of an instance", () => {
  it("is a plain array, oldest first; empty for one of another tenant", async () => {
    expect(stepsIn((await zhangwei.get(history, { processInstanceId: over })).data).map(([id]) => id)).toEqual([
      "start",
      "approve",
      "decide",
      "end",
    ]);
    expect((await chenqing.get(history, { processInstanceId: over })).data).toEqual([]);
    expect(await zhangwei.get(history)).toMatchObject({ status: 400, data: { error: "missingParameter" } });
  });
});

describe("a request for leave", () => {
  const idOf = async (instance: string) => {
    const [row] = await rowsOf(server, "select id::text as id from leave_process where process_instance_id = $1", [instance]);
    return String(row?.["id"]);
  };

  it("comes with the task that waits, and with none once it is over", async () => {
    expect(objectIn(await zhangwei.get(leave, { businessId: await idOf(running) }))).toMatchObject({
      reason: "家中有事",
      status: 1,
      taskUserName: "张伟",
      processInstanceId: running,
      flow: { historyActivityName: "领导审批", assigneeName: "张伟" },
    });
    expect(objectIn(await zhangwei.get(leave, { businessId: await idOf(over) }))).toMatchObject({ reason: "年假", status: 2, flow: {} });
  });

  it("is told to those who take part in it, and to nobody else", async () => {
    const [lina] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`);
    const businessId = await idOf(running);
    expect(objectIn(await server.as("nobody", { userId: String(lina?.["id"]) }).get(leave, { businessId }))).toMatchObject({
      reason: "家中有事",
    });
    for (const other of [server.as("nobody"), server.as("nobody", { permissions: new Set(["leave_add"]) }), chenqing]) {
      expect(await other.get(leave, { businessId })).toMatchObject({ code: 200, data: {} });
    }
    expect((await server.as("nobody").get(leave, { businessId })).data).toEqual({});
  });

  it("of no id, or of something that is none, is refused", async () => {
    expect(await zhangwei.get(leave)).toMatchObject({ status: 400, data: { error: "missingParameter" } });
    expect(await zhangwei.get(leave, { businessId: "one" })).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
    expect((await zhangwei.get(leave, { businessId: "1" })).data).toEqual({});
  });
});
