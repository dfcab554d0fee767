// Filters by fields whose values clients of the platform spell otherwise than they are stored.
import { filterSuffixes } from "#schema/filter-names";
import type { Query } from "./filters.ts";

/**
 * The parameters with the stored spelling of each value, of whatever comparison; without a suffix a whole value is meant. Spellings are given by
 * the field.
 */
export function respelled(query: Query, spellings: Readonly<Record<string, ((sent: string) => string) | undefined>>): Query {
  return Object.fromEntries(
    Object.entries(query).map(([parameter, sent]) => {
      const field = Object.keys(spellings).find(
        (name) => parameter === name || filterSuffixes.some((suffix) => parameter === `${name}_${suffix}`),
      );
      const stored = field === undefined ? undefined : spellings[field];
      return [
        parameter === field ? `${field}_equal` : parameter,
        stored !== undefined && typeof sent === "string" ? sent.split(",").map(stored).join(",") : sent,
      ];
    }),
  );
}
