// Refine's packages were built so that each function keeps its name: `var useList = __name((…) => …, "useList")`. The names are for people
// who debug Refine itself, and take as many bytes as a form.
import type { Plugin } from "vite";

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value && "end" in value
  );
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What stands around the function in each call that names one. */
function cutsIn(node: Node): readonly Cut[] {
  const below = Object.values(node)
    .flatMap((member) => (Array.isArray(member) ? member : [member]))
    .filter(isNode)
    .flatMap(cutsIn);
  const { callee, arguments: given } = node;
  if (node.type !== "CallExpression" || !isNode(callee) || callee["name"] !== "__name" || !Array.isArray(given) || given.length !== 2)
    return below;
  const [named] = given;
  if (!isNode(named)) return below;
  return [{ start: node.start, end: named.start, text: "(" }, { start: named.end, end: node.end, text: ")" }, ...below];
}

/** The code with each named function in place of the call that names it. */
export function withoutNames(code: string, program: unknown): string {
  if (!isNode(program)) throw new Error("the parser gave no syntax tree");
  return cutsIn(program)
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code);
}

export const noNames: Plugin = {
  name: "no-names",
  apply: "build",
  transform(code, id) {
    if (!/[\\/]@refinedev[\\/][\w-]+[\\/]dist[\\/]index\.mjs/.test(id) || !code.includes("__name(")) return undefined;
    return { code: withoutNames(code, this.parse(code)), map: null };
  },
};
