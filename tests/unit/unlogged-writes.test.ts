// Sees that writes behind the back of the audit log are found, with what they write, and that each has to be declared.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkBoundaries } from "../../scripts/boundaries.ts";
import { readSourceTree } from "../../scripts/import-graph.ts";
import { DECLARED, describeUndeclared, findUnloggedWrites, undeclared } from "../../scripts/unlogged-writes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const real = findUnloggedWrites(readSourceTree(root));
const declared = readFileSync(join(root, DECLARED), "utf8");
const area = "src/server/domain/probe/thing.ts";
const found = (text: string, more: Readonly<Record<string, string>> = {}) =>
  findUnloggedWrites(new Map(Object.entries({ ...more, [area]: text })));
const writesOf = (text: string, more?: Readonly<Record<string, string>>) => found(text, more).writes.map((one) => one.text);

describe("writes that the audit log does not hear of", () => {
  test("are all declared in the tree as it is, and each declaration has its write", () => {
    expect(real.forbidden).toEqual([]);
    expect(undeclared(real, declared)).toEqual({ missing: [], idle: [] });
  });

  test("are refused beside those of the tree as soon as one file has one that is not declared", () => {
    const planted = found('run(tx, updateDerived(unscoped("order", "o")).set({ payAmount: "0" }).where("o.id", "=", id));');
    const { missing } = undeclared({ writes: [...real.writes, ...planted.writes] }, declared);
    expect(missing.map(describeUndeclared)).toEqual([
      expect.stringMatching(
        /^src\/server\/domain\/probe\/thing\.ts:1 writes rows behind the back of the audit log\n[^]*\n {2}probe\/thing\.ts updateDerived order payAmount$/,
      ),
    ]);
  });

  test("fail the command that checks the boundaries of a checkout", () => {
    const folder = mkdtempSync(join(tmpdir(), "tracemark-unlogged-"));
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    try {
      write("package.json", '{"imports":{}}');
      write(area, 'append(context, "web-log", rows);');
      expect(checkBoundaries(folder, () => undefined)).toBe(1);
      write(DECLARED, "# journals\nprobe/thing.ts append web-log\n");
      expect(checkBoundaries(folder, () => undefined)).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each([
    [
      "its columns",
      'updateDerived(unscoped("spec", "s")).set({ layerNum: 1, packRatio }).where("s.id", "=", id)',
      "spec layerNum packRatio",
    ],
    [
      "columns that a condition adds",
      'updateDerived(unscoped("spec", "s")).set({ a: 1 }).$if(isNew, (update) => update.set({ b: 2 })).where("s.id", "=", id)',
      "spec a b",
    ],
    [
      "columns of several methods",
      'updateDerived(unscoped("spec", "s")).set({ a: 1 }).where("s.id", "=", id).set(({ ref }) => ({ b: ref("s.c") }))',
      "spec a b",
    ],
    ["columns of a constant", 'const seen = { a: 1 };\nupdateDerived(unscoped("spec", "s")).set(seen)', "spec a"],
    [
      "a table that a constant names",
      'const resource = "spec";\nupdateDerived(tables(context).unscoped(resource, "s")).set({ a: 1 })',
      "spec a",
    ],
    ["a table that is a constant", 'const map = unscoped("spec", "s");\nupdateDerived(map).set({ a: 1 })', "spec a"],
    ["a choice of functions", '(isLast ? update : updateDerived)(unscoped("spec", "s")).set({ a: 1 })', "spec a"],
  ])("are named with %s", (_what, text, written) => {
    expect(writesOf(text)).toEqual([`probe/thing.ts updateDerived ${written}`]);
  });

  test("are named with a table that a constant of another file names", () => {
    const other = { "src/server/domain/probe/names.ts": 'export const lineName = "doc-detail";' };
    expect(writesOf('import { lineName } from "./names.ts";\nremoveBulk(unscoped(lineName, "d"))', other)).toEqual([
      "probe/thing.ts removeBulk doc-detail",
    ]);
  });

  test.each([
    ["removeDerived", 'removeDerived(unscoped("spec", "s"))'],
    ["removeBulk", 'removeBulk(unscoped("spec", "s"))'],
    ["updateBulk", 'updateBulk(unscoped("spec", "s"))'],
    ["amend", 'amend(unscoped("spec", "s"))'],
    ["append", 'append(context, "spec", rows)'],
    ["insertDerived", 'insertDerived(context, "spec", rows)'],
    ["insertBulk", 'insertBulk(context, "spec", rows)'],
    ["insertAlike", 'insertAlike(context, "spec", {})'],
    ["insertSelected", 'insertSelected("spec", filled, {})'],
    ["insertGiven", 'insertGiven(resource, "spec", names, json)'],
    ["insertStatement", 'const resource = derivedResource(context, "spec"); insertStatement(resource, row)'],
  ])("are calls of %s", (name, text) => {
    expect(writesOf(text)).toEqual([`probe/thing.ts ${name} spec`]);
  });

  test("are not those that are logged, nor those of other folders", () => {
    expect(
      writesOf('update(context, unscoped("spec", "s")).set({ a: 1 }); insert(context, "spec", rows); remove(unscoped("spec", "s"))'),
    ).toEqual([]);
    expect(findUnloggedWrites(new Map([["src/server/jobs/probe.ts", 'append(context, "job", rows)']])).writes).toEqual([]);
  });

  test.each(["updateTable", "insertInto", "deleteFrom"])("by %s cannot be declared at all", (method) => {
    expect(found(`run(tx, db.${method}("order"))`).forbidden).toEqual([{ file: "probe/thing.ts", line: 1, text: method }]);
  });

  test.each([
    ["under another name", 'import { append as add } from "../../rows/insert.ts";', "append under another name"],
    ["past the guards", 'import { updateRows } from "../../crud/write/write.ts";', "updateRows"],
    ["past the guards of a removal", 'import { removeStored } from "../../crud/write/remove-stored.ts";', "removeStored"],
  ])("by a function that is imported %s cannot be declared at all", (_how, text, written) => {
    expect(found(text).forbidden).toEqual([{ file: "probe/thing.ts", line: 1, text: written }]);
  });

  test("are not functions of an area that are called the same", () => {
    expect(found('import { updateRows } from "./rows.ts";').forbidden).toEqual([]);
  });

  test("are declared as often as they are written", () => {
    const { writes } = found('append(context, "spec", a);\nappend(context, "spec", b);');
    const line = "probe/thing.ts append spec";
    expect(undeclared({ writes }, `${line}\n`).missing.map(describeUndeclared)).toEqual([expect.stringContaining(`thing.ts:2 writes`)]);
    expect(undeclared({ writes }, `${line}\n${line}\n${line}\n`)).toEqual({ missing: [], idle: [line] });
  });
});
