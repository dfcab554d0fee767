// Pieces of a WHERE clause put together, with the numbers of their placeholders.
import type { SqlFragment } from "../../store/conditions.ts";

export interface Where {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly sql: () => string;
  /** The place of the tenant where the first piece has one: that of the rows, or of the call. */
  readonly tenant: string | undefined;
}

/** The shape of a piece that says of which tenant the rows are. */
export const tenantShape = "of tenant";
/** The shape of a piece that leaves all rows, and has the tenant of the call for what is computed of them. */
export const callTenantShape = "tenant of call";

/** All pieces together; placeholders count from `first`. The tenant has a place where the statement names it before, or the first piece does. */
export function whereOf(fragments: readonly SqlFragment[], first = 1, placed?: string): Where {
  const leading = fragments[0]?.shape;
  const tenant = leading === tenantShape || leading === callTenantShape ? `$${first}::text` : placed;
  return {
    tenant,
    shape: fragments.map((fragment) => fragment.shape).join("&"),
    parameters: fragments.flatMap((fragment) => fragment.parameters),
    sql: () => {
      let next = first;
      const texts = fragments.map((fragment) => {
        const places = fragment.parameters.map((_parameter, index) => `$${next + index}`);
        next += fragment.parameters.length;
        return fragment.sql(places, tenant);
      });
      return texts.length === 0 ? "true" : texts.join(" AND ");
    },
  };
}
