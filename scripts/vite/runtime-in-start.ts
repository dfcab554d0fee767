// The bundler puts the few lines that join modules of the older kind into a file of their own, which every page would wait for. The start of
// the application holds them too, and files that import the start take them from there. All others keep to the file: a file that names
// another without its hash in its own could be kept by browsers longer than what it names.
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const importOf = (file: string): RegExp => new RegExp(`import\\{([^{}]*)\\}from"\\./${file.replaceAll(".", "\\.")}";`);

/** `n as e,t` of an import as the pattern of a declaration. */
const patternOf = (names: string): string => `{${names.replaceAll(/\s+as\s+/g, ":")}}`;

/** File → code, with the runtime taken from the start wherever that is imported anyway. */
export function withRuntimeInStart(codes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const fileOf = (name: string) => [...codes].find(([file]) => file.startsWith(name));
  const [runtime, start] = [fileOf("rolldown-runtime-"), fileOf("start-")];
  // A page of another bundle may do without.
  if (runtime === undefined || start === undefined || !importOf(runtime[0]).test(start[1])) return codes;
  const [, body, exported] = /^(.*)export\{([^{}]*)\};?\s*$/s.exec(runtime[1]) ?? [];
  if (body === undefined || exported === undefined)
    throw new Error(`${runtime[0]} looks otherwise than scripts/vite/runtime-in-start.ts knows`);
  const members = exported.replaceAll(/([\w$]+) as ([\w$]+)/g, "$2:$1");
  const [own, startFile] = [importOf(runtime[0]), importOf(start[0])];
  const inStart = start[1]
    .replace(own, (_all, names: string) => `const $runtime=(()=>{${body}return{${members}}})();const${patternOf(names)}=$runtime;`)
    .replace(/export\{(?=[^{}]*\};?\s*$)/, "export{$runtime,");
  if (!inStart.includes("export{$runtime,")) throw new Error(`${start[0]} looks otherwise than scripts/vite/runtime-in-start.ts knows`);
  const changed = [...codes].map(([file, code]): readonly [string, string] => {
    if (file === start[0]) return [file, inStart];
    if (!startFile.test(code)) return [file, code];
    return [file, code.replace(own, (_all, names: string) => `import{$runtime}from"./${start[0]}";const${patternOf(names)}=$runtime;`)];
  });
  return new Map(changed.map(([file, code]) => [file, code.replaceAll(`"assets/${runtime[0]}"`, `"assets/${start[0]}"`)]));
}

export const runtimeInStart: Plugin = {
  name: "runtime-in-start",
  apply: "build",
  writeBundle: {
    // Before the files are compressed.
    order: "pre",
    sequential: true,
    async handler({ dir }) {
      const assets = path.join(dir ?? "", "assets");
      // A test's bundle has all its files elsewhere.
      if (dir === undefined || !existsSync(assets)) return;
      const files = (await readdir(assets)).filter((file) => file.endsWith(".js"));
      const codes = new Map(await Promise.all(files.map(async (file) => [file, await readFile(path.join(assets, file), "utf8")] as const)));
      const changed = withRuntimeInStart(codes);
      if (changed === codes) return;
      for (const [file, code] of changed) if (code !== codes.get(file)) await writeFile(path.join(assets, file), code);
      const page = path.join(dir, "index.html");
      const html = await readFile(page, "utf8");
      await writeFile(page, html.replace(/\s*<script[^>]*\/rolldown-runtime-[^>]*><\/script>/, ""));
    },
  },
};
