// Bills and their lines as generated code of the platform has them: each table by itself, and none of them together with another.
import { done, refusals } from "./answers.ts";
import type { Endpoint } from "./calls.ts";
import { crud } from "./crud.ts";
import { byEntity } from "./filters.ts";
import type { Table } from "./rows.ts";
import type { DocumentTables } from "./sample-documents.ts";

/** Most of one line that the stock can have. */
const maxQuantity = 100_000;

/** What others choose from: a list, one row, and all that can be chosen. */
const chosenFrom = (path: string, table: Table): readonly Endpoint[] => [
  ...crud(path, table, { onlyReads: true }),
  { method: "GET", path: `${path}/select`, answer: ({ parameters }) => done(byEntity(table, parameters).map((row) => table.shown(row))) },
];

export function documents({ bills, billLines, warehouses, products, specs }: DocumentTables): readonly Endpoint[] {
  return [
    ...crud("/digit-bind/warehouse-out-bill", bills, {
      before: ({ body }) => {
        const isTaken = bills.rows.some((row) => row["billNo"] === body["billNo"] && row["id"] !== body["id"]);
        if (isTaken) throw refusals.business("账单编号已存在");
        return body;
      },
      after: (row, isNew) => {
        if (isNew) row["status"] = 0;
      },
    }),
    ...crud("/digit-bind/warehouse-out-bill-detail", billLines, {
      before: ({ body }) => {
        if (Number(body["num"]) > maxQuantity) throw refusals.business("数量超过可用库存");
        return body;
      },
      after: (row) => {
        row["amount"] = Number(row["num"] ?? 0) * Number(row["price"] ?? 0);
      },
    }),
    ...chosenFrom("/digit-bind/warehouse", warehouses),
    ...chosenFrom("/digit-bind/attr-owner", products),
    ...chosenFrom("/digit-bind/spec", specs),
  ];
}
