// The package around a code: what is in what, what stands on the same unit, and what a code takes over from above.
import { describe, expect, it, vi } from "vitest";
import { isDistributedRun } from "../../../support/coordinator-url.ts";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { write } from "../rows.ts";

const path = "/digit-bind/code-relation/tree";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
/** Packages of which only their number matters. */
const some = (count: number) => Array.from({ length: count }, () => ({}));

describe("the tree of a code", () => {
  it("begins with the outermost package and marks the code that was asked for", async () => {
    const answer = await zhangwei.get(path, { code: "MXB9M4T6X2CR8P" });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        code: "MXC00000000018",
        layer: 3,
        layerName: "箱",
        lifeStatus: 3,
        blockStatus: 0,
        productName: "茅溪迎宾酒",
        batchCode: "MXYB250301",
        childNum: 6,
        twins: [],
        children: [
          {
            code: "MXH4T8W2N6KQ3D",
            childNum: 6,
            children: [{ code: "MXB7K2Q9D4HT5H" }, { code: "MXB9M4T6X2CR8P", current: true }, { code: "MXBX4M8R2W6K98" }, ...some(3)],
          },
          { code: "MXH7C3P9V5TR8K", children: some(6) },
          ...some(4),
        ],
      },
    });
    expect(JSON.stringify(answer.data).match(/"current":true/g)).toHaveLength(1);
  });

  it("shows the state that a code takes over from the case it is in", async () => {
    const answer = objectIn(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H" }));
    expect(JSON.stringify(answer).match(/"lifeStatus":3/g)).toHaveLength(1 + 6 + 36);
  });

  it("is found by the content of the QR code as well", async () => {
    expect(await zhangwei.get(path, { code: "https://t.example.cn/c/MXB7K2Q9D4HT5H" })).toMatchObject({ data: { code: "MXC00000000018" } });
    expect(await zhangwei.get(path, { code: "https://elsewhere.example/c/MXB7K2Q9D4HT5H" })).toMatchObject({
      code: 200,
      data: {},
      msg: "码不存在",
    });
  });

  it("tells twins of a unit, and seals all below what is sealed", async () => {
    await write(
      server,
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status) values (77, '100001', 'CAP00001', 1, 2, 'SELF', 1, 0)`,
    );
    await write(
      server,
      `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type) select 78, '100001', 77, id, id, 1, 2 from code_item where code = 'MXB7K2Q9D4HT5H'`,
    );
    await write(server, "update code_item set block_status = 1 where code = 'MXH4T8W2N6KQ3D'");
    const [carton, other] = (objectIn(await zhangwei.get(path, { code: "CAP00001" }))["children"] ?? []) as readonly Record<
      string,
      unknown
    >[];
    expect(carton).toMatchObject({
      blockStatus: 1,
      children: [
        {
          code: "MXB7K2Q9D4HT5H",
          current: true,
          blockStatus: 1,
          twins: [{ code: "CAP00001", codeFuncType: 2 }],
          childNum: 0,
          children: [],
        },
        ...some(5).map(() => ({ blockStatus: 1 })),
      ],
    });
    expect(other).toMatchObject({ blockStatus: 0 });
    await write(server, "update code_item set block_status = 0 where code = 'MXH4T8W2N6KQ3D'");
  });

  it("answers so many children of one package, and how many there are", async () => {
    await write(
      server,
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark) values (1000, '100001', 'BIGBOX', 3, 1, 'SELF')`,
    );
    await write(
      server,
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark) select 1000 + n, '100001', 'SMALL' || n, 1, 4, 'SELF' from generate_series(1, 600) n`,
    );
    await write(
      server,
      `insert into code_relation (id, tenant_id, code_id, root_id, layer, relation_type, child_num) values (2000, '100001', 1000, 1000, 3, 1, 600)`,
    );
    await write(
      server,
      `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, position) select 2000 + n, '100001', 1000 + n, 1000, 1000, 1, 1, n from generate_series(1, 600) n`,
    );
    expect(await zhangwei.get(path, { code: "BIGBOX" })).toMatchObject({
      data: { childNum: 600, children: expect.objectContaining({ length: 500 }) },
    });
  });

  it("is narrowed by function and source, the platform's own unless another is named", async () => {
    expect(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H", codeFuncType: "4", digitSourceMark: "SELF" })).toMatchObject({
      data: { code: "MXC00000000018" },
    });
    expect(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H", codeFuncType: "2" })).toMatchObject({ data: {}, msg: "码不存在" });
    expect(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H", digitSourceMark: "JGM" })).toMatchObject({ data: {}, msg: "码不存在" });
  });

  it("needs a code, and is the tenant's own", async () => {
    expect(await zhangwei.get(path)).toMatchObject({ status: 400, msg: "缺少必要的请求参数: code" });
    expect(await zhangwei.get(path, { code: "9".repeat(300) })).toMatchObject({ status: 400 });
    expect(await server.as("chenqing").get(path, { code: "MXB7K2Q9D4HT5H" })).toMatchObject({ code: 200, data: {}, msg: "码不存在" });
    expect(await server.as("nobody").get(path, { code: "MXB7K2Q9D4HT5H" })).toMatchObject({ status: 403 });
  });
});

describe("a package that is opened level by level", () => {
  const place = (code: string, more: Record<string, string> = {}) => zhangwei.get("/digit-bind/code-relation/place", { code, ...more });
  const children = (code: string, more: Record<string, string> = {}) =>
    zhangwei.get("/digit-bind/code-relation/children", { code, ...more });

  it("tells the way from the outermost code, each with what it takes over, and how many of each layer there are", async () => {
    expect(objectIn(await place("https://t.example.cn/c/MXB9M4T6X2CR8P"))).toEqual({
      code: "MXB9M4T6X2CR8P",
      path: [
        expect.objectContaining({
          code: "MXC00000000018",
          layer: 3,
          layerName: "箱",
          childNum: 6,
          lifeStatus: 3,
          productName: "茅溪迎宾酒",
        }),
        expect.objectContaining({ code: "MXH4T8W2N6KQ3D", layer: 2, layerName: "盒", lifeStatus: 3, batchCode: "MXYB250301" }),
        expect.objectContaining({ code: "MXB9M4T6X2CR8P", layer: 1, layerName: "瓶", lifeStatus: 3, childNum: 0 }),
      ],
      counts: [
        { layer: 3, layerName: "箱", num: 1 },
        { layer: 2, layerName: "盒", num: 6 },
        { layer: 1, layerName: "瓶", num: 36 },
      ],
    });
  });

  it("finds a code by its function and its source only", async () => {
    expect(await place("MXB9M4T6X2CR8P", { codeFuncType: "4", digitSourceMark: "SELF" })).toMatchObject({
      data: { code: "MXB9M4T6X2CR8P" },
    });
    for (const more of [{ codeFuncType: "1" }, { digitSourceMark: "JGM" }] as Record<string, string>[])
      expect(await place("MXB9M4T6X2CR8P", more)).toMatchObject({ code: 200, data: {}, msg: "码不存在" });
    expect(await server.as("chenqing").get("/digit-bind/code-relation/place", { code: "MXB9M4T6X2CR8P" })).toMatchObject({
      data: {},
      msg: "码不存在",
    });
    expect(await server.as("chenqing").get("/digit-bind/code-relation/children", { code: "MXC00000000018" })).toMatchObject({ data: {} });
    expect(await server.as("nobody").get("/digit-bind/code-relation/children", { code: "MXC00000000018" })).toMatchObject({ status: 403 });
  });

  it("gives a hundred codes of a level at a time, in the order of their places, with the state of what they are in", async () => {
    await write(
      server,
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, stamp_time)
       select 9000, '100001', 'BIGPALLET', 4, 1, 'SELF', 2, 1, timestamp '2025-03-02 10:00:00'
       union all select 9000 + n, '100001', 'BIG' || n, 3, 1, 'SELF', 1, 0, null from generate_series(1, 250) n`,
    );
    await write(
      server,
      `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, position, child_num)
       select 9000, '100001', 9000, null, 9000, 4, 1, 0, 250 union all select 9000 + n, '100001', 9000 + n, 9000, 9000, 3, 1, 251 - n, 0 from generate_series(1, 250) n`,
    );
    const codesAt = async (skip: string) => {
      const answer = objectIn(await children("BIGPALLET", { skip }));
      const rows = answer["children"];
      return { hasMore: answer["hasMore"], codes: Array.isArray(rows) ? rows.map((row: Record<string, unknown>) => row["code"]) : [] };
    };
    const [first, last] = [await codesAt("0"), await codesAt("200")];
    expect([first.hasMore, first.codes.length, first.codes[0], first.codes[99]]).toEqual([true, 100, "BIG250", "BIG151"]);
    expect([last.hasMore, last.codes.length, last.codes.at(-1)]).toEqual([false, 50, "BIG1"]);
    expect(objectIn(await children("BIGPALLET"))).toMatchObject({
      children: expect.arrayContaining([expect.objectContaining({ lifeStatus: 2, blockStatus: 1 })]),
    });
    expect(objectIn(await place("BIG7"))).toMatchObject({
      counts: [
        { layer: 4, num: 1 },
        { layer: 3, num: 250 },
      ],
    });
    expect(await children("BIGPALLET", { skip: "-1" })).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
    expect(objectIn(await children("BIG7"))).toEqual({ children: [], hasMore: false });
  });
});

describe("the list of relations", () => {
  const list = (query: Record<string, string>) => zhangwei.get("/digit-bind/code-relation/list", query);
  const codesOf = (answer: Awaited<ReturnType<typeof list>>) => recordsIn(answer).map((row) => String(row["code"]));

  it("is searched by the text of a code, of several codes, and still by the id", async () => {
    const answer = await list({ code: "MXB7K2Q9D4HT5H" });
    const [row] = recordsIn(answer);
    expect(row).toMatchObject({ code: "MXB7K2Q9D4HT5H", codeName: "MXB7K2Q9D4HT5H", layer: 1 });
    expect(await list({ code_equal: "MXB7K2Q9D4HT5H" })).toEqual(answer);
    expect(await list({ codeId: String(row?.["codeId"]) })).toEqual(answer);
    expect(codesOf(await list({ code_in: "MXB7K2Q9D4HT5H,MXC00000000018,NOCODE" })).toSorted()).toEqual([
      "MXB7K2Q9D4HT5H",
      "MXC00000000018",
    ]);
  });

  // Plans of one PostgreSQL: a cluster shows those of its nodes in another way, and a part of few rows is read as a whole.
  it.skipIf(isDistributedRun())("is read by the index of what it is searched by, and by no other rows", async () => {
    const read = vi.spyOn(server.database, "read");
    for (const [query, condition] of [
      [{ code: "MXB7K2Q9D4HT5H" }, /\(code\)::text = [^]*code_id = ANY/],
      [{ codeSetId: "1" }, /code_set_id = /],
      [{ rootId: "1" }, /root_id = /],
    ] as const) {
      read.mockClear();
      await list(query);
      const [scope, statements] = read.mock.calls.find(([, sent]) => sent.some(({ sql }) => sql.includes("code_relation"))) ?? [];
      if (scope === undefined || statements === undefined) throw new Error("nothing was read");
      for (const { sql, parameters } of statements) {
        const [plan] = await server.database.read(scope, [{ sql: `explain (costs off) ${sql}`, parameters }], "kept");
        const lines = (plan?.rows ?? []).map((row) => String(row["QUERY PLAN"]));
        // Each table is entered by a condition of an index; that of the text by the unique one of codes.
        expect(lines.filter((line) => /Seq Scan/.test(line))).toEqual([]);
        expect(lines.filter((line) => /Index Cond:/.test(line)).join("\n")).toMatch(condition);
      }
    }
    read.mockRestore();
  });

  it("finds nothing by a part of a code, or by that of another tenant, and refuses what no index answers", async () => {
    expect(codesOf(await list({ code: "MXB7K2Q9D4HT5" }))).toEqual([]);
    expect(recordsIn(await server.as("chenqing").get("/digit-bind/code-relation/list", { code: "MXB7K2Q9D4HT5H" }))).toEqual([]);
    expect(await list({ code_like: "MXB" })).toMatchObject({ status: 400, msg: "请求参数格式错误: code_like" });
    expect(await list({ codeFuncType: "4" })).toMatchObject({ status: 400, msg: "请先输入以下任一查询条件：码、码包、最外层码" });
  });
});
