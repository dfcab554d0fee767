// Rows found from anywhere by a number, a phone or a code: what finds them, and who does not.
import { beforeAll, describe, expect, it } from "vitest";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { arrayIn } from "../../support/samples.ts";
import { serverOfFile, type Client } from "../../support/server.ts";
import { rowsOf, write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

interface Found {
  readonly resource: string;
  readonly hasMore: boolean;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const find = async (text: string, client: Client = zhangwei): Promise<readonly Found[]> =>
  arrayIn(await client.get("/blade-desk/find", { text })) as unknown as readonly Found[];
const numbersIn = (found: readonly Found[], resource = "order") =>
  found.find((group) => group.resource === resource)?.rows.map((row) => row["orderNo"]) ?? [];

const orderNo = "DD202503080001";
const phone = "13900007777";

beforeAll(async () => {
  await write(server, 'update "order" set receiver_phone = $1 where order_no = $2', [phone, orderNo]);
  await write(
    server,
    `update order_detail set trace_codes = E'QFA1\\r\\nQFA22\\nQFA333' where id = (select min(d.id) from order_detail d join "order" o on o.tenant_id = d.tenant_id and o.id = d.order_id where o.order_no = $1)`,
    [orderNo],
  );
});

describe("an order", () => {
  it("is found by its number, by the beginning of it, and in small letters", async () => {
    expect(numbersIn(await find(orderNo))).toEqual([orderNo]);
    expect(numbersIn(await find(orderNo.toLowerCase()))).toEqual([orderNo]);
    expect(numbersIn(await find("DD20250308"))).toContain(orderNo);
  });

  it("is found by the phone of its receiver, also with spaces in it, and says so", async () => {
    const [order] = (await find("139 0000 7777")).filter(({ resource }) => resource === "order");
    expect(order?.rows).toEqual([expect.objectContaining({ orderNo, foundBy: "收货电话" })]);
  });

  it.each(["QFA1", "QFA22", "QFA333", "qfa22"])("is found by the shipped code %s, whichever way the lines end", async (code) => {
    expect(numbersIn(await find(code))).toEqual([orderNo]);
  });

  it("is not found by a part of a shipped code", async () => {
    expect(numbersIn(await find("QFA3"))).toEqual([]);
  });

  it("comes with what its list shows: member, amount and state", async () => {
    const [order] = (await find(orderNo))[0]?.rows ?? [];
    expect(order).toMatchObject({ memberName: expect.stringMatching(/.+/), payAmount: expect.stringMatching(/^\d+\.\d\d$/), foundBy: "" });
    expect(order).toHaveProperty("status");
    expect(order).not.toHaveProperty("receiverAddress");
  });
});

describe("who finds nothing", () => {
  it("is another tenant", async () => {
    expect(numbersIn(await find(orderNo, server.as("chenqing")))).toEqual([]);
    expect(numbersIn(await find("QFA22", server.as("chenqing")))).toEqual([]);
  });

  it("is a person without the right to open the rows", async () => {
    const lister = server.as("nobody", { permissions: new Set(["order"]) });
    expect(await find(orderNo, lister)).toEqual([]);
    expect(numbersIn(await find(orderNo, server.as("nobody", { permissions: new Set(["order", "order_view"]) })))).toEqual([orderNo]);
  });

  it("is a person who reads the phone masked or not at all, and a person who does not read the lines", async () => {
    const viewer = server.as("nobody", { permissions: new Set(["order", "order_view"]) });
    expect(numbersIn(await find(phone, viewer))).toEqual([]);
    expect(numbersIn(await find("QFA22", viewer))).toEqual([]);
    const trusted = server.as("nobody", { permissions: new Set(["order", "order_view", "order_sensitive", "order-detail"]) });
    expect(numbersIn(await find(phone, trusted))).toEqual([orderNo]);
    expect(numbersIn(await find("QFA22", trusted))).toEqual([orderNo]);
    const hidden = server.as("zhangwei", { fieldLimits: new Map([["order", new Set(["receiverPhone"])]]) });
    expect(numbersIn(await find(phone, hidden))).toEqual([]);
  });

  it("is a person whose data scopes leave the row out", async () => {
    const limited = server.as("zhangwei", {
      rowLimits: new Map([["order", (alias: string) => ({ shape: `none ${alias}`, parameters: [], sql: () => `${alias}.id is null` })]]),
    });
    expect(numbersIn(await find(orderNo, limited))).toEqual([]);
    expect(numbersIn(await find("QFA22", limited))).toEqual([]);
  });
});

describe("the call", () => {
  it("answers at most five rows of a resource, and says that there are more", async () => {
    const group = (await find("DD20")).find(({ resource }) => resource === "order");
    const all = await rowsOf(server, `select 1 from "order" where tenant_id = '100001' and order_no like 'DD20%'`);
    expect(all.length).toBeGreaterThan(5);
    expect(group).toMatchObject({ hasMore: true, rows: { length: 5 } });
  });

  it("finds a person by the name, of which two characters are enough", async () => {
    const found = await find("张伟");
    expect(found.find(({ resource }) => resource === "user")?.rows[0]).toMatchObject({ realName: "张伟" });
  });

  it("finds users of all tenants for the platform's administrator alone", async () => {
    const accounts = async (client: Client) => (await find("admin", client)).find(({ resource }) => resource === "user")?.rows.length ?? 0;
    expect(await accounts(server.as("administrator"))).toBeGreaterThanOrEqual(await accounts(zhangwei));
    expect((await find("zhangwei", server.as("administrator"))).find(({ resource }) => resource === "user")?.rows).toHaveLength(1);
  });

  it.each(["", "   ", "DD2", "一", "x".repeat(129)])("refuses %j", async (text) => {
    expect(await zhangwei.get("/blade-desk/find", { text })).toMatchObject({ status: 400 });
  });

  it("takes characters of patterns as they are", async () => {
    expect(await find("DD%%")).toEqual([]);
    expect(await find("____")).toEqual([]);
    expect(await find('\'; drop table "order"; --')).toEqual([]);
  });

  // Plans of one PostgreSQL: a cluster shows those of its nodes in another way, and a part of few rows is read as a whole.
  it.skipIf(isDistributedRun())("reads indexes, not tables", async () => {
    const line = `insert into order_detail (id, tenant_id, order_id, trace_codes) select 9000000 + n, '100001', (select min(id) from "order" where tenant_id = '100001'), 'PL' || n from generate_series(1, 5000) n`;
    await write(server, line);
    await write(server, "analyze order_detail");
    const plans: string[] = [];
    await server.database.transaction({ tenantId: "100001" }, async (tx) => {
      for (const sql of [
        `select t.id from "order" t where t.tenant_id = '100001' and t.is_deleted = 0 and t.receiver_phone ~>=~ '1390' and t.receiver_phone ~<~ ('1390' || chr(1114111)) order by t.receiver_phone using ~>~, t.id desc limit 100`,
        `select t.order_id from order_detail t where t.tenant_id = '100001' and t.is_deleted = 0 and string_to_array(t.trace_codes, chr(10)) && array['QFA22']`,
      ]) {
        const { rows } = await tx.query({ sql: `explain ${sql}`, parameters: [] });
        plans.push(JSON.stringify(rows));
      }
    });
    expect(plans[0]).toMatch(/using ix_order_receiver_phone/);
    expect(plans[1]).toMatch(/Bitmap Index Scan on gin_order_detail_trace_codes/);
  });
});
