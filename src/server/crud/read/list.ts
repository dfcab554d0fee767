// list and page: rows and their number in one round trip (docs/wire.md §§4 to 6).
import { asOf } from "#schema/expiry";
import type { ReadModel, ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import type { Plans, Rows, Statement } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import { requireNeededFilter } from "../guards/needed-filters.ts";
import { orderOf, orderSql, shapeOfOrder } from "../sql/order.ts";
import { pageLimits, pageOf, pagingOf, type Page, type PageLimits, type Paging, type Total } from "./page.ts";
import { answerReader, partialReader, type RowReader } from "./row-reader.ts";
import { isTenantFragment, readRows, scopedWhere, type ScopedWhere } from "../sql/rows.ts";
import { keyColumnsOf, ofTenant, tableOf } from "../sql/scoped.ts";
import type { ListCall } from "./read-call.ts";
import { fragmentsFor } from "./conditions.ts";
import { totalsIn, totalsQuery } from "./list-totals.ts";
import { countIn, sizeOf, totalOfLarge } from "./total.ts";
import { filtersFor } from "./read-parameters.ts";
import type { Services } from "../services.ts";

/** Beyond so many skipped rows the keys of the page are found first, in the index alone, and its rows afterwards. */
const deepOffset = 1000;

const readers = new WeakMap<Services, Map<string, RowReader>>();

/** The list reader of a resource, made once. */
export function listReader(services: Services, resource: ResourceModel, whole = false): RowReader {
  let cached = readers.get(services);
  if (cached === undefined) readers.set(services, (cached = new Map()));
  const name = `${resource.name}${whole ? " whole" : ""}`;
  let reader = cached.get(name);
  if (reader === undefined) cached.set(name, (reader = answerReader(resource, services.model, whole)));
  return reader;
}

/** The reader of a declared page: the fields it names, or all of a list. */
function readerFor(services: Services, resource: ResourceModel, read: ReadModel | undefined): RowReader {
  return read?.fields === undefined ? listReader(services, resource) : readReader(services, resource, read);
}

const readReaders = new WeakMap<ReadModel, RowReader>();

/** The reader of a declared read: the key and the fields it names, or the title. */
export function readReader(services: Services, resource: ResourceModel, read: ReadModel): RowReader {
  let reader = readReaders.get(read);
  if (reader === undefined) readReaders.set(read, (reader = partialReader(resource, services.model, read.fields ?? [resource.title])));
  return reader;
}

/** How many rows there are, up to a limit where there is one. */
function countSql(where: ScopedWhere, limit?: number): string {
  const from = `FROM ${where.rows()}`;
  if (limit === undefined) return `SELECT count(*)::int AS total ${from}`;
  return `SELECT count(*)::int AS total FROM (SELECT 1 ${from} LIMIT ${limit}) counted`;
}

/** The column of a page's rows that says how many there are on all pages; no field has such a name. */
const totalColumn = "tm_total";

interface RowsOfPage {
  readonly reader: RowReader;
  readonly where: ScopedWhere;
  readonly order: Parameters<typeof orderSql>[0];
  /** For pages behind many skipped rows. */
  readonly isDeep: boolean;
  readonly limits: PageLimits;
  /** What counts the rows of all pages in the same statement; undefined: nothing does. */
  readonly count: string | undefined;
}

/**
 * The rows of a page. Labels are looked up outside of the inner query, for the rows of the page only: inside it PostgreSQL would look up
 * those of skipped rows too. Of all tenants the inner query finds the keys alone: the nodes of a distributed database look the labels up
 * where the rows are, and can do so of a table, but not of what they have found together.
 */
function rowsSql(resource: ResourceModel, { reader, where, order, isDeep, limits, count }: RowsOfPage): string {
  const orderedBy = `ORDER BY ${orderSql(order, "t")}`;
  const page = `${orderedBy} ${limits.sql(where.parameters.length + 1)}`;
  const key = quoted(columnOf(resource, resource.key).column);
  const keys = keyColumnsOf(resource, key);
  const found = keys.map((name) => `t.${name}`).join(", ");
  if (isTenantTable(resource) && where.tenant === undefined)
    return `SELECT ${reader.selection(undefined)} FROM ${tableOf(resource, "t")} WHERE (${found}) IN (SELECT ${found} FROM ${where.rows()} ${page}) ${orderedBy}`;
  const inner = isDeep
    ? `SELECT d.* FROM (SELECT ${found} FROM ${where.rows()} ${page}) k JOIN ${tableOf(resource, "d")} USING (${keys.join(", ")})${where.tenant === undefined ? "" : ` WHERE ${ofTenant(resource, "d", where.tenant) ?? "true"}`}`
    : `SELECT t.* FROM ${where.rows()} ${page}`;
  return `SELECT ${reader.selection(where.tenant)}${count === undefined ? "" : `, (${count}) AS ${totalColumn}`} FROM (${inner}) t ${orderedBy}`;
}

interface PageQuery {
  readonly rows: Statement;
  /** Counts them, for tables that grow without bound and may have more only up to one beyond the limit. */
  readonly count: Statement;
  /** Each of the rows says how many there are. */
  readonly isCounted: boolean;
  /** Tells this list from others. */
  readonly name: string;
  readonly resource: ResourceModel;
  readonly where: ScopedWhere;
  /** Adds them up, where the definition names sums. */
  readonly totals: Statement | undefined;
  /** A first page whose only value is the tenant is read the same way whatever that is. Default: planned for the values. */
  readonly plans: Plans | undefined;
}

/** With `counts` the rows are counted, in their own statement where that can be. */
function pageQuery(call: ListCall, paging: Paging, counts: (name: string) => boolean): PageQuery {
  const { services, context, resource, query, read } = call;
  const readable = readableFieldsOf(context, resource);
  const filters = filtersFor({ services, context, resource, query, read });
  if (read === undefined) requireNeededFilter(resource, filters);
  const order = orderOf(query, resource, readable);
  const fragments = fragmentsFor(call, filters);
  const where = scopedWhere(resource, fragments);
  const limits = pageLimits(paging);
  const isDeep = (paging.current - 1) * paging.size >= deepOffset;
  const list = `${resource.name} ${read?.name ?? "list"}`;
  const { largeLists } = services;
  const limit = resource.data.unbounded === true && !largeLists.isBounded(resource.table) ? largeLists.exactTotals + 1 : undefined;
  const totals = totalsQuery(resource, { where, readable, now: context.now(), limit });
  const name = `${list} ${where.shape} ${JSON.stringify(where.parameters)}`;
  // One statement less to plan and to send on; of all tenants it would be one more on each node.
  const isCounted = counts(name) && !(isTenantTable(resource) && where.tenant === undefined);
  const counted = `count${limit === undefined ? "" : " limited"}`;
  return {
    rows: services.statements.statement(
      `${list} ${where.shape} ${shapeOfOrder(order)}${isDeep ? " deep" : ""} ${limits.shape}${isCounted ? ` ${counted}` : ""}`,
      [...where.parameters, ...limits.parameters],
      () =>
        rowsSql(resource, {
          reader: readerFor(services, resource, read),
          where,
          order,
          isDeep,
          limits,
          count: isCounted ? countSql(where, limit) : undefined,
        }),
    ),
    count: services.statements.statement(`${list} ${where.shape} ${counted}`, where.parameters, () => countSql(where, limit)),
    isCounted,
    name,
    resource,
    where,
    plans: paging.current === 1 && fragments.every((one) => one.parameters.length === 0 || isTenantFragment(one)) ? "compared" : undefined,
    totals: totals && services.statements.statement(`${list} ${totals.shape} totals`, totals.parameters, totals.sql),
  };
}

/** Rows as they are answered. */
export function answeredRows(
  { services, context, resource }: Pick<ListCall, "services" | "context" | "resource">,
  rows: Rows | undefined,
  reader: RowReader = listReader(services, resource),
): readonly Values[] {
  const read = reader.under(readableFieldsOf(context, resource), context.language);
  const change = services.domain.hooks[resource.name]?.afterRead;
  const now = context.now();
  return (rows?.rows ?? []).map((row) => {
    const answer = asOf(resource, read(row), now);
    return change === undefined ? answer : change(answer, now, context.language);
  });
}

/**
 * The rows of a page and their number: in one round trip, but where the table is known to be too large to count, and behind the last page,
 * where no row says it.
 */
async function rowsAndTotal(call: ListCall, paging: Paging): Promise<readonly [Rows | undefined, Total]> {
  const { context, resource, services } = call;
  const { database } = context;
  const { largeLists } = services;
  const isLarge = (list: string): boolean => resource.data.unbounded === true && largeLists.isLarge(list);
  const { rows: page, count, isCounted, name, where, totals, plans } = pageQuery(call, paging, (list) => !isLarge(list));
  const isExisting = isLarge(name);
  const asksForSize = resource.data.unbounded === true && !isExisting && !database.isDistributed && largeLists.asksForSize(resource.table);
  const sums = isExisting || totals === undefined ? [] : [totals];
  const counts = isExisting || isCounted ? [] : [count];
  const statements = [page, ...sums, ...counts, ...(asksForSize ? [sizeOf(resource.table)] : [])];
  const [rows, ...others] = await readRows(context, resource, statements, plans);
  const added = sums.length === 0 ? {} : { totals: totalsIn(others.shift()) };
  const number = counts.length === 0 ? undefined : others.shift();
  if (asksForSize) largeLists.rememberSize(resource.table, others.shift());
  const isBehind = isCounted && rows?.rows.length === 0 && paging.current > 1;
  const [numberBehind] = isBehind ? await readRows(context, resource, [count]) : [];
  const total = isCounted && !isBehind ? countIn(rows, totalColumn) : countIn(numberBehind ?? number);
  if (!isExisting && (resource.data.unbounded !== true || total <= largeLists.exactTotals))
    return [rows, { total, isEstimated: false, ...added }];
  largeLists.remember(name);
  const large = await totalOfLarge({
    database,
    rows: { sql: `SELECT 1 FROM ${where.rows()}`, parameters: where.parameters },
    count: async () => {
      const [all] = await readRows(context, resource, [{ sql: countSql(where), parameters: where.parameters }]);
      return countIn(all);
    },
    minTotal: largeLists.exactTotals,
    paging,
    rowCount: rows?.rows.length ?? 0,
  });
  return [rows, large];
}

/** A page of rows. */
export async function listPage(call: ListCall): Promise<Page<Values>> {
  const { services, resource, query, read } = call;
  const paging = pagingOf(query);
  const [rows, total] = await rowsAndTotal(call, paging);
  return pageOf(answeredRows(call, rows, readerFor(services, resource, read)), total, paging);
}
