// Instances that are sent back to an earlier step or to who started them, or moved by an administrator.
import { beforeAll, describe, expect, it } from "vitest";
import type { TestServer } from "../../../support/server.ts";
import { chain, end, model, start, task } from "../../../unit/workflow/models.ts";
import type { CommitContext } from "../../../../src/server/contract.ts";
import { moveInstance, sendBack } from "../../../../src/server/domain/flow/transitions.ts";
import { starterStep } from "../../../../src/server/domain/flow/resubmission.ts";
import type { Transaction } from "../../../../src/server/store/database.ts";
import { startDemonstration } from "../demonstration.ts";
import { refusalOf, withinOf, type Within } from "../mall/within.ts";
import { rowsOf, write } from "../rows.ts";
import { approver, processesOf, type StartedInstance, type Processes } from "./processes.ts";

const demonstration = startDemonstration();

let server: TestServer;
let userId: string;
let within: Within;
let processes: Processes;
let definition: string;

const xml = model(
  start +
    '<parallelGateway id="fork"/><parallelGateway id="join"/>' +
    ["first", "a", "b", "last"].map((id) => task(id, approver)).join("") +
    end +
    chain("start", "first", "fork", "a", "join", "last", "end") +
    chain("fork", "b", "join"),
);

beforeAll(async () => {
  const place = await demonstration;
  ({ server, userId } = place);
  within = withinOf(place);
  processes = processesOf(place);
  definition = await processes.deployed("Branches", xml);
});

const byZhangwei = <T>(does: (context: CommitContext, tx: Transaction) => Promise<T>) =>
  within((context, tx) => does({ ...context, caller: { ...context.caller, userId } }, tx));
const back = ({ processInstanceId }: StartedInstance, to: string) =>
  byZhangwei((context, tx) => sendBack(context, tx, { processInstanceId, to, comment: "请补充" }, async () => {}));
const move = ({ processInstanceId }: StartedInstance, to: string) =>
  byZhangwei((context, tx) => moveInstance(context, tx, { processInstanceId, to, reason: "部门撤销" }));

describe("an instance that is sent back", () => {
  it("goes on at the earlier step, takes all branches with it, and its history tells it", async () => {
    const one = await processes.begin(definition, "退回一步");
    await processes.complete(one, "first");
    await processes.complete(one, "a");
    await back(one, "first");
    expect(await processes.names(one)).toEqual(["first"]);
    expect(await processes.history(one)).toEqual([
      ["startEvent", "start", "", true],
      ["userTask", "first", "同意", true],
      ["parallelGateway", "fork", "", true],
      ["userTask", "a", "同意", true],
      ["userTask", "b", "", true],
      ["sentBack", "first", "请补充", true],
      ["userTask", "first", "", false],
    ]);
    await processes.complete(one, "first");
    expect(await processes.names(one)).toEqual(["a", "b"]);
    for (const name of ["b", "a", "last"]) expect(await processes.complete(one, name)).toMatchObject({ code: 200 });
    expect(await processes.status(one)).toBe(2);
  });

  it("is refused a step that nobody has passed, and one between a fork and its join", async () => {
    const one = await processes.begin(definition, "不能退回");
    await processes.complete(one, "first");
    await processes.complete(one, "a");
    expect(await refusalOf(back(one, "last"))).toBe("stepNotPassed");
    expect(await refusalOf(back(one, "a"))).toBe("stepInBranch");
    expect(await processes.names(one)).toEqual(["b"]);
  });

  it("to who started it is submitted again with what the row says then", async () => {
    const one = await processes.begin(definition, "退回发起人");
    await processes.complete(one, "first");
    await back(one, starterStep);
    expect(await processes.names(one)).toEqual(["重新提交"]);
    expect(await refusalOf(back(one, "first"))).toBe("withStarter");
    expect(await processes.status(one)).toBe(1);
    await write(server, "update leave_process set reason = '已补充' where id = $1", [one.id]);
    expect(await processes.complete(one, "重新提交", { flag: undefined })).toMatchObject({ status: 400, data: { error: "resubmitOnly" } });
    expect(await processes.complete(one, "重新提交", { comment: "已补充说明" })).toMatchObject({ code: 200 });
    expect(await processes.names(one)).toEqual(["first"]);
    const [row] = await rowsOf(server, "select state->'variables'->>'reason' as reason from flow_instance where process_instance_id = $1", [
      one.processInstanceId,
    ]);
    expect(row).toEqual({ reason: "已补充" });
    for (const name of ["first", "a", "b", "last"]) await processes.complete(one, name);
    expect(await processes.status(one)).toBe(2);
  });
});

describe("an instance that an administrator moves", () => {
  it("goes on at the step, and ends from there as its model says", async () => {
    const one = await processes.begin(definition, "转移");
    await move(one, "last");
    expect(await processes.names(one)).toEqual(["last"]);
    expect((await processes.history(one)).slice(-2)).toEqual([
      ["moved", "last", "部门撤销", true],
      ["userTask", "last", "", false],
    ]);
    expect(await processes.complete(one, "last")).toMatchObject({ code: 200 });
    expect(await processes.status(one)).toBe(2);
    expect(await refusalOf(move(one, "first"))).toBe("taskOver");
  });

  it("is refused a step that its process has not, and one inside of branches", async () => {
    const one = await processes.begin(definition, "不能转移");
    expect(await refusalOf(move(one, "nowhere"))).toBe("unknownStep");
    expect(await refusalOf(move(one, "b"))).toBe("stepInBranch");
    expect(await processes.names(one)).toEqual(["first"]);
  });
});
