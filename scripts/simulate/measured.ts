// What was measured of codes, and is computed with: bytes of tables and indexes, and processor time of the work on them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export const measuredFile = fileURLToPath(new URL("./measured.json", import.meta.url));

/** The tables that grow with the codes. */
export const growingTables = ["code_item", "code_relation", "consumer_scan_record", "scan_repeat"] as const;
export type GrowingTable = (typeof growingTables)[number];

const cost = z.object({
  /** Rows, calls or bytes that it is the cost of. */
  of: z.number(),
  /** Seconds of processors: of the server, of the benchmark's own commands, and of PostgreSQL. */
  server: z.number(),
  postgres: z.number(),
  elapsed: z.number(),
});
export type Cost = z.infer<typeof cost>;

const tableSize = z.object({ rows: z.number(), heap: z.number(), indexes: z.record(z.string(), z.number()) });
export type TableSize = z.infer<typeof tableSize>;

const sizes = z.record(z.enum(growingTables), tableSize);

/** Of a point, whose codes are made, activated, partly packed and looked up. */
const point = z.object({
  codes: z.number(),
  sizes,
  work: z.object({
    generate: cost,
    activate: cost,
    lookUp: cost,
    /** Of `of` rows of code_item, of which a fraction has changed. */
    vacuum: cost,
    /** Of the unique index of codes. */
    reindex: cost,
    backup: cost,
    restore: cost,
  }),
  /** Bytes of PostgreSQL's log for each code that was made, and activated. */
  log: z.object({ generate: z.number(), activate: z.number() }),
});
export type Point = z.infer<typeof point>;

/** The same work on a table with four hash partitions by tenant, beside one without: microseconds of PostgreSQL for a row, or a look-up. */
const partitioned = z.object({
  rows: z.number(),
  tenants: z.number(),
  partitions: z.number(),
  insert: z.object({ plain: z.number(), partitioned: z.number() }),
  lookUp: z.object({ plain: z.number(), partitioned: z.number() }),
  /** Bytes of the unique index of codes: of the plain table, and of the largest partition. */
  uniqueIndex: z.object({ plain: z.number(), partitioned: z.number() }),
});

const measured = z.object({
  date: z.string(),
  machine: z.string(),
  postgres: z.string(),
  /** Of a new installation with its demonstration. */
  base: sizes,
  /** Two of them: the second tells how well what is computed from the first agrees. */
  points: z.tuple([point, point]),
  /** What takes time without any codes. */
  fixed: z.object({ backup: cost, restore: cost }),
  /** Lines of a file, imported. */
  import: cost,
  partitioned,
});
export type Measured = z.infer<typeof measured>;

export const readMeasured = (): Measured => measured.parse(JSON.parse(readFileSync(measuredFile, "utf8")));
