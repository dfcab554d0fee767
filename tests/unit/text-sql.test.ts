// Sees that text SQL in the areas is found, and that sentences are not taken for it.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readSourceTree } from "../../scripts/import-graph.ts";
import { describeTextSql, findTextSql } from "../../scripts/text-sql.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const area = "src/server/domain/probe/thing.ts";
const foundIn = (text: string, file = area) => findTextSql(new Map([[file, text]])).map(({ line, what }) => `${line} ${what}`);

describe("text SQL in the areas", () => {
  test("is nowhere in the tree as it is", () => {
    expect(findTextSql(readSourceTree(root)).map(describeTextSql)).toEqual([]);
  });

  test("is found in the real tree as soon as one file holds it", () => {
    const tree = new Map([...readSourceTree(root), [area, 'export const find = { sql: "select name from channel where id = $1" };']]);
    expect(findTextSql(tree).map(describeTextSql)).toEqual([
      expect.stringMatching(/^src\/server\/domain\/probe\/thing\.ts:1 holds a statement as text\n/),
    ]);
  });

  test.each([
    ["a select over several lines", "const text = `select d.name\n  from doc_detail d`;"],
    ["a select with a name put in", "const text = `select name from ${table}`;"],
    ["a select of no table", 'const text = "select pg_advisory_xact_lock($1)";'],
    ["an insert", 'const text = "insert into web_log (id) values ($1)";'],
    ["an update", `const text = 'update "user" u set status = 1';`],
    ["a removal", 'const text = "DELETE FROM role_menu";'],
    ["a statement within a template of sql", "const rows = sql`exists (select 1 from ${table})`;"],
  ])("%s is a statement", (_what, text) => {
    expect(foundIn(text)).toEqual(["1 a statement as text"]);
  });

  test("a column that a template of sql names by itself is found, and one that is a reference is not", () => {
    expect(foundIn("const place = sql`coalesce(nullif(r.address, ''), ${ref(\"p.name\")})`;")).toEqual([
      "1 a column as text within sql`…`",
    ]);
    expect(foundIn('const place = sql`coalesce(nullif(${ref("r.address")}, \'a.b\'), ${ref("p.name")})`;')).toEqual([]);
  });

  test.each(["raw", "ref", "table", "id"])("sql.%s names what nobody checks", (name) => {
    expect(foundIn(`\nconst part = sql.${name}("order_no");`)).toEqual(["2 a name that nobody checks"]);
  });

  test("sentences, typed queries and other folders are none", () => {
    expect(foundIn('const message = ["请先从角色中取消授权", "Select a row, and take the scope from the role first"];')).toEqual([]);
    expect(foundIn('const query = db.selectFrom(accessible("order", "o")).select("o.orderNo");')).toEqual([]);
    expect(foundIn('const text = "select 1 from tm_job";', "src/server/jobs/probe.ts")).toEqual([]);
  });
});
