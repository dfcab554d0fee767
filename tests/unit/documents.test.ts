// Documents name files, headings and screens that exist: a rename must not leave a reader with a path that leads nowhere.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import menu from "#generated/menu.json" with { type: "json" };
import packageFacts from "../../package.json" with { type: "json" };
import { anchorOf } from "../../scripts/reference/examples.ts";
import { variables } from "../../src/server/config.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "specification.md")
    .map((name) => `docs/${name}`),
];

/** Paths in backticks that begin with a folder of the repository and stand for one file or folder. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:docs|generated|resources|scripts|src|tests)\/[\w./-]*)`/g)].flatMap(([, path]) =>
    path === undefined ? [] : [path],
  );
}

const cases = documents.flatMap((document) =>
  [...new Set(pathsIn(readFileSync(join(root, document), "utf8")))].map((path): [string, string] => [document, path]),
);

test("paths are found at all", () => {
  expect(cases.length).toBeGreaterThan(20);
});

test.each(cases)("%s: %s exists", (_document, path) => {
  expect(existsSync(join(root, path))).toBe(true);
});

/** What may be linked to: the headings of a document, the second of the same words with a number. */
function anchorsIn(document: string): ReadonlySet<string> {
  const text = readFileSync(join(root, document), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const seen = new Map<string, number>();
  const anchors = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, words = ""]) => {
    const anchor = anchorOf(words);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(anchors);
}

test("every link between documents leads to a file and to a heading of it", () => {
  const anchors = new Map<string, ReadonlySet<string>>();
  const broken = [...documents, "generated/reference.md"].flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
    return [...text.matchAll(/\]\(((?!https?:)[^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, file = "", anchor]) => {
      const target = file === "" ? document : normalize(join(dirname(document), file));
      if (!existsSync(join(root, target))) return [`${document}: ${link}`];
      if (anchor === undefined || !target.endsWith(".md")) return [];
      if (!anchors.has(target)) anchors.set(target, anchorsIn(target));
      return anchors.get(target)?.has(anchor) === true ? [] : [`${document}: ${link}`];
    });
  });
  expect(broken).toEqual([]);
});

test("every document is linked from the README, which stays short and names the version", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && !readme.includes(`(docs/${name}`))).toEqual([]);
  expect(Buffer.byteLength(readme)).toBeLessThan(12_000);
  expect(readme).toContain(`Version ${packageFacts.version},`);
});

test("the two commands of the README are those of CI", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect([...readme.matchAll(/^npm install && (npm \w+)/gm)].map(([, command]) => command)).toEqual(["npm start", "npm test"]);
  expect(readFileSync(join(root, ".ci/run"), "utf8")).toContain("exec npm test");
});

const wordsIn = (document: string): ReadonlySet<string> =>
  new Set([...readFileSync(join(root, document), "utf8").matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.split(/[\s,=]+/)));

test("every setting has its place in the table of variables", () => {
  const documented = wordsIn("docs/configuration.md");
  expect(Object.keys(variables).filter((name) => !documented.has(name))).toEqual([]);
});

test("every command has its place in the table of commands", () => {
  const documented = wordsIn("docs/commands.md");
  expect(Object.keys(packageFacts.scripts).filter((name) => !documented.has(name))).toEqual([]);
});

test("every way through the menu leads to a screen", () => {
  const ways = documents.flatMap((document) => [...readFileSync(join(root, document), "utf8").matchAll(/([一-鿿]+) → ([一-鿿]+)/g)]);
  const areas = new Map(menu.map(({ name, screens }) => [name[0], new Set(screens.map((screen) => screen.name[0]))]));
  // A reader makes some screens while reading.
  const made = new Set(
    documents.flatMap((document) =>
      [...readFileSync(join(root, document), "utf8").matchAll(/^ {2}label: \["([^"]+)"/gm)].map(([, label]) => label),
    ),
  );
  const wrong = ways
    .filter(([, area = "", screen = ""]) => areas.has(area) && areas.get(area)?.has(screen) !== true && !made.has(screen))
    .map(([way]) => way);
  expect(ways.length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});
