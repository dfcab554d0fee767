// Indexes by which a list under a data scope finds few rows among many (docs/data-scopes.md).
import { expect, it } from "vitest";
import { wantedTables } from "../../../src/server/store/tables.ts";
import { productModel } from "../../support/product.ts";

const tables = wantedTables(productModel);
const definitionsOf = (table: string) => tables.find(({ name }) => name === table)?.indexes.map(({ definition }) => definition) ?? [];

it("tables of daily business have them by department and by person, in the order of their list", () => {
  expect(definitionsOf("stock_out_doc")).toEqual(
    expect.arrayContaining([
      '("tenant_id", "create_dept", "biz_date", "id") WHERE is_deleted = 0',
      '("tenant_id", "create_user", "biz_date", "id") WHERE is_deleted = 0',
    ]),
  );
});

it("tables that a person fills by hand do without", () => {
  expect(definitionsOf("factory").filter((definition) => /create_dept|create_user/.test(definition))).toEqual([]);
});

it("tables that choose their indexes have the ones they choose", () => {
  expect(definitionsOf("consumer_scan_record")).toContain('("tenant_id", "create_dept") WHERE is_deleted = 0');
  expect(definitionsOf("code_item").filter((definition) => definition.includes("create_dept"))).toEqual([]);
});
