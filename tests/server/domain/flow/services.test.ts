// Service tasks: called by a job over real HTTP, once their process has come to rest; retried, shown where they fail, and called again by an
// administrator.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { testMoment } from "../../../support/server.ts";
import { chain, end, flow, model, notice, service, start, task, timer } from "../../../unit/workflow/models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { approver, processesOf, runJobs, type StartedInstance, type Processes } from "./processes.ts";

let milliseconds = testMoment;
const demonstration = startDemonstration({ milliseconds: () => milliseconds });

interface Received {
  readonly body: unknown;
  readonly method: string | undefined;
  readonly key: string | undefined;
}

let place: Demonstration;
let processes: Processes;
let other: Server;
let url: string;
let received: Received[] = [];
let answer: { readonly status: number; readonly body: string } = { status: 200, body: "{}" };

beforeAll(async () => {
  place = await demonstration;
  processes = processesOf(place);
  other = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const key = request.headers["idempotency-key"];
      received.push({
        body: JSON.parse(Buffer.concat(parts).toString()),
        method: request.method,
        key: typeof key === "string" ? key : undefined,
      });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
  });
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/limits`;
});
afterAll(() => new Promise((closed) => other.close(closed)));
beforeEach(() => {
  received = [];
  answer = { status: 200, body: "{}" };
});

/** Asks somebody, calls the address, and goes by its answer. */
const asking = (more: Readonly<Record<string, string>> = {}, beside = "") =>
  model(
    start +
      task("sign", approver) +
      service("call", {
        requestUrl: url,
        requestBody: '{"days": "${days}", "of": {"reason": "请假：${reason}"}}',
        responseVariableName: "limit",
        ...more,
      }) +
      '<exclusiveGateway id="decide" default="no"/>' +
      task("high", approver) +
      task("low", approver) +
      beside +
      end +
      chain("start", "sign", "call", "decide") +
      flow("yes", "decide", "high", "${limit.amount > 10}") +
      flow("no", "decide", "low") +
      chain("high", "end") +
      flow("low_end", "low", "end"),
  );

const started = async (key: string, xml: string, reason: string): Promise<StartedInstance> => {
  const one = await processes.begin(await processes.deployed(key, xml), reason);
  expect(await processes.complete(one, "sign")).toMatchObject({ code: 200 });
  return one;
};
const followed = async ({ processInstanceId }: StartedInstance): Promise<Body> =>
  recordsIn(await place.zhangwei.get("/blade-flow/follow/list", { processInstanceId, size: 10 }))[0] ?? {};
const line = async ({ processInstanceId }: StartedInstance): Promise<Body> => {
  const steps = (await place.zhangwei.get("/blade-flow/process/history-flow-list", { processInstanceId })).data as readonly Body[];
  return steps.find((step) => step["historyActivityId"] === "call") ?? {};
};
const retry = ({ processInstanceId }: StartedInstance, client = place.zhangwei) =>
  client.post("/blade-flow/follow/retry-service", undefined, { processInstanceId });
/** All attempts of the queue. */
const untilGivenUp = async () => {
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await runJobs(place);
    milliseconds += 3_600_000;
  }
};

describe("a service task that calls an address", () => {
  it("posts JSON after its step is committed, and its answer is a variable", async () => {
    answer = { status: 200, body: '{"amount": 12, "ok": true}' };
    const one = await started("Limits", asking(), '核对"额度');
    // Nothing was called in the transaction of the step; the process waits.
    expect(received).toEqual([]);
    expect(await followed(one)).toMatchObject({ name: "call", health: "0" });
    expect(await line(one)).toMatchObject({ historyActivityType: "serviceTask", endTime: "", failure: "" });
    await runJobs(place);
    expect(received).toMatchObject([{ method: "POST", body: { days: 1, of: { reason: '请假：核对"额度' } } }]);
    expect(received[0]?.key).toMatch(/\w/u);
    expect(await processes.names(one)).toEqual(["high"]);
    expect(await line(one)).toMatchObject({ endTime: expect.stringMatching(/^\d/u) });
    // A decision cannot change what was answered.
    await processes.complete(one, "high", { variables: { limit: { amount: 0 } } });
    const [stored] = await rowsOf(
      place.server,
      "select state->'variables'->'limit' as limit from flow_instance where process_instance_id = $1",
      [one.processInstanceId],
    );
    expect(stored?.["limit"]).toEqual({ amount: 12, ok: true });
    expect(await processes.status(one)).toBe(2);
  });

  it("is tried again by the queue while the other side is away, and goes on then", async () => {
    answer = { status: 503, body: "" };
    const one = await started("Away", asking(), "稍后");
    await runJobs(place);
    expect(await followed(one)).toMatchObject({ health: "0" });
    answer = { status: 200, body: '{"amount": 1}' };
    milliseconds += 60_000;
    await runJobs(place);
    expect(received.map(({ key }) => key)).toEqual([received[0]?.key, received[0]?.key]);
    expect(await processes.names(one)).toEqual(["low"]);
  });

  it("that fails for good is shown where it stands, and called again by an administrator, which the history tells", async () => {
    answer = { status: 500, body: "" };
    const one = await started("Fails", asking(), "失败");
    await untilGivenUp();
    expect(received).toHaveLength(6);
    expect(await followed(one)).toMatchObject({ health: "1", failure: "call：对方应答 HTTP 500" });
    expect(await line(one)).toMatchObject({ endTime: "", failure: "对方应答 HTTP 500" });
    expect(await retry(one, place.server.as("nobody", { userId: "1", permissions: new Set() }))).toMatchObject({ status: 403 });
    expect(await retry(one, place.chenqing)).not.toMatchObject({ code: 200 });
    answer = { status: 200, body: '{"amount": 99}' };
    expect(await retry(one)).toMatchObject({ code: 200 });
    expect(await followed(one)).toMatchObject({ health: "0", failure: "" });
    await runJobs(place);
    expect(await processes.names(one)).toEqual(["high"]);
    expect(await processes.history(one)).toContainEqual(["retried", "call", "对方应答 HTTP 500", true]);
    expect(await retry(one)).not.toMatchObject({ code: 200 });
  });

  it.each([
    ["a status that will not change", { status: 403, body: "{}" }, "对方应答 HTTP 403"],
    ["an answer that is no JSON", { status: 200, body: "<html>" }, "应答不是 JSON"],
    ["an answer that the model cannot go on with", { status: 200, body: "{}" }, "流程无法继续"],
  ])("fails at once by %s", async (_what, given, reason) => {
    answer = given;
    const one = await started("Final", asking(), "立即");
    await runJobs(place);
    expect(received).toHaveLength(1);
    expect(String((await followed(one))["failure"])).toContain(reason);
  });

  it("is not called at an internal address, and says so", async () => {
    const one = await started("Internal", asking({ requestUrl: "https://10.0.0.1/" }), "内部");
    await runJobs(place);
    expect(String((await line(one))["failure"])).toContain("10.0.0.1");
  });

  it("leaves by the boundary event of a status that its model handles", async () => {
    answer = { status: 404, body: "{}" };
    const beside =
      '<boundaryEvent id="unknown" attachedToRef="call"><errorEventDefinition/></boundaryEvent>' +
      task("mend", approver) +
      chain("unknown", "mend") +
      flow("mended", "mend", "end");
    const one = await started("Handled", asking({ handleStatusCodes: "4XX" }, beside), "未知");
    await runJobs(place);
    expect(await processes.names(one)).toEqual(["mend"]);
    expect(await followed(one)).toMatchObject({ health: "0" });
  });

  it("is not called any more once its process has left it", async () => {
    answer = { status: 500, body: "" };
    const beside =
      `<boundaryEvent id="late" attachedToRef="call">${timer("timeDuration", "PT1H")}</boundaryEvent>` +
      task("byHand", approver) +
      chain("late", "byHand") +
      flow("done", "byHand", "end");
    const one = await started("Left", asking({}, beside), "离开");
    milliseconds += 2 * 3_600_000;
    const before = received.length;
    // The timer comes first or the call does; afterwards nobody calls.
    await runJobs(place);
    expect(await processes.names(one)).toEqual(["byHand"]);
    const called = received.length;
    expect(called - before).toBeLessThanOrEqual(1);
    await untilGivenUp();
    expect(received).toHaveLength(called);
    expect(await followed(one)).toMatchObject({ health: "0" });
    expect(await line(one)).toMatchObject({ endTime: expect.stringMatching(/^\d/u) });
  });

  it("does nothing where its process was withdrawn meanwhile", async () => {
    const one = await started("Gone", asking(), "撤销");
    const query = { processInstanceId: one.processInstanceId, deleteReason: "不再需要" };
    expect(await place.zhangwei.post("/blade-flow/follow/delete-process-instance", undefined, query)).toMatchObject({ code: 200 });
    await runJobs(place);
    expect(received).toEqual([]);
  });
});

describe("a service task that tells people", () => {
  it("gives each of them a notice of the process, in words of its model", async () => {
    const xml = model(
      start +
        task("sign", approver) +
        service("tell", { to: "${initiator}", text: "已批准 ${days} 天" }, notice) +
        task("file", approver) +
        end +
        chain("start", "sign", "tell", "file", "end"),
    );
    const one = await started("Tells", xml, "通知");
    await runJobs(place);
    expect(await processes.names(one)).toEqual(["file"]);
    const notices = recordsIn(await place.zhangwei.get("/blade-flow/work/notice-list", { size: 200 }));
    const reported = notices.filter((row) => row["processInstanceId"] === one.processInstanceId && row["kind"] === "told");
    expect(reported).toMatchObject([{ comment: "已批准 1 天" }]);
    expect(String(reported[0]?.["sentence"] ?? reported[0]?.["content"])).toContain("tell");
  });
});
