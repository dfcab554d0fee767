// Processes that call each other, and messages between them.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { testMoment, type Client } from "../../../support/server.ts";
import { chain, end, flow, model, start, task, timer } from "../../../unit/workflow/models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { approver, processesOf, runJobs, type StartedInstance, type Processes } from "./processes.ts";

let milliseconds = testMoment;
const demonstration = startDemonstration({ milliseconds: () => milliseconds });

let place: Demonstration;
let processes: Processes;
let zhangwei: Client;

beforeAll(async () => {
  place = await demonstration;
  ({ zhangwei } = place);
  processes = processesOf(place);
});

const caller = (key: string) =>
  model(
    start +
      `<callActivity id="call" name="调用" calledElement="${key}"/>` +
      task("after", approver) +
      end +
      chain("start", "call", "after", "end"),
  );
const called = (name: string) => model(start + task(name, approver) + end + chain("start", name, "end"));

describe("a process that calls another deployment", () => {
  it("is not deployed before what it calls, for everybody whom it is for", async () => {
    const refused = await processes.tryDeploy("Early", caller("Later"));
    expect(refused).toMatchObject({ status: 400, data: { error: "notDeployable", reasons: [{ elementId: "call" }] } });
    expect(refused.msg).toContain("Later");
    await processes.deployed("Later", called("inner"));
    expect(await processes.tryDeploy("Early", caller("Later"))).toMatchObject({ code: 200 });
    expect(await processes.tryDeploy("Early", caller("Later"), "100001,100002")).toMatchObject({ status: 400 });
  });

  it("goes on when the called one has ended, whose steps are in its history", async () => {
    await processes.deployed("Check", called("inner"));
    const id = await processes.deployed("Caller", caller("Check"));
    const one = await processes.begin(id, "调用");
    expect(await processes.names(one)).toEqual(["inner"]);
    expect(await processes.complete(one, "inner", { comment: "已核对" })).toMatchObject({ code: 200 });
    expect(await processes.names(one)).toEqual(["after"]);
    expect(await processes.history(one)).toEqual([
      ["startEvent", "start", "", true],
      ["callActivity", "call", "", true],
      ["startEvent", "call/start", "", true],
      ["userTask", "call/inner", "已核对", true],
      ["endEvent", "call/end", "", true],
      ["userTask", "after", "", false],
    ]);
    expect(await processes.complete(one, "after")).toMatchObject({ code: 200 });
    expect(await processes.status(one)).toBe(2);
  });

  it("calls the newest version, and keeps the one that it has called", async () => {
    await processes.deployed("Renewed", called("old"));
    const id = await processes.deployed("CallsRenewed", caller("Renewed"));
    const before = await processes.begin(id, "旧版");
    await processes.deployed("Renewed", called("new"));
    const after = await processes.begin(id, "新版");
    expect(await processes.names(before)).toEqual(["old"]);
    expect(await processes.names(after)).toEqual(["new"]);
    await processes.complete(before, "old");
    expect(await processes.names(before)).toEqual(["after"]);
  });

  it("is among what ends with the deployment of what it has called", async () => {
    const inner = await processes.deployed("Dropped", called("inner"));
    const one = await processes.begin(await processes.deployed("CallsDropped", caller("Dropped")), "删除");
    const list = recordsIn(await processes.administrator.get("/blade-flow/manager/list", { key: "Dropped", size: 100 }));
    const deploymentIds = String(list.find((row) => row["id"] === inner)?.["deploymentId"]);
    const remove = (more = {}) =>
      processes.administrator.post("/blade-flow/manager/delete-deployment", undefined, { deploymentIds, ...more });
    expect(await remove()).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
    expect(await remove({ confirmed: "1" })).toMatchObject({ code: 200 });
    expect(await processes.status(one)).toBe(4);
    expect(await processes.names(one)).toEqual([]);
  });

  it("waits for the timers of what it calls, and leaves by its event where the called one fails", async () => {
    const late =
      start +
      task("slow", approver) +
      `<boundaryEvent id="late" attachedToRef="slow">${timer("timeDuration", "PT2H")}</boundaryEvent>` +
      '<endEvent id="broken"><errorEventDefinition errorRef="tooLate"/></endEvent>' +
      end +
      chain("start", "slow", "end") +
      flow("f", "late", "broken");
    await processes.deployed("Slow", model(late, '<error id="tooLate" name="late" errorCode="late"/>'));
    const catching =
      start +
      '<callActivity id="call" calledElement="Slow"/>' +
      '<boundaryEvent id="caught" attachedToRef="call"><errorEventDefinition/></boundaryEvent>' +
      task("mend", approver) +
      end +
      chain("start", "call", "end") +
      chain("caught", "mend") +
      flow("m_end", "mend", "end");
    const one = await processes.begin(await processes.deployed("Catches", model(catching)), "超时");
    expect(await processes.names(one)).toEqual(["slow"]);
    milliseconds += 3 * 3_600_000;
    await runJobs(place);
    expect(await processes.names(one)).toEqual(["mend"]);
  });

  it("is refused where processes call each other in a circle", async () => {
    await processes.deployed("Ring", called("first"));
    const id = await processes.deployed("Ring", caller("Ring"));
    expect(await processes.tryBegin(id, "循环")).toMatchObject({ status: 400, data: { error: "processExpression" } });
  });
});

describe("a message", () => {
  const message = '<message id="m" name="paid"/>';
  const event = '<messageEventDefinition messageRef="m"/>';
  const send = (one: StartedInstance, name: string, client = zhangwei) =>
    client.post("/blade-flow/follow/send-message", { message: name, businessId: one.id, variables: { amount: 3, days: 99 } });

  it("lets the instances about its row go on that wait for it, once", async () => {
    const body = start + `<intermediateCatchEvent id="wait">${event}</intermediateCatchEvent>` + task("ship", approver) + end;
    const id = await processes.deployed("Waits", model(body + chain("start", "wait", "ship", "end"), message));
    const [one, other] = [await processes.begin(id, "付款"), await processes.begin(id, "未付款")];
    expect(await send(one, "other")).toMatchObject({ status: 400, data: { error: "messageNotAwaited" } });
    expect(await send(one, "paid", place.chenqing)).toMatchObject({ status: 400, data: { error: "messageNotAwaited" } });
    expect(await send(one, "paid")).toMatchObject({ code: 200, data: { count: 1 } });
    expect(await processes.names(one)).toEqual(["ship"]);
    expect(await processes.names(other)).toEqual([]);
    expect(await send(one, "paid")).toMatchObject({ status: 400, data: { error: "messageNotAwaited" } });
  });

  it("reaches a process that another one calls", async () => {
    const body = start + `<intermediateCatchEvent id="wait">${event}</intermediateCatchEvent>` + task("ship", approver) + end;
    await processes.deployed("WaitsInside", model(body + chain("start", "wait", "ship", "end"), message));
    const one = await processes.begin(await processes.deployed("CallsWaiting", caller("WaitsInside")), "内部");
    expect(await send(one, "paid")).toMatchObject({ code: 200 });
    expect(await processes.names(one)).toEqual(["ship"]);
  });

  it("of a process reaches what waits for it about the same row", async () => {
    const body =
      start +
      '<parallelGateway id="fork"/><parallelGateway id="join"/>' +
      task("pay", approver) +
      `<intermediateThrowEvent id="tell">${event}</intermediateThrowEvent>` +
      `<intermediateCatchEvent id="wait">${event}</intermediateCatchEvent>` +
      task("ship", approver) +
      end +
      chain("start", "fork", "pay", "tell", "join", "end") +
      chain("fork", "wait", "ship", "join");
    const one = await processes.begin(await processes.deployed("Tells", model(body, message)), "通知");
    expect(await processes.names(one)).toEqual(["pay"]);
    await processes.complete(one, "pay");
    await runJobs(place);
    expect(await processes.names(one)).toEqual(["ship"]);
    await processes.complete(one, "ship");
    expect(await processes.status(one)).toBe(2);
  });

  const starting = (key: string, name: string, more = "") =>
    model(
      `<startEvent id="start">${event}</startEvent>` + task("check", approver) + more + end + chain("start", "check", "end"),
      message.replace("paid", name),
    ).replace('<process id="process"', `<process id="${key}"`);
  const sendNamed = (name: string, businessId: string, client = zhangwei) =>
    client.post("/blade-flow/follow/send-message", { message: name, businessId, variables: { amount: 3, days: 99 } });
  const plain = model(start + task("approve", approver) + end + chain("start", "approve", "end"));

  it("starts the process whose start it is, in the name of whoever sent it, where none waits for it", async () => {
    const id = await processes.deployed("ByMessage", starting("ByMessage", "arrived"));
    const one = await processes.begin(await processes.deployed("Plain", plain), "到货");
    const answer = await sendNamed("arrived", one.id);
    expect(answer).toMatchObject({ code: 200, data: { count: 1 } });
    const started = { id: one.id, processInstanceId: String(objectIn(answer)["processInstanceId"]) };
    expect(await processes.names(started)).toEqual(["check"]);
    const [stored] = await rowsOf(
      place.server,
      "select starter::text, start_message, business_resource, state->'variables' as variables from flow_instance where process_instance_id = $1",
      [started.processInstanceId],
    );
    // Its record's fields are as the record has them, whatever the message says.
    expect(stored).toMatchObject({
      starter: place.userId,
      start_message: "arrived",
      business_resource: "leave-process",
      variables: { initiator: place.userId, amount: 3, days: 1 },
    });
    expect(await processes.complete(started, "check")).toMatchObject({ code: 200 });
    // Another process decides about the record: it waits as before.
    expect(await processes.status(one)).toBe(1);
    expect(await processes.names(one)).toEqual(["approve"]);
    // Nobody starts it by hand, and it decides about no requests.
    expect(await processes.tryBegin(id, "手动")).toMatchObject({ status: 400, data: { error: "startedByMessage" } });
    const offered = recordsIn(await zhangwei.get("/blade-flow/work/start-list", { size: 200 })).map((row) => row["processDefinitionId"]);
    expect(offered).not.toContain(id);
  });

  it("starts nothing about a record that there is not, or of another tenant, or where its process is suspended", async () => {
    const id = await processes.deployed("Suspended", starting("Suspended", "late"));
    const one = await processes.begin(await processes.deployed("Plain", plain), "无");
    expect(await sendNamed("late", "987654321")).toMatchObject({ status: 400, data: { error: "messageAboutNothing" } });
    expect(await sendNamed("late", one.id, place.chenqing)).toMatchObject({ status: 400, data: { error: "messageNotAwaited" } });
    await processes.administrator.post("/blade-flow/manager/change-state", undefined, { processId: id, state: "suspend" });
    expect(await sendNamed("late", one.id)).toMatchObject({ status: 400, data: { error: "messageNotAwaited" } });
  });

  it("starts one process only: another key with the same message is refused, a new version is not", async () => {
    await processes.deployed("First", starting("First", "once"));
    expect(await processes.tryDeploy("First", starting("First", "once"))).toMatchObject({ code: 200 });
    const refused = await processes.tryDeploy("Second", starting("Second", "once"));
    expect(refused).toMatchObject({ status: 400, data: { error: "notDeployable" } });
    expect(refused.msg).toContain("once");
  });

  it("starts nothing inside of a sub-process, and names its message", async () => {
    const inside = `<subProcess id="sub"><startEvent id="inner">${event}</startEvent><endEvent id="done"/>${chain("inner", "done")}</subProcess>`;
    const refused = await processes.tryDeploy("Inside", model(start + inside + end + chain("start", "sub", "end"), message));
    expect(refused).toMatchObject({ status: 400, data: { reasons: [{ elementId: "inner" }] } });
    const nameless = model(`<startEvent id="start"><messageEventDefinition/></startEvent>` + end + chain("start", "end"));
    expect(await processes.tryDeploy("Nameless", nameless)).toMatchObject({ status: 400, data: { reasons: [{ elementId: "start" }] } });
  });

  it("of a process starts another one about the same record, in the name of who started the first", async () => {
    await processes.deployed("Follows", starting("Follows", "shipped"));
    const sending = model(
      start + task("pack", approver) + `<endEvent id="end">${event}</endEvent>` + chain("start", "pack", "end"),
      message.replace("paid", "shipped"),
    );
    const one = await processes.begin(await processes.deployed("Ships", sending), "发货");
    await processes.complete(one, "pack");
    await runJobs(place);
    const found = await rowsOf(
      place.server,
      "select process_instance_id, starter::text from flow_instance where start_message = 'shipped' and business_id = $1",
      [one.id],
    );
    expect(found).toMatchObject([{ starter: place.userId }]);
  });
});
