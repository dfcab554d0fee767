// What ten billion codes cost: computed from what was measured, and in docs/scale.md as it is computed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSimulation } from "../../scripts/simulate/document.ts";
import { growingTables, readMeasured, type Cost, type Measured, type Point } from "../../scripts/simulate/measured.ts";
import { assumed, costOf, layouts, nodesForIndex, predictions, storageFor } from "../../scripts/simulate/model.ts";

const document = readFileSync(join(import.meta.dirname, "../../docs/scale.md"), "utf8");

test("the document has what the simulation says of the stored results", () => {
  expect(withSimulation(document, readMeasured()), "npm run simulate writes it").toBe(document);
});

test("a document without a place for it is refused", () => {
  expect(() => withSimulation("# Scale\n", readMeasured())).toThrow("has no place for the simulation");
});

const cost = (of: number, postgres: number, server = 0): Cost => ({ of, postgres, server, elapsed: 1 });

/** A table of which a row takes 100 bytes and 50 in each index, and the beginning 8,000 each. */
function sizesFor(codes: number): Point["sizes"] {
  const size = {
    rows: codes,
    heap: 8000 + 100 * codes,
    indexes: { code_item_pkey: 8000 + 50 * codes, uq_code_item_code_1: 8000 + 50 * codes },
  };
  return { code_item: size, code_relation: size, consumer_scan_record: size, scan_repeat: size };
}

/** A point at which a code takes a microsecond of everything. */
function point(codes: number): Point {
  const second = codes / 1e6;
  return {
    codes,
    sizes: sizesFor(codes),
    work: {
      generate: cost(codes, second),
      activate: cost(codes, second),
      lookUp: cost(1000, 1, 2),
      vacuum: cost(codes, second),
      reindex: cost(codes, second * Math.log2(codes)),
      backup: cost(codes, 10 + second),
      restore: cost(codes, 20 + second),
    },
    log: { generate: 1, activate: 1 },
  };
}

const measured: Measured = {
  date: "2026-01-01",
  machine: "none",
  postgres: "18",
  base: sizesFor(0),
  points: [point(1_000_000), point(4_000_000)],
  fixed: { backup: cost(0, 10), restore: cost(0, 20) },
  import: cost(1000, 0.002),
  partitioned: {
    rows: 1,
    tenants: 1,
    partitions: 1,
    insert: { plain: 1, partitioned: 1 },
    lookUp: { plain: 1, partitioned: 1 },
    uniqueIndex: { plain: 1, partitioned: 1 },
  },
};

test("what grows with the codes, and in the order of sorting, is computed without an error", () => {
  expect(predictions(measured)).toHaveLength(2 * growingTables.length + 7);
  for (const { what, predicted, measured: found } of predictions(measured)) expect(predicted, what).toBeCloseTo(found, 5);
});

test("storage is that of all tables, by what is assumed of their rows", () => {
  const storage = Object.fromEntries(storageFor(measured, assumed.codes).map(({ table, ...bytes }) => [table, bytes]));
  expect(storage["code_item"]).toMatchObject({ rows: 1e10, heap: 1e12, indexes: 1e12 });
  expect(storage["scan_repeat"]?.rows).toBe(1e9);
  expect(storage["consumer_scan_record"]?.rows).toBe(2e9);
  expect(storage["code_relation"]?.rows).toBe(1.01e10);
});

const named = (name: string) => {
  const layout = layouts.find((one) => one.name === name);
  if (layout === undefined) throw new Error(`no layout ${name}`);
  return costOf(measured, layout);
};

test("an index that is not in memory costs reads, and one that is costs none", () => {
  const [one, sixteen] = [named("one PostgreSQL"), named("16 nodes")];
  // 500 GB of index in 179 GB of memory.
  expect(one.missing).toBeCloseTo(1 - (assumed.memory * assumed.forPages) / 500e9, 4);
  expect(sixteen.missing).toBe(0);
  expect(nodesForIndex(measured)).toBe(3);
  expect(sixteen.generate).toBeCloseTo((assumed.codes / 16) * (1e-6 / assumed.cores), 5);
  expect(one.generate).toBeCloseTo((assumed.codes * (1e-6 + 2 * one.missing * assumed.readSeconds)) / assumed.cores, 5);
  expect(sixteen.lookUps).toBeCloseTo(assumed.cores / (0.001 + assumed.readSeconds), 5);
  expect(sixteen.serverCores).toBeCloseTo(sixteen.lookUps * 0.002, 5);
});

test("partitions shorten a vacuum and the rebuilding of an index, and nothing else", () => {
  const [one, parted] = [named("one PostgreSQL"), named("one, 16 partitions")];
  expect(parted.vacuum).toBeCloseTo(one.vacuum / 16, 5);
  expect(parted.reindex).toBeLessThan(one.reindex / 16);
  const { vacuum: _v, reindex: _r, indexOfPart: _i, layout: _l, ...others } = parted;
  expect(one).toMatchObject(others);
});
