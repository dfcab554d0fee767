// The rows a new installation brings, written beside the definitions: `<name>.seed.ts`.
import type { FieldNameOf, ResourceName } from "./names.ts";

/** A value of a seed row: as forms know it, or the name of the row it refers to. */
export type SeedValue = string | number | null | readonly string[] | readonly SeedRow[] | { readonly [key: string]: unknown };

/** A seed row as plain data. */
export interface SeedRow {
  readonly [field: string]: SeedValue | undefined;
}

type SeedOf<T extends ResourceName> = { readonly [K in FieldNameOf<T>]?: SeedValue } & {
  /** The tenant it belongs to, where it is not the demonstration tenant. */
  readonly tenantId?: string;
  /** When it was made, where the list should show different days; the day of the installation unless said. */
  readonly createTime?: string;
  /** Rows of the level below, in a tree: their parent is this row. */
  readonly children?: readonly SeedOf<T>[];
};

/**
 * Rows of a resource that a new installation brings. Rows of tenant resources belong to the demonstration tenant
 * unless they say `tenantId`.
 *
 * - A reference is the target's title or code as text: `factoryId: "茅溪酒业仁怀总厂"`. Where titles repeat, the code. Several: a list of those.
 *   References to divisions and to tenants are the codes themselves: "520382", "100001".
 * - `children` are rows of the level below in a tree.
 * - A `state` field may be given; its wire value is written as it is.
 * - Passwords are not given: the server makes them from the parameter account.initPassword.
 *
 * Rows may refer to rows that stand further down, also of the same resource.
 */
export function seedRows<const T extends ResourceName>(_resource: T, rows: readonly SeedOf<NoInfer<T>>[]): readonly SeedRow[] {
  return rows as readonly SeedRow[];
}
