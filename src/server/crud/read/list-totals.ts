// Sums below a list (`totals` of a definition): over all rows that its filters find, in the round trip of the page.
import { decimalsOf } from "#schema/list-charts";
import type { ResourceModel } from "#schema/model";
import { fieldsIn, type Condition } from "#schema/text";
import type { Rows } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { allOf, conditionFragments, type SqlFragment } from "../../store/conditions.ts";
import { quoted } from "../../store/names.ts";
import { isMasked, isReadable, type ReadableFields } from "../sql/readable-fields.ts";
import type { ScopedWhere } from "../sql/rows.ts";
import { whereOf } from "../sql/where.ts";

/** Name of a sum → the sum as text, exact. */
type Totals = Readonly<Record<string, string>>;

const always: SqlFragment = { shape: "", parameters: [], sql: () => "true" };
const never: SqlFragment = { shape: "-", parameters: [], sql: () => "false" };

interface Part {
  readonly name: string;
  readonly fragment: SqlFragment;
}

/** The sums of which a user sees everything that they are made of: what is hidden or masked shows in no sum either. */
function partsOf(resource: ResourceModel, readable: ReadableFields, now: string): readonly Part[] {
  const isSeen = (name: string) => isReadable(readable, name) && !isMasked(readable, resource.field.get(name));
  const meets = (condition: Condition | undefined, otherwise: SqlFragment) =>
    condition === undefined ? otherwise : allOf(conditionFragments(resource, condition, { now }));
  return Object.entries(resource.data.totals ?? {}).flatMap(([name, { sum, where, less }]): readonly Part[] => {
    const field = resource.field.get(sum);
    if (field === undefined || ![sum, ...fieldsIn(where), ...fieldsIn(less)].every(isSeen)) return [];
    const column = `t.${quoted(columnOf(resource, sum).column)}`;
    const [counts, isOff] = [meets(where, less === undefined ? always : never), meets(less, never)];
    const fragment: SqlFragment = {
      shape: `${name}+${counts.shape}-${isOff.shape}`,
      parameters: [...counts.parameters, ...isOff.parameters],
      sql: (places) => {
        const [on, off] = [counts.sql(places.slice(0, counts.parameters.length)), isOff.sql(places.slice(counts.parameters.length))];
        return `round(coalesce(sum(CASE WHEN ${off} THEN -${column} WHEN ${on} THEN ${column} END), 0)::numeric, ${decimalsOf(field)})::text AS ${quoted(name)}`;
      },
    };
    return [{ name, fragment }];
  });
}

interface TotalsQuery {
  /** The same for the same text of the statement. */
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly sql: () => string;
}

/**
 * The statement that adds up; undefined where there is nothing to add up. It looks at no more rows than `limit`: where there are more, its
 * sums are those of a part and not to be shown.
 */
export function totalsQuery(
  resource: ResourceModel,
  {
    where,
    readable,
    now,
    limit,
  }: { readonly where: ScopedWhere; readonly readable: ReadableFields; readonly now: string; readonly limit: number | undefined },
): TotalsQuery | undefined {
  const parts = partsOf(resource, readable, now);
  if (parts.length === 0) return undefined;
  let next = where.parameters.length + 1;
  const sums = parts.map(({ fragment }) => {
    const own = whereOf([fragment], next);
    next += fragment.parameters.length;
    return own;
  });
  const from = where.rows;
  return {
    shape: `${where.shape} ${sums.map(({ shape }) => shape).join()}${limit === undefined ? "" : " limited"}`,
    parameters: [...where.parameters, ...sums.flatMap(({ parameters }) => parameters)],
    sql: () => {
      const rows = limit === undefined ? from() : `(SELECT t.* FROM ${from()} LIMIT ${limit}) t`;
      return `SELECT ${sums.map(({ sql }) => sql()).join(", ")} FROM ${rows}`;
    },
  };
}

/** The sums of an answer. */
export function totalsIn(answer: Rows | undefined): Totals {
  return Object.fromEntries(Object.entries(answer?.rows[0] ?? {}).map(([name, value]) => [name, String(value)]));
}
