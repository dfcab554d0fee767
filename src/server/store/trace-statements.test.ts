import { expect, test } from "vitest";
import { shapeOf, summaryOf, withoutTransactionControl } from "./trace-statements.ts";

const statement = (sql: string, name?: string) => ({ sql, parameters: [], ...(name === undefined ? {} : { name }) });

test.each([
  [`select "a1" from t where x = 'it''s' and y = $1 and z > 12.5`, `select "a1" from t where x = ? and y = $1 and z > ?`],
  [`insert into t\n  (a)\n values (E'a\\'b', 'c')`, "insert into t (a) values (?, ?)"],
  [`select $body$ it's a "value" $body$, t2.b3 from t2 limit 10`, "select ?, t2.b3 from t2 limit ?"],
  [`select 'a "b' from "it's" where c = 'd'`, `select ? from "it's" where c = ?`],
])("the shape of %j has no literal", (sql, shape) => {
  expect(shapeOf(sql)).toBe(shape);
});

test.each([
  [statement("select 1 from param", "param_list"), "param_list"],
  [statement(`update "user" set a = 'secret'`), "update user"],
  [statement("insert into scan_record (a) values ($1)"), "insert scan_record"],
  [statement("commit"), "commit"],
])("%j is summarised without values", (one, summary) => {
  expect(summaryOf(one)).toBe(summary);
});

test("what opens and ends a transaction is left out beside the statements in it", () => {
  const all = [
    "begin isolation level read committed",
    "select set_config('app.tenant_id', $1, true)",
    "set local app.tenant_id to '100001'",
    "select 1",
    "commit",
  ].map((sql) => statement(sql));
  expect(withoutTransactionControl(all).map(({ sql }) => sql)).toEqual(["select 1"]);
  expect(withoutTransactionControl([statement("commit")])).toHaveLength(1);
});
