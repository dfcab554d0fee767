// The package around a code: what is in what, what stands on the same unit, and what a code takes over from above.
import { describe, expect, it } from "vitest";
import { objectIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { write } from "../rows.ts";

const path = "/digit-bind/code-relation/tree";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

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
            children: [{ code: "MXB7K2Q9D4HT5H" }, { code: "MXB9M4T6X2CR8P", current: true }, { code: "MXBX4M8R2W6K98" }],
          },
          { code: "MXH7C3P9V5TR8K", children: [] },
        ],
      },
    });
    expect(JSON.stringify(answer.data).match(/"current":true/g)).toHaveLength(1);
  });

  it("shows the state that a code takes over from the case it is in", async () => {
    const answer = objectIn(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H" }));
    expect(JSON.stringify(answer).match(/"lifeStatus":3/g)).toHaveLength(6);
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
        { blockStatus: 1 },
        { blockStatus: 1 },
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
