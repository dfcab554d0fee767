// Takes away the files that only repeat a name: `export { t as default } from "./application.js"`. The bundler writes one
// for each lazy import whose module lies in a group with others, and browsers would wait for it before they learn of the group.
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

interface Facade {
  /** Its own file, and the one that holds what it names. */
  readonly file: string;
  readonly target: string;
  /** Name of its export → name of the target's. */
  readonly names: ReadonlyMap<string, string>;
}

const bindings = (text: string): readonly (readonly [string, string])[] =>
  text.split(",").flatMap((one) => {
    const [, from, to] = /^\s*([\w$]+)\s+as\s+([\w$]+)\s*$/.exec(one) ?? /^\s*(([\w$]+))\s*$/.exec(one) ?? [];
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });

/** The facade that a file is; undefined for one with code of its own. */
export function facadeIn(file: string, code: string): Facade | undefined {
  const plain = code.replace(/\/\/# sourceMappingURL=.*$/m, "");
  const [, passedOn, from] = /^export\s*\{([^{}]+)\}\s*from\s*"\.\/([^"]+)";?\s*$/.exec(plain) ?? [];
  if (passedOn !== undefined && from !== undefined)
    return { file, target: from, names: new Map(bindings(passedOn).map(([name, exported]) => [exported, name])) };
  const [, imported, target, exported] = /^import\s*\{([^{}]+)\}\s*from\s*"\.\/([^"]+)";\s*export\s*\{([^{}]+)\};?\s*$/.exec(plain) ?? [];
  if (imported === undefined || target === undefined || exported === undefined) return undefined;
  const inTarget = new Map(bindings(imported).map(([name, local]) => [local, name]));
  const names = bindings(exported).map(([local, name]) => [name, inTarget.get(local)] as const);
  if (names.some(([, name]) => name === undefined)) return undefined;
  return { file, target, names: new Map(names.map(([name, from]) => [name, from ?? ""])) };
}

/** The code with its lazy imports of facades led to what they name. */
export function withoutFacades(code: string, facades: readonly Facade[]): string {
  return facades.reduce((text, { file, target, names }) => {
    const members = [...names].map(([name, from]) => `${name}:m.${from}`).join();
    return text
      .replaceAll(`import("./${file}")`, `import("./${target}").then(m=>({${members}}))`)
      .replaceAll(`import(\`./${file}\`)`, `import("./${target}").then(m=>({${members}}))`)
      .replaceAll(`assets/${file}`, `assets/${target}`);
  }, code);
}

export const noFacades: Plugin = {
  name: "no-facades",
  apply: "build",
  writeBundle: {
    // Before the files are compressed.
    order: "pre",
    sequential: true,
    async handler({ dir }) {
      if (dir === undefined) return;
      const assets = path.join(dir, "assets");
      // A test's bundle has all its files elsewhere.
      if (!existsSync(assets)) return;
      const files = (await readdir(assets)).filter((file) => file.endsWith(".js"));
      const codes = new Map(await Promise.all(files.map(async (file) => [file, await readFile(path.join(assets, file), "utf8")] as const)));
      const facades = [...codes].flatMap(([file, code]) => facadeIn(file, code) ?? []);
      for (const [file, code] of codes) {
        const without = withoutFacades(code, facades);
        if (without !== code) await writeFile(path.join(assets, file), without);
      }
      const left = [...codes].filter(([file]) => !facades.some((facade) => facade.file === file));
      for (const { file } of facades) {
        const names = left.find(([, code]) => withoutFacades(code, facades).includes(file));
        if (names !== undefined) throw new Error(`${names[0]} names ${file} in a way that scripts/vite/without-facades.ts does not know`);
        await rm(path.join(assets, file));
      }
    },
  },
};
