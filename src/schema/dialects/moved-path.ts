// Where a back-end has a call.
import type { Dialect } from "./types.ts";

/** The path of a call as this back-end has it. */
export function movedPath({ moved }: Pick<Dialect, "moved">, path: string): string {
  const rule = moved.find(([ours]) => path === ours || path.startsWith(`${ours}/`));
  return rule === undefined ? path : rule[1] + path.slice(rule[0].length);
}
