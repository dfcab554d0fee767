// What an area proves of its figures from the rows alone.
import type { Text } from "#schema/text";
import { sql, type SelectQueryBuilder } from "kysely";
import { db, type Query } from "../rows/query.ts";

/** Two figures that should be the same. */
export interface Difference {
  /** What the figures are of: a warehouse, product, spec and batch, a document, a member. */
  readonly of: string;
  readonly expected: string;
  readonly found: string;
}

/** A rule; its query finds what contradicts it, and nothing where it holds. */
export interface Proof {
  readonly name: string;
  readonly label: Text;
  readonly differences: Query<Difference>;
}

/** Of figures and what they should be those that are not the same; what is nowhere counts as no text. */
export function different(
  figures: SelectQueryBuilder<never, never, { readonly of: string | null; readonly expected: string; readonly found: string }>,
): Query<Difference> {
  return db
    .selectFrom(figures.as("f"))
    .where(({ ref }) => sql<boolean>`${ref("f.expected")} is distinct from ${ref("f.found")}`)
    .select(({ ref }) => [sql<string>`coalesce(${ref("f.of")}, '')`.as("of"), "f.expected", "f.found"]);
}
