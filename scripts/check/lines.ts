// Finds the line of a member of a definition from its path: ["fields", "shopId", "within"].
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync } from "vite";
import type { Finding, Place } from "../../src/schema/checks/index.ts";

interface Node {
  readonly type: string;
  readonly start: number;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    "start" in value &&
    typeof value.start === "number"
  );
}

function member(node: Node, name: string): unknown {
  return Reflect.get(node, name);
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The expression inside wrappers without an effect at run time: `x as T`, `(x)`, `x satisfies T`. */
function plain(node: unknown): Node | undefined {
  let inner = node;
  while (
    isNode(inner) &&
    ["TSAsExpression", "TSSatisfiesExpression", "ParenthesizedExpression", "TSNonNullExpression"].includes(inner.type)
  )
    inner = member(inner, "expression");
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
    const candidates = nodes(member(node, "arguments")).map(plain).toReversed();
    for (const argument of candidates) {
      // A life cycle's states are a separate argument.
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

/** The line of a path, or of the nearest enclosing member that is written out. */
interface Spot {
  readonly line: number;
  /** What of the place is not written out there. */
  readonly left: Place;
  /** Files whose default exports are spread at this point: the member may be in one of them. */
  readonly spread: readonly string[];
}

/** Files of the default imports that an object spreads. */
function spreadIn(node: Node | undefined, program: readonly Node[], file: string): readonly string[] {
  if (node?.type !== "ObjectExpression" && node?.type !== "CallExpression") return [];
  if (node.type === "CallExpression")
    return nodes(member(node, "arguments"))
      .map(plain)
      .flatMap((argument) => (argument?.type === "ObjectExpression" ? spreadIn(argument, program, file) : []));
  const names = nodes(member(node, "properties"))
    .filter((one) => one.type === "SpreadElement")
    .map((one) => nameOfNode(member(one, "argument")));
  return program.flatMap((statement) => {
    const source = member(statement, "source");
    const isSpread =
      statement.type === "ImportDeclaration" &&
      nodes(member(statement, "specifiers")).some(
        (one) => one.type === "ImportDefaultSpecifier" && names.includes(nameOfNode(member(one, "local"))),
      );
    const address = isSpread && isNode(source) ? member(source, "value") : undefined;
    return typeof address === "string" && address.startsWith(".") ? [path.posix.join(path.posix.dirname(file), address)] : [];
  });
}

function nameOfNode(node: unknown): unknown {
  return isNode(node) && node.type === "Identifier" ? member(node, "name") : undefined;
}

/** Line 1 for a file that cannot be parsed. */
function spotOf(file: string, source: string, place: Place): Spot {
  const parsed = parseSync(file, source);
  const [error] = parsed.errors;
  if (error !== undefined) return { line: lineAt(source, error.labels[0]?.start ?? 0), left: place, spread: [] };
  const program = nodes(parsed.program.body);
  const exported = program.find((statement) => statement.type === "ExportDefaultDeclaration");
  if (exported === undefined) return { line: 1, left: place, spread: [] };
  let node = plain(member(exported, "declaration"));
  let at: Node = exported;
  let steps = 0;
  for (const part of place) {
    const next = node === undefined ? undefined : step(node, part);
    if (next === undefined) break;
    at = next.at;
    node = next.value;
    steps += 1;
  }
  const left = place.slice(steps);
  return { line: lineAt(source, at.start), left, spread: left.length === 0 ? [] : spreadIn(node, program, file) };
}

type Source = (file: string) => Promise<string | undefined>;

/** The file and line of a place: in the definition, or in the group of fields that it spreads there. */
async function placed(file: string, place: Place, read: Source): Promise<Pick<Finding, "file" | "line"> | undefined> {
  const source = await read(file);
  if (source === undefined) return undefined;
  const { line, left, spread } = spotOf(file, source, place);
  for (const group of spread) {
    const text = await read(group);
    const inGroup = text === undefined ? undefined : spotOf(group, text, left);
    if (inGroup !== undefined && inGroup.left.length < left.length) return { file: group, line: inGroup.line };
  }
  return { file, line };
}

/**
 * The findings with their lines. Files outside the checkout's definitions have none. A finding on a field that several definitions spread
 * is reported once.
 */
export async function withLines(root: string, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const sources = new Map<string, string | undefined>();
  const read: Source = async (file) => {
    if (!sources.has(file)) sources.set(file, file.endsWith(".ts") ? await readFile(path.join(root, file), "utf8") : undefined);
    return sources.get(file);
  };
  const placedFindings: Finding[] = [];
  const isReported = ({ file, line, code, message }: Finding) =>
    placedFindings.some((one) => one.file === file && one.line === line && one.code === code && one.message.problem === message.problem);
  for (const finding of findings) {
    const located = { ...finding, ...(finding.line === undefined ? await placed(finding.file, finding.place, read) : {}) };
    if (located.file === finding.file || !isReported(located)) placedFindings.push(located);
  }
  return placedFindings;
}
