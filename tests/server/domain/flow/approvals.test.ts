// Approvals of the product's own resources: as they always were while their process is suspended, and decided about once it is active.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

const demonstration = startDemonstration();
const work = "/blade-flow/work";
const stockOut = "/digit-bind/stock-out-doc";

let zhangwei: Client;
let lina: Client;

async function activate(key: string, state = 1): Promise<void> {
  const { put } = await demonstration;
  await put("update flow_manager set suspension_state = $1 where key = $2", [state, key]);
}

beforeAll(async () => {
  const { server, userId } = await demonstration;
  const [person] = await rowsOf(server, `select role_id::text[] as roles from "user" where id = $1`, [userId]);
  zhangwei = server.as("zhangwei", { userId, realName: "张伟", roleIds: person?.["roles"] as readonly string[] });
  const [row] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`);
  const permissions = new Set(["stockoutdoc_start", "stockoutdoc_view", "stock-out-doc"]);
  lina = server.as("nobody", { userId: String(row?.["id"]), realName: "李娜", permissions });
});

/** The task of a row, claimed by the administrator. */
async function claimed(businessId: string): Promise<Body> {
  const found = recordsIn(await zhangwei.get(`${work}/claim-list`, { size: 100 }));
  const task = found.find((one) => one["businessId"] === businessId);
  if (task === undefined) throw new Error("nobody is asked");
  const { taskId } = task;
  expect(await zhangwei.post(`${work}/claim-task`, undefined, { taskId: String(taskId) })).toMatchObject({ code: 200 });
  return task;
}

async function decide(businessId: string, more: Body) {
  const { taskId, processInstanceId } = await claimed(businessId);
  return zhangwei.post(`${work}/complete-task`, { taskId, processInstanceId, comment: "看过了", ...more });
}

describe("a stock-out document", () => {
  /** A draft with a line of more goods than pass by themselves, or few. */
  async function draft(num: number): Promise<string> {
    const { server, put } = await demonstration;
    const [row] = await rowsOf(
      server,
      "select id::text as id from stock_out_doc where status = 0 and is_deleted = 0 and tenant_id = '100001' order by id limit 1",
    );
    const id = String(row?.["id"]);
    await put("update stock_out_doc set plan_num = $2 where id = $1", [id, num]);
    return id;
  }

  it("of many goods waits for somebody's consent, is locked meanwhile, and comes back where that is refused", async () => {
    await activate("StockOut");
    const { row } = await demonstration;
    const id = await draft(5000);
    expect(await lina.post(`${stockOut}/start/${id}`)).toMatchObject({ code: 200, data: { processes: [{ id }] } });
    const waiting = await row(stockOut, id);
    expect(waiting).toMatchObject({ status: 4, startTime: "" });
    expect(await zhangwei.post(`${stockOut}/submit`, { id, remark: "x" })).toMatchObject({ status: 400, data: { error: "notEditable" } });
    expect(await zhangwei.post(`${stockOut}/remove`, undefined, { ids: id })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${stockOut}/void/${id}`)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    const about = await zhangwei.get("/blade-flow/process/subject", { processInstanceId: String(waiting["processInstanceId"]) });
    expect(about).toMatchObject({
      data: { resource: "stock-out-doc", record: { id }, waiting: [{ historyActivityName: "仓库主管审批" }], editable: [] },
    });
    expect(await decide(id, {})).toMatchObject({ code: 200 });
    expect(await row(stockOut, id)).toMatchObject({ status: 0 });
    await activate("StockOut", 2);
  });

  it("that is sent back to who asked is put right there, and begins anew with what it says then", async () => {
    await activate("StockOut");
    const { server, row } = await demonstration;
    const id = await draft(5000);
    const [person] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`);
    const permissions = new Set(["stockoutdoc_start", "stockoutdoc_edit", "stockoutdoc_view", "stock-out-doc", "work_todo_handle"]);
    const starter = server.as("nobody", { userId: String(person?.["id"]), realName: "李娜", permissions });
    const change = (remark: string) => starter.post(`${stockOut}/submit`, { id, remark, bizDate: "2025-03-20" });
    expect(await starter.post(`${stockOut}/start/${id}`)).toMatchObject({ code: 200 });
    expect(await change("还在审批")).toMatchObject({ status: 400, data: { error: "notEditable" } });
    const task = await claimed(id);
    const { processInstanceId } = task;
    const sentBack = await zhangwei.post(`${work}/send-back`, { taskId: task["taskId"], to: "starter", comment: "日期不对" });
    expect(sentBack).toMatchObject({ code: 200 });
    const about = await starter.get("/blade-flow/process/subject", { processInstanceId: String(processInstanceId) });
    expect(about.data).toMatchObject({ editable: expect.arrayContaining(["bizDate", "remark", "channelId"]) });
    expect(await zhangwei.post(`${stockOut}/submit`, { id, remark: "别人" })).toMatchObject({
      status: 400,
      data: { error: "notEditable" },
    });
    expect(await change("已改期")).toMatchObject({ code: 200 });
    const [mine] = recordsIn(await starter.get(`${work}/todo-list`, { size: 100 })).filter((one) => one["businessId"] === id);
    const again = { taskId: mine?.["taskId"], processInstanceId, comment: "已改", flag: "ok" };
    expect(await starter.post(`${work}/complete-task`, again)).toMatchObject({ code: 200 });
    expect(await row(stockOut, id)).toMatchObject({ status: 4, bizDate: "2025-03-20", remark: "已改期" });
    expect(await change("又改")).toMatchObject({ status: 400 });
    expect(await decide(id, {})).toMatchObject({ code: 200 });
    await activate("StockOut", 2);
  });

  it("that is sent back has its lines put right as well, by who asked alone, and locked again with the new request", async () => {
    await activate("StockOut");
    const { server, put } = await demonstration;
    const [row] = await rowsOf(
      server,
      `select d.id::text as id, l.id::text as line from stock_out_doc d join doc_detail l on l.tenant_id = d.tenant_id and l.doc_id = d.id::text and l.doc_kind = 2 and l.is_deleted = 0
        where d.status = 0 and d.is_deleted = 0 and d.tenant_id = '100001' order by d.id, l.id limit 1`,
    );
    const [id, line] = [String(row?.["id"]), String(row?.["line"])];
    await put("update stock_out_doc set plan_num = 5000 where id = $1", [id]);
    const [person] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`);
    const permissions = new Set(["stockoutdoc_start", "stockoutdoc_view", "stock-out-doc", "work_todo_handle"]);
    for (const right of ["add", "edit", "delete", "view"]) permissions.add(`warehousebillproduct_${right}`);
    const starter = server.as("nobody", { userId: String(person?.["id"]), realName: "李娜", permissions });
    const change = (by: Client, num: number) => by.post("/digit-bind/doc-detail/submit", { id: line, num });
    const locked = { status: 400, data: { error: "detailsLocked" } };
    expect(await starter.post(`${stockOut}/start/${id}`)).toMatchObject({ code: 200 });
    expect(await change(starter, 4000)).toMatchObject(locked);
    const { taskId, processInstanceId } = await claimed(id);
    const sentBack = await zhangwei.post(`${work}/send-back`, { taskId, to: "starter", comment: "数量不对" });
    expect(sentBack).toMatchObject({ code: 200 });
    const about = await starter.get("/blade-flow/process/subject", { processInstanceId: String(processInstanceId) });
    expect(about.data).toMatchObject({ isBack: true });
    expect(await change(zhangwei, 4000)).toMatchObject(locked);
    expect(await change(starter, 4000)).toMatchObject({ code: 200 });
    const [mine] = recordsIn(await starter.get(`${work}/todo-list`, { size: 100 })).filter((one) => one["businessId"] === id);
    const again = { taskId: mine?.["taskId"], processInstanceId, comment: "已改", flag: "ok" };
    expect(await starter.post(`${work}/complete-task`, again)).toMatchObject({ code: 200 });
    expect(await change(starter, 1)).toMatchObject(locked);
    await activate("StockOut", 2);
  });

  it("is told of to those who take part, and to whoever sees the document anyway", async () => {
    await activate("StockOut");
    const { server, chenqing, row } = await demonstration;
    const id = await draft(5000);
    expect(await lina.post(`${stockOut}/start/${id}`)).toMatchObject({ code: 200 });
    const { processInstanceId } = await row(stockOut, id);
    const about = (by: Client) => by.get("/blade-flow/process/subject", { processInstanceId: String(processInstanceId) });
    expect((await about(lina)).data).toMatchObject({ record: { id }, isStarter: true });
    expect((await about(chenqing)).data).toEqual({});
    expect((await about(server.as("nobody", { userId: "999" }))).data).toEqual({});
    // So are its steps, with what people wrote and enclosed.
    const steps = async (by: Client) =>
      (await by.get("/blade-flow/process/history-flow-list", { processInstanceId: String(processInstanceId) })).data;
    const drawing = (by: Client) => by.get("/blade-flow/process/model-view", { processInstanceId: String(processInstanceId) });
    const follower = server.as("nobody", { userId: "998", permissions: new Set(["flow-follow"]) });
    const reader = server.as("nobody", { userId: "997", permissions: new Set(["stock-out-doc", "stockoutdoc_view"]) });
    for (const by of [lina, zhangwei, follower, reader]) {
      expect(await steps(by)).toContainEqual(expect.objectContaining({ historyActivityType: "startEvent" }));
      expect(await drawing(by)).toMatchObject({ code: 200, data: { flow: expect.arrayContaining([expect.anything()]) } });
    }
    for (const by of [chenqing, server.as("nobody", { userId: "999" })]) {
      expect(await steps(by)).toEqual([]);
      expect(await drawing(by)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    }
    expect((await zhangwei.get(`${work}/claim-list`, { size: 100 })).data).toMatchObject({
      records: expect.arrayContaining([expect.objectContaining({ businessId: id, route: "stock-out" })]),
    });
    const task = await claimed(id);
    expect((await about(zhangwei)).data).toMatchObject({ editable: ["remark"] });
    expect(await zhangwei.post(`${stockOut}/submit`, { id, remark: "加急" })).toMatchObject({ code: 200 });
    expect(task["businessId"]).toBe(id);
    expect(await lina.post(`${stockOut}/withdraw-approval/${id}`)).toMatchObject({ code: 200 });
    expect(await row(stockOut, id)).toMatchObject({ status: 0, remark: "加急" });
    await activate("StockOut", 2);
  });
});

describe("a registration", () => {
  it("becomes an account with the consent of somebody who may give these roles", async () => {
    await activate("UserApproval");
    const { server, put, userId } = await demonstration;
    await put(
      `insert into "user" (id, tenant_id, account, real_name, name, status) values (777, '100001', 'registered', '新人', '新人', 0)`,
      [],
    );
    const [own] = await rowsOf(
      server,
      `select role_id::text[] as role, dept_id::text[] as dept, post_id::text[] as post from "user" where account = 'lina'`,
    );
    const joined = (name: string) => String(own?.[name]);
    const answer = await zhangwei.post("/blade-user/approve/777", {
      roleId: joined("role"),
      deptId: joined("dept"),
      postId: joined("post"),
    });
    expect(answer).toMatchObject({ code: 200, data: { processes: [{ id: "777" }] } });
    const status = async () => (await rowsOf(server, `select status::int as status from "user" where id = 777`, []))[0]?.["status"];
    expect(await status()).toBe(3);
    expect(await zhangwei.post("/blade-user/update", { id: "777", realName: "别人" })).toMatchObject({
      status: 400,
      data: { error: "notEditable" },
    });
    expect(await decide("777", { flag: "ok" })).toMatchObject({ code: 200 });
    expect(await status()).toBe(1);
    expect(userId).not.toBe("777");
    await activate("UserApproval", 2);
  });
});

describe("a code replacement", () => {
  it("is carried out with the consent, and what the exchange refuses is told to whoever decides", async () => {
    await activate("CodeReplace");
    const { server } = await demonstration;
    const sent = await zhangwei.post("/digit-bind/code-replace/submit", { oldCode: "NO-SUCH-CODE", newCode: "NO-OTHER-CODE", reason: 1 });
    expect(sent).toMatchObject({ code: 200 });
    const id = String(objectIn(sent)["id"]);
    const status = async () => (await rowsOf(server, "select status::int as status from code_replace where id = $1", [id]))[0]?.["status"];
    expect(await status()).toBe(3);
    const { taskId, processInstanceId } = await claimed(id);
    const answer = (more: Body) => zhangwei.post(`${work}/complete-task`, { taskId, processInstanceId, comment: "看过了", ...more });
    expect(await answer({ flag: "ok" })).toMatchObject({ status: 400, data: { error: "invalid", issues: [{ path: ["oldCode"] }] } });
    expect(await status()).toBe(3);
    expect(await answer({})).toMatchObject({ code: 200 });
    expect(await status()).toBe(0);
    await activate("CodeReplace", 2);
  });
});
