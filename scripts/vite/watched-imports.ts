// Puts a timeout and a retry around every import() of the application's own modules, so that no call site has to (docs/specification.md §8).
import path from "node:path";
import type { Plugin } from "vite";

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value && "end" in value
  );
}

/** Where import() begins and ends; one inside another is its own affair. */
function importsIn(node: Node): readonly Node[] {
  if (node.type === "ImportExpression") return [node];
  return Object.values(node)
    .flatMap((member) => (Array.isArray(member) ? member : [member]))
    .filter(isNode)
    .flatMap(importsIn);
}

/** The code with a function around each import() of it. */
export function withWatch(code: string, program: unknown, watch: string): string {
  if (!isNode(program)) throw new Error("the parser gave no syntax tree");
  const marks = importsIn(program).flatMap(({ start, end }) => [
    { at: start, text: "__loadPart(() => " },
    { at: end, text: ")" },
  ]);
  const watched = marks
    .toSorted((left, right) => right.at - left.at)
    .reduce((text, mark) => text.slice(0, mark.at) + mark.text + text.slice(mark.at), code);
  return `import { loadPart as __loadPart } from ${JSON.stringify(watch)};${watched}`;
}

export function watchedImports(root: string): Plugin {
  const watch = path.join(root, "src/admin/browser/load-part.ts").replaceAll("\\", "/");
  return {
    name: "watched-imports",
    transform(code, id) {
      if (!/[\\/](?:src|generated)[\\/][^?]+\.tsx?$/.test(id) || !code.includes("import(")) return undefined;
      return { code: withWatch(code, this.parse(code), watch), map: null };
    },
  };
}
