// Pieces of a WHERE clause put together, with the numbers of their placeholders.
import type { SqlFragment } from "./conditions.ts";

export interface Where {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly sql: () => string;
}

/** All pieces together; placeholders count from `first`. */
export function whereOf(pieces: readonly SqlFragment[], first = 1): Where {
  return {
    shape: pieces.map((piece) => piece.shape).join("&"),
    parameters: pieces.flatMap((piece) => piece.parameters),
    sql: () => {
      let next = first;
      const texts = pieces.map((piece) => {
        const places = piece.parameters.map((_parameter, index) => `$${next + index}`);
        next += piece.parameters.length;
        return piece.sql(places);
      });
      return texts.length === 0 ? "true" : texts.join(" AND ");
    },
  };
}
