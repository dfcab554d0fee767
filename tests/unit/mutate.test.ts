// Which changes of the code `npm run mutate` tries, which tests judge them, and what it prints of them.
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { bundledFile, isBundled, nearby, testsNear } from "../../scripts/mutate/nearby.ts";
import { mutantsOf, rangeOf, sampleOf, type MutantPlace } from "../../scripts/mutate/sample.ts";
import { isFallback, scoreTable, survivors } from "../../scripts/mutate/score.ts";

const root = path.resolve(import.meta.dirname, "../..");
const at = (line: number, column: number) => ({ line, column });
const mutant = (file: string, line: number, more: Partial<MutantPlace> = {}): MutantPlace => ({
  file,
  start: at(line, 2),
  end: at(line, 9),
  mutator: "BooleanLiteral",
  replacement: "true",
  ...more,
});

describe("a sample", () => {
  const many = Array.from({ length: 400 }, (_none, line) => mutant(`src/${line % 7}.ts`, line, { replacement: `value ${line}` }));
  const drawn = (seed: number, from = many, size = 20) => sampleOf(from, { size, seed }).places.map(rangeOf);

  it("is the same for a seed, and another for another", () => {
    expect(drawn(1)).toHaveLength(20);
    expect(drawn(1)).toEqual(drawn(1, [...many].reverse()));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  it("keeps what it had where code around it has moved", () => {
    const moved = many.map((one) => ({ ...one, start: at(one.start.line + 5, 2), end: at(one.end.line + 5, 9) }));
    expect(sampleOf(moved, { size: 20, seed: 1 }).places.map(({ replacement }) => replacement)).toEqual(
      sampleOf(many, { size: 20, seed: 1 }).places.map(({ replacement }) => replacement),
    );
  });

  it("is all there is where more is asked for", () => {
    expect(sampleOf(many.slice(0, 5), { size: 20, seed: 1 })).toMatchObject({ count: 5 });
  });

  it("counts what lies within a place with it, and leaves out what holds more than a few", () => {
    const inner = Array.from({ length: 8 }, (_none, line) => mutant("src/a.ts", line + 1, { replacement: `${line}` }));
    const body = mutant("src/a.ts", 0, { end: at(20, 0), mutator: "BlockStatement", replacement: "{}" });
    const pair = mutant("src/a.ts", 1, { start: at(1, 0), end: at(1, 10), replacement: "pair" });
    const { places, count } = sampleOf([body, pair, ...inner], { size: 100, seed: 3 });
    expect(places).not.toContain(body);
    expect(count).toBe(9);
    expect(new Set(places).size).toBe(places.length);
  });

  it("names a place as Stryker does", () => {
    expect(rangeOf(mutant("src/a.ts", 4, { end: at(6, 1) }))).toBe("src/a.ts:5:2-7:1");
  });
});

it("changes are those that Stryker makes of a file", async () => {
  const found = await mutantsOf(root, ["src/fields/digits.ts"]);
  expect(found.length).toBeGreaterThan(3);
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set(["src/fields/digits.ts"]));
});

describe("the tests that judge", () => {
  it("are there, and of a server or not", () => {
    for (const [folder, tests] of Object.entries(nearby)) {
      expect([folder, existsSync(path.join(root, folder))]).toEqual([folder, true]);
      expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
      expect([folder, tests.every(isBundled) || !tests.some(isBundled)]).toEqual([folder, true]);
    }
  });

  it.each([
    ["src/fields/text", "tests/unit/kinds.test.ts"],
    ["src/server/crud/guards", "tests/server/crud/submit.test.ts"],
    ["src/server/crud/read", "tests/server/crud"],
    ["src/server/domain/loyalty", "tests/server/domain/loyalty"],
    ["src/server/domain/collection", "tests/server/domain/payments/refunds.test.ts"],
    ["src/server/http", "tests/server/http"],
  ])("%s lie beside it and in %s", (source, tests) => {
    expect(testsNear(source)).toEqual(expect.arrayContaining([source, tests]));
  });

  it("a file are those of its folder", () => {
    expect(testsNear("src/server/access/guard.ts")).toEqual(testsNear("src/server/access"));
  });

  it("of the server are named by what is built of them", () => {
    expect(bundledFile("tests/server/crud/list.test.ts")).toBe("bundled/tests/server/crud/list.test.mjs");
  });
});

describe("what is printed", () => {
  const judged = (file: string, status: string, line = 0) => ({
    fileName: path.join(root, file),
    location: { start: at(line, 5) },
    mutatorName: "StringLiteral",
    replacement: '""',
    status,
  });
  const all = [
    judged("src/b.ts", "Killed"),
    judged("src/b.ts", "Survived", 9),
    judged("src/b.ts", "Survived", 1),
    judged("src/a.ts", "Timeout"),
    judged("src/a.ts", "RuntimeError"),
    judged("src/a.ts", "NoCoverage", 2),
    judged("src/a.ts", "Ignored"),
  ];

  it("is a row for each file, and their sum", () => {
    expect(scoreTable(root, all).map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ["file", "killed", "timeouts", "survived", "not covered", "ignored", "score"],
      ["src/a.ts", "1", "1", "0", "1", "1", "66.7"],
      ["src/b.ts", "1", "0", "2", "0", "0", "33.3"],
      ["together", "2", "1", "2", "1", "1", "50.0"],
    ]);
    expect(scoreTable(root, [judged("src/a.ts", "Ignored")]).at(-1)).toMatch(/-$/);
  });

  it.each([
    ['const a = b ?? "";', 15, '"Stryker was here!"', true],
    ['const a = b ?? "x";', 15, '""', false],
    ['const ab = f(   "");', 15, '"Stryker was here!"', false],
  ])("leaves out what stands for none: %s", (source, column, replacement, isOne) => {
    const one = { ...judged("src/a.ts", "Survived"), location: { start: at(1, column + 1) }, replacement };
    expect(isFallback(one, source)).toBe(isOne);
    expect(isFallback({ ...one, mutatorName: "LogicalOperator" }, source)).toBe(false);
  });

  it("is what no test noticed, by its place", () => {
    expect(survivors(root, all)).toEqual([
      'src/a.ts:2:5  not covered  StringLiteral  ""',
      'src/b.ts:1:5  survived  StringLiteral  ""',
      'src/b.ts:9:5  survived  StringLiteral  ""',
    ]);
  });
});
