// The steps of approvals in the timeline of the record that they are about.
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import type { Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

const demonstration = startDemonstration();
const work = "/blade-flow/work";
const stockOut = "/digit-bind/stock-out-doc";

const page = z.object({
  entries: z.array(z.object({ id: z.string(), time: z.string(), call: z.string() })),
  steps: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      act: z.string(),
      person: z.string(),
      comment: z.string(),
      task: z.string(),
      time: z.string(),
    }),
  ),
  next: z.string(),
});

let zhangwei: Client;
let lina: Client;
let id = "";

const historyOf = async (client: Client, query: Readonly<Record<string, string>> = {}) =>
  page.parse(objectIn(await client.get(`${stockOut}/history`, { id, ...query })));

const edit = async (client: Client, remark: string) =>
  expect(await client.post(`${stockOut}/submit`, { id, remark })).toMatchObject({ code: 200 });

async function claimed() {
  const task = recordsIn(await zhangwei.get(`${work}/claim-list`, { size: 100 })).find((one) => one["businessId"] === id);
  // What it is about, and since when it waits.
  expect(task).toMatchObject({ title: expect.stringMatching(/./), arriveTime: expect.stringMatching(/^\d{4}-/) });
  const { taskId, processInstanceId } = task ?? {};
  expect(await zhangwei.post(`${work}/claim-task`, undefined, { taskId: String(taskId) })).toMatchObject({ code: 200 });
  return { taskId, processInstanceId };
}

beforeAll(async () => {
  const { server, userId, put } = await demonstration;
  const [person] = await rowsOf(server, `select role_id::text[] as roles from "user" where id = $1`, [userId]);
  zhangwei = server.as("zhangwei", { userId, realName: "张伟", roleIds: z.array(z.string()).parse(person?.["roles"]) });
  const [other] = await rowsOf(server, `select id::text as id from "user" where account = 'lina'`);
  const permissions = new Set(["stockoutdoc_start", "stockoutdoc_edit", "stockoutdoc_view", "stock-out-doc", "work_todo_handle"]);
  lina = server.as("nobody", { userId: String(other?.["id"]), realName: "李娜", permissions });
  const [row] = await rowsOf(
    server,
    "select id::text as id from stock_out_doc where status = 0 and is_deleted = 0 and tenant_id = '100001' order by id limit 1",
  );
  id = String(row?.["id"]);
  await put("update stock_out_doc set plan_num = 5000 where id = $1", [id]);
  await put("update flow_manager set suspension_state = 1 where key = 'StockOut'", []);

  for (let number = 0; number < 60; number += 1) await edit(zhangwei, `前 ${number}`);
  expect(await lina.post(`${stockOut}/start/${id}`)).toMatchObject({ code: 200 });
  const first = await claimed();
  expect(await zhangwei.post(`${work}/send-back`, { taskId: first.taskId, to: "starter", comment: "日期不对" })).toMatchObject({
    code: 200,
  });
  const [mine] = recordsIn(await lina.get(`${work}/todo-list`, { size: 100 })).filter((one) => one["businessId"] === id);
  const again = { taskId: mine?.["taskId"], processInstanceId: first.processInstanceId, comment: "已改好", flag: "ok" };
  expect(await lina.post(`${work}/complete-task`, again)).toMatchObject({ code: 200 });
  const second = await claimed();
  expect(await zhangwei.post(`${work}/complete-task`, { ...second, comment: "库存不足" })).toMatchObject({ code: 200 });
  for (let number = 0; number < 60; number += 1) await edit(zhangwei, `后 ${number}`);
});

describe("the timeline of a record", () => {
  it("tells who did what in its approval and what they said, a return once", async () => {
    const { steps } = await historyOf(zhangwei, { text: "不" });
    expect(steps.map(({ act, person, comment }) => [act, person, comment])).toEqual([
      ["rejected", "张伟", "库存不足"],
      ["sentBack", "张伟", "日期不对"],
    ]);
    expect(steps[0]?.task).toBe("仓库主管审批");
    const all = await historyOf(zhangwei, { text: "李娜" });
    expect(all.steps.map(({ act, comment }) => [act, comment])).toEqual([["resubmitted", "已改好"]]);
    expect(all.entries).toEqual([]);
    expect((await historyOf(zhangwei, { text: "没有这样的话" })).steps).toEqual([]);
  });

  it("has each change and each step once, over pages of changes, in their order in time", async () => {
    const first = await historyOf(zhangwei);
    const second = await historyOf(zhangwei, { before: first.next });
    expect(first.next).not.toBe("");
    expect(second.next).toBe("");
    const entries = [...first.entries, ...second.entries];
    const steps = [...first.steps, ...second.steps];
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    expect(entries.filter(({ call }) => call === "submit")).toHaveLength(120);
    expect(steps.map(({ act }) => act)).toEqual(["rejected", "resubmitted", "sentBack"]);
    const placed = [...entries.map((entry) => ({ at: entry.id, time: entry.time })), ...steps].toSorted(
      (one, other) => Number(BigInt(other.at) - BigInt(one.at) > 0n) * 2 - 1,
    );
    const times = placed.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const { at } of first.steps) expect(BigInt(at) >= BigInt(first.next)).toBe(true);
    for (const { at } of second.steps) expect(BigInt(at) < BigInt(first.next)).toBe(true);
  });

  it("has them for whoever sees the approval in the record, and for nobody else", async () => {
    const { server } = await demonstration;
    const permissions = new Set(["stockoutdoc_view", "stock-out-doc"]);
    const reader = server.as("nobody", { permissions });
    expect((await historyOf(reader, { text: "库存不足" })).steps).toHaveLength(1);
    const hidden = server.as("nobody", { permissions, fieldLimits: new Map([["stock-out-doc", new Set(["processInstanceId"])]]) });
    expect((await historyOf(hidden, { text: "库存不足" })).steps).toEqual([]);
    const silent = server.as("nobody", { permissions, fieldLimits: new Map([["flow-history", new Set(["comment"])]]) });
    expect((await historyOf(silent, { text: "库存不足" })).steps).toEqual([]);
    const told = (await historyOf(silent, { text: "张伟" })).steps;
    expect(told.map(({ comment }) => comment)).toEqual(["", ""]);
  });
});
