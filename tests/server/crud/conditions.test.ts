// Conditions of a list in groups: what they find compared with a walk over all rows, in each of the calls that take them, and what is refused.
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ConditionGroup, ConditionItem, ListCondition } from "#schema/list-conditions";
import { isGroup, writeConditions } from "#schema/list-conditions";
import { recordsIn as rowsIn } from "#schema/json";
import { amount, seed } from "../../support/amounts.ts";
import { arrayIn, objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
beforeEach(() => server.reset());
const owner = server.as("zhangwei");
const orders = "/digit-marketing/order";
const factories = "/digit-bind/factory";
const shops = "/digit-bind/shop";

const where = (field: string, operator: ListCondition["operator"], value?: string): ListCondition => ({
  field,
  operator,
  ...(value === undefined ? {} : { value }),
});
const all = (...items: readonly ConditionItem[]): ConditionGroup => ({ of: "all", items });
const any = (...items: readonly ConditionItem[]): ConditionGroup => ({ of: "any", items });

async function idsOf(path: string, group: ConditionGroup, client: Client = owner): Promise<readonly string[]> {
  const answer = await client.get(`${path}/list`, { size: "200", conditions: writeConditions(group) });
  expect(answer.msg).toBe("操作成功");
  return recordsIn(answer).map(({ id }) => String(id));
}
const refusedAs = (path: string, conditions: string, client: Client = owner) => client.get(`${path}/list`, { conditions });

interface OrderRow {
  readonly id: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** All orders of the tenant with their members, as the database has them. */
async function ordersWithMembers(): Promise<readonly OrderRow[]> {
  const [answer] = await server.database.owner.read([
    {
      sql: `select o.id::text, o.status::text, o.pay_amount::text, o.receiver_name, o.pay_time::text, o.delivery_company,
          m.grade_id::text as grade, m.points::text as points, m.parent_id::text as parent, m.register_time::text as registered
          from "order" o left join member m on m.id = o.member_id and m.tenant_id = o.tenant_id
          where o.tenant_id = '100001' and o.is_deleted = 0`,
      parameters: [],
    },
  ]);
  return (answer?.rows ?? []).map((row) => ({
    id: String(row["id"]),
    values: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
  }));
}

/** The column of the walk for each field, and how its values are compared. */
const columns = {
  status: ["status", "number"],
  payAmount: ["pay_amount", "number"],
  receiverName: ["receiver_name", "text"],
  payTime: ["pay_time", "time"],
  deliveryCompany: ["delivery_company", "text"],
  "memberId.gradeId": ["grade", "id"],
  "memberId.points": ["points", "number"],
  "memberId.parentId": ["parent", "id"],
  "memberId.registerTime": ["registered", "time"],
} as const;
type FieldPath = keyof typeof columns;
const paths = Object.keys(columns) as readonly FieldPath[]; // keys of `columns`

function holds(condition: ListCondition, { values }: OrderRow): boolean {
  const path = paths.find((one) => one === condition.field) ?? "status";
  const [column, kind] = columns[path];
  const value = values[column] ?? null;
  const { operator, value: wanted = "" } = condition;
  if (operator === "null") return value === null;
  if (value === null) return false;
  if (operator === "notnull") return true;
  const order = kind === "number" ? Number(value) - Number(wanted) : value < wanted ? -1 : value > wanted ? 1 : 0;
  switch (operator) {
    case "equal":
      return order === 0;
    case "notequal":
      return order !== 0;
    case "in":
      return wanted.split(",").includes(value);
    case "ge":
      return order >= 0;
    case "lt":
      return order < 0;
    case "like":
      return value.toLowerCase().includes(wanted.toLowerCase());
    case "notlike":
      return !value.toLowerCase().includes(wanted.toLowerCase());
    default:
      throw new Error(`the walk knows no ${operator}`);
  }
}
function meets(item: ConditionItem, row: OrderRow): boolean {
  if (!isGroup(item)) return holds(item, row);
  const filled = item.items.filter((one) => !isGroup(one) || one.items.length > 0);
  return item.of === "all" ? filled.every((one) => meets(one, row)) : filled.some((one) => meets(one, row));
}

const operators = {
  number: ["equal", "notequal", "ge", "lt", "null", "notnull"],
  id: ["equal", "notequal", "in", "null", "notnull"],
  text: ["equal", "like", "notlike", "null", "notnull"],
  time: ["ge", "lt", "null", "notnull"],
} as const;

describe("conditions in groups", () => {
  it("find what a walk over all rows finds, on fields of the rows and of what they refer to", async () => {
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: `insert into "order" select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n * 1000003, 'order_no', o.order_no || n,
          'status', (o.status + n) % 9, 'pay_amount', o.pay_amount + n, 'delivery_company', case when n % 2 = 0 then o.delivery_company end))).*
          from "order" o, generate_series(1, 8) n where o.tenant_id = '100001'`,
        parameters: [],
      }),
    );
    const rows = await ordersWithMembers();
    expect(rows.length).toBeGreaterThan(50);
    const valuesOf = (path: FieldPath) => [...new Set(rows.flatMap(({ values }) => values[columns[path][0]] ?? []))];
    const leaf = fc
      .constantFrom(...paths.filter((path) => valuesOf(path).length > 0))
      .chain((field) =>
        fc
          .tuple(fc.constantFrom<ListCondition["operator"]>(...operators[columns[field][1]]), fc.constantFrom(...valuesOf(field)))
          .map(([operator, value]) =>
            operator === "null" || operator === "notnull" ? where(field, operator) : where(field, operator, value),
          ),
      );
    const group = (item: fc.Arbitrary<ConditionItem>) =>
      fc
        .tuple(fc.constantFrom("all" as const, "any" as const), fc.array(item, { minLength: 1, maxLength: 3 }))
        .map(([of, items]) => ({ of, items }));
    const nested = group(fc.oneof(leaf, group(fc.oneof(leaf, group(leaf)))));
    await fc.assert(
      fc.asyncProperty(nested, async (conditions) => {
        const found = await idsOf(orders, conditions);
        const expected = rows.filter((row) => meets(conditions, row)).map(({ id }) => id);
        expect(new Set(found), JSON.stringify(conditions)).toEqual(new Set(expected));
      }),
      { seed, numRuns: amount(60, 2000) },
    );
  });

  it("narrow the plain filters of the same call", async () => {
    const both = await owner.get(`${factories}/list`, { code: "MX", conditions: writeConditions(any(where("name", "like", "分装"))) });
    expect(recordsIn(both).map(({ code }) => code)).toEqual(["MX02"]);
    expect(recordsIn(await owner.get(`${factories}/list`, { size: "200", conditions: '{"all":[]}' }))).toHaveLength(8);
    expect(recordsIn(await owner.get(`${factories}/list`, { size: "200", conditions: '{"any":[{"all":[]}]}' }))).toHaveLength(8);
  });

  it("mean days from the present, and the whole day of a moment", async () => {
    const rows = (await ordersWithMembers()).filter(({ values }) => values["pay_time"] !== null);
    const day = (rows[0]?.values["pay_time"] ?? "").slice(0, 10);
    const ofDay = rows.filter(({ values }) => values["pay_time"]?.startsWith(day) === true).map(({ id }) => id);
    expect(new Set(await idsOf(orders, all(where("payTime", "equal", day))))).toEqual(new Set(ofDay));
    const now = "2025-03-12";
    const last7 = rows.filter(({ values }) => (values["pay_time"] ?? "") >= "2025-03-06" && (values["pay_time"] ?? "") < "2025-03-13");
    expect(new Set(await idsOf(orders, all(where("payTime", "during", "last7Days"))))).toEqual(new Set(last7.map(({ id }) => id)));
    const past = rows.filter(({ values }) => (values["pay_time"] ?? "") < now);
    expect(
      (await owner.get(`${orders}/list`, { conditions: writeConditions(all(where("payTime", "during", "past"))) })).data,
    ).toMatchObject({
      total: past.length,
    });
  });

  it("are the same for totals, export, charts, trees, and a change of what the list finds", async () => {
    const bills = "/qianyun/waterbill";
    const conditions = writeConditions(all(where("direction", "equal", "1"), where("memberId.status", "notnull")));
    const page = objectIn(await owner.get(`${bills}/list`, { conditions }));
    expect(page["totals"]).toMatchObject({ expense: "0.00" });
    expect(Number(page["total"])).toBeGreaterThan(0);
    expect(Number(objectIn(await owner.get(`${bills}/list`))["total"])).toBeGreaterThan(Number(page["total"]));

    const ofType = writeConditions(all(where("factoryType", "in", "2,3")));
    const { body } = await owner.raw("GET", `${factories}/list/export?${new URLSearchParams({ columns: "code", conditions: ofType })}`);
    expect(body.trim().split("\r\n")).toHaveLength(1 + 4);

    const forest = arrayIn(
      await owner.get("/blade-system/dept/list", { conditions: writeConditions(all(where("deptName", "like", "仓"))) }),
    );
    const names = forest.map((dept) => String(dept["deptName"]));
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.includes("仓"))).toBe(true);

    const answer = await owner.post(`${factories}/batch-update`, {
      filter: { conditions: ofType },
      changes: [{ field: "remark", operation: "set", value: "外部" }],
    });
    expect(answer.data).toMatchObject({ done: true, rows: 4 });
    expect(await idsOf(factories, all(where("remark", "equal", "外部")))).toHaveLength(4);
  });

  it("of several values find those that are among them", async () => {
    const [user] = recordsIn(await owner.get("/blade-user/page", { size: "1" }));
    const role = String(user?.["roleId"]).split(",")[0] ?? "";
    const answer = await owner.get("/blade-user/page", { size: "200", conditions: writeConditions(all(where("roleId", "in", role))) });
    const found = recordsIn(answer);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((one) => String(one["roleId"]).split(",").includes(role))).toBe(true);
  });
});

describe("conditions are refused", () => {
  it("on values that are masked or hidden from the caller, of the rows and of what they refer to", async () => {
    const keys = new Set(["factory", "shop"]);
    const masked = server.as("nobody", { permissions: keys });
    const phone = writeConditions(any(where("name", "notnull"), where("phone", "like", "0851")));
    expect(await refusedAs(factories, phone, masked)).toMatchObject({ status: 403, data: { permission: "factory_sensitive" } });
    const ofShop = writeConditions(all(where("factoryId.phone", "like", "0851")));
    expect(await refusedAs(shops, ofShop, masked)).toMatchObject({ status: 403, data: { error: "unseenField" } });

    const limited = server.as("nobody", {
      permissions: new Set([...keys, "factory_sensitive", "shop_sensitive"]),
      fieldLimits: new Map([["factory", new Set(["address"])]]),
    });
    const address = writeConditions(all(any(where("address", "null"))));
    expect(await refusedAs(factories, address, limited)).toMatchObject({
      status: 403,
      msg: "“详细地址”不在您的数据权限内，不能按它查询",
      data: { error: "unseenField" },
    });
    const addressOfShop = writeConditions(all(where("factoryId.address", "null")));
    expect(await refusedAs(shops, addressOfShop, limited)).toMatchObject({
      status: 403,
      data: { error: "unseenField", field: "factoryId.address" },
    });
    expect((await refusedAs(shops, ofShop, limited)).code).toBe(200);
  });

  it("on rows of a resource that the caller does not read", async () => {
    const reader = server.as("nobody", { permissions: new Set(["shop"]) });
    expect(await refusedAs(shops, writeConditions(all(where("factoryId.name", "like", "厂"))), reader)).toMatchObject({
      status: 400,
      data: { error: "unknownParameter" },
    });
  });

  it.each([
    ["{", "筛选条件不是有效的 JSON"],
    ["[]", "筛选条件的格式不正确"],
    ['{"all":{}}', "筛选条件的格式不正确"],
    ['{"all":[],"any":[]}', "筛选条件的格式不正确"],
    ['{"all":[{"field":"name","operator":"regexp","value":"x"}]}', "筛选条件的格式不正确"],
    ['{"all":[{"field":"name","operator":"like","value":["x"]}]}', "筛选条件的格式不正确"],
    ['{"all":[{"field":"name","operator":"like","value":"x","sql":"1"}]}', "筛选条件的格式不正确"],
    ['{"all":[{"any":[{"all":[{"any":[]}]}]}]}', "条件组最多嵌套 2 层"],
    [JSON.stringify({ all: Array.from({ length: 21 }, () => where("name", "notnull")) }), "筛选条件最多 20 项"],
    [JSON.stringify({ all: [where("name", "like", "x".repeat(4000))] }), "筛选条件不能超过 4000 个字符"],
    ['{"all":[{"field":"name","operator":"like"}]}', "“工厂名称”：请输入筛选值"],
    ['{"all":[{"field":"sort","operator":"ge","value":"many"}]}', "“排序”：筛选值与字段类型不符"],
    ['{"all":[{"field":"createTime","operator":"during","value":"someday"}]}', "“创建时间”：请选择时间范围"],
    ['{"all":[{"field":"name\\" or 1=1 --","operator":"notnull"}]}', '不支持的查询条件: name" or 1=1 --'],
    ['{"all":[{"field":"tenantId","operator":"equal","value":"100002"}]}', "不支持的查询条件: tenantId"],
    ['{"all":[{"field":"current","operator":"equal","value":"1"}]}', "不支持的查询条件: current"],
    ['{"all":[{"field":"factoryId.name","operator":"notnull"}]}', "不支持的查询条件: factoryId.name"],
    ['{"all":[{"field":"name","operator":"like","value":"\\u0000"}]}', "“工厂名称”：筛选值与字段类型不符"],
  ])("as %.60s", async (conditions, sentence) => {
    const answer = await refusedAs(factories, conditions);
    expect(answer.status).toBe(400);
    expect(answer.msg).toContain(sentence);
  });

  it("by calls that have none, rather than passed over", async () => {
    const conditions = writeConditions(all(where("name", "like", "酒")));
    for (const path of [`${factories}/select`, "/digit-apply/consumer-scan-record/repeat", "/blade-desk/list-view/visible"])
      expect({ path, ...(await owner.get(path, { conditions })) }).toMatchObject({ status: 400 });
  });
});

describe("what is referred to", () => {
  it("is of the caller's tenant, whatever a row names", async () => {
    const [foreign] = recordsIn(await server.as("chenqing").get(`${factories}/list`, { size: "1" }));
    const [shop] = recordsIn(await owner.get(`${shops}/list`, { size: "1" }));
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "update shop set factory_id = $1 where id = $2", parameters: [foreign?.["id"], shop?.["id"]] }),
    );
    expect(await idsOf(shops, all(where("factoryId.name", "equal", String(foreign?.["name"]))))).toEqual([]);
    expect(await idsOf(shops, all(where("factoryId.name", "null")))).toContain(String(shop?.["id"]));
    expect(await idsOf(shops, all(where("factoryId.name", "notnull")))).not.toContain(String(shop?.["id"]));
  });

  it("is found as far as the caller's data scopes leave it", async () => {
    const limits = new Map([
      [
        "factory",
        (alias: string) => ({
          shape: "own factories",
          parameters: ["MX01"],
          sql: ([place]: readonly string[]) => `${alias}.code = ${place}`,
        }),
      ],
    ]);
    const limited = server.as("zhangwei", { rowLimits: limits });
    const types = await idsOf(shops, all(where("factoryId.code", "notnull")), limited);
    const found = recordsIn(await owner.get(`${shops}/list`, { size: "200" })).filter((row) => types.includes(String(row["id"])));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((row) => row["factoryIdName"] ?? row["factoryName"])).size).toBe(1);
  });

  it("may be named with what conditions may be about, which are the fields that the caller sees", async () => {
    const fields = async (list: string, client: Client) =>
      rowsIn(objectIn(await client.get("/blade-desk/list-view/fields", { list }))["fields"]).map(({ path }) => String(path));
    const own = await fields("order", owner);
    expect(own).toEqual(expect.arrayContaining(["status", "payAmount", "memberId.gradeId"]));
    expect(own).not.toContain("details");
    const reader = server.as("nobody", { permissions: new Set(["order"]) });
    const seen = await fields("order", reader);
    expect(seen).not.toContain("memberId.gradeId");
    expect(seen).not.toContain("receiverPhone");
    expect(await reader.get("/blade-desk/list-view/fields", { list: "member" })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
  });
});
