// Areas write queries whose names the definitions type (src/server/rows); this finds SQL written as text among them, which a renamed field
// would break only at run time.
import { parseSync, Visitor } from "vite";
import type { SourceTree } from "./import-graph.ts";

const AREAS = /^src\/server\/domain\/.+(?<!\.test)\.ts$/;
/** A statement, or the beginning of one. "Select" begins a sentence; SQL is written all in one case. */
const STATEMENTS: readonly RegExp[] = [
  /^\s*(?:select|SELECT)\s/,
  /\b(?:select|SELECT)\b[\s\S]*?\b(?:from|FROM)\b/,
  /\binsert\s+into\b/i,
  /\bupdate\s+\S+\s+(?:\w+\s+)?set\b/i,
  /\bdelete\s+from\b/i,
];
const isStatement = (text: string): boolean => STATEMENTS.some((pattern) => pattern.test(text));
/** A column written out: `t.name`. */
const COLUMN = /(?<![\w'"])[a-z_]\w*\.[a-z_]\w*/i;
/** Names that Kysely does not check. */
const UNCHECKED: ReadonlySet<string> = new Set(["raw", "ref", "table", "id"]);

interface TextSql {
  readonly file: string;
  readonly line: number;
  readonly what: "a statement as text" | "a column as text within sql`…`" | "a name that nobody checks";
}

/** SQL as text in the areas of a source tree. */
export function findTextSql(tree: SourceTree): readonly TextSql[] {
  return [...tree].flatMap(([file, text]) => (AREAS.test(file) ? textSqlOf(file, text) : []));
}

function textSqlOf(file: string, text: string): readonly TextSql[] {
  const violations: TextSql[] = [];
  const add = (node: { readonly start: number }, what: TextSql["what"]) =>
    violations.push({ file, line: text.slice(0, node.start).split("\n").length, what });
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === "string" && isStatement(node.value)) add(node, "a statement as text");
    },
    TemplateLiteral: (node) => {
      if (isStatement(node.quasis.map(({ value }) => value.raw).join("x"))) add(node, "a statement as text");
    },
    TaggedTemplateExpression: (node) => {
      if (node.tag.type !== "Identifier" || node.tag.name !== "sql") return;
      // Quoted text is a value.
      if (node.quasi.quasis.some(({ value }) => COLUMN.test(value.raw.replaceAll(/'[^']*'/g, "''"))))
        add(node, "a column as text within sql`…`");
    },
    MemberExpression: (node) => {
      if (
        node.object.type === "Identifier" &&
        node.object.name === "sql" &&
        node.property.type === "Identifier" &&
        UNCHECKED.has(node.property.name)
      )
        add(node, "a name that nobody checks");
    },
  }).visit(parseSync(file, text).program);
  return violations;
}

export function describeTextSql({ file, line, what }: TextSql): string {
  return `${file}:${line} holds ${what}\n  rule: areas write typed queries\n  Select from tables(context) with db, and name columns by ref within sql templates; docs/effects.md, "Reading and writing rows".`;
}
