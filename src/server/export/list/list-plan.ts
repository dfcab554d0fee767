// What the export of a list reads: everything is checked before the first row is, so that a refusal is an answer and no broken file.
import { expiriesOf } from "#schema/expiry";
import { isLarge } from "#schema/indexes";
import type { ResourceModel } from "#schema/model";
import { inLanguage } from "#schema/text";
import type { Values } from "../../contract.ts";
import { requireNeededFilter } from "../../crud/guards/needed-filters.ts";
import { filtersOfBranch } from "../../crud/read/forest.ts";
import { answeredRows, listReader } from "../../crud/read/list.ts";
import { fragmentsFor } from "../../crud/read/conditions.ts";
import { filtersFor } from "../../crud/read/read-parameters.ts";
import { malformedParameter, notImplemented } from "../../http/errors.ts";
import type { ListCall, ReadCall, ReceivedRead } from "../../crud/read/read-call.ts";
import { answerRead } from "../../crud/read/reads.ts";
import type { Query } from "../../crud/sql/filters.ts";
import { orderOf, orderSql } from "../../crud/sql/order.ts";
import { readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { readsAcrossTenants } from "../../crud/sql/rows.ts";
import { tenantShape, whereOf, type Where } from "../../crud/sql/where.ts";
import { largestPageSize } from "#schema/paging";
import { isRecord, recordsIn } from "#schema/json";
import { mayBeLate, type LongRead, type MayBeLate, type Scope } from "../../store/database.ts";
import { copyValue } from "../../store/long-read.ts";
import { quoted } from "../../store/names.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { csvOf, csvOfCopy } from "../csv.ts";
import { rowsOfCopy } from "../copied-rows.ts";
import type { ExportColumn, ExportFormat, ExportRows } from "../sheet.ts";
import { xlsxOf } from "../xlsx.ts";
import { cellSqlOf, type CellSql } from "./cell-sql.ts";
import { columnsFor, type ListColumn } from "./columns.ts";
import { wireCell } from "./wire-cell.ts";

/** A list as it is exported. */
export interface ListPlan {
  /** Of the list, in the caller's language. */
  readonly name: string;
  /** Runs `work` with the bytes of the file; tells how many rows it has so far. */
  write<T>(
    format: ExportFormat,
    work: (chunks: AsyncIterable<Uint8Array | string>) => Promise<T>,
    onRows: (rows: number) => void,
  ): Promise<T>;
  /** How many rows there will be; undefined where nobody knows. */
  count(): Promise<number | undefined>;
}

const batch = 1000;

/** Calls back with the number of rows that have passed. */
async function* counting(rows: ExportRows, onRows: (rows: number) => void): ExportRows {
  let passed = 0;
  for await (const some of rows) {
    passed += some.length;
    onRows(passed);
    yield some;
  }
}

function fileOf(
  name: string,
  columns: readonly ExportColumn[],
  format: ExportFormat,
  rows: ExportRows,
): AsyncGenerator<Uint8Array | string> {
  return format === "csv" ? csvOf(columns, rows) : xlsxOf({ name, columns }, rows);
}

const described = (columns: readonly ListColumn[]): readonly ExportColumn[] => columns.map(({ column }) => column);

/** The tenant as a value, where the rows are of one. */
const tenantValue = ([leading]: readonly SqlFragment[]): string | undefined =>
  leading?.shape === tenantShape ? copyValue(leading.parameters[0]) : undefined;

/** The conditions with their values in them, since COPY takes no parameters. */
function whereWithValues(fragments: readonly SqlFragment[]): string {
  const tenant = tenantValue(fragments);
  const texts = fragments.map((fragment) => fragment.sql(fragment.parameters.map(copyValue), tenant));
  return texts.length === 0 ? "true" : texts.join(" AND ");
}

interface TableRows {
  readonly call: ListCall;
  readonly columns: readonly ListColumn[];
  readonly fragments: readonly SqlFragment[];
  readonly order: string;
}

/** Filters and order of a list of stored rows. */
function tableRows(call: ListCall, columns: readonly ListColumn[]): TableRows {
  const { context, resource, query, read } = call;
  const filters = filtersFor(call);
  if (read === undefined) requireNeededFilter(resource, filters);
  const shape = read?.shape ?? resource.data.listShape;
  const { filters: own, also = [] } = shape === "forest" ? filtersOfBranch(resource, filters) : { filters };
  return {
    call,
    columns,
    fragments: [...fragmentsFor(call, own), ...also],
    order: orderSql(orderOf(query, resource, readableFieldsOf(context, resource)), "t"),
  };
}

/** The export of a list that may be long does not weigh on the primary where a replica is there. */
const lateness = ({ resource }: ListCall): MayBeLate | undefined => (isLarge(resource) ? mayBeLate : undefined);

const scopeFor = ({ context, resource }: ListCall): Scope | "all tenants" =>
  // As the owner where the platform's administrator lists the rows of all tenants (docs/wire.md §8).
  readsAcrossTenants(context, resource) ? "all tenants" : context.scope;

/** Rows that PostgreSQL writes itself; undefined where a column of theirs is not made by SQL alone. */
function copied({ call, columns, fragments, order }: TableRows, name: string): ListPlan["write"] | undefined {
  const { context, resource, services } = call;
  if (services.domain.hooks[resource.name]?.afterRead !== undefined || expiriesOf(resource).length > 0) return undefined;
  const cells: CellSql[] = [];
  for (const [index, { field, isMasked }] of columns.entries()) {
    const place = {
      resource,
      model: services.model,
      language: context.language,
      isMasked,
      alias: `l${index}`,
      tenant: tenantValue(fragments),
    };
    const cell = cellSqlOf(field, place);
    if (cell === undefined) return undefined;
    cells.push(cell);
  }
  const joins = cells.flatMap(({ join }) => (join === undefined ? [] : [` ${join}`])).join("");
  const select = `SELECT ${cells.map(({ sql }) => sql).join(", ")} FROM ${quoted(resource.table)} t${joins} WHERE ${whereWithValues(fragments)} ORDER BY ${order}`;
  return (format, work, onRows) =>
    context.database.longRead(
      scopeFor(call),
      (reading: LongRead) => {
        if (format === "csv") {
          const chunks = reading.copy(`COPY (${select}) TO STDOUT (FORMAT csv)`);
          return work(csvOfCopy(described(columns), chunks, onRows));
        }
        return work(fileOf(name, described(columns), format, counting(rowsOfCopy(reading.copy(`COPY (${select}) TO STDOUT`)), onRows)));
      },
      lateness(call),
    );
}

/** Cells of rows as they are answered. */
function cellsOf(columns: readonly ListColumn[], rows: readonly Readonly<Record<string, unknown>>[], { context }: ListCall) {
  return rows.map((row) =>
    columns.map(({ field, isMasked }) => {
      const cell = wireCell(field, row, context.language);
      // A name gives away what its key hides.
      const isName = isMasked && cell !== null && cell !== "" && (field.labelKey !== undefined || field.data.labelOf !== undefined);
      return isName ? "****" : cell;
    }),
  );
}

/** Rows that a hook has a last word on, in batches. */
function hooked({ call, columns, fragments, order }: TableRows, name: string): ListPlan["write"] {
  const { context, resource, services } = call;
  const where: Where = whereOf(fragments);
  const reader = listReader(services, resource, true);
  return (format, work, onRows) =>
    context.database.longRead(
      scopeFor(call),
      (reading) => {
        const read = async function* (): ExportRows {
          const sql = `SELECT ${reader.selection(where.tenant)} FROM ${quoted(resource.table)} t WHERE ${where.sql()} ORDER BY ${order}`;
          for await (const rows of reading.rows({ sql, parameters: where.parameters }, batch))
            yield cellsOf(columns, answeredRows(call, { rows, rowCount: rows.length }, reader), call);
        };
        return work(fileOf(name, described(columns), format, counting(read(), onRows)));
      },
      lateness(call),
    );
}

/** A forest as rows, each behind the one that holds it. */
function* flat(rows: readonly Readonly<Values>[]): Generator<Readonly<Values>> {
  for (const row of rows) {
    yield row;
    yield* flat(recordsIn(row["children"]));
  }
}

/** What a handler answers, page by page. */
async function* answeredPages(call: ReceivedRead): AsyncGenerator<readonly Readonly<Values>[]> {
  for (let current = 1; ; current += 1) {
    const query = { ...call.query, current: String(current), size: String(largestPageSize) };
    const answer = await answerRead({ ...call, query });
    const isPage = isRecord(answer) && Array.isArray(answer["records"]);
    const rows = isPage ? recordsIn(answer["records"]) : [...flat(recordsIn(answer))];
    if (rows.length > 0) yield rows;
    if (!isPage || rows.length < largestPageSize) return;
  }
}

/** Rows that a handler makes. */
function handled(call: ReceivedRead, columns: readonly ListColumn[], name: string): ListPlan["write"] {
  return (format, work, onRows) => {
    const read = async function* (): ExportRows {
      for await (const rows of answeredPages(call)) yield cellsOf(columns, rows, call);
    };
    return work(fileOf(name, described(columns), format, counting(read(), onRows)));
  };
}

/** Whether rows of a read are a handler's, and no table's. */
function isHandled({ services, resource, read }: ListCall): boolean {
  if (!resource.hasTable) return true;
  return read !== undefined && (services.domain.reads[`${resource.name}.${read.name}`] !== undefined || read.shape === "custom");
}

async function countOf({ call, fragments }: TableRows): Promise<number | undefined> {
  const { context, resource } = call;
  const where = whereOf(fragments);
  return context.database.longRead(
    scopeFor(call),
    async (reading) => {
      const sql = `SELECT count(*)::float8 AS total FROM ${quoted(resource.table)} t WHERE ${where.sql()}`;
      for await (const [row] of reading.rows({ sql, parameters: where.parameters }, 1)) {
        const total = row?.["total"];
        return typeof total === "number" ? total : undefined;
      }
      return undefined;
    },
    lateness(call),
  );
}

const textsOf = (query: Query): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** A table that a read works out: while the file is written, so that one that takes long becomes a job. */
async function tableOf({ services, context, resource, read, query }: ReadCall): Promise<ListPlan> {
  const make = services.domain.tables?.[`${resource.name}.${read.name}`];
  if (make === undefined) throw notImplemented(`${resource.name}.${read.name}`);
  const table = await make(context, textsOf(query));
  const file = async function* (format: ExportFormat, onRows: (rows: number) => void) {
    const { columns, rows } = await table.read();
    yield* fileOf(table.name, columns, format, counting(rows, onRows));
  };
  return { name: table.name, write: (format, work, onRows) => work(file(format, onRows)), count: () => Promise.resolve(undefined) };
}

/** Plans the export of a list with its filters, order and columns; `asked` are names of fields, comma-joined. Throws what is to be refused. */
export async function planOf(call: ListCall, names: string | undefined): Promise<ListPlan> {
  const { context, resource, read } = call;
  if (read?.exported === true) {
    if (names !== undefined) throw malformedParameter("columns");
    return tableOf({ ...call, read });
  }
  const columns = columnsFor(context, resource, { names, of: read?.fields });
  const name = listNameOf(resource, context.language);
  if (read !== undefined && isHandled(call)) {
    return {
      name,
      write: handled({ ...call, read, query: textsOf(call.query), body: undefined }, columns, name),
      count: () => Promise.resolve(undefined),
    };
  }
  const rows = tableRows(call, columns);
  return { name, write: copied(rows, name) ?? hooked(rows, name), count: () => countOf(rows) };
}

const listNameOf = (resource: ResourceModel, language: "zh" | "en"): string => inLanguage(resource.listLabel, language);
