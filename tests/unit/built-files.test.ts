// Browsers keep a file with a hash in its name for ever: whatever the build does, a file of the same name has the same content.
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type Plugin, type PluginOption } from "vite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import configuration from "../../vite.config.ts";
import { checkoutAt, type Checkout } from "../support/checkout.ts";
import { scratch } from "../support/scratch.ts";

let checkout: Checkout;

/** An application that has what the build treats apart: groups, lazy parts in and outside of them, and a module of the older kind. */
beforeEach(() => {
  checkout = checkoutAt(mkdtempSync(path.join(scratch(), "tracemark-built-")));
  onTestFinished(() => checkout[Symbol.dispose]());
  const files = {
    "index.html": '<script type="module" src="/src/admin/main.tsx"></script>',
    "src/older.cjs": "exports.older = (text) => text.length;",
    "src/shared.ts": "export const shared = (text: string): string => text.repeat(2);",
    "src/admin/main.tsx": `import { older } from "../older.cjs"; import { shared } from "../shared.ts"; document.title = shared(String(older("x")));
      void import("./application.tsx").then(({ draw }) => draw()); void import("./login/login-page.tsx").then(({ draw }) => draw());`,
    "src/admin/application.tsx": `import { older } from "../older.cjs"; import { part } from "./part.ts"; export const draw = () => part(String(older("y")));
      void import("./lazy.ts").then(({ lazy }) => lazy());`,
    "src/admin/part.ts": "export const part = (text: string) => document.body.append(text);",
    "src/admin/lazy.ts":
      'import { part } from "./part.ts"; import { shared } from "../shared.ts"; export const lazy = () => part(shared("z"));',
    "src/admin/login/login-page.tsx": 'export const draw = () => document.body.append("sign in");',
  };
  for (const [file, text] of Object.entries(files)) checkout.write(file, text);
});

async function ownPlugins(): Promise<readonly Plugin[]> {
  const flat = async (option: PluginOption): Promise<readonly Plugin[]> => {
    const one = await option;
    if (Array.isArray(one)) return (await Promise.all(one.map(flat))).flat();
    return one === null || one === undefined || one === false ? [] : [one];
  };
  const { plugins = [] } = configuration({ command: "build", mode: "production" });
  // Those of packages name it before a colon.
  return (await flat(plugins)).filter(({ name }) => !name.includes(":"));
}

/** Name → content of the built files whose names have a hash. */
async function filesBuiltWith(plugins: readonly Plugin[], outDir: string): Promise<ReadonlyMap<string, string>> {
  const { build: settings } = configuration({ command: "build", mode: "production" });
  await build({
    configFile: false,
    logLevel: "silent",
    root: checkout.root,
    publicDir: false,
    plugins: [...plugins],
    build: {
      ...settings,
      outDir: path.join(checkout.root, outDir),
      rolldownOptions: { ...settings?.rolldownOptions, input: path.join(checkout.root, "index.html") },
    },
  });
  const assets = path.join(checkout.root, outDir, "assets");
  return new Map(readdirSync(assets).map((file) => [file, readFileSync(path.join(assets, file), "utf8")]));
}

function changedUnderTheirName(files: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): readonly string[] {
  return [...files].filter(([file, content]) => others.has(file) && others.get(file) !== content).map(([file]) => file);
}

test("without any one of the plugins, no file has another content under the same name", async () => {
  const plugins = await ownPlugins();
  const files = await filesBuiltWith(plugins, "all");
  expect([...files.keys()].map((file) => file.replace(/-[\w-]{8}\.js$/, ""))).toEqual(
    expect.arrayContaining(["application", "rolldown-runtime", "sign-in", "start"]),
  );
  expect(existsSync(path.join(checkout.root, "all/preloads.json"))).toBe(true);
  for (const plugin of plugins) {
    const others = await filesBuiltWith(
      plugins.filter((one) => one !== plugin),
      "without",
    );
    expect({ without: plugin.name, changed: changedUnderTheirName(files, others) }).toEqual({ without: plugin.name, changed: [] });
  }
});

test.each<[string, Plugin]>([
  [
    "in the bundle",
    {
      name: "late",
      generateBundle(_options, bundle) {
        for (const one of Object.values(bundle)) if (one.type === "chunk") one.code += "// late";
      },
    },
  ],
  [
    "on the disk",
    {
      name: "later",
      writeBundle({ dir = "" }, bundle) {
        for (const one of Object.values(bundle)) if (one.type === "chunk") writeFileSync(path.join(dir, one.fileName), "// later");
      },
    },
  ],
])("a plugin that changes files after their hash is noticed: %s", async (_where, plugin) => {
  const plugins = await ownPlugins();
  const [files, others] = [await filesBuiltWith([...plugins, plugin], "all"), await filesBuiltWith(plugins, "without")];
  expect(changedUnderTheirName(files, others)).toHaveLength(files.size);
});

test("a file that is drawn at once begins with the hint to compile it while it arrives", async () => {
  const files = await filesBuiltWith(await ownPlugins(), "hinted");
  const hinted = [...files].filter(([, content]) => content.startsWith("//# allFunctionsCalledOnLoad\n")).map(([file]) => file);
  expect(hinted.map((file) => file.replace(/-[\w-]{8}\.js$/, "")).toSorted()).toEqual(["application", "sign-in", "start"]);
});
