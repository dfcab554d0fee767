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

/** Whether a constraint is a reference of the definitions, by its name. */
export const isForeignKeyOfModel = (name: string): boolean => /^fk_.*_[0-9a-f]{8}$/.test(name);

/** The name of a field by its column: the other way of `snakeCase`. */
export function camelCaseOf(column: string): string {
  return column.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}
