// Names in SQL: quoted identifiers, and deterministic names of keys and indexes.
import { createHash } from "node:crypto";

/** Longest name PostgreSQL keeps; longer ones it would cut silently. */
const maxNameLength = 63;

/** A quoted identifier: names of definitions may be words of SQL, such as "order" or "user". */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A quoted literal, for the few places (comments, defaults) that take no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name made of parts within the length limit; the hash of `meaning` changes with it. */
export function nameFor(prefix: string, parts: readonly string[], meaning: string): string {
  const hash = createHash("sha256").update(meaning).digest("hex").slice(0, 8);
  const stem = [prefix, ...parts].join("_");
  return `${stem.slice(0, maxNameLength - hash.length - 1)}_${hash}`;
}

/** Citus keeps so much of a name that is too long for the number of a part, and puts a hash of the whole behind it. */
const cutName = /^(.{40,})_[0-9a-f]{8}$/;

/** Whether an index or a constraint is the one that an error names: a node of a cluster cuts the longest names. */
export function isNamed(name: string, reported: string | undefined): boolean {
  if (name === reported) return true;
  const [, stem] = cutName.exec(reported ?? "") ?? [];
  return stem !== undefined && name.length + partLength > maxNameLength && name.startsWith(stem);
}

/** Of the number that a node puts behind the names of a part; it has at least six digits. */
const partLength = "_102008".length;

/** Whether a constraint is a reference of the definitions, by its name. */
export const isForeignKeyOfModel = (name: string): boolean => /^fk_.*_[0-9a-f]{8}$/.test(name);

/** The name of a field by its column: the other way of `snakeCase`. */
export function camelCaseOf(column: string): string {
  return column.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}
