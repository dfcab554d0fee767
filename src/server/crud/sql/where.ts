// Pieces of a WHERE clause put together, with the numbers of their placeholders.
import type { SqlFragment } from "../../store/conditions.ts";

export interface Where {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly sql: () => string;
}

/** All pieces together; placeholders count from `first`. */
export function whereOf(fragments: readonly SqlFragment[], first = 1): Where {
  return {
    shape: fragments.map((fragment) => fragment.shape).join("&"),
    parameters: fragments.flatMap((fragment) => fragment.parameters),
    sql: () => {
      let next = first;
      const texts = fragments.map((fragment) => {
        const places = fragment.parameters.map((_parameter, index) => `$${next + index}`);
        next += fragment.parameters.length;
        return fragment.sql(places);
      });
      return texts.length === 0 ? "true" : texts.join(" AND ");
    },
  };
}
