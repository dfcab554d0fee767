// The calls behind the modeler: what a model may use, and walking one without storing anything; and heads of departments as assignees.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import type { Client, TestServer } from "../../../support/server.ts";
import { chain, end, flow, model, start, task, timer } from "../../../unit/workflow/models.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";

const demonstration = startDemonstration();

let server: TestServer;
let administrator: Client;
let userId: string;

beforeAll(async () => {
  ({ server, userId } = await demonstration);
  administrator = server.as("administrator");
});

const decides =
  start +
  task("ask", 'flowable:candidateGroups="admin"') +
  `<exclusiveGateway id="decide" default="no"/>` +
  end +
  `<endEvent id="refused"/>` +
  chain("start", "ask", "decide") +
  flow("yes", "decide", "end", "${pass}") +
  flow("no", "decide", "refused");

const dryRun = (client: Client, body: Readonly<Record<string, unknown>>) => client.post("/blade-flow/model/dry-run", body);
const walked = async (body: Readonly<Record<string, unknown>>): Promise<Body> => {
  const answer = await dryRun(administrator, { starter: userId, ...body });
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer);
};
const taken = (result: Body): readonly string[] =>
  (result["rounds"] as readonly { readonly path: readonly { readonly what: string; readonly elementId: string }[] }[]).flatMap(({ path }) =>
    path.filter(({ what }) => what === "taken").map(({ elementId }) => elementId),
  );
const counts = async () => {
  const [row] = await rowsOf(
    server,
    "select (select count(*) from flow_instance)::int as instances, (select count(*) from flow_task)::int as tasks, (select count(*) from flow_history)::int as history, (select count(*) from job)::int as jobs",
    [],
  );
  return row;
};

describe("a dry run", () => {
  it("stops where somebody would be asked, names them in the starter's tenant, and goes the way of the answers", async () => {
    const xml = model(decides);
    expect(await walked({ xml })).toMatchObject({
      outcome: "running",
      rounds: [{ stops: [{ kind: "task", elementId: "ask", people: [{ kind: "role" }] }] }],
    });
    const yes = await walked({ xml, answers: [{ kind: "task", elementId: "ask", pass: true }] });
    expect(yes).toMatchObject({ outcome: "ended", isApproved: true });
    expect(taken(yes)).toContain("yes");
    const no = await walked({ xml, answers: [{ kind: "task", elementId: "ask", pass: false }] });
    expect(no).toMatchObject({ outcome: "ended", isApproved: false });
    expect(taken(no)).toContain("no");
  });

  it("reads chosen values of fields, fires timers by hand, and counts each run of a task that asks several", async () => {
    const several = `<multiInstanceLoopCharacteristics isSequential="false" flowable:collection="\${taskUser}" flowable:elementVariable="one"/>`;
    const xml = model(
      start +
        `<intermediateCatchEvent id="wait">${timer("timeDuration", "P2D")}</intermediateCatchEvent>` +
        task("ask", 'flowable:assignee="${one}"', several) +
        end +
        chain("start", "wait", "ask", "end"),
    );
    const variables = { taskUser: `${userId},${userId}` };
    expect(await walked({ xml, variables })).toMatchObject({ rounds: [{ stops: [{ kind: "timer", elementId: "wait" }] }] });
    const first = { kind: "timer", elementId: "wait" };
    expect(await walked({ xml, variables, answers: [first] })).toMatchObject({
      rounds: [
        {},
        {
          stops: [
            { elementId: "ask", place: 0, people: [{ kind: "user", name: "张伟" }] },
            { elementId: "ask", place: 1, people: [{ kind: "user", name: "张伟" }] },
          ],
        },
      ],
    });
    const both = [first, { kind: "task", elementId: "ask", place: 1 }, { kind: "task", elementId: "ask" }];
    expect(await walked({ xml, variables, answers: both })).toMatchObject({ outcome: "ended" });
  });

  it("writes nothing", async () => {
    const before = await counts();
    await walked({ xml: model(decides), answers: [{ kind: "task", elementId: "ask" }] });
    expect(await counts()).toEqual(before);
  });

  it("tells why it cannot go on, and refuses what deployment refuses", async () => {
    const xml = model(
      start +
        `<scriptTask id="sum" flowable:resultVariable="more"><script>days + 1</script></scriptTask>` +
        end +
        chain("start", "sum", "end"),
    );
    const failed = await walked({ xml });
    expect(failed).toMatchObject({ outcome: "failed" });
    expect(String(failed["error"])).toContain("days + 1");
    expect(await walked({ xml, variables: { days: 2 } })).toMatchObject({ outcome: "ended" });
    const lost = await dryRun(administrator, { xml: model(start + task("ask", "") + end + chain("start", "ask", "end")) });
    expect(lost).toMatchObject({ status: 400, data: { error: "notDeployable", reasons: [{ elementId: "ask" }] } });
    expect(
      await dryRun(administrator, { xml, answers: Array.from({ length: 61 }, () => ({ kind: "task", elementId: "a" })) }),
    ).toMatchObject({
      status: 400,
      data: { error: "dryRunRequest" },
    });
  });

  it("is for whoever may draw", async () => {
    expect(await dryRun(server.as("nobody"), { xml: model(decides) })).toMatchObject({ status: 403 });
  });
});

describe("the vocabulary of models", () => {
  it("names the fields of what processes are about, with labels, and which hold a person", async () => {
    const names = objectIn(await administrator.get("/blade-flow/model/vocabulary"))["names"] as readonly Body[];
    expect(names.find(({ name }) => name === "taskUser")).toMatchObject({ label: ["审批人员", "Approver"], isUser: true });
    expect(names.find(({ name }) => name === "days")).toMatchObject({ isNumber: true });
    expect(names.find(({ name }) => name === "pass")).toMatchObject({ of: null });
  });
});

describe("the head of the starter's department", () => {
  it("gets the task; without one the administrators may claim it", async () => {
    const xml = model(start + task("ask", 'flowable:assignee="head:${deptId}"') + end + chain("start", "ask", "end"));
    expect(await walked({ xml })).toMatchObject({ rounds: [{ stops: [{ people: [{ kind: "administrators" }] }] }] });
    const [lina] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`, []);
    await write(server, `update dept set head_id = $1 where id = (select dept_id[1] from "user" where id = $2)`, [lina?.["id"], userId]);
    expect(await walked({ xml })).toMatchObject({ rounds: [{ stops: [{ people: [{ kind: "user", name: "李娜" }] }] }] });
    const answer = await administrator.post("/blade-flow/model/submit", { modelKey: "Heads", name: "负责人", xml });
    const deployed = await administrator.post("/blade-flow/model/deploy", undefined, {
      modelId: String(objectIn(answer)["id"]),
      category: "flow_1",
      tenantIds: "100001",
    });
    const [processDefinitionId] = objectIn(deployed)["ids"] as readonly string[];
    const [{ dept = "" } = {}] = await rowsOf(server, `select dept_id[1]::text as dept from "user" where id = $1`, [userId]);
    const starter = server.as("zhangwei", { userId, deptIds: [String(dept)] });
    const started = await starter.post("/blade-desk/process/leave/start-process", {
      processDefinitionId,
      taskUser: userId,
      leaveType: "1",
      startTime: "2025-04-01 09:00:00",
      endTime: "2025-04-01 18:00:00",
      reason: "负责人审批",
    });
    expect(started).toMatchObject({ code: 200 });
    const tasks = await rowsOf(server, "select assignee::text as assignee from flow_task where process_instance_id = $1", [
      objectIn(started)["processInstanceId"],
    ]);
    expect(tasks).toEqual([{ assignee: lina?.["id"] }]);
  });
});
