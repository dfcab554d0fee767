// The common pattern names tables and the scope of their rows in one place (src/server/crud/sql/scoped.ts); this finds the conditions, and names of
// tables, that a file of `crud/` writes by itself, so that no statement forgets whose rows it means.
import { parseSync, Visitor } from "vite";
import type { SourceTree } from "./import-graph.ts";

const BOUND = /^src\/server\/crud\/.+(?<!\.test)\.ts$/;
const SCOPES = "src/server/crud/sql/scoped.ts";
/** A condition on the tenant or on removal, of whatever alias. */
const CONDITION = /\.\s*tenant_id\b|\btenant_id\s*=|\bis_deleted\s*=|\.\s*is_deleted\b/;

interface UnscopedSql {
  readonly file: string;
  readonly line: number;
  readonly what: "the scope of rows as text" | "the name of a table";
}

/** What files of the common pattern write of scopes and tables by themselves. */
export function findUnscopedSql(tree: SourceTree): readonly UnscopedSql[] {
  return [...tree].flatMap(([file, text]) => (BOUND.test(file) && file !== SCOPES ? unscopedIn(file, text) : []));
}

function unscopedIn(file: string, text: string): readonly UnscopedSql[] {
  const found: UnscopedSql[] = [];
  const add = (node: { readonly start: number }, what: UnscopedSql["what"]) =>
    found.push({ file, line: text.slice(0, node.start).split("\n").length, what });
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === "string" && CONDITION.test(node.value)) add(node, "the scope of rows as text");
    },
    TemplateLiteral: (node) => {
      if (node.quasis.some(({ value }) => CONDITION.test(value.raw))) add(node, "the scope of rows as text");
    },
    CallExpression: (node) => {
      const [argument] = node.arguments;
      const isQuoted = node.callee.type === "Identifier" && node.callee.name === "quoted";
      if (
        isQuoted &&
        argument?.type === "MemberExpression" &&
        argument.property.type === "Identifier" &&
        argument.property.name === "table"
      )
        add(node, "the name of a table");
    },
  }).visit(parseSync(file, text).program);
  return found;
}

export function describeUnscopedSql({ file, line, what }: UnscopedSql): string {
  return `${file}:${line} holds ${what}\n  rule: the common pattern reads and writes tables with their scope\n  Use ScopedStatement, scopedWhere or tableOf (src/server/crud/sql).`;
}
