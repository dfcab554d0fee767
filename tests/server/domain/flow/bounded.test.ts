// Very many instances of a deleted deployment, and very many tasks of somebody who leaves: each transaction does some of them, a job the rest.
import { beforeAll, expect, it } from "vitest";
import { recordsIn } from "../../../support/samples.ts";
import { chain, end, model, start, task } from "../../../unit/workflow/models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { userStatus } from "../../../../src/server/auth/people.ts";
import { reassignTasksOf } from "../../../../src/server/domain/flow/orphans.ts";
import { withinOf } from "../mall/within.ts";
import { rowsOf, write } from "../rows.ts";
import { approver, processesOf, runJobs, type StartedInstance, type Processes } from "./processes.ts";

const demonstration = startDemonstration();
let place: Demonstration;
let processes: Processes;

beforeAll(async () => {
  place = await demonstration;
  processes = processesOf(place);
});

const plain = model(start + task("sign", approver) + end + chain("start", "sign", "end"));
const numberOf = async (sql: string, parameters: readonly unknown[]) => Number((await rowsOf(place.server, sql, parameters))[0]?.["count"]);

it("a deployment with very many instances is deleted by a job, and starts nothing meanwhile", async () => {
  const id = await processes.deployed("Many", plain);
  const started: StartedInstance[] = [];
  for (let index = 0; index < 55; index += 1) started.push(await processes.begin(id, `第 ${index} 个`));
  const running = () => numberOf("select count(*) from flow_instance where process_definition_id = $1 and end_time is null", [id]);
  const list = recordsIn(await processes.administrator.get("/blade-flow/manager/list", { key: "Many", size: 100 }));
  const deploymentIds = String(list.find((row) => row["id"] === id)?.["deploymentId"]);
  const remove = (more = {}) =>
    processes.administrator.post("/blade-flow/manager/delete-deployment", undefined, { deploymentIds, ...more });
  const requested = await remove();
  expect(requested).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
  expect(requested.msg).toContain("55");
  expect(await remove({ confirmed: "1" })).toMatchObject({ code: 200, data: { ended: 50, remaining: 5 } });
  expect(await running()).toBe(5);
  // What is still there goes on; nothing new begins, and nobody activates it again.
  expect(await processes.tryBegin(id, "不再发起")).toMatchObject({ status: 400, data: { error: "processSuspended" } });
  const state = await processes.administrator.post("/blade-flow/manager/change-state", undefined, { processId: id, state: "active" });
  expect(state).toMatchObject({ status: 400 });
  expect(await processes.names(started[54] ?? { id: "", processInstanceId: "" })).toEqual(["sign"]);
  await runJobs(place);
  expect(await running()).toBe(0);
  expect(await processes.status(started[54] ?? { id: "", processInstanceId: "" })).toBe(4);
  expect(await numberOf("select count(*) from flow_manager where id = $1", [id])).toBe(0);
  const [job] = await rowsOf(place.server, "select status::int as status, tenant_id from job where queue = 'flow.deletion'", []);
  expect(job).toMatchObject({ tenant_id: "000000" });
});

it("somebody with very many tasks is locked at once, and a job hands on the rest", async () => {
  const one = await processes.begin(await processes.deployed("Leaving", plain), "离岗");
  const [leaving] = await rowsOf(place.server, `select id::text as id from "user" where account = 'hanmei'`, []);
  const userId = String(leaving?.["id"]);
  // Tasks as the engine would have made them, of one instance.
  await write(
    place.server,
    `insert into flow_task select (jsonb_populate_record(t, jsonb_build_object('id', t.id + n, 'task_id', 'copy-' || n, 'execution_id', 'copy-' || n, 'assignee', $2::bigint))).*
      from flow_task t, generate_series(1, 250) n where t.process_instance_id = $1`,
    [one.processInstanceId, userId],
  );
  const left = () => numberOf("select count(*) from flow_task where assignee = $1::bigint and progress = 1", [userId]);
  expect(await left()).toBe(250);
  await write(place.server, `update "user" set status = $2 where id = $1`, [userId, userStatus.locked]);
  await withinOf(place)((context, tx) => reassignTasksOf(context, tx, [userId]));
  expect(await left()).toBe(150);
  await runJobs(place);
  expect(await left()).toBe(0);
  const administrators =
    "select count(*) from flow_candidate c join flow_task t on t.tenant_id = c.tenant_id and t.task_id = c.task_id where t.process_instance_id = $1 and c.candidate = 'admins'";
  expect(await numberOf(administrators, [one.processInstanceId])).toBe(250);
});
