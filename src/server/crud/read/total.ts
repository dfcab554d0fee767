// The total of a list: counted, or for large tables estimated once there is no doubt that they are large (docs/wire.md §2.2).
import { z } from "zod";
import type { Database, Rows, Statement } from "../../store/database.ts";
import { exactTotals, type Paging, type Total } from "./page.ts";

/** How long a list that was found to be large is not counted again, and the size of a table not asked for again. */
const cachedMs = 60_000;
const maxExactTotals = 1_000;

/**
 * What is known of the sizes of lists. Those that had more rows than are counted, by their statement and its parameters, so that not each of
 * their pages counts a million rows; and tables that have fewer, whose lists are counted without a limit: passing each row through the step
 * that counts up to the limit takes as long again as counting (measured on 500,000 rows).
 */
export class LargeLists {
  readonly #until = new Map<string, number>();
  readonly #sizes = new Map<string, { readonly rows: number; readonly until: number }>();

  constructor(
    /** Totals up to this are exact. */
    readonly exactTotals: number,
    private readonly milliseconds: () => number,
  ) {}

  isLarge(list: string): boolean {
    return (this.#until.get(list) ?? 0) > this.milliseconds();
  }

  remember(list: string): void {
    if (this.#until.size >= maxExactTotals) this.#until.clear();
    this.#until.set(list, this.milliseconds() + cachedMs);
  }

  /** Whether it is to be asked how many rows a table has. */
  asksForSize(table: string): boolean {
    return (this.#sizes.get(table)?.until ?? 0) <= this.milliseconds();
  }

  rememberSize(table: string, answer: Rows | undefined): void {
    const rows = answer?.rows[0]?.["rows"];
    this.#sizes.set(table, { rows: typeof rows === "number" ? rows : Number.POSITIVE_INFINITY, until: this.milliseconds() + cachedMs });
  }

  /** Whether no list of a table can have more rows than are counted, even if it has grown since. */
  isBounded(table: string): boolean {
    return (this.#sizes.get(table)?.rows ?? Number.POSITIVE_INFINITY) * 2 <= this.exactTotals;
  }
}

/**
 * How many rows of all tenants a table has, from its present size and the rows in a page of it when they were last counted, with those of its
 * parts; null while they never were, or were when there was none. Of a distributed table it would be the size of its name alone.
 */
export function sizeOf(table: string): Statement {
  return {
    name: "table_rows",
    sql: `select case when bool_and(c.reltuples >= 0 and (c.relpages > 0 or pg_relation_size(c.oid) = 0)) then sum(c.reltuples / greatest(c.relpages, 1) * (pg_relation_size(c.oid) / current_setting('block_size')::bigint)) end as rows
      from pg_class c where c.relkind = 'r' and c.oid in (select to_regclass(quote_ident($1)) union select relid from pg_partition_tree(to_regclass(quote_ident($1))))`,
    parameters: [table],
  };
}

/** Lists of this process. */
export const largeLists = (limit: number = exactTotals): LargeLists => new LargeLists(limit, () => performance.now());

/** The number in a count's answer, or in rows each of which says how many there are; 0 without any. */
export function countIn(counted: Rows | undefined, column = "total"): number {
  const total = counted?.rows[0]?.[column];
  return typeof total === "number" ? total : 0;
}

/** A statement that explains the plan of a query, which tells how many rows PostgreSQL expects of it. */
function explained({ sql, parameters }: Statement): Statement {
  return { sql: `EXPLAIN (FORMAT JSON) ${sql}`, parameters };
}

const planSchema = z.object({ Plan: z.object({ "Plan Rows": z.number() }) });
/** Of a distributed table: one part is shown for all that are alike, with the plan of its node. */
const distributedSchema = z.object({
  Plan: z.object({
    "Distributed Query": z.object({
      Job: z.object({
        "Task Count": z.number(),
        Tasks: z.array(z.object({ "Remote Plan": z.array(z.array(planSchema)) })).min(1),
      }),
    }),
  }),
});

function expectedRows(plan: Rows | undefined): number {
  const explanation: unknown = plan?.rows[0]?.["QUERY PLAN"];
  const [first]: readonly unknown[] = Array.isArray(explanation) ? explanation : [];
  const distributed = distributedSchema.safeParse(first);
  if (!distributed.success) return rowsOf(planSchema.safeParse(first).data);
  const { Tasks: tasks, "Task Count": count } = distributed.data.Plan["Distributed Query"].Job;
  const shown = tasks.flatMap((task) => task["Remote Plan"].flat()).reduce((sum, one) => sum + rowsOf(one), 0);
  return Math.round((shown * count) / tasks.length);
}

const rowsOf = (plan: z.infer<typeof planSchema> | undefined): number => Math.round(plan?.Plan["Plan Rows"] ?? 0);

interface LargeList {
  readonly database: Database;
  /** All rows of the list, within the conditions that keep to its tenant. */
  readonly rows: Statement;
  /** Their exact number. */
  readonly count: () => Promise<number>;
  /** It has more than this. */
  readonly minTotal: number;
  readonly paging: Paging;
  /** How many rows the page has. */
  readonly rowCount: number;
}

/**
 * The total of a list that has more rows than are counted: what its last page tells, else an estimate. A page beyond the end has passed all
 * rows, so counting them costs no more than it did, and its total is true.
 */
export async function totalOfLarge({ database, rows, count, minTotal, paging, rowCount }: LargeList): Promise<Total> {
  const passed = (paging.current - 1) * paging.size + rowCount;
  if (rowCount === 0 && paging.current > 1) return { total: await count(), isEstimated: false };
  if (rowCount < paging.size) return { total: passed, isEstimated: false };
  // As the owner: row-level security hides from the planner which tenant it is; the conditions name it, and no row is read.
  const [plan] = await database.owner.read([explained(rows)]);
  // Behind a full page there may be another one: it stays within reach, whatever the estimate.
  return { total: Math.max(expectedRows(plan), minTotal + 1, passed + 1), isEstimated: true };
}
