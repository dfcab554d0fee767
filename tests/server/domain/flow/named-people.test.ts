// One general model for several tenants: it names people, roles, posts and departments, which each tenant has of its own.
import { beforeAll, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { chain, end, model, start, task } from "../../../unit/workflow/models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { processesOf, type Processes } from "./processes.ts";

const demonstration = startDemonstration();
let place: Demonstration;
let processes: Processes;

beforeAll(async () => {
  place = await demonstration;
  processes = processesOf(place);
});

const asking = (groups: string) =>
  model(start + task("sign", `flowable:candidateGroups="${groups}"`) + end + chain("start", "sign", "end"));

async function deploy(key: string, xml: string, query: Readonly<Record<string, string>>) {
  const added = await processes.administrator.post("/blade-flow/model/submit", { modelKey: key, name: key, xml });
  const modelId = String(objectIn(added)["id"]);
  return processes.administrator.post("/blade-flow/model/deploy", undefined, { modelId, category: "flow_1", ...query });
}

const candidates = (processInstanceId: string) =>
  rowsOf(
    place.server,
    `select c.candidate from flow_candidate c join flow_task t on t.tenant_id = c.tenant_id and t.task_id = c.task_id where t.process_instance_id = $1 order by 1`,
    [processInstanceId],
  );

it("warns whoever deploys of the tenants that lack what it names, and deploys when they insist", async () => {
  const xml = asking("post:没有的岗位,role:admin");
  const requested = await deploy("Warned", xml, { tenantIds: "100001" });
  expect(requested).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
  expect(requested.msg).toContain("没有岗位“没有的岗位”");
  expect(requested.msg).not.toContain("“admin”");
  expect(await rowsOf(place.server, "select id from flow_manager where key = 'Warned'", [])).toEqual([]);
  const [row] = await rowsOf(place.server, "select id::text as id from flow_model where model_key = 'Warned'", []);
  const query = { modelId: String(row?.["id"]), category: "flow_1", tenantIds: "100001", confirmed: "1" };
  expect(await processes.administrator.post("/blade-flow/model/deploy", undefined, query)).toMatchObject({ code: 200 });
});

const naming = (attributes: string) => model(start + task("sign", attributes) + end + chain("start", "sign", "end"));

it.each([
  ['flowable:assignee="kermit"', "没有账号“kermit”"],
  ['flowable:assignee="$INITIATOR"', "没有账号“$INITIATOR”"],
  ['flowable:candidateUsers="zhangwei；没有的人"', "没有账号“没有的人”"],
])("warns of people whom the tenant does not have: %s", async (attributes, sentence) => {
  const requested = await deploy(`Nobody${sentence.length}`, naming(attributes), { tenantIds: "100001" });
  expect(requested).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
  expect(requested.msg).toContain(sentence);
  expect(requested.msg).not.toContain("“zhangwei”");
});

it("asks whom an account of the tenant names, one or several", async () => {
  const account = await rowsOf(
    place.server,
    `select id::text as id, account from "user" where tenant_id = '100001' and status = 1 and is_deleted = 0 order by account = 'zhangwei' desc, id limit 2`,
    [],
  );
  const [zhangwei, other] = account;
  const one = await deploy("ByAccount", naming('flowable:assignee="zhangwei"'), { tenantIds: "100001" });
  const [id = ""] = objectIn(one)["ids"] as readonly string[];
  expect(await processes.names(await processes.begin(id, "按账号"))).toEqual(["sign"]);
  const several = await deploy("ByAccounts", naming(`flowable:candidateUsers="zhangwei，${String(other?.["account"])}"`), {
    tenantIds: "100001",
  });
  const [of = ""] = objectIn(several)["ids"] as readonly string[];
  const started = await processes.begin(of, "按账号");
  expect((await candidates(started.processInstanceId)).map(({ candidate }) => candidate)).toEqual(
    [zhangwei, other].map((person) => `user:${String(person?.["id"])}`).toSorted(),
  );
});

it("asks the post and the department of that name in the tenant of the starter", async () => {
  const [post] = await rowsOf(
    place.server,
    `select p.id::text as id, p.post_code, p.post_name from post p where p.tenant_id = '100001' and p.is_deleted = 0
      and exists (select 1 from "user" u where u.tenant_id = p.tenant_id and p.id = any(u.post_id) and u.status = 1 and u.is_deleted = 0) order by p.id limit 1`,
    [],
  );
  const [dept] = await rowsOf(
    place.server,
    `select d.id::text as id, d.dept_name from dept d where d.tenant_id = '100001' and d.is_deleted = 0
      and exists (select 1 from "user" u where u.tenant_id = d.tenant_id and d.id = any(u.dept_id) and u.status = 1 and u.is_deleted = 0) order by d.id limit 1`,
    [],
  );
  const groups = `post:${String(post?.["post_code"])},post:${String(post?.["post_name"])},dept:${String(dept?.["dept_name"])}`;
  const answer = await deploy("Named", asking(groups), { tenantIds: "100001" });
  expect(answer).toMatchObject({ code: 200 });
  const [id = ""] = objectIn(answer)["ids"] as readonly string[];
  const one = await processes.begin(id, "按名称");
  expect((await candidates(one.processInstanceId)).map(({ candidate }) => candidate)).toEqual(
    expect.arrayContaining([`dept:${String(dept?.["id"])}`, `post:${String(post?.["id"])}`]),
  );
});

it("falls to the administrators where the tenant has no such group", async () => {
  const answer = await deploy("Nowhere", asking("dept:没有的部门"), { tenantIds: "100001", confirmed: "1" });
  const [id = ""] = objectIn(answer)["ids"] as readonly string[];
  const one = await processes.begin(id, "无此部门");
  expect((await candidates(one.processInstanceId)).map(({ candidate }) => candidate)).toEqual(["admins"]);
  const claims = recordsIn(await place.zhangwei.get("/blade-flow/work/claim-list", { size: 200 }));
  expect(claims.map((row) => row["processInstanceId"])).toContain(one.processInstanceId);
});

it("asks nothing where every tenant has what it names, and of a general definition looks at all tenants", async () => {
  expect(await deploy("Everywhere", asking("role:admin"), { tenantIds: "100001" })).toMatchObject({ code: 200 });
  expect(await deploy("General", asking("role:没有的角色"), {})).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
});
