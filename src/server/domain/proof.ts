// What an area proves of its figures from the rows alone.
import type { Text } from "#schema/text";
import type { Query } from "../rows/query.ts";

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
