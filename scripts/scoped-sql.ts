// The common pattern names tables and the scope of their rows in one place (src/server/crud/sql/scoped.ts); this finds the conditions, and names of
// tables, that a file of `crud/` writes by itself, so that no statement forgets whose rows it means.
import { parseSync, Visitor, type ESTree } from "vite";
import type { SourceTree } from "./import-graph.ts";

const BOUND = /^src\/server\/crud\/.+(?<!\.test)\.ts$/;
const SCOPES = "src/server/crud/sql/scoped.ts";
/** A column of the scope, in whatever condition. Alone, as a whole text, it is the name of a column. */
const SCOPE_COLUMN = /\b(?:tenant_id|is_deleted)\b/;
const COLUMN_NAME = /^\w+$/;
/** What a table is named after in a statement, at the end of the text before it. */
const BEFORE_TABLE = /\b(?:FROM|JOIN|INTO|UPDATE)\s+"?$/i;
/** A table that is written out. Names of a statement's own begin with "_"; functions have parentheses, and columns an alias. */
const WRITTEN_TABLE = /\b(?:FROM|JOIN|INTO|UPDATE)\s+"?[a-z][a-z0-9_]*\b"?(?!\s*[(.])/;

interface UnscopedSql {
  readonly file: string;
  readonly line: number;
  readonly what: "the scope of rows as text" | "the name of a table" | "a query builder";
}

/** What files of the common pattern write of scopes and tables by themselves. */
export function findUnscopedSql(tree: SourceTree): readonly UnscopedSql[] {
  return [...tree].flatMap(([file, text]) => (BOUND.test(file) && file !== SCOPES ? unscopedIn(file, text) : []));
}

function unscopedIn(file: string, text: string): readonly UnscopedSql[] {
  const found: UnscopedSql[] = [];
  const add = (node: { readonly start: number }, what: UnscopedSql["what"]) =>
    found.push({ file, line: text.slice(0, node.start).split("\n").length, what });
  const checkText = (node: { readonly start: number }, text: string) => {
    if (SCOPE_COLUMN.test(text) && !COLUMN_NAME.test(text)) add(node, "the scope of rows as text");
    if (WRITTEN_TABLE.test(text)) add(node, "the name of a table");
  };
  new Visitor({
    ImportDeclaration: (node) => {
      if (node.source.value === "kysely") add(node, "a query builder");
    },
    Literal: (node) => {
      if (typeof node.value === "string") checkText(node, node.value);
    },
    TemplateLiteral: (node) => {
      const texts = node.quasis.map(({ value }) => value.raw);
      checkText(node, texts.join("${}"));
      for (const [index, expression] of node.expressions.entries())
        if (isTableOfResource(expression) && BEFORE_TABLE.test(texts[index] ?? "")) add(node, "the name of a table");
    },
    ObjectPattern: (node) => {
      for (const one of node.properties)
        if (one.type === "Property" && one.key.type === "Identifier" && one.key.name === "table") add(node, "the name of a table");
    },
    CallExpression: (node) => {
      const [argument] = node.arguments;
      if (node.callee.type === "Identifier" && node.callee.name === "quoted" && argument !== undefined && isTableOfResource(argument))
        add(node, "the name of a table");
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** `resource.table`, or `resource["table"]`. */
function isTableOfResource(node: ESTree.Node): boolean {
  if (node.type !== "MemberExpression") return false;
  const { property } = node;
  return property.type === "Identifier"
    ? property.name === "table" && !node.computed
    : property.type === "Literal" && property.value === "table";
}

export function describeUnscopedSql({ file, line, what }: UnscopedSql): string {
  return `${file}:${line} holds ${what}\n  rule: the common pattern reads and writes tables with their scope\n  Use ScopedStatement, scopedWhere or tableOf (src/server/crud/sql).`;
}
