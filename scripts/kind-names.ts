// Finds code outside src/fields that decides by the name of a kind of field: a comparison with it, a list of kinds, a table by kind. What
// differs between kinds is a member of the kind itself (src/schema/field-kind.ts), so that a new kind is one folder and one line of
// src/fields/registry.ts.
import { parseSync, Visitor } from "vite";
import type { SourceTree } from "./import-graph.ts";

interface KindName {
  file: string;
  line: number;
  /** The code that names kinds. */
  text: string;
}

const CODE = /\.tsx?$/;
const TEST = /\.test(?:-d)?\.tsx?$/;
const BOUND = /^(?:src|scripts|tests)\//;
/**
 * From so many members on, a list or an object of nothing but names of kinds is one of kinds; fewer may be anything, such as ["code",
 * "state"].
 */
const LIST_FROM = 3;

interface Located {
  start: number;
  end: number;
}

/** The kinds of a tree, by the folders of their definitions. */
function kindsIn(tree: SourceTree): ReadonlySet<string> {
  return new Set([...tree.keys()].flatMap((path) => /^src\/fields\/([^/]+)\/definition\.ts$/.exec(path)?.[1] ?? []));
}

export function findKindNames(tree: SourceTree): KindName[] {
  const kinds = kindsIn(tree);
  const mayName = signOf(kinds);
  return [...tree].flatMap(([file, text]) => {
    if (!CODE.test(file) || TEST.test(file) || !BOUND.test(file) || file.startsWith("src/fields/") || !mayName(text)) return [];
    return kindNamesIn(file, text, kinds).map(({ start, end }) => ({
      file,
      line: text.slice(0, start).split("\n").length,
      text: text.slice(start, end).replace(/\s+/g, " ").slice(0, 100),
    }));
  });
}

/**
 * Whether a file can decide by the name of a kind: it has the word `kind` and the name of one in quotes, or such a name as the first member
 * of a list or an object. Most files have neither, and need not be parsed.
 */
function signOf(kinds: ReadonlySet<string>): (text: string) => boolean {
  const name = `(?:${[...kinds].map((kind) => kind.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`;
  const between = String.raw`(?:\s|/\*[\s\S]*?\*/|//[^\n]*\n)*`;
  const inQuotes = new RegExp(String.raw`(["'])${name}\1`);
  const first = new RegExp(String.raw`\[${between}(["'])${name}\1|\{${between}(["']?)${name}\2${between}:`);
  return (text) => (inQuotes.test(text) && /\bkind\b/.test(text)) || first.test(text);
}

function kindNamesIn(file: string, text: string, kinds: ReadonlySet<string>): Located[] {
  const comparisons: Located[] = [];
  const isName = (node: unknown) => kinds.has(literalText(node) ?? "");
  new Visitor({
    BinaryExpression(node) {
      if (/^[!=]==?$/.test(node.operator) && ((isKind(node.left) && isName(node.right)) || (isName(node.left) && isKind(node.right))))
        comparisons.push(node);
    },
    SwitchStatement(node) {
      if (isKind(node.discriminant)) comparisons.push(...node.cases.filter(({ test }) => isName(test)));
    },
    ArrayExpression(node) {
      if (node.elements.length >= LIST_FROM && node.elements.every(isName)) comparisons.push(node);
    },
    NewExpression(node) {
      // new Set(["password", "lines"]): sets are built for membership tests.
      const [first] = node.arguments;
      if (
        first?.type === "ArrayExpression" &&
        first.elements.length > 0 &&
        first.elements.length < LIST_FROM &&
        first.elements.every(isName)
      )
        comparisons.push(node);
    },
    CallExpression(node) {
      const { callee } = node;
      const [first] = node.arguments;
      if (
        callee.type !== "MemberExpression" ||
        callee.object.type !== "ArrayExpression" ||
        !isKind(first) ||
        callee.object.elements.length >= LIST_FROM
      )
        return;
      if (callee.object.elements.some(isName)) comparisons.push(node);
    },
    ObjectExpression(node) {
      const keys = node.properties.map((property) =>
        property.type === "Property" && !property.shorthand ? keyOf(property.key) : undefined,
      );
      if (keys.length >= LIST_FROM && keys.every((key) => key !== undefined && kinds.has(key))) comparisons.push(node);
    },
  }).visit(parseSync(file, text).program);
  return comparisons;
}

/** Whether an expression is a kind by its name: `kind`, `field.kind`, `column.field?.kind`. */
function isKind(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "ChainExpression") return isKind(node["expression"]);
  if (node.type === "Identifier") return node["name"] === "kind";
  return node.type === "MemberExpression" && node["computed"] === false && isNode(node["property"]) && node["property"]["name"] === "kind";
}

function literalText(node: unknown): string | undefined {
  return isNode(node) && node.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined;
}

function keyOf(key: unknown): string | undefined {
  const name = isNode(key) && key.type === "Identifier" ? key["name"] : literalText(key);
  return typeof name === "string" ? name : undefined;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

export function describeKindName({ file, line, text }: KindName): string {
  return `${file}:${line} decides by the name of a kind of field: ${text}\n  boundary: kinds are told apart by their traits\n  Ask a member of the kind (src/schema/field-kind.ts, kind-traits.ts); add one where none says it.`;
}
