// Which resources a back-end has.
import type { Dialect, ResourceDialect } from "./types.ts";

const nothingElse: ResourceDialect = {};

/** What is different about a resource; undefined where the back-end does not have it. */
export function resourceIn(
  { resources, onlyListed }: Pick<Dialect, "resources" | "onlyListed">,
  name: string,
): ResourceDialect | undefined {
  const listed = Object.hasOwn(resources, name) ? resources[name] : undefined;
  if (listed === "absent") return undefined;
  return listed ?? (onlyListed ? undefined : nothingElse);
}
