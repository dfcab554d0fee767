// A damaged code exchanged for a fresh one: checked, carried out at once, and once only.
import { expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { idOf, rowsOf, write } from "../rows.ts";

const { server, chenqing, row, userId, zhangwei } = await startDemonstration();
expectsAuditedChanges(server);

const path = "/digit-bind/code-replace";
const tenant = "100001";
let made = 0;

interface Made {
  readonly code?: string;
  readonly layer?: number;
  readonly lifeStatus?: number;
  readonly more?: Body;
}

/** A code of its own; answers its text. */
async function newCode({ code, layer = 1, lifeStatus = 1, more = {} }: Made = {}): Promise<string> {
  made += 1;
  const text = code ?? `RPL${String(made).padStart(5, "0")}`;
  const values: Body = {
    id: 500_000 + made,
    tenant_id: tenant,
    code: text,
    layer,
    life_status: lifeStatus,
    code_func_type: 1,
    digit_source_mark: "SELF",
    block_status: 0,
    ...more,
  };
  const names = Object.keys(values);
  await write(
    server,
    `insert into code_item (${names.join(", ")}) values (${names.map((_name, index) => `$${index + 1}`).join(", ")})`,
    Object.values(values),
  );
  return text;
}

const itemOf = async (code: string): Promise<Body> =>
  (await rowsOf(server, "select * from code_item where tenant_id = $1 and code = $2", [tenant, code]))[0] ?? {};
const save = (body: Body): Promise<Answer> => zhangwei.post(`${path}/save`, { reason: 1, ...body });
const submit = (body: Body): Promise<Answer> => zhangwei.post(`${path}/submit`, body);
const issues = (answer: Answer): readonly unknown[] =>
  ((answer.data as { readonly issues?: readonly { readonly path: unknown; readonly message?: unknown }[] }).issues ?? []).map(
    ({ path: at, message }) => [at, message],
  );

/** A case of two cartons of two bottles each, the first bottle with a twin; answers the codes from the outermost inwards. */
async function newCase() {
  const box = await newCode({ layer: 3 });
  const cartons = [await newCode({ layer: 2 }), await newCode({ layer: 2 })];
  const bottles = [await newCode(), await newCode(), await newCode(), await newCode()];
  const cap = await newCode();
  const relate = (code: string, parent: string | null, { relationType = 1, childNum = 0, position = 1 } = {}) =>
    write(
      server,
      `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, child_num, position, origin)
       select i.id + 100000, i.tenant_id, i.id, p.id, b.id, i.layer, $3, $4, $6, 1
       from code_item i join code_item b on b.tenant_id = '100001' and b.code = $5
       left join code_item p on p.tenant_id = '100001' and p.code = coalesce($2, '') where i.tenant_id = '100001' and i.code = $1`,
      [code, parent, relationType, childNum, box, position],
    );
  await relate(box, null, { childNum: 2 });
  for (const [index, carton] of cartons.entries()) {
    await relate(carton, box, { childNum: 2, position: index + 1 });
    for (const [place, bottle] of bottles.slice(index * 2, index * 2 + 2).entries()) await relate(bottle, carton, { position: place + 1 });
  }
  await relate(cap, bottles[0] ?? "", { relationType: 2 });
  return { box, cartons, bottles, cap };
}

/** Codes of a tree, each below its package. */
function outlineOf(node: Body, depth = 0): readonly string[] {
  const children = Array.isArray(node["children"]) ? (node["children"] as readonly Body[]) : [];
  const twins = Array.isArray(node["twins"]) ? (node["twins"] as readonly Body[]) : [];
  const beside = twins.length === 0 ? "" : ` = ${twins.map((twin) => String(twin["code"])).join(" ")}`;
  return [`${"  ".repeat(depth)}${String(node["code"])}${beside}`, ...children.flatMap((child) => outlineOf(child, depth + 1))];
}
const treeOf = async (code: string) => outlineOf(objectIn(await zhangwei.get("/digit-bind/code-relation/tree", { code })));

it("the new code takes the old one's place in the package, at every layer", async () => {
  const { box, cartons, bottles, cap } = await newCase();
  const [carton = "", other = ""] = cartons;
  const [first = "", ...rest] = bottles;
  const newBox = await newCode({ layer: 3 });
  const newCarton = await newCode({ layer: 2 });
  const newBottle = await newCode();
  for (const [oldCode, fresh] of [
    [box, newBox],
    [carton, newCarton],
    [first, newBottle],
  ] as const)
    expect(await save({ oldCode, newCode: fresh })).toMatchObject({ code: 200 });
  expect(await treeOf(newBottle)).toEqual([
    newBox,
    `  ${newCarton}`,
    `    ${newBottle} = ${cap}`,
    `    ${rest[0]}`,
    `  ${other}`,
    `    ${rest[1]}`,
    `    ${rest[2]}`,
  ]);
  const { id: rootId } = await itemOf(newBox);
  expect(
    await rowsOf(
      server,
      "select distinct root_id::text from code_relation r join code_item i on i.tenant_id = r.tenant_id and i.id = r.code_id where i.code = any($1)",
      [[newCarton, newBottle, cap, other]],
    ),
  ).toEqual([{ root_id: String(rootId) }]);
  expect(
    await rowsOf(
      server,
      "select r.origin, r.bind_time::text from code_relation r join code_item i on i.tenant_id = r.tenant_id and i.id = r.code_id where i.code = $1",
      [newCarton],
    ),
  ).toEqual([{ origin: 3, bind_time: "2025-03-12 12:00:00" }]);
});

it("the exchange is recorded with its facts, and the old code no longer counts", async () => {
  const oldCode = await newCode({ layer: 3 });
  const fresh = await newCode({ layer: 3, lifeStatus: 0 });
  const { id } = objectIn(await save({ oldCode: ` ${oldCode}`, newCode: fresh, reason: 2, remark: "看不清" }));
  expect(await row(path, id)).toMatchObject({
    oldCode,
    newCode: fresh,
    status: 1,
    reason: 2,
    layer: 3,
    codeFuncType: 1,
    digitSourceMark: "SELF",
    operatorId: userId,
    replaceTime: "2025-03-12 12:00:00",
    failReason: "",
  });
  expect(await itemOf(oldCode)).toMatchObject({ block_status: 3 });
  expect(await itemOf(fresh)).toMatchObject({ block_status: 0, life_status: 1 });
});

it("stock, tray, documents and channel go to the new code; what has happened keeps the old one", async () => {
  const oldCode = "MXC00000008011";
  const fresh = await newCode({ layer: 3 });
  const history = async () => [
    await rowsOf(server, "select * from stock_move_record where code = $1 order by id", [oldCode]),
    await rowsOf(server, "select * from consumer_scan_record where code = $1 order by id", [oldCode]),
  ];
  const before = await itemOf(oldCode);
  const [moves, scans] = await history();
  expect(await save({ oldCode, newCode: fresh })).toMatchObject({ code: 200 });
  const taken = [
    "product_id",
    "spec_id",
    "batch_code",
    "life_status",
    "stock_in_doc_id",
    "stock_out_doc_id",
    "channel_id",
    "sale_region_codes",
    "out_time",
    "stamp_time",
  ];
  const after = await itemOf(fresh);
  for (const name of taken) expect([name, after[name]]).toEqual([name, before[name]]);
  expect(after).toMatchObject({ scan_count: null, first_scan_time: null });
  for (const table of ["warehousegoodscurrent", "traygoods"])
    expect(await rowsOf(server, `select code from ${table} where code in ($1, $2)`, [oldCode, fresh])).toEqual([{ code: fresh }]);
  expect(await history()).toEqual([moves, scans]);
});

it("a shipped code takes over what its case was stamped with", async () => {
  const fresh = await newCode({ more: { code_func_type: 4 } });
  expect(await save({ oldCode: "MXB9M4T6X2CR8P", newCode: fresh })).toMatchObject({ code: 200 });
  const [box, bottle] = [await itemOf("MXC00000000018"), await itemOf(fresh)];
  for (const name of ["life_status", "stock_in_doc_id", "stock_out_doc_id", "channel_id", "out_time", "stamp_time"])
    expect([name, bottle[name]]).toEqual([name, box[name]]);
});

it("scans of a document that is under way follow to the new code, those of a finished one stay", async () => {
  const oldCode = await newCode({ layer: 3 });
  const fresh = await newCode({ layer: 3 });
  const warehouseId = await idOf(zhangwei, "/digit-bind/warehouse", { code_equal: "WH01" });
  const documents = await Promise.all(
    [1, 2].map(async (status) => {
      const { id } = objectIn(await zhangwei.post("/digit-bind/stock-in-doc/submit", { docType: 9, warehouseId, bizDate: "2025-03-12" }));
      await write(server, "update stock_in_doc set status = $2 where id = $1::bigint", [id, status]);
      return String(id);
    }),
  );
  for (const [index, docId] of documents.entries())
    await write(server, "insert into scan_record (id, tenant_id, doc_kind, doc_id, code, accepted) values ($1, $2, 1, $3, $4, 1)", [
      900_000 + index,
      tenant,
      docId,
      oldCode,
    ]);
  expect(await save({ oldCode, newCode: fresh })).toMatchObject({ code: 200 });
  expect(await rowsOf(server, "select code from scan_record where doc_id = any($1) order by id", [documents])).toEqual([
    { code: fresh },
    { code: oldCode },
  ]);
});

it.each<{ what: string; codes: () => Promise<readonly [string, string]>; field: string; message: string }>([
  { what: "an unknown old code", codes: async () => ["NOPE1", await newCode()], field: "oldCode", message: "原码不存在" },
  { what: "an unknown new code", codes: async () => [await newCode(), "NOPE2"], field: "newCode", message: "新码不存在" },
  {
    what: "the same code",
    codes: async () => {
      const code = await newCode();
      return [code, code];
    },
    field: "newCode",
    message: "新码不能与原码相同",
  },
  {
    what: "another source",
    codes: async () => [await newCode(), await newCode({ more: { digit_source_mark: "JGM" } })],
    field: "newCode",
    message: "新码与原码码源不同",
  },
  {
    what: "another function",
    codes: async () => [await newCode(), await newCode({ more: { code_func_type: 2 } })],
    field: "newCode",
    message: "新码与原码的码功能不同",
  },
  {
    what: "another layer",
    codes: async () => [await newCode(), await newCode({ layer: 2 })],
    field: "newCode",
    message: "新码层级不符：原码为瓶，新码为盒",
  },
  {
    what: "a sealed old code",
    codes: async () => [await newCode({ more: { block_status: 1 } }), await newCode()],
    field: "oldCode",
    message: "原码已封存，不能换码",
  },
  {
    what: "a void new code",
    codes: async () => [await newCode(), await newCode({ more: { block_status: 2 } })],
    field: "newCode",
    message: "新码已作废",
  },
  {
    what: "a new code in stock",
    codes: async () => [await newCode(), await newCode({ lifeStatus: 2 })],
    field: "newCode",
    message: "新码已入库或已出库",
  },
  {
    what: "a new code in a package",
    codes: async () => [await newCode(), (await newCase()).bottles[1] ?? ""],
    field: "newCode",
    message: "新码已有包装关系",
  },
  {
    what: "a new code that holds others",
    codes: async () => [await newCode({ layer: 3 }), (await newCase()).box],
    field: "newCode",
    message: "新码已有包装关系",
  },
  { what: "a twin", codes: async () => [await newCode(), (await newCase()).cap], field: "newCode", message: "新码已有包装关系" },
  {
    what: "a new code of a document",
    codes: async () => [
      await newCode(),
      await newCode({
        more: {
          stock_in_doc_id: await idOf(zhangwei, "/digit-bind/stock-in-doc", { docNo: "RK202503050001" }),
          stamp_time: "2025-03-05 17:40:00",
        },
      }),
    ],
    field: "newCode",
    message: "新码已被单据或库存使用",
  },
])("$what is refused at its field, and nothing is kept", async ({ codes, field, message }) => {
  const [oldCode, fresh] = await codes();
  const counted = () => rowsOf(server, "select count(*)::int as n from code_replace");
  const before = [await counted(), await itemOf(oldCode), await itemOf(fresh)];
  const answer = await save({ oldCode, newCode: fresh });
  expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
  expect(issues(answer)).toEqual([[[field], message]]);
  expect([await counted(), await itemOf(oldCode), await itemOf(fresh)]).toEqual(before);
});

it("a refusal is told in the reader's language", async () => {
  const answer = await server.as("zhangwei", {}, "en").post(`${path}/save`, { oldCode: "NOPE1", newCode: "NOPE2", reason: 1 });
  expect(issues(answer)).toEqual([[["oldCode"], "There is no such code"]]);
});

it("a code of another tenant is unknown", async () => {
  const [oldCode, fresh] = [await newCode(), await newCode()];
  expect(issues(await chenqing.post(`${path}/save`, { oldCode, newCode: fresh, reason: 1 }))).toEqual([[["oldCode"], "原码不存在"]]);
});

it("of two who exchange one code one wins, and of two who use one new code", async () => {
  const oldCode = await newCode();
  const fresh = [await newCode(), await newCode()];
  const answers = await Promise.all(fresh.map((newOne) => save({ oldCode, newCode: newOne })));
  expect(answers.map(({ code }) => code)).toEqual(expect.arrayContaining([200, 400]));
  expect(issues(answers.find(({ code }) => code === 400) as Answer)).toEqual([[["oldCode"], "原码已被替换，不能换码"]]);
  const others = [(await newCase()).bottles[1] ?? "", (await newCase()).bottles[1] ?? ""];
  const shared = await newCode();
  const second = await Promise.all(others.map((old) => save({ oldCode: old, newCode: shared })));
  expect(second.map(({ code }) => code)).toEqual(expect.arrayContaining([200, 400]));
  expect(issues(second.find(({ code }) => code === 400) as Answer)).toEqual([[["newCode"], "新码已有包装关系"]]);
});

/** An exchange that an earlier version of the product kept though it was refused; answers its id. */
async function failedExchange(oldCode: string, newOne: string): Promise<string> {
  made += 1;
  const id = String(500_000 + made);
  await write(
    server,
    `insert into code_replace (id, tenant_id, old_code, new_code, reason, status, fail_reason) values ($1, $2, $3, $4, 2, 2, '["新码已作废", "The new code is void"]')`,
    [id, tenant, oldCode, newOne],
  );
  return id;
}

it("a failed exchange is carried out again with other codes; a done one only changes its reason, picture and remark", async () => {
  const id = await failedExchange("MXB8W5E2R7Y4UY", "MXBQ6R3T8N4W2K");
  expect(issues(await submit({ id, oldCode: "MXB8W5E2R7Y4UY", newCode: "MXBQ6R3T8N4W2K" }))).toEqual([[["newCode"], "新码已作废"]]);
  expect(await row(path, id)).toMatchObject({ status: 2, failReason: "新码已作废" });
  expect(objectIn(await server.as("zhangwei", {}, "en").get(`${path}/detail`, { id }))["failReason"]).toBe("The new code is void");
  const fresh = await newCode({ more: { code_func_type: 4 } });
  expect(await submit({ id, newCode: fresh })).toMatchObject({ code: 200 });
  expect(await row(path, id)).toMatchObject({ status: 1, newCode: fresh, failReason: "", operatorId: userId });
  expect(await submit({ id, newCode: fresh, reason: 9, remark: "补打" })).toMatchObject({ code: 200 });
  expect(await row(path, id)).toMatchObject({ status: 1, reason: 9, remark: "补打", replaceTime: "2025-03-12 12:00:00" });
  expect(issues(await submit({ id, newCode: await newCode() }))).toEqual([[["newCode"], "已换码，原码和新码不能再修改"]]);
});

it("only exchanges that were not carried out are removed", async () => {
  const [oldCode, fresh] = [await newCode(), await newCode()];
  const { id } = objectIn(await save({ oldCode, newCode: fresh }));
  const remove = (ids: unknown) => zhangwei.post(`${path}/remove`, undefined, { ids: String(ids) });
  expect(await remove(id)).toMatchObject({ status: 400, msg: `换码“${oldCode}”当前状态为“已换码”，不能删除` });
  expect(await remove(await failedExchange(oldCode, fresh))).toMatchObject({ code: 200 });
});

it("staff who look up a code that was exchanged several times are led to the last one", async () => {
  const chain = [await newCode(), await newCode(), await newCode()];
  const [first = "", second = "", last = ""] = chain;
  await save({ oldCode: first, newCode: second });
  await save({ oldCode: second, newCode: last });
  expect(objectIn(await zhangwei.get("/digit-apply/consumer-scan-record/code-detail", { code: first }))).toMatchObject({
    code: first,
    replacedBy: last,
  });
  expect(await treeOf(first)).toEqual([last]);
  expect(recordsIn(await zhangwei.get(`${path}/list`, { newCode_equal: last }))).toHaveLength(1);
});
