// Business orders: nodes that follow each other, and an order that follows its nodes.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { idOf, rowsOf, write } from "../rows.ts";

const orders = "/business-manage/order";
const nodes = "/business-manage/order-node";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
let references: Body;

beforeAll(async () => {
  const [partner, person] = [
    await rowsOf(
      server,
      "select id::text as id from partner where name = '茅溪酒业有限公司' or contact_email is not null order by id limit 1",
    ),
    await rowsOf(server, `select id::text as id from "user" where account = 'zhangwei'`),
  ];
  references = { partnerId: partner[0]?.["id"], principalId: person[0]?.["id"] };
});

async function order(): Promise<string> {
  const answer = await zhangwei.post(`${orders}/submit`, {
    title: "测试订单",
    orderType: 1,
    quantity: 10,
    unitPrice: "1.0000",
    orderDate: "2025-03-01",
    deliveryDate: "2025-04-01",
    ...references,
  });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

async function node(orderId: string, sort: number, more: Body = {}): Promise<string> {
  const answer = await zhangwei.post(`${nodes}/submit`, {
    orderId,
    name: `节点${sort}`,
    nodeType: 1,
    sort,
    planTime: "2025-03-20",
    ...more,
  });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

const orderRow = async (id: string) => objectIn(await zhangwei.get(`${orders}/detail`, { id }));
const states = async (orderId: string) =>
  recordsIn(await zhangwei.get(`${nodes}/list`, { orderId, ascs: "sort" })).map((row) => row["status"]);

describe("a business order", () => {
  it("does not start without a node", async () => {
    const id = await order();
    expect(await zhangwei.post(`${orders}/start/${id}`)).toMatchObject({ status: 400, data: { error: "noDetails" } });
    expect(await orderRow(id)).toMatchObject({ status: 0 });
  });

  it("begins with its first node and follows as nodes end or are skipped", async () => {
    const id = await order();
    const [second, first, third] = [await node(id, 2), await node(id, 1), await node(id, 3)];
    expect(await zhangwei.post(`${orders}/start/${id}`)).toMatchObject({ code: 200 });
    expect(await states(id)).toEqual([1, 0, 0]);
    expect(await orderRow(id)).toMatchObject({ status: 1, currentNodeId: first, progress: 0 });

    expect(await zhangwei.post(`${nodes}/finish/${first}`)).toMatchObject({ code: 200 });
    expect(await states(id)).toEqual([2, 1, 0]);
    expect(objectIn(await zhangwei.get(`${nodes}/detail`, { id: second }))).toMatchObject({
      startTime: "2025-03-12 12:00:00",
      finishTime: "",
    });
    expect(await orderRow(id)).toMatchObject({ currentNodeId: second, progress: 33 });

    expect(await zhangwei.post(`${nodes}/skip/${third}`, undefined, { remark: "不需要" })).toMatchObject({ code: 200 });
    expect(await states(id)).toEqual([2, 1, 3]);
    expect(await orderRow(id)).toMatchObject({ currentNodeId: second, progress: 66 });

    expect(await zhangwei.post(`${orders}/finish/${id}`)).toMatchObject({
      status: 400,
      msg: "节点“节点2”尚未结束，不能完成订单",
      data: { error: "openNode", target: { id: second } },
    });
    expect(await orderRow(id)).toMatchObject({ status: 1, finishTime: "" });

    expect(await zhangwei.post(`${nodes}/skip/${second}`, undefined, { remark: "跳过" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${orders}/finish/${id}`)).toMatchObject({ code: 200 });
    expect(await orderRow(id)).toMatchObject({ status: 2, finishTime: "2025-03-12 12:00:00", progress: 100, currentNodeId: -1 });
  });

  it("has one node in progress when two people end it at the same moment", async () => {
    const id = await order();
    const first = await node(id, 1);
    await node(id, 2);
    await node(id, 3);
    await zhangwei.post(`${orders}/start/${id}`);
    const answers = await Promise.all(Array.from({ length: 6 }, () => zhangwei.post(`${nodes}/finish/${first}`)));
    expect(answers.map((answer) => answer.code).sort((left, right) => left - right)).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await states(id)).toEqual([2, 1, 0]);
  });

  it("that is terminated skips what has not ended, and needs a reason", async () => {
    const id = await order();
    await node(id, 1);
    await node(id, 2);
    await zhangwei.post(`${orders}/start/${id}`);
    expect(await zhangwei.post(`${orders}/terminate/${id}`)).toMatchObject({ status: 400 });
    expect(await states(id)).toEqual([1, 0]);
    expect(await zhangwei.post(`${orders}/terminate/${id}`, undefined, { remark: "客户取消" })).toMatchObject({ code: 200 });
    expect(await orderRow(id)).toMatchObject({ status: 3, remark: "客户取消", currentNodeId: -1 });
    expect(await states(id)).toEqual([3, 3]);
  });

  it("of another tenant is out of reach, with its nodes", async () => {
    const id = await order();
    const first = await node(id, 1);
    const stranger = server.as("chenqing");
    for (const answer of [
      await stranger.post(`${orders}/start/${id}`),
      await stranger.post(`${orders}/terminate/${id}`, undefined, { remark: "x" }),
      await stranger.post(`${nodes}/skip/${first}`, undefined, { remark: "x" }),
    ]) {
      expect(answer).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    }
    expect(await orderRow(id)).toMatchObject({ status: 0 });
    expect(await states(id)).toEqual([0]);
  });
});

describe("a node that tells the partner", () => {
  it("leaves a draft from the default mailbox to the partner's contact", async () => {
    const id = await order();
    const reported = await node(id, 1, { notifyPartner: 1, name: "样品<确认>" });
    await zhangwei.post(`${orders}/start/${id}`);
    expect(await zhangwei.post(`${nodes}/finish/${reported}`)).toMatchObject({ code: 200 });
    const mails = await rowsOf(
      server,
      `select r.status, r.receivers = p.contact_email as to_contact, e.is_default, r.order_id::text as order_id, r.content, r.tenant_id from email_record r
      join partner p on p.tenant_id = r.tenant_id and p.id = r.partner_id join email e on e.tenant_id = r.tenant_id and e.id = r.email_id where r.order_node_id = $1`,
      [reported],
    );
    expect(mails).toEqual([
      {
        status: 0,
        to_contact: true,
        is_default: 1,
        order_id: id,
        content: expect.stringContaining("样品&lt;确认&gt;"),
        tenant_id: "100001",
      },
    ]);
  });

  it("leaves none when it is skipped", async () => {
    const id = await order();
    const reported = await node(id, 1, { notifyPartner: 1 });
    await zhangwei.post(`${orders}/start/${id}`);
    await zhangwei.post(`${nodes}/skip/${reported}`, undefined, { remark: "跳过" });
    expect(await rowsOf(server, "select 1 from email_record where order_node_id = $1", [reported])).toEqual([]);
  });
});

it("the demonstration order goes on with its next node", async () => {
  const id = await idOf(zhangwei, orders, { orderNo: "YW2024050001" });
  const current = String((await orderRow(id))["currentNodeId"]);
  expect(await zhangwei.post(`${nodes}/finish/${current}`)).toMatchObject({ code: 200 });
  expect(await orderRow(id)).toMatchObject({ currentNodeName: "标签发货" });
});

describe("what is written of a business order", () => {
  const change = async (id: string, values: Body) => zhangwei.post(`${orders}/submit`, { id, ...values });

  it("has its exact amount, worked out by the server, and receives no more than that", async () => {
    const id = await order();
    const dear = { quantity: 2000001, unitPrice: "0.0355" };
    expect(await change(id, { ...dear, amount: "1.00" })).toMatchObject({ status: 400, data: { issues: [{ path: ["amount"] }] } });
    // What a client has worked out itself is right or wrong.
    expect(await change(id, { ...dear, amount: "71000.04" })).toMatchObject({ code: 200 });
    // 2,000,001 × 0.0355 = 71,000.0355.
    expect(await orderRow(id)).toMatchObject({ amount: "71000.04" });
    expect(await change(id, { receivedAmount: "71000.05" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["receivedAmount"] }] },
    });
    expect(await change(id, { receivedAmount: "71000.04" })).toMatchObject({ code: 200 });
    expect(await change(id, { deliveryDate: "2025-02-28" })).toMatchObject({ status: 400, data: { issues: [{ path: ["deliveryDate"] }] } });
  });

  it("is with a partner we work with, by name", async () => {
    const ended = await idOf(zhangwei, "/business-manage/partner", { name: "贵阳云算" });
    expect(await change(await order(), { partnerId: ended })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["partnerId"] }] },
    });
  });

  it("is placed by the day on which the partner's cooperation ends", async () => {
    const partner = { name: "短约印务", type: 2, contact: "测试", contactPhone: "13800138000", status: 1, cooperateEnd: "2025-03-31" };
    const partnerId = objectIn(await zhangwei.post("/business-manage/partner/submit", partner))["id"];
    const id = await order();
    const dates = (orderDate: string) => change(id, { partnerId, orderDate, deliveryDate: "2025-06-30" });
    expect(await dates("2025-04-01")).toMatchObject({
      status: 400,
      msg: "与“短约印务”的合作于 2025-03-31 到期，下单日期不能晚于该日",
      data: { issues: [{ path: ["orderDate"] }] },
    });
    expect(await dates("2025-03-31")).toMatchObject({ code: 200 });
    expect(await change(id, { orderDate: "2025-04-01" })).toMatchObject({ status: 400, data: { issues: [{ path: ["orderDate"] }] } });
  });

  describe("with a partner whose cooperation has changed since", () => {
    const partners = "/business-manage/partner";
    let number = 0;
    /** An order of today, and its partner in a state. */
    const orderWith = async (status: number, { isStarted = false } = {}): Promise<string> => {
      const name = `往来单位${(number += 1)}`;
      const partner = { name, type: 2, contact: "测试", contactPhone: "13800138000" };
      const partnerId = objectIn(await zhangwei.post(`${partners}/submit`, { ...partner, status: 1 }))["id"];
      const id = await order();
      expect(await change(id, { partnerId })).toMatchObject({ code: 200 });
      if (isStarted) {
        await node(id, 1);
        expect(await zhangwei.post(`${orders}/start/${id}`)).toMatchObject({ code: 200 });
      }
      expect(await zhangwei.post(`${partners}/submit`, { id: partnerId, status })).toMatchObject({ code: 200 });
      return id;
    };

    it.each([
      { what: "in talks", status: 0 },
      { what: "suspended", status: 2 },
      { what: "ended", status: 3 },
    ])("is not placed anew while it is $what", async ({ status }) => {
      const id = await orderWith(status);
      expect(await change(id, { orderDate: "2025-03-02" })).toMatchObject({
        status: 400,
        msg: expect.stringMatching(/^“往来单位\d+”不在合作中，不能下单$/),
        data: { issues: [{ code: "notAllowed", path: ["partnerId"] }] },
      });
      expect(await orderRow(id)).toMatchObject({ orderDate: "2025-03-01" });
    });

    it.each([
      { what: "is placed anew while it goes on", status: 1, values: { orderDate: "2025-03-02" } },
      { what: "changes otherwise", status: 3, values: { title: "改名", orderDate: "2025-03-01" } },
      { what: "changes once it has started", status: 3, isStarted: true, values: { orderDate: "2025-03-02" } },
    ])("$what", async ({ status, values, isStarted = false }) => {
      const id = await orderWith(status, { isStarted });
      expect(await change(id, values)).toMatchObject({ code: 200 });
      expect(await orderRow(id)).toMatchObject(values);
    });
  });

  const otherPartner = async () => {
    const partner = { name: "另一家", type: 2, contact: "测试", contactPhone: "13800138000", status: 1 };
    return objectIn(await zhangwei.post("/business-manage/partner/submit", partner))["id"];
  };

  it("stays as agreed once it has started, and is removed only before that or when it was terminated", async () => {
    const id = await order();
    await node(id, 1);
    await zhangwei.post(`${orders}/start/${id}`);
    for (const [values, name] of [
      [{ quantity: 11 }, "quantity"],
      [{ unitPrice: "2.0000" }, "unitPrice"],
      [{ partnerId: await otherPartner() }, "partnerId"],
    ] as const)
      expect(await change(id, values)).toMatchObject({
        status: 400,
        msg: "订单启动后不能修改",
        data: { issues: [{ code: "fixed", path: [name] }] },
      });
    expect(await change(id, { title: "改名", receivedAmount: "5.00" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${orders}/remove`, undefined, { ids: id })).toMatchObject({ status: 400 });
    await zhangwei.post(`${orders}/terminate/${id}`, undefined, { remark: "取消" });
    expect(await zhangwei.post(`${orders}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
  });

  it("shows the share of its nodes also when some come or go, and goes on with one that comes last", async () => {
    const id = await order();
    const first = await node(id, 1);
    await zhangwei.post(`${orders}/start/${id}`);
    await zhangwei.post(`${nodes}/finish/${first}`);
    expect(await orderRow(id)).toMatchObject({ progress: 100, currentNodeId: -1 });
    const second = await node(id, 2);
    expect(await orderRow(id)).toMatchObject({ progress: 50, currentNodeId: second });
    const third = await node(id, 3);
    expect(await orderRow(id)).toMatchObject({ progress: 33 });
    expect(await zhangwei.post(`${nodes}/remove`, undefined, { ids: second })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${nodes}/remove`, undefined, { ids: third })).toMatchObject({ code: 200 });
    expect(await orderRow(id)).toMatchObject({ progress: 50, currentNodeId: second });
  });
});

describe("an order that is saved with its nodes", () => {
  /** As installations bring some: under way, and none of its nodes has begun. */
  const under = async () => {
    const id = await order();
    const [first, second, third] = [await node(id, 1), await node(id, 2), await node(id, 3)];
    await write(server, "update business_order set status = 1 where id = $1", [id]);
    const versions = new Map(
      recordsIn(await zhangwei.get(`${nodes}/list`, { orderId: id })).map((row) => [String(row["id"]), row["version"]]),
    );
    const save = async (lines: readonly Body[], removedLines: readonly string[]) =>
      zhangwei.post(`${orders}/submit-with-lines`, { id, version: (await orderRow(id))["version"], lines, removedLines });
    const changed = (nodeId: string, more: Body) => ({ id: nodeId, version: versions.get(nodeId), ...more });
    return { id, first, second, third, save, changed };
  };
  const shown = async (orderId: string) =>
    recordsIn(await zhangwei.get(`${nodes}/list`, { orderId, ascs: "sort" })).map(({ name, sort, status }) => [name, sort, status]);

  it("goes on with a node that was changed while the one before it went", async () => {
    const { id, first, second, third, save, changed } = await under();
    const answer = await save([changed(second, { name: "打样", sort: 1 }), changed(third, { sort: 2 })], [first]);
    expect(answer).toMatchObject({ code: 200 });
    expect(await shown(id)).toEqual([
      ["打样", 1, 1],
      ["节点3", 2, 0],
    ]);
    expect(await orderRow(id)).toMatchObject({ currentNodeId: second, progress: 0 });
  });

  it("goes on with it as well where a new one is entered above it", async () => {
    const { id, first, second, save, changed } = await under();
    const added = { name: "合同", nodeType: 1, sort: 5, planTime: "2025-03-20" };
    expect(await save([added, changed(second, { name: "打样" })], [first])).toMatchObject({ code: 200 });
    expect(await shown(id)).toEqual([
      ["打样", 2, 1],
      ["节点3", 3, 0],
      ["合同", 5, 0],
    ]);
  });

  it("is refused where somebody else has changed the node meanwhile", async () => {
    const { id, first, second, save, changed } = await under();
    expect(await zhangwei.post(`${nodes}/submit`, { id: second, name: "别人" })).toMatchObject({ code: 200 });
    expect(await save([changed(second, { name: "打样" })], [first])).toMatchObject({ status: 409, data: { error: "staleVersion" } });
    expect(await states(id)).toEqual([0, 0, 0]);
  });
});

describe("a partner", () => {
  it("gets a number, and its cooperation ends after it began", async () => {
    const partner = {
      name: "测试印务",
      type: 2,
      contact: "测试",
      contactPhone: "13800138000",
      status: 1,
      cooperateStart: "2025-01-01",
    };
    const partners = "/business-manage/partner";
    expect(await zhangwei.post(`${partners}/submit`, { ...partner, cooperateEnd: "2024-12-31" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["cooperateEnd"] }] },
    });
    const id = String(objectIn(await zhangwei.post(`${partners}/submit`, { ...partner, cooperateEnd: "2025-12-31" }))["id"]);
    expect(objectIn(await zhangwei.get(`${partners}/detail`, { id }))).toMatchObject({
      partnerNo: expect.stringMatching(/^HB20250312\d{4}$/),
    });
  });
});
