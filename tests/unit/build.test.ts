// What a build makes anew: nothing that is committed or up to date, everything whose sources have changed; a part that cannot be built ends
// the others.
import { existsSync, mkdtempSync } from "node:fs";
import { readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { BuildError, buildForStart, finishBuild } from "../../scripts/build.ts";
import { contentOf } from "../../scripts/fingerprint.ts";
import { fingerprintFile, fingerprintText } from "../../scripts/generate/fingerprint.ts";
import { checkoutAt, type Checkout } from "../support/checkout.ts";
import { scratch } from "../support/scratch.ts";

const build = (output: string) => `export default { build: { outDir: "${output}", lib: { entry: "src/page.ts", formats: ["es"] } } };\n`;
const committed = `generated/${fingerprintFile}`;

let checkout: Checkout;
let message: string[];
const options = () => ({ root: checkout.root, say: (line: string) => void message.push(line.replace(/ in [\d.]+ s$/, "")) });

async function builtForStart(): Promise<readonly string[]> {
  message = [];
  const { server, pages } = buildForStart(options());
  await Promise.all([server, pages]);
  return message.toSorted();
}

const everything = ["built the browser application", "built the server"];

beforeEach(async () => {
  checkout = checkoutAt(mkdtempSync(path.join(scratch(), "tracemark-build-")));
  onTestFinished(() => checkout[Symbol.dispose]());
  checkout.write("package.json", '{ "type": "module" }');
  checkout.write("src/page.ts", "export const page = 1;\n");
  checkout.write("resources/shop.ts", "export default 1;\n");
  // Stand for what writes the results: their names are all that the build looks at.
  checkout.write("vite.config.ts", build("dist/pages").replace("build:", `plugins: [${resultAt("dist/admin/index.html")}], build:`));
  checkout.write(
    "vite.server.config.ts",
    build("dist/bundle").replace("build:", `plugins: [${resultAt("dist/server/server.cjs")}], build:`),
  );
  checkout.write("scripts/run.cjs", 'require("node:fs").appendFileSync("generated/registry.ts", "// anew\\n");\n');
  checkout.write("generated/registry.ts", "// committed\n");
  checkout.write(committed, await fingerprintText(checkout.root));
});

function resultAt(file: string): string {
  return `{ name: "result", async writeBundle() {
    const { mkdirSync, writeFileSync } = await import("node:fs");
    mkdirSync(new URL("${path.posix.dirname(file)}", import.meta.url), { recursive: true });
    writeFileSync(new URL("${file}", import.meta.url), "made");
  } }`;
}

test("what is generated and committed is not made anew by a first start; a changed definition makes it", async () => {
  expect(await builtForStart()).toEqual(everything);
  expect(checkout.read("generated/registry.ts")).toBe("// committed\n");
  expect(await builtForStart()).toEqual([]);

  checkout.write("resources/shop.ts", "export default 2;\n");
  expect(await builtForStart()).toEqual([...everything, "built the generated files"].toSorted());
  expect(checkout.read("generated/registry.ts")).toBe("// committed\n// anew\n");
});

test("two fingerprints, as where branches met, are the one of neither", async () => {
  checkout.write(committed, `${checkout.read(committed)}${"0".repeat(64)}\n`);
  expect(await builtForStart()).toContain("built the generated files");
});

test("times that changed alone, and a test, make nothing anew", async () => {
  await builtForStart();
  await utimes(path.join(checkout.root, "resources/shop.ts"), new Date(), new Date(0));
  checkout.write("src/server/page.test.ts", "");
  expect(await builtForStart()).toEqual([]);
});

test("a fingerprint is that of the content, however lines end", async () => {
  const places = { places: ["resources"] };
  const before = await contentOf(checkout.root, places);
  checkout.write("resources/shop.ts", "export default 1;\r\n");
  expect(await contentOf(checkout.root, places)).toBe(before);
  checkout.write("resources/shop.ts", "export default 3;\n");
  expect(await contentOf(checkout.root, places)).not.toBe(before);
});

test("a part that cannot be built is named, and ends the one that is being built", async () => {
  checkout.write("vite.config.ts", 'throw new Error("no such thing");\n');
  checkout.write("vite.server.config.ts", "await new Promise((resolve) => setTimeout(resolve, 3_600_000));\n");
  const { server, pages } = buildForStart(options());
  await expect(pages).rejects.toThrow(BuildError);
  await expect(pages).rejects.toThrow("The browser application could not be built");
  await expect(server).rejects.toThrow("aborted");
});

test("definitions with problems stop everything", async () => {
  checkout.write("resources/shop.ts", "export default 2;\n");
  checkout.write("scripts/run.cjs", "process.exit(1);\n");
  const { server, pages } = buildForStart(options());
  await expect(server).rejects.toThrow("The generated files could not be built");
  await expect(pages).rejects.toThrow("The generated files could not be built");
  expect(existsSync(path.join(checkout.root, "dist/server"))).toBe(false);
});

test("pages are compressed after they are built, once, and again where they are built again", async () => {
  checkout.write("dist/server/main.js", 'import { writeFileSync } from "node:fs"; writeFileSync("dist/server/server.cjs.code", "code");\n');
  await builtForStart();
  const text = "export const page = 1;\n".repeat(100);
  checkout.write("dist/admin/assets/page.js", text);
  await finishBuild(options());
  const file = path.join(checkout.root, "dist/admin/assets/page.js");
  expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(text);
  expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(text);

  message = [];
  await finishBuild(options());
  expect(message).toEqual([]);

  await rm(`${file}.br`);
  await writeFile(path.join(checkout.root, "vite.config.ts"), `${checkout.read("vite.config.ts")}\n`);
  await builtForStart();
  await finishBuild(options());
  expect(existsSync(`${file}.br`)).toBe(true);
});
