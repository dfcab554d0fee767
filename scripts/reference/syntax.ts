// Reading TypeScript files without a type checker: nodes, their text, and the comments above them.
import { parseSync } from "vite";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value && "end" in value
  );
}

/** A member of a node. */
export const member = (node: Node, name: string): unknown => Reflect.get(node, name);
/** A member that is one node. */
export function inner(node: Node | undefined, name: string): Node | undefined {
  const value = node === undefined ? undefined : member(node, name);
  return isNode(value) ? value : undefined;
}
/** A member that is a list of nodes. */
export function list(node: Node | undefined, name: string): readonly Node[] {
  const value = node === undefined ? undefined : member(node, name);
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier, or the text of a literal. */
export function nodeName(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const name = member(node, "name") ?? member(node, "value");
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

/** The key of a property. */
export const keyOf = (property: Node): string | undefined => nodeName(inner(property, "key"));

/** Every node below a node, itself first. */
export function* everyNode(node: Node): Iterable<Node> {
  yield node;
  for (const value of Object.values(node)) {
    if (isNode(value)) yield* everyNode(value);
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) yield* everyNode(one);
  }
}

export interface Parsed {
  readonly source: string;
  /** Statements of the file; of an export, what it declares. */
  readonly statements: readonly Node[];
  readonly textOf: (node: Node) => string;
  /** What the documentation comment above a node says, on one line; "" without one. */
  readonly about: (node: Node) => string;
}

/** A comment without its stars, paragraphs kept apart by a line, list items as such. */
function spoken(comment: string): string {
  const lines = comment
    .replace(/^\*/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*?\s?/, "").trimEnd());
  return lines
    .join("\n")
    .trim()
    .replaceAll(/([^\n])\n(?![\n-])/g, "$1 ");
}

export function parsed(file: string, source: string): Parsed {
  const { program, comments, errors } = parseSync(file, source);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${file}: ${first.message}`);
  const documentation = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  const body = Reflect.get(program, "body");
  const statements = (Array.isArray(body) ? body.filter(isNode) : []).map((statement) => statement);
  return {
    source,
    statements,
    textOf: ({ start, end }) => source.slice(start, end),
    about(node) {
      const above = documentation.findLast(({ end }) => end <= node.start);
      return above !== undefined && source.slice(above.end, node.start).trim() === "" ? spoken(above.value) : "";
    },
  };
}

/** What a statement declares: of `export const x = …` the declaration. */
export const declared = (statement: Node): Node => inner(statement, "declaration") ?? statement;
