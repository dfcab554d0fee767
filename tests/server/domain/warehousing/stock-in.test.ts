// Stock-in documents: planned quantity, what was scanned, and voiding.
import { describe, expect, it } from "vitest";
import { objectIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { idOf, rowsOf, write } from "../rows.ts";

const documents = "/digit-bind/stock-in-doc";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

async function draft(): Promise<string> {
  const answer = await zhangwei.post(`${documents}/submit`, {
    docType: 9,
    warehouseId: await idOf(zhangwei, "/digit-bind/warehouse", { code_equal: "WH01" }),
    bizDate: "2025-03-12",
  });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

async function addLine(docId: string, num: number): Promise<string> {
  const productId = await idOf(zhangwei, "/digit-bind/attr-owner", { code_equal: "P0001", ownerType: "1" });
  const specId = await idOf(zhangwei, "/digit-bind/spec", { specCode_equal: "SP0001" });
  const answer = await zhangwei.post("/digit-bind/doc-detail/submit", { docId, docKind: 1, productId, specId, layer: 3, num, realNum: 0 });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

const document = async (id: string) => objectIn(await zhangwei.get(`${documents}/detail`, { id }));

describe("a stock-in document", () => {
  it("plans what its lines hold", async () => {
    const id = await draft();
    const line = await addLine(id, 2);
    await addLine(id, 3);
    expect(await document(id)).toMatchObject({ planNum: 180 });
    await zhangwei.post("/digit-bind/doc-detail/remove", undefined, { ids: line });
    expect(await document(id)).toMatchObject({ planNum: 108 });
  });

  it("that is void gives back what was scanned for it, once", async () => {
    const id = await draft();
    const line = await addLine(id, 2);
    await zhangwei.post(`${documents}/start/${id}`);
    await write(
      server,
      `insert into scan_record (id, tenant_id, doc_kind, doc_id, doc_detail_id, code, accepted, reject_reason) values (1, '100001', 1, $1, $2, 'A', 1, 0), (2, '100001', 1, $1, $2, 'B', 0, 3), (3, '100001', 2, $1, null, 'C', 1, 0)`,
      [id, line],
    );
    await write(server, "update doc_detail set scanned_num = 1 where id = $1", [line]);
    expect(await server.as("chenqing").post(`${documents}/void/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    const scans = () => rowsOf(server, "select accepted, reject_reason from scan_record where id in (1, 2, 3) order by id");
    expect(await scans()).toEqual([
      { accepted: 1, reject_reason: 0 },
      { accepted: 0, reject_reason: 3 },
      { accepted: 1, reject_reason: 0 },
    ]);
    expect(await zhangwei.post(`${documents}/void/${id}`)).toMatchObject({ code: 200 });
    expect(await document(id)).toMatchObject({ status: 9 });
    expect(await scans()).toEqual([
      { accepted: 0, reject_reason: 8 },
      { accepted: 0, reject_reason: 3 },
      { accepted: 1, reject_reason: 0 },
    ]);
    expect(await rowsOf(server, "select scanned_num from doc_detail where id = $1", [line])).toEqual([{ scanned_num: 0 }]);
    expect(await zhangwei.post(`${documents}/void/${id}`)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("that is finished cannot be voided", async () => {
    expect(await zhangwei.post(`${documents}/void/30001`)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect(await rowsOf(server, "select count(*)::int as n from scan_record where doc_id = '30001' and accepted = 1")).toEqual([
      { n: 1000 },
    ]);
  });
});

describe("the codes of a document", () => {
  const path = `${documents}/code-detail`;

  it("are answered in pages, beside its lines", async () => {
    expect(await zhangwei.get(`${path}/30001`, { current: 1, size: 1 })).toMatchObject({
      data: {
        docNo: "RK202503050001",
        status: 2,
        realNum: 36000,
        details: [{ docDetailId: expect.stringMatching(/^\d+$/), productName: "茅溪迎宾酒", layer: 3, num: 1000, realNum: 1000 }],
        codes: {
          total: 1000,
          pages: 1000,
          size: 1,
          records: [
            { layer: 3, parentCode: "", codeFuncType: 1, productName: "茅溪迎宾酒", scanTime: "2025-03-05 17:40:00", scanUser: "赵磊" },
          ],
        },
      },
    });
  });

  it("of a document that is not there, or another tenant's, are refused", async () => {
    expect(await zhangwei.get(`${path}/999`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await zhangwei.get(`${path}/abc`)).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
    expect(await server.as("chenqing").get(`${path}/30001`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  });
});
