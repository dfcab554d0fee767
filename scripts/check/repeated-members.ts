// Members that stand twice in one object of a definition's file: what is loaded of it has the last one only.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync, Visitor } from "vite";
import type { Finding } from "../../src/schema/checks/index.ts";

/** Findings on the sources of definitions. */
export async function repeatedMembers(root: string, files: readonly string[]): Promise<readonly Finding[]> {
  const all = await Promise.all(files.map(async (file) => repeatedIn(file, await readFile(path.join(root, file), "utf8"))));
  return all.flat();
}

function repeatedIn(file: string, source: string): readonly Finding[] {
  const findings: Finding[] = [];
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const seen = new Set<string>();
      for (const member of properties) {
        if (member.type !== "Property" || member.computed) continue;
        const { key } = member;
        const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : undefined;
        if (name === undefined) continue;
        if (seen.has(name))
          findings.push({
            file,
            line: source.slice(0, key.start).split("\n").length,
            code: "duplicate-member",
            level: "error",
            place: [],
            message: {
              problem: `"${name}" stands twice in one place, and only the last one counts`,
              remedy: "Rename one, or take it out.",
            },
          });
        seen.add(name);
      }
    },
  }).visit(parseSync(file, source).program);
  return findings;
}
