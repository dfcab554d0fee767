// Lists as operators use them: filters with every suffix, sorting, paging, labels, masks; and what they answer to nonsense (docs/wire.md
// §§5, 6).
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const chenqing = server.as("chenqing");
const administrator = server.as("administrator");

const factories = "/digit-bind/factory/list";

async function names(query: Readonly<Record<string, string | number>>, path = factories, field = "name"): Promise<readonly unknown[]> {
  return recordsIn(await zhangwei.get(path, { size: 200, ...query })).map((row) => row[field]);
}

it("tells what went wrong as a text in the reader's language, and as an empty one where nothing did", async () => {
  const records = "/business-manage/email-record";
  const [failed] = recordsIn(await zhangwei.get(`${records}/list`, { status: 3 }));
  const id = String(failed?.["id"]);
  const reported = { zh: "邮件服务器拒绝登录：535 授权码错误", en: "The mail server refuses the sign-in: 535 授权码错误" };
  const english = server.as("zhangwei", {}, "en");
  expect(failed?.["errorMsg"]).toBe(reported.zh);
  for (const [client, text] of [
    [zhangwei, reported.zh],
    [english, reported.en],
  ] as const) {
    expect(recordsIn(await client.get(`${records}/list`, { status: 3 })).map((row) => row["errorMsg"])).toEqual([text]);
    expect(objectIn(await client.get(`${records}/detail`, { id }))["errorMsg"]).toBe(text);
  }
  expect(recordsIn(await zhangwei.get(`${records}/list`, { status: 2 })).map((row) => row["errorMsg"])).toEqual([""]);
});

describe("filters", () => {
  const all = [
    "茅溪酒业仁怀总厂",
    "茅溪酒业遵义分装厂",
    "洋禾食品宿迁代工厂",
    "习水酒业习水基酒厂",
    "金沙窖酒联合灌装厂",
    "绍兴稻香源酒厂",
    "安溪山野茶厂",
    "郑州礼盒包装厂",
  ];

  it.each([
    ["no suffix: part of a text", { name: "酒厂" }, ["习水酒业习水基酒厂", "绍兴稻香源酒厂"]],
    ["_like", { name_like: "总厂" }, [all[0]]],
    ["_likeleft: the end", { name_likeleft: "茶厂" }, [all[6]]],
    ["_likeright: the beginning", { name_likeright: "茅溪" }, [all[0], all[1]]],
    ["_notlike", { name_notlike: "酒" }, [all[2], all[6], all[7]]],
    ["_equal", { name_equal: "安溪山野茶厂" }, [all[6]]],
    ["_notequal", { code_notequal: "MX01", code_like: "MX" }, [all[1]]],
    ["letters in either case", { code: "mx" }, [all[0], all[1]]],
    ["a choice: the same value", { factoryType: 3 }, [all[1], all[7]]],
    ["_in", { factoryType_in: "2,3" }, [all[1], all[2], all[4], all[7]]],
    ["_ge and _lt on a number", { sort_ge: 3, sort_lt: 5 }, [all[2], all[3]]],
    ["_gt and _le on a number", { sort_gt: 6, sort_le: 7 }, [all[6]]],
    [
      "_datege and _datele on a moment",
      { createTime_datege: "2024-03-12 10:30:00", createTime_datele: "2024-04-08 14:20:00" },
      [all[1], all[2]],
    ],
    [
      "_dategt and _datelt leave the limits out (docs/wire.md §5)",
      { createTime_dategt: "2024-03-10 09:00:00", createTime_datelt: "2024-04-08 14:20:00" },
      [all[1]],
    ],
    ["_dateequal", { createTime_dateequal: "2024-10-15 15:05:00" }, [all[6]]],
    ["_null", { gln_null: "1" }, [all[2], all[4], all[7]]],
    ["_notnull", { remark_notnull: "x" }, [all[7]]],
    ["a division: everything below it", { regionCode: "5203" }, [all[0], all[1], all[3]]],
    ["a division exactly", { regionCode_equal: "5203" }, []],
    ["_ignore drops it", { name_ignore: "nothing" }, all],
    ["an empty value is no filter", { name: "", status: "" }, all],
    ["a column in SQL spelling", { factory_type: 3 }, [all[1], all[7]]],
    ["several together", { name: "酒", status: 1, factoryType: 2 }, [all[4]]],
  ])("%s", async (_what, query, expected) => {
    expect(await names(query as Record<string, string>)).toEqual(expected);
  });

  it("pass over the blanks around a pasted value", async () => {
    expect(await names({ code_equal: " MX01\u3000" })).toEqual([all[0]]);
    expect(await names({ code_in: "MX01\u00a0, MX02" })).toEqual([all[0], all[1]]);
  });

  it("find capitals by the small letters that were typed, also where the whole value is compared", async () => {
    const found = await names({ initial: "M" }, "/digit-marketing/brand/list", "initial");
    expect(found).toEqual(["M"]);
    expect(await names({ initial: "m" }, "/digit-marketing/brand/list", "initial")).toEqual(found);
    expect(await names({ initial_in: "m,x" }, "/digit-marketing/brand/list", "initial")).toEqual(found);
  });

  it("take % and _ as the characters they are", async () => {
    expect(await names({ name: "%" })).toEqual([]);
    expect(await names({ code: "_" })).toEqual([]);
    expect(await names({ name: "\\" })).toEqual([]);
  });

  it("ask for a whole member of a list, not for a part of its text", async () => {
    const users = recordsIn(await zhangwei.get("/blade-user/page", { size: 200 }));
    const role = users.find((user) => user["account"] === "zhenghao")?.["roleId"];
    const [marketing = "", common = ""] = String(role).split(",");
    const holders = recordsIn(await zhangwei.get("/blade-user/page", { size: 200, roleId: marketing })).map((user) => user["account"]);
    expect(holders).toEqual(expect.arrayContaining(["zhoufang", "wuqiang", "zhenghao"]));
    expect(holders).toHaveLength(3);
    expect(recordsIn(await zhangwei.get("/blade-user/page", { size: 200, roleId: common.slice(0, 10) }))).toEqual([]);
    expect(recordsIn(await zhangwei.get("/blade-user/page", { size: 200, roleId: marketing }))[0]).toMatchObject({
      roleName: expect.stringContaining("市场专员"),
    });
  });

  it("take a department with everything below it", async () => {
    const departments = arrayIn(await zhangwei.get("/blade-system/dept/lazy-list", { deptName: "市场部" }));
    // The platform's administrator reads the people of all tenants.
    for (const client of [zhangwei, administrator]) {
      const answer = await client.get("/blade-user/page", { size: 200, deptId: String(departments[0]?.["id"]) });
      const accounts = recordsIn(answer).map((user) => user["account"]);
      expect(accounts).toEqual(expect.arrayContaining(["tangyu", "channel01", "zhoufang", "wuqiang", "zhenghao"]));
      expect(accounts).toHaveLength(5);
    }
  });

  it("that name no column are refused, rather than answered with all rows", async () => {
    for (const parameter of ["noSuchColumn", "nmae_like", "name; drop table factory", "isDeleted_equals"])
      expect(await zhangwei.get(factories, { [parameter]: "x" })).toMatchObject({
        status: 400,
        msg: `不支持的查询条件: ${parameter}`,
        data: { error: "unknownParameter" },
      });
    expect(await names({ noSuchColumn: "", params: "undefined", _t: 123, tenantId: "100001", noSuchColumn_ignore: "x" })).toEqual(all);
  });
});

describe("sorting", () => {
  it("takes both spellings, ascending first", async () => {
    expect(await names({ ascs: "factory_type", descs: "createTime" })).toEqual(await names({ ascs: "factoryType", descs: "create_time" }));
    expect((await names({ descs: "createTime" }))[0]).toBe("郑州礼盒包装厂");
    expect(await names({ ascs: "code" }, factories, "code")).toEqual(["AX01", "JS01", "MX01", "MX02", "SX01", "XS01", "YH01", "ZZ01"]);
  });

  it("takes fields of both directions in turn", async () => {
    const rows = recordsIn(await zhangwei.get(factories, { size: "200", orders: "-factoryType,name" }));
    const turned = rows.toSorted(
      (one, other) => Number(other["factoryType"]) - Number(one["factoryType"]) || (String(one["name"]) < String(other["name"]) ? -1 : 1),
    );
    expect(rows.map(({ name }) => name)).toEqual(turned.map(({ name }) => name));
    expect(new Set(rows.map(({ factoryType }) => factoryType)).size).toBeGreaterThan(1);
    expect(await names({ orders: "-factory_type,name", ascs: "code" })).toEqual(await names({ orders: "-factoryType,name" }));
    expect(await zhangwei.get(factories, { orders: "-nope" })).toMatchObject({ status: 400, msg: "不能按“nope”排序" });
    expect(await zhangwei.get(factories, { orders: "code,name,phone,status,createTime,-factoryType" })).toMatchObject({ status: 400 });
  });

  it("orders keys of a dictionary that are numbers as numbers", async () => {
    const posts = "/blade-system/post";
    const categories = async (query: Readonly<Record<string, string>>) =>
      recordsIn(await zhangwei.get(`${posts}/list`, { size: "200", postCode_like: "num-", ...query })).map((post) => post["category"]);
    for (const [index, key] of ["2", "10", "1", "9"].entries())
      await server.database.owner.transaction((tx) =>
        tx.query({
          sql: "insert into post (id, tenant_id, category, post_code, post_name, sort) values ($1, '100001', $2, $3, $3, 1)",
          parameters: [String(880_000 + index), key, `num-${index}`],
        }),
      );
    expect(await categories({ ascs: "category" })).toEqual([1, 2, 9, 10]);
    expect(await categories({ descs: "category" })).toEqual([10, 9, 2, 1]);
  });

  it("refuses what is no column, so nothing of it reaches the statement", async () => {
    for (const ascs of ["name; drop table factory", "(select 1)", "name desc", "1", "pg_sleep(5)", '"name"', "nope"])
      expect({ ascs, ...(await zhangwei.get(factories, { ascs })) }).toMatchObject({
        status: 400,
        msg: `不能按“${ascs}”排序`,
        data: { error: "unsortable" },
      });
    expect(await names({ ascs: "name,,", descs: "undefined" })).toEqual(await names({ ascs: "name" }));
  });

  it("takes of large tables only what an index answers", async () => {
    const scans = "/digit-apply/consumer-scan-record/list";
    for (const [way, name] of [
      ["ascs", "scanTime"],
      ["descs", "scan_time"],
      ["orders", "-scanTime"],
      ["descs", "id"],
    ] as const)
      expect(await zhangwei.get(scans, { [way]: name })).toMatchObject({ code: 200 });
    for (const name of ["address", "batchCode", "scanTime,id", "createTime"])
      expect(await zhangwei.get(scans, { descs: name })).toMatchObject({ status: 400, data: { error: "unsortable" } });
    expect(await zhangwei.get(scans, { descs: "create_time" })).toMatchObject({
      msg: "不能按“create_time”排序：该列表数据量大，可按 id、scanTime 排序",
      data: { sortable: ["id", "scanTime"] },
    });
  });
});

describe("pages", () => {
  it("never repeat or miss a row", async () => {
    const seen: unknown[] = [];
    for (let current = 1; current <= 4; current += 1)
      seen.push(...recordsIn(await zhangwei.get(factories, { current, size: 2, ascs: "status" })).map((row) => row["id"]));
    expect(new Set(seen).size).toBe(8);
  });

  it("beyond the end are empty and know the true total", async () => {
    expect(objectIn(await zhangwei.get(factories, { current: 999, size: 10 }))).toEqual({
      records: [],
      total: 8,
      size: 10,
      current: 999,
      pages: 1,
    });
  });

  it("far from the beginning hold what their place says", async () => {
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into media_category (id, tenant_id, name) select 500000 + n, '100001', 'bulk' || lpad(n::text, 5, '0') from generate_series(1, 3000) n",
        parameters: [],
      }),
    );
    const page = recordsIn(
      await zhangwei.get("/blade-resource/media-category/list", { current: 201, size: 10, name_likeright: "bulk", ascs: "name" }),
    );
    expect(page.map((row) => row["name"])).toEqual(
      Array.from({ length: 10 }, (_none, index) => `bulk${String(2001 + index).padStart(5, "0")}`),
    );
  });

  it.each([
    ["current of zero", { current: 0 }, "current"],
    ["a negative size", { size: -1 }, "size"],
    ["a size that is no number", { size: "many" }, "size"],
    ["a size with a fraction", { size: "1.5" }, "size"],
    ["a page number of thirty digits", { current: "9".repeat(30) }, "current"],
  ])("refuse %s with a clear sentence", async (_what, query, name) => {
    expect(await zhangwei.get(factories, query)).toMatchObject({
      status: 400,
      code: 400,
      success: false,
      msg: `请求参数格式错误: ${name}`,
    });
  });

  it("refuse to be cut silently", async () => {
    expect(await zhangwei.get(factories, { size: 100_000 })).toMatchObject({
      status: 400,
      msg: "每页最多 200 条",
      data: { error: "pageTooLarge", largest: 200 },
    });
    expect(await server.as("zhangwei", {}, "en").get(factories, { size: 201 })).toMatchObject({ msg: "A page has at most 200 records" });
  });
});

describe("values that are none", () => {
  it.each([
    ["a word for a number", { sort: "many" }, "sort"],
    ["a number beyond 64 bits", { sort_ge: "9".repeat(19) + "9" }, "sort_ge"],
    ["a word for a choice of numbers", { factoryType: "own" }, "factoryType"],
    ["a word for an id", { id_equal: "abc" }, "id_equal"],
    ["a day that does not exist", { createTime_datege: "2025-02-30 00:00:00" }, "createTime_datege"],
    ["a day before all calendars", { createTime_datege: "0000-01-01 00:00:00" }, "createTime_datege"],
    ["a date suffix on a text", { name_datege: "2025-01-01 00:00:00" }, "name_datege"],
    ["one bad member among good ones", { factoryType_in: "1,two" }, "factoryType_in"],
    ["a text of a thousand characters", { name: "长".repeat(1000) }, "name"],
  ])("%s: refused by name", async (_what, query, name) => {
    expect(await zhangwei.get(factories, query as Record<string, string>)).toMatchObject({
      status: 400,
      code: 400,
      msg: `请求参数格式错误: ${name}`,
      data: { error: "malformedParameter" },
    });
  });
});

describe("other tenants", () => {
  it("are neither listed nor counted, whatever the query says", async () => {
    expect(objectIn(await chenqing.get(factories))).toMatchObject({ records: [], total: 0 });
    expect(objectIn(await chenqing.get(factories, { tenantId: "100001", tenant_id_equal: "100001" }))).toMatchObject({
      records: [],
      total: 0,
    });
    expect((await names({ tenantId: "100002" })).length).toBe(8);
    expect(arrayIn(await chenqing.get("/digit-bind/factory/select"))).toEqual([]);
  });

  it("are seen by the platform's administrator: all of them, or the one named", async () => {
    const accounts = async (query: Record<string, string>) =>
      recordsIn(await administrator.get("/blade-user/page", { size: 200, ascs: "account", ...query })).map((user) => user["account"]);
    expect(await accounts({})).toEqual(expect.arrayContaining(["admin", "zhangwei", "chenqing"]));
    expect(await accounts({ tenantId: "100002" })).toEqual(["chenqing"]);
    expect(await accounts({ tenantId: "000000" })).toEqual(["admin"]);
    expect(recordsIn(await administrator.get(factories, { tenantId: "100001", size: 200 }))).toHaveLength(8);
    expect(await administrator.get(factories, { tenantId: "999999" })).toMatchObject({ status: 400, msg: "租户不存在" });
  });

  it("of platform tables that hold tenants, show people their own only", async () => {
    const own = await zhangwei.get("/blade-system/tenant/list");
    expect(recordsIn(own).map((row) => row["tenantId"])).toEqual(["100001"]);
    // How many there are is nobody else's business either.
    expect(objectIn(own)).toMatchObject({ total: 1, pages: 1 });
    expect(arrayIn(await zhangwei.get("/blade-system/tenant/select")).map((row) => row["tenantId"])).toEqual(["100001"]);
    expect(recordsIn(await administrator.get("/blade-system/tenant/list"))).toHaveLength(3);
  });
});

describe("sensitive values", () => {
  const auditor = () => server.as("nobody", { permissions: new Set(["factory", "factory_view", "warehouse", "channel"]) });

  it("are masked in lists, details and selects for people without the right to see them", async () => {
    const [row = {}] = recordsIn(await auditor().get(factories, { code_equal: "MX01" }));
    expect(row["phone"]).toBe("085****5601");
    expect(objectIn(await auditor().get("/digit-bind/factory/detail", { id: String(row["id"]) }))["phone"]).toBe("085****5601");
    expect((await names({ code_equal: "MX01" }, factories, "phone"))[0]).toBe("0851-22345601");
    const seeing = server.as("nobody", { permissions: new Set(["factory", "factory_sensitive"]) });
    expect(recordsIn(await seeing.get(factories, { code_equal: "MX01" }))[0]).toMatchObject({ phone: "0851-22345601" });
  });

  it("cannot be found out by searching or sorting", async () => {
    expect(await auditor().get(factories, { phone_likeright: "0851" })).toMatchObject({
      status: 403,
      data: { permission: "factory_sensitive" },
    });
    expect(await auditor().get(factories, { ascs: "phone" })).toMatchObject({ status: 403, data: { permission: "factory_sensitive" } });
  });

  it("never hold a password", async () => {
    const text = JSON.stringify([
      await administrator.get("/blade-user/page", { size: 200 }),
      await administrator.get("/blade-system/client/list"),
    ]);
    expect(text).not.toContain("kept:");
    expect(text).not.toContain('"password":');
    expect(text).not.toContain("clientSecret");
  });
});

describe("labels", () => {
  it("come with references, dictionary entries and divisions in the same row", async () => {
    const [line = {}] = recordsIn(await zhangwei.get("/digit-bind/prod-line/list", { code_equal: "L01" }));
    expect(line).toMatchObject({ factoryName: "茅溪酒业仁怀总厂", shopName: expect.stringContaining("包装") });
    expect(recordsIn(await zhangwei.get(factories, { code_equal: "MX01" }))[0]).toMatchObject({
      regionCode: "520382",
      regionName: "贵州省/遵义市/仁怀市",
    });
    expect(recordsIn(await zhangwei.get("/blade-user/page", { account_equal: "zhangwei" }))[0]).toMatchObject({
      sex: 1,
      sexName: "男",
      tenantName: "贵州醇酿酒业",
      postName: "首席执行官",
    });
  });

  it("cost no query per row: a page is one round trip", async () => {
    const reads: number[] = [];
    const { read } = server.database;
    const counting = Object.assign(server.database, {
      read: (...parameters: Parameters<typeof read>) => {
        reads.push(parameters[1].length);
        return read(...parameters);
      },
    });
    await zhangwei.get("/digit-bind/stock-out-doc/list", { size: 50 });
    Object.assign(counting, { read });
    // Its rows say how many there are.
    expect(reads).toEqual([1]);
  });
});

describe("a detail", () => {
  it("of nothing, or of somebody else's row, is empty and no error (docs/wire.md §10.13)", async () => {
    const [row = {}] = recordsIn(await zhangwei.get(factories));
    expect(await zhangwei.get("/digit-bind/factory/detail", { id: "1" })).toEqual({
      status: 200,
      code: 200,
      success: true,
      data: {},
      msg: "暂无承载数据",
    });
    expect(await chenqing.get("/digit-bind/factory/detail", { id: String(row["id"]) })).toMatchObject({ code: 200, data: {} });
  });

  it("without an id, or with one that is none, is refused", async () => {
    expect(await zhangwei.get("/digit-bind/factory/detail")).toMatchObject({ status: 400, msg: "缺少必要的请求参数: id" });
    expect(await zhangwei.get("/digit-bind/factory/detail", { id: "1 or 1=1" })).toMatchObject({
      status: 400,
      msg: "请求参数格式错误: id",
    });
  });
});

describe("selects", () => {
  it("offer rows in use, by what the definition names", async () => {
    const offered = arrayIn(await zhangwei.get("/digit-bind/factory/select"));
    expect(offered).toHaveLength(7);
    expect(Object.keys(offered[0] ?? {})).toEqual(["id", "name"]);
    const [factory = {}] = offered;
    const shops = arrayIn(await zhangwei.get("/digit-bind/shop/select", { factoryId: String(factory["id"]) }));
    expect(shops.length).toBeGreaterThan(0);
    expect(shops.length).toBeLessThan(arrayIn(await zhangwei.get("/digit-bind/shop/select")).length);
  });

  it("are searched by title and resolved by ids, for pickers", async () => {
    expect(arrayIn(await zhangwei.get("/digit-bind/factory/select", { name: "茶厂", size: 50 }))).toMatchObject([{ name: "安溪山野茶厂" }]);
    const ids = arrayIn(await zhangwei.get("/digit-bind/factory/select"))
      .slice(0, 2)
      .map((row) => row["id"]);
    expect(arrayIn(await zhangwei.get("/digit-bind/factory/select", { id_in: ids.join(",") })).map((row) => row["id"])).toEqual(ids);
  });

  it("are not a way to search what a list would not show", async () => {
    const nobody = server.as("nobody");
    expect(await nobody.get(factories)).toMatchObject({ status: 403 });
    expect(await nobody.get("/digit-bind/factory/select", { licenceNo_likeright: "SC11552038" })).toMatchObject({
      status: 400,
      data: { error: "unknownParameter" },
    });
  });
});
