// Sees that statements of the common pattern which name their table or their scope themselves are found.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readSourceTree } from "../../scripts/import-graph.ts";
import { describeUnscopedSql, findUnscopedSql } from "../../scripts/scoped-sql.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = "src/server/crud/read/probe.ts";
const foundIn = (text: string, at = file) => findUnscopedSql(new Map([[at, text]])).map(({ line, what }) => `${line} ${what}`);

describe("SQL of the common pattern past its scope", () => {
  test("is nowhere in the tree as it is", () => {
    expect(findUnscopedSql(readSourceTree(root)).map(describeUnscopedSql)).toEqual([]);
  });

  test("is found in the real tree as soon as one file holds it", () => {
    const tree = new Map([...readSourceTree(root), [file, 'export const living = "t.is_deleted = 0";']]);
    expect(findUnscopedSql(tree).map(describeUnscopedSql)).toEqual([
      expect.stringMatching(/^src\/server\/crud\/read\/probe\.ts:1 holds the scope of rows as text\n/),
    ]);
  });

  test.each([
    ["a tenant", 'const sql = "where t.tenant_id = $1";'],
    ["a tenant without alias", "const sql = ` AND tenant_id = $${place}`;"],
    ["removal", "const sql = `${alias}.is_deleted = 0`;"],
    ["an order by removal", 'const sql = "ORDER BY r.is_deleted";'],
    ["a list of tenants", "const sql = `tenant_id IN (${places})`;"],
    ["a tenant in quotes", "const sql = 't.\"tenant_id\" <> $1';"],
    ["removal as a truth", 'const sql = "NOT is_deleted::bool";'],
  ])("%s as text", (_what, text) => {
    expect(foundIn(text)).toEqual(["1 the scope of rows as text"]);
  });

  test.each([
    ["named", "const sql = `FROM ${quoted(resource.table)} t`;"],
    ["named by a computed member", 'const sql = "FROM " + quoted(resource["table"]);'],
    ["taken out of its resource", "const sql = ({ table }: ResourceModel) => `FROM ${quoted(table)} t`;"],
    ["named without a function", 'const sql = `SELECT 1 FROM "${resource.table}" t`;'],
    ["written out", 'const sql = "DELETE FROM customer t";'],
  ])("a table that is %s", (_how, text) => {
    expect(foundIn(text)).toEqual(["1 the name of a table"]);
  });

  test("a query builder, which names tables by itself", () => {
    expect(foundIn('import { sql } from "kysely";')).toEqual(["1 a query builder"]);
  });

  test("not what a statement calls by a name of its own, functions, columns and locks", () => {
    const text = "const sql = `WITH RECURSIVE _b AS (…) SELECT key FROM _b JOIN unnest($1) u ON true, extract(epoch FROM x.v)`;";
    expect(foundIn(text)).toEqual([]);
    expect(foundIn("const name = `tracemark.order ${resource.table}`;")).toEqual([]);
  });

  test("not the names of columns and parameters, nor other folders and tests", () => {
    expect(foundIn('const names = new Set(["tenantId", "tenant_id"]); const key = quoted(column.column);')).toEqual([]);
    expect(foundIn('const sql = "t.tenant_id = $1";', "src/server/audit/probe.ts")).toEqual([]);
    expect(foundIn('const sql = "t.tenant_id = $1";', "src/server/crud/read/probe.test.ts")).toEqual([]);
  });
});
