// What ten billion codes cost, computed from measured bytes and processor times. What a machine has, and how codes are used, is assumed.
import { growingTables, type Cost, type GrowingTable, type Measured, type Point, type TableSize } from "./measured.ts";

/** Nobody has measured these: change them to what you have. */
export const assumed = {
  codes: 10_000_000_000,
  /** Codes in an outer package, each of which is a code with a relation of its own. */
  inPackage: 100,
  /** Consumers look up one of so many codes, and each of these so often. */
  oneOf: 10,
  times: 2,
  /** A node. */
  cores: 32,
  memory: 256e9,
  /** Share of the memory for pages of tables and indexes. */
  forPages: 0.7,
  /** A page that is not in memory: read from a solid-state disk. */
  readSeconds: 0.0001,
} as const;

interface Layout {
  readonly name: string;
  readonly nodes: number;
  /** Of the tables of codes, by tenant; 1: none. */
  readonly partitions: number;
}

export const layouts: readonly Layout[] = [
  { name: "one PostgreSQL", nodes: 1, partitions: 1 },
  { name: "one, 16 partitions", nodes: 1, partitions: 16 },
  { name: "4 nodes", nodes: 4, partitions: 1 },
  { name: "16 nodes", nodes: 16, partitions: 1 },
];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Bytes that each further row of a table takes: what is there once, such as the first pages of an index, is not counted. */
function bytesOfRow({ base, points }: Pick<Measured, "base" | "points">, table: GrowingTable, point = points[1]) {
  const [before, after] = [base[table], point.sizes[table]];
  const rows = after.rows - before.rows;
  const indexes = (size: TableSize): number => sum(Object.values(size.indexes));
  return { heap: (after.heap - before.heap) / rows, indexes: (indexes(after) - indexes(before)) / rows };
}

/** The index that finds a code. Every new code goes to a place in it that is as good as random within its rule, and every look-up begins there. */
export function indexOfCodes({ indexes, rows }: TableSize): { readonly name: string; readonly bytes: number } {
  const found = Object.entries(indexes).find(([name]) => name.startsWith("uq_code_item_code_"));
  if (found === undefined) throw new Error(`no index of codes among ${Object.keys(indexes).join(", ")}`);
  return { name: found[0], bytes: found[1] / rows };
}

/** Rows of each table for so many codes. */
function rowsFor(codes: number): Readonly<Record<GrowingTable, number>> {
  const lookedUp = codes / assumed.oneOf;
  return {
    code_item: codes,
    code_relation: codes * (1 + 1 / assumed.inPackage),
    consumer_scan_record: lookedUp * assumed.times,
    scan_repeat: lookedUp,
  };
}

/** Bytes of each table with its indexes. */
export function storageFor(
  measured: Pick<Measured, "base" | "points">,
  codes: number,
): readonly { readonly table: GrowingTable; readonly rows: number; readonly heap: number; readonly indexes: number }[] {
  const rows = rowsFor(codes);
  return growingTables.map((table) => {
    const { heap, indexes } = bytesOfRow(measured, table);
    return { table, rows: rows[table], heap: heap * rows[table], indexes: indexes * rows[table] };
  });
}

const perOne = ({ of, server, postgres }: Cost) => ({ server: server / of, postgres: postgres / of });

/** Sorting takes longer for each row, the more there are. */
const sorting = (rows: number, measured: number): number => Math.log2(rows) / Math.log2(measured);

/** Rows of all tables together, without those that a new installation has. */
export const rowsBeyond = (base: Point["sizes"], { sizes }: Point): number =>
  sum(growingTables.map((table) => sizes[table].rows - base[table].rows));

const seconds = ({ server, postgres }: Cost): number => server + postgres;

/** Seconds in one stream for each row, without what is done once. */
function perRow({ base, fixed }: Pick<Measured, "base" | "fixed">, point: Point, name: "backup" | "restore"): number {
  return (seconds(point.work[name]) - seconds(fixed[name])) / rowsBeyond(base, point);
}

export interface LayoutCost {
  readonly layout: Layout;
  readonly codes: number;
  readonly storage: number;
  /** Bytes of the index of codes in one table or partition, and on a node. */
  readonly indexOfPart: number;
  readonly indexOfNode: number;
  /** Share of it that is not in memory at worst. */
  readonly missing: number;
  /** Seconds for all codes, with all cores of all nodes. */
  readonly generate: number;
  readonly import: number;
  readonly activate: number;
  /** In a second: of a node, and of all. */
  readonly lookUps: number;
  /** Cores of server processes that this many look-ups need. */
  readonly serverCores: number;
  /** The longest single vacuum of codes, and the longest single rebuild of their index. */
  readonly vacuum: number;
  readonly reindex: number;
  /** Of the whole installation, in one stream. */
  readonly backup: number;
  readonly restore: number;
}

/** What a layout costs. */
export function costOf(measured: Measured, layout: Layout): LayoutCost {
  const {
    points: [, point],
    import: imported,
  } = measured;
  const { codes: all, cores, memory, forPages, readSeconds } = assumed;
  const codes = all / layout.nodes;
  const { work } = point;
  const storage = sum(storageFor(measured, codes).map(({ heap, indexes }) => heap + indexes));
  const indexOfNode = indexOfCodes(point.sizes.code_item).bytes * codes;
  const missing = Math.max(0, 1 - (memory * forPages) / indexOfNode);
  // A page that is missing is read, and one that has changed is written in its place.
  const storing = (cost: Cost): number => ((perOne(cost).postgres + 2 * missing * readSeconds) * codes) / cores;
  const lookUp = perOne(work.lookUp);
  // Of the index what is missing, and the row: most codes that are looked up were made long ago.
  const lookUpSeconds = lookUp.postgres + (missing + 1) * readSeconds;
  const lookUps = cores / lookUpSeconds;
  const inPart = codes / layout.partitions;
  const rows = sum(Object.values(rowsFor(all)));
  return {
    layout,
    codes,
    storage,
    indexOfPart: indexOfNode / layout.partitions,
    indexOfNode,
    missing,
    generate: storing(work.generate),
    import: storing(imported),
    activate: storing(work.activate),
    lookUps,
    serverCores: lookUps * lookUp.server,
    vacuum: perOne(work.vacuum).postgres * inPart,
    reindex: perOne(work.reindex).postgres * inPart * sorting(inPart, work.reindex.of),
    backup: perRow(measured, point, "backup") * rows,
    restore: perRow(measured, point, "restore") * rows,
  };
}

/** The number of nodes from which on the index of codes is in memory as a whole. */
export function nodesForIndex({ points: [, point] }: Measured): number {
  return Math.ceil((indexOfCodes(point.sizes.code_item).bytes * assumed.codes) / (assumed.memory * assumed.forPages));
}

export interface Prediction {
  readonly what: string;
  readonly unit: "MB" | "s" | "ms";
  readonly first: number;
  readonly predicted: number;
  readonly measured: number;
}

/** What the first point says of the second, and what was measured there. */
export function predictions(measured: Measured): readonly Prediction[] {
  const {
    base,
    points: [first, second],
    fixed,
  } = measured;
  const bytes = growingTables.flatMap((table) =>
    (["heap", "indexes"] as const).map((part): Prediction => {
      const bytesOf = (size: TableSize): number => (part === "heap" ? size.heap : sum(Object.values(size.indexes)));
      const more = second.sizes[table].rows - base[table].rows;
      return {
        what: `${table}, ${part === "heap" ? "table" : "indexes"}`,
        unit: "MB",
        first: bytesOf(first.sizes[table]) / 1e6,
        predicted: (bytesOf(base[table]) + bytesOfRow(measured, table, first)[part] * more) / 1e6,
        measured: bytesOf(second.sizes[table]) / 1e6,
      };
    }),
  );
  const more = rowsBeyond(base, second);
  const ofWork = (what: string, name: keyof Point["work"], of: (cost: Cost, other: Cost) => number): Prediction => ({
    what,
    unit: name === "lookUp" ? "ms" : "s",
    first: name === "lookUp" ? (seconds(first.work[name]) / first.work[name].of) * 1000 : seconds(first.work[name]),
    predicted: of(first.work[name], second.work[name]),
    measured: name === "lookUp" ? (seconds(second.work[name]) / second.work[name].of) * 1000 : seconds(second.work[name]),
  });
  const linear = (cost: Cost, other: Cost): number => (seconds(cost) * other.of) / cost.of;
  return [
    ...bytes,
    ofWork("codes made", "generate", linear),
    ofWork("codes activated", "activate", linear),
    ofWork("a look-up", "lookUp", (cost) => (seconds(cost) / cost.of) * 1000),
    ofWork("vacuum of code_item", "vacuum", linear),
    ofWork("rebuilding the index of codes", "reindex", (cost, other) => linear(cost, other) * sorting(other.of, cost.of)),
    ofWork("backup", "backup", () => seconds(fixed.backup) + perRow(measured, first, "backup") * more),
    ofWork("restore", "restore", () => seconds(fixed.restore) + perRow(measured, first, "restore") * more),
  ];
}
