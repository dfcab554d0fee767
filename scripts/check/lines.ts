// Finds the line on which a member of a definition stands, from its place: ["fields", "shopId", "within"].
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync } from "vite";
import type { Finding, Place } from "../../src/schema/checks/index.ts";

interface Node {
  readonly type: string;
  readonly start: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value && typeof value.start === "number";
}

function member(node: Node, name: string): unknown {
  return Reflect.get(node, name);
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The expression inside wrappers that say nothing at run time: `x as T`, `(x)`, `x satisfies T`. */
function plain(node: unknown): Node | undefined {
  let inner = node;
  while (isNode(inner) && ["TSAsExpression", "TSSatisfiesExpression", "ParenthesizedExpression", "TSNonNullExpression"].includes(inner.type)) inner = member(inner, "expression");
  return isNode(inner) ? inner : undefined;
}

function keyOf(property: Node): string | undefined {
  const key = member(property, "key");
  if (!isNode(key)) return undefined;
  const name = member(key, "name") ?? member(key, "value");
  return typeof name === "string" || typeof name === "number" ? String(name) : undefined;
}

/** The node of a member: of an object by key, of an array by number, of a builder's call in its last object argument. */
function step(node: Node, part: string | number): { readonly at: Node; readonly value: Node } | undefined {
  if (node.type === "ObjectExpression") {
    const property = nodes(member(node, "properties")).find((one) => one.type === "Property" && keyOf(one) === String(part));
    const value = property === undefined ? undefined : plain(member(property, "value"));
    return property === undefined || value === undefined ? undefined : { at: property, value };
  }
  if (node.type === "ArrayExpression") {
    const element = plain(nodes(member(node, "elements"))[Number(part)]);
    return element === undefined ? undefined : { at: element, value: element };
  }
  if (node.type === "CallExpression") {
    const found = nodes(member(node, "arguments")).map(plain).toReversed();
    for (const argument of found) {
      // A life cycle's states are an argument of their own.
      if (argument?.type === "ObjectExpression" && part === "states") return { at: argument, value: argument };
      const inner = argument?.type === "ObjectExpression" || argument?.type === "ArrayExpression" ? step(argument, part) : undefined;
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

/** The line of a place, or of the nearest member around it that is written out; 1 for a file that cannot be parsed. */
export function lineOf(file: string, source: string, place: Place): number {
  const parsed = parseSync(file, source);
  const [error] = parsed.errors;
  if (error !== undefined) return lineAt(source, error.labels[0]?.start ?? 0);
  const exported = nodes(parsed.program.body).find((statement) => statement.type === "ExportDefaultDeclaration");
  if (exported === undefined) return 1;
  let node = plain(member(exported, "declaration"));
  let at: Node = exported;
  for (const part of place) {
    const next = node === undefined ? undefined : step(node, part);
    if (next === undefined) break;
    at = next.at;
    node = next.value;
  }
  return lineAt(source, at.start);
}

/** The findings with their lines. Files outside the checkout's definitions have none. */
export async function withLines(root: string, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const sources = new Map<string, string | undefined>();
  for (const { file } of findings) {
    if (!sources.has(file)) sources.set(file, file.endsWith(".ts") ? await readFile(path.join(root, file), "utf8") : undefined);
  }
  return findings.map((finding) => {
    const source = sources.get(finding.file);
    return source === undefined ? finding : { ...finding, line: lineOf(finding.file, source, finding.place) };
  });
}
