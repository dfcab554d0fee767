// Parts of the examples that show one word each: where a word is used, its member as it is written there.
import type { Example } from "./examples.ts";
import { inner, keyOf, list, nodeName, parsed, type Node, type Parsed } from "./syntax.ts";

/** A member of an example's definition. */
export interface Excerpt {
  /** Names from the top of the definition, through the options of fields: ["fields", "price", "scale"]. */
  readonly path: readonly string[];
  /** The builder of the field that it belongs to, or that makes it. */
  readonly builder: string | undefined;
  /** Its text, moved to the left. */
  readonly text: string;
  /** Excerpts that it is a part of, the nearest first. */
  readonly around: readonly Excerpt[];
  readonly example: Example;
}

/** The text of a node without the blanks that its lines begin with. */
function toTheLeft(node: Node, { source }: Parsed): string {
  const lineStart = source.lastIndexOf("\n", node.start) + 1;
  const [indent = ""] = /^ */.exec(source.slice(lineStart, node.start)) ?? [];
  return source.slice(node.start, node.end).replaceAll(`\n${indent}`, "\n");
}

/** What a call of a builder is given as its options: its last object. */
const optionsOf = (call: Node): Node | undefined => list(call, "arguments").findLast(({ type }) => type === "ObjectExpression");

/** The members of an object, and those below them. */
function* below(
  object: Node,
  above: readonly Excerpt[],
  builder: string | undefined,
  context: { readonly file: Parsed; readonly example: Example },
): Iterable<Excerpt> {
  for (const property of list(object, "properties")) {
    const [key, value] = [keyOf(property), inner(property, "value")];
    if (property.type !== "Property" || key === undefined || value === undefined) continue;
    const made = value.type === "CallExpression" ? nodeName(inner(value, "callee")) : undefined;
    const own: Excerpt = {
      path: [...(above[0]?.path ?? []), key],
      builder: made ?? builder,
      text: toTheLeft(property, context.file),
      around: above,
      example: context.example,
    };
    yield own;
    if (value.type === "CallExpression") {
      const options = optionsOf(value);
      if (options !== undefined) yield* below(options, [own, ...above], made, context);
    } else if (value.type === "ObjectExpression") yield* below(value, [own, ...above], builder, context);
    else if (value.type === "ArrayExpression") {
      for (const element of list(value, "elements"))
        if (element.type === "ObjectExpression") yield* below(element, [own, ...above], builder, context);
    }
  }
}

/** All members of an example. */
export function excerptsOf(example: Example): readonly Excerpt[] {
  const file = parsed(`${example.document}.ts`, example.code);
  const exported = file.statements.find(({ type }) => type === "ExportDefaultDeclaration");
  const call = inner(exported, "declaration");
  const argument = call === undefined ? undefined : list(call, "arguments").at(-1);
  if (argument === undefined) return [];
  const rows = argument.type === "ArrayExpression" ? list(argument, "elements") : [argument];
  return rows.flatMap((row) => [...below(row, [], undefined, { file, example })]);
}

const maxLength = 150;
const simplest: readonly string[] = ["docs/tutorial.md", "docs/cookbook.md"];
const difficulty = (document: string): number => (simplest.includes(document) ? simplest.indexOf(document) : simplest.length);

/** The excerpt to show: from the simplest document, of one line, and the shortest. */
export function bestOf(excerpts: readonly Excerpt[]): Excerpt | undefined {
  const rank = ({ text, example }: Excerpt): readonly number[] => [
    text.includes("\n") || text.length > maxLength ? 1 : 0,
    difficulty(example.document),
    text.length,
  ];
  return [...excerpts].sort((left, right) => {
    const [one, other] = [rank(left), rank(right)];
    const index = one.findIndex((value, place) => value !== other[place]);
    return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
  })[0];
}

/** Whether a path is one that a pattern stands for: "actions.*.from". */
export function isAt(path: readonly string[], pattern: string): boolean {
  const parts = pattern.split(".");
  return parts.length === path.length && parts.every((part, index) => part === "*" || part === path[index]);
}
