// The attributes of a document line: bound once they agree with it, shown by it, and left alone when its document is closed.
import { beforeAll, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile, type Answer } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
let product: string;
let spec: string;
let attribute: Readonly<Record<string, string>>;

const idOf = async (path: string, query: Readonly<Record<string, string>>): Promise<string> =>
  String(recordsIn(await zhangwei.get(`${path}/list`, query))[0]?.["id"]);

beforeAll(async () => {
  product = await idOf("/digit-bind/attr-owner", { code_equal: "P0001" });
  spec = await idOf("/digit-bind/spec", { specCode_equal: "SP0001" });
  const ids = await Promise.all(
    ["produceDate", "aroma"].map(async (key) => [key, await idOf("/digit-bind/attr", { attrProp_equal: key })] as const),
  );
  attribute = Object.fromEntries(ids);
});

/** A line of a stock-in document that was just begun. */
async function newLine(): Promise<{ readonly documentId: string; readonly lineId: string }> {
  const warehouseId = await idOf("/digit-bind/warehouse", {});
  const documentId = String(
    objectIn(await zhangwei.post("/digit-bind/stock-in-doc/submit", { docType: 1, warehouseId, bizDate: "2025-03-12" }))["id"],
  );
  const line = await zhangwei.post("/digit-bind/doc-detail/submit", {
    docId: documentId,
    docKind: 1,
    productId: product,
    specId: spec,
    layer: 1,
    num: 10,
    realNum: 0,
  });
  return { documentId, lineId: String(objectIn(line)["id"]) };
}

const bind = (lineId: string, more: object = {}): Promise<Answer> =>
  zhangwei.post("/digit-bind/attribute-owner-doc/submit", {
    docDetailId: lineId,
    productId: product,
    specId: spec,
    batchCode: "MXYB250301",
    docAttrList: [{ attrId: attribute["produceDate"], attrValue: "2025-03-01" }],
    ...more,
  });
const shown = async (lineId: string) => objectIn(await zhangwei.get("/digit-bind/doc-detail/detail", { id: lineId }));

it("is shown by its line with the batch", async () => {
  const { lineId } = await newLine();
  const { id } = objectIn(await bind(lineId));
  expect(await shown(lineId)).toMatchObject({ attrDocId: id, batchCode: "MXYB250301" });
});

it("needs a value for what batches of the product must say", async () => {
  const { lineId } = await newLine();
  expect(await bind(lineId, { docAttrList: [] })).toMatchObject({
    status: 400,
    data: { issues: [{ code: "required", path: ["docAttrList"] }] },
    msg: expect.stringContaining("生产日期"),
  });
  expect(await shown(lineId)).toMatchObject({ batchCode: "" });
});

it("is of the line's product, and holds values of their own attributes", async () => {
  const { lineId } = await newLine();
  const other = await idOf("/digit-bind/attr-owner", { code_equal: "P0002" });
  expect((await bind(lineId, { productId: other, specId: await idOf("/digit-bind/spec", { productId: other }) })).data).toMatchObject({
    issues: [{ path: ["productId"] }],
  });
  const foreign = recordsIn(await zhangwei.get("/digit-bind/attr-value/list")).find((value) => value["attrId"] !== attribute["aroma"]);
  const answer = await bind(lineId, {
    docAttrList: [
      { attrId: attribute["produceDate"], attrValue: "2025-03-01" },
      { attrId: attribute["aroma"], attrValueId: foreign?.["id"] },
    ],
  });
  expect(answer.data).toMatchObject({ issues: [{ path: ["docAttrList", 1, "attrValueId"] }] });
});

it("stays as it is when the document is closed", async () => {
  const { documentId, lineId } = await newLine();
  const { id } = objectIn(await bind(lineId));
  expect((await zhangwei.post(`/digit-bind/stock-in-doc/void/${documentId}`)).status).toBe(200);
  expect(await bind(lineId, { id, batchCode: "other" })).toMatchObject({ status: 400, data: { error: "documentClosed" } });
  expect(await shown(lineId)).toMatchObject({ batchCode: "MXYB250301" });
});
