// Bills are closed only when no document that carries them out is under way.
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";

const { add, act, find, row, put } = await startDemonstration();

it.each([
  ["out", { billNo: "CK-CLOSE", reference: "warehouseOutBillId", table: "stock_out_doc" }],
  ["in", { billNo: "RK-CLOSE", reference: "warehouseInBillId", table: "stock_in_doc" }],
] as const)("an %s-bill stays open while a document of it is under way", async (direction, { billNo, reference, table }) => {
  const bills = `/digit-bind/warehouse-${direction}-bill`;
  const documents = `/digit-bind/stock-${direction}-doc`;
  const { id: warehouseId } = await find("/digit-bind/warehouse", { code_equal: "WH01" });
  const bill = await add(bills, { warehouseId, billType: 1, billNo });
  const document = await add(documents, { docType: 9, warehouseId, bizDate: "2025-03-12", [reference]: bill });
  const { docNo } = await row(documents, document);
  expect(await act(bills, "close", bill)).toMatchObject({
    status: 400,
    msg: `单据“${String(docNo)}”尚未完成，不能关闭账单`,
    data: { error: "documentUnderWay", docNo },
  });
  expect(await row(bills, bill)).toMatchObject({ status: 0 });
  await put(`update ${table} set status = 9 where id = $1::bigint`, [document]);
  expect(await act(bills, "close", bill)).toMatchObject({ code: 200 });
  expect(await row(bills, bill)).toMatchObject({ status: 9 });
});
