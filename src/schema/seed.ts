// The rows of a new installation, written next to the definitions: `<name>.seed.ts`.
import type { FieldNameOf, ResourceName } from "./names.ts";
import { withDaysCounted } from "./seed-days.ts";

/** A value of a seed row: as forms know it, or the name of the row it refers to. */
type SeedValue = string | number | null | readonly string[] | readonly SeedRow[] | { readonly [key: string]: unknown };

/** A seed row as plain data. */
export interface SeedRow {
  readonly [field: string]: SeedValue | undefined;
}

type SeedOf<T extends ResourceName> = { readonly [K in FieldNameOf<T>]?: SeedValue } & {
  /** The tenant it belongs to. Default: the demonstration tenant. */
  readonly tenantId?: string;
  /** When it was created, where the list should show different days. Default: the time of the installation. */
  readonly createTime?: string;
  /** Rows of the level below, in a tree: their parent is this row, their tenant this row's. Default: none. */
  readonly children?: readonly SeedOf<T>[];
  /** Rows of the resource that the definition's `details` name: they have the values of `by` and `with`, and this row's tenant. Default: none. */
  readonly below?: readonly SeedRow[];
};

/**
 * Rows of a resource that a new installation brings. Rows of tenant resources belong to the demonstration tenant
 * unless they say `tenantId`.
 *
 * - A reference is the target's title, what one of the target's unique fields holds, or the id that the target's row is given:
 *   `factoryId: "茅溪酒业仁怀总厂"`, `factoryId: "MX01"` or `docDetailId: "30101"`. It is looked for among the rows of the same tenant
 *   and of the platform. Several: a list of those. A reference by `valueField` is that value: "520382" for a division, "100001" for a
 *   tenant. Inside rows of a `lines` field it is the same.
 * - A row may refer to one that stands further down, or in another file; single references form no cycle between resources, unless there is
 *   one row for each (`upsertBy`).
 * - Menus are made from the definitions; they are referred to by their code, which is a permission key for a button.
 * - A life cycle's field is given as its wire value and is where the row stands; the first state by default.
 * - People's passwords are not given: the server makes them from the parameter account.initPassword.
 * - Days may count back from the installation: `daysAgo(3, "09:12:00")`. With `today` all do: it is the day that was today for whoever wrote
 *   the rows, and dates, numbers of documents (RK202503120001) and of batches (MXYB250301) within three years of it move with the calendar,
 *   so that a new installation shows the last days. Rows that name a number that moves have the same `today`.
 * - `id` is given where a text elsewhere names it, or where nothing else does; ids below 1,000,000 are free for that.
 */
export function seedRows<const T extends ResourceName>(
  _resource: T,
  rows: readonly SeedOf<NoInfer<T>>[],
  days: { readonly today?: string } = {},
): readonly SeedRow[] {
  return days.today === undefined ? rows : withDaysCounted(rows, days.today);
}
