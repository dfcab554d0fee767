// Tables of the business that an installation of the platform may have grown: bills of goods that leave, their lines, and what these choose from.
import { Table } from "./rows.ts";

export interface DocumentTables {
  readonly bills: Table;
  readonly billLines: Table;
  readonly warehouses: Table;
  readonly products: Table;
  readonly specs: Table;
}

/** Bills that are there already: more than one page of a list. */
const earlierBills = 30;

export function sampleDocuments(): DocumentTables {
  const tables: DocumentTables = {
    bills: new Table(
      {
        billNo: "text",
        billType: "number",
        warehouseId: "id",
        channelId: "id",
        consignee: "text",
        consigneePhone: "text",
        regionCode: "text",
        address: "text",
        planDate: "date",
        planNum: "number",
        doneNum: "number",
        amount: "number",
        sourceSystem: "text",
        sourceNo: "text",
        remark: "text",
      },
      { ofTenant: true },
    ),
    billLines: new Table(
      {
        billId: "id",
        productId: "id",
        specId: "id",
        layer: "number",
        num: "number",
        unitNum: "number",
        doneNum: "number",
        batchCode: "text",
        price: "number",
        amount: "number",
        remark: "text",
      },
      { ofTenant: true },
    ),
    warehouses: new Table({ code: "text", name: "text" }, { ofTenant: true }),
    products: new Table({ code: "text", barcode: "text", name: "text", ownerType: "number" }, { ofTenant: true }),
    specs: new Table({ specCode: "text", barcode: "text", specName: "text", productId: "id" }, { ofTenant: true }),
  };
  const warehouseId = tables.warehouses.add({ code: "W1", name: "成品仓" })["id"] ?? null;
  for (const [code, barcode, name] of [
    ["P1", "6901234567892", "迎宾酒"],
    ["P2", "6901234567908", "珍藏酒"],
  ] as const) {
    const productId = tables.products.add({ code, barcode, name, ownerType: 1 })["id"] ?? null;
    tables.specs.add({ specCode: `${code}-500`, barcode: "", specName: `${name} 500ml`, productId });
  }
  for (let number = 1; number <= earlierBills; number += 1)
    tables.bills.add({ billNo: `OLD-${number}`, billType: 1, warehouseId, status: 0, amount: 0 });
  return tables;
}
