// What a backup says of itself (backup.json, schema.json), and the names in its folder.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Model } from "#schema/model";
import { wantedTables } from "../store/tables.ts";
import packageFacts from "../../../package.json" with { type: "json" };

/** The version of this program. */
export const productVersion: string = packageFacts.version;

/** Grows when older programs can no longer read what newer ones write. */
export const format = 1;

export const manifestFile = "backup.json";
export const schemaFile = "schema.json";
export const secretFile = "secret";
/** Checksums of all other files, as `sha256sum -c` reads them. */
export const sumsFile = "SHA256SUMS";
export const uploadsFolder = "uploads";
export const tablesFolder = "tables";

/** A backup's folder is named by the time of its rows. */
export const folderName = /^tracemark-\d{8}T\d{6}Z$/;

const name = z.string().min(1);
const count = z.number().int().nonnegative();

const manifestShape = z.object({
  product: z.literal("tracemark"),
  format: z.number().int(),
  /** Of the program that made it. */
  version: z.string(),
  /** Fingerprint of the definitions. */
  definitions: z.string(),
  /** The moment whose rows it has. */
  time: z.string(),
  /** PostgreSQL's version. */
  postgres: z.string(),
  /** Names the secret, without giving it away. */
  installation: z.string(),
  hasSecret: z.boolean(),
  tables: z.array(z.object({ name, columns: z.array(name), rows: count, file: name.optional() })),
  uploads: z.object({ files: count, bytes: count }),
  /** Files with a checksum, this one not counted. */
  files: count,
});
export type Manifest = z.infer<typeof manifestShape>;
export type BackedUpTable = Manifest["tables"][number];

const schemaShape = z.object({
  extensions: z.array(name),
  /** Sequences and tables, made before the rows come. */
  before: z.array(z.string()),
  /** Keys, indexes and policies, made when the rows are there. */
  after: z.array(z.string()),
});
export type SavedSchema = z.infer<typeof schemaShape>;

/** The manifest in a text; undefined when it is none. */
export function readManifest(text: string): Manifest | undefined {
  return manifestShape.safeParse(parsed(text)).data;
}

/** The schema in a text; undefined when it is none. */
export function readSchema(text: string): SavedSchema | undefined {
  return schemaShape.safeParse(parsed(text)).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Changes with everything in the definitions that a table follows from. */
export function fingerprintOf(model: Model): string {
  return createHash("sha256")
    .update(JSON.stringify(wantedTables(model)))
    .digest("hex")
    .slice(0, 12);
}

/** Whether a version such as 1.10.0 came after another. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
