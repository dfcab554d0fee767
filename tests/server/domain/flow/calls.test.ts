// Processes that call each other, and messages between them.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { testMoment, type Client } from "../../../support/server.ts";
import { chain, end, flow, model, start, task, timer } from "../../../unit/workflow/models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { approver, processesOf, runJobs, type Begun, type Processes } from "./processes.ts";

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
  const send = (one: Begun, name: string, client = zhangwei) =>
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

  it("starts no process: such a model is refused", async () => {
    const xml = model(`<startEvent id="start">${event}</startEvent>` + end + chain("start", "end"), message);
    const refused = await processes.tryDeploy("ByMessage", xml);
    expect(refused).toMatchObject({ status: 400, data: { error: "notDeployable", reasons: [{ elementId: "start" }] } });
    expect(objectIn(refused)["reasons"]).toHaveLength(1);
  });
});
