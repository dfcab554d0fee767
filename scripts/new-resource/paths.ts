// The likely path of a new resource: the same prefix as its neighbours in the area.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { areaOf, type DefinitionFiles } from "../definitions.ts";

/** Where most resources of the area answer, with the new name behind it. */
export async function defaultPath(root: string, files: DefinitionFiles, area: string, name: string): Promise<string> {
  const counts = new Map<string, number>();
  for (const file of files.resources.filter((one) => areaOf(one) === area)) {
    const source = await readFile(path.join(root, file), "utf8");
    const prefix = /^ {2}path: "(\/[^/"]+)\//m.exec(source)?.[1];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [commonest] = [...counts].sort(([, left], [, right]) => right - left);
  return `${commonest?.[0] ?? "/digit-bind"}/${name}`;
}
