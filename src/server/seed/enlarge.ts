// Scales a tenant up: every row of high-volume data is copied with its related rows, so that the copies have the structure of the originals
// (documents with their lines, orders with their payments), with other times and numbers.
import { kindOf } from "#schema/kinds";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { NoOverlapData } from "#schema/resource-data";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "../store/columns.ts";
import type { Database, Transaction } from "../store/database.ts";
import { literal, quoted } from "../store/names.ts";
import { dependencyOrder } from "./order.ts";

interface EnlargeOptions {
  readonly model: Model;
  readonly database: Database;
  readonly tenantId: string;
  /** The factor of rows afterwards; 1 to `maxScale`. */
  readonly scale: number;
  /** The same seed gives the same rows. */
  readonly seed: number;
  readonly onTable?: (written: { readonly resource: string; readonly rows: number }) => void;
}

const maxScale = 100_000;

/** Copies have ids below all that servers create: those of the first five minutes of 2024, when ids begin (2⁴⁰ is 262 s after). */
const firstId = 2n ** 40n;
const originalsBits = 20n;

/** Copies lie in the two years before, at any second of the day. */
const spreadDays = 730;

/** A tenant that cannot be scaled up; the message states why. */
export class EnlargeError extends Error {
  override readonly name = "EnlargeError";
}

const originals = "tm_enlarge_originals";

/** Resources whose rows are copied, referenced ones first. */
export function copiedResources(model: Model): readonly ResourceModel[] {
  return dependencyOrder(model)
    .flatMap((name) => model.resource.get(name) ?? [])
    .filter(
      (resource) =>
        (resource.data.highVolume === true || resource.data.unbounded === true) &&
        resource.data.calculatedFrom === undefined &&
        resource.hasTable &&
        isTenantTable(resource),
    );
}

/** Whether a column takes part in a key that only a changed value of it keeps unique. */
function mustDiffer(resource: ResourceModel, column: StoredColumn, isCopied: (name: string) => boolean): boolean {
  return resource.uniques.some(({ fields }) => {
    const columns = fields.map((name) => columnOf(resource, name));
    if (
      columns.some(
        ({ field }) => field?.reference !== undefined && field.reference.valueField === "id" && isCopied(field.reference.resource),
      )
    )
      return false;
    const texts = columns.filter((one) => one.columnType === "text" && one.field?.reference === undefined);
    if (texts.length === 0 && fields.includes(column.name))
      throw new EnlargeError(`${resource.name} is unique by ${fields.join(", ")}, which cannot be varied`);
    return texts.at(-1) === column;
  });
}

const suffix = "to_char(copy.k, 'FM0999999')";

/** Another text of the same kind for copy number k; `o` is the row that is copied, with its place among its table's. */
function otherText(resource: ResourceModel, column: StoredColumn): string {
  const value = `o.${quoted(column.column)}`;
  const { numbering } = resource.data;
  if (numbering?.field === column.name)
    return `${literal(numbering.prefix)} || to_char(o.create_time - moment.shift, 'YYYYMMDD') || to_char((copy.k - 1) * o.tm_total + o.tm_place, 'FM000099999999')`;
  if (column.field !== undefined && kindOf(column.field.data).copies === "digits")
    return `substr(${value}, 1, 3) || lpad(((coalesce(nullif(regexp_replace(substr(${value}, 4), '\\D', '', 'g'), ''), '0')::bigint + copy.k * o.tm_total + o.tm_place) % 100000000)::text, 8, '0')`;
  const max = /\((\d+)\)/.exec(column.type)?.[1];
  return max === undefined ? `${value} || '-' || ${suffix}` : `left(${value}, ${max} - 1 - length(${suffix})) || '-' || ${suffix}`;
}

/** The id of a row in copy number k; a row that is not copied keeps its id. */
const copyOf = (id: string) =>
  `coalesce((SELECT ${firstId} + (copy.k::bigint << ${originalsBits}) + n FROM ${originals} WHERE id = ${id}), ${id})`;

interface Copying {
  readonly resource: ResourceModel;
  /** Fields that hold ids of copied rows as text, because rows of several resources may be meant. */
  readonly idTexts: ReadonlySet<string>;
  readonly isCopied: (name: string) => boolean;
  /** Copied resources whose copies are written later than those of this one. */
  readonly isLater: (name: string) => boolean;
}

const pointsAtCopies = (
  field: FieldModel | undefined,
  isCopied: (name: string) => boolean,
): field is FieldModel & { readonly reference: NonNullable<FieldModel["reference"]> } =>
  field?.reference !== undefined && field.reference.valueField === "id" && isCopied(field.reference.resource);

/** What is no id of a copied row stays as it is; what is unique is a number that others give. */
function idTextsOf(resource: ResourceModel): ReadonlySet<string> {
  const unique = new Set(resource.uniques.flatMap(({ fields }) => fields));
  return new Set(
    [...columnsOf(resource).values()].flatMap(({ name, columnType, isArray, field }) =>
      columnType === "text" && !isArray && field?.reference === undefined && name.endsWith("Id") && !unique.has(name) ? [name] : [],
    ),
  );
}

/** The rule by which two copies of a row would overlap: where what it compares is copied too, each copy has ranges of its own. */
function overlapOf({ resource, isCopied }: Copying, column: StoredColumn): NoOverlapData | undefined {
  return Object.values(resource.data.noOverlap ?? {}).find(
    ({ per, from, to }) =>
      (column.name === from || column.name === to) && !per.some((name) => pointsAtCopies(resource.field.get(name), isCopied)),
  );
}

/** Copy number k of a range lies behind the ranges of all copies before it, or, of times, before them. */
function ownPlace(resource: ResourceModel, column: StoredColumn, { from, to }: NoOverlapData): string {
  const [first, last] = [from, to].map((name) => `t.${quoted(columnOf(resource, name).column)}`);
  const whole = `(SELECT max(greatest(${first}, ${last})) - min(least(${first}, ${last})) FROM ${quoted(resource.table)} t JOIN ${originals} s ON s.id = t.id WHERE t.tenant_id = $1)`;
  const value = `o.${quoted(column.column)}`;
  if (column.columnType === "datetime") return `${value} - copy.k * (${whole} + interval '1 second')`;
  return `${value} ${column.columnType === "date" ? "-" : "+"} copy.k * (${whole} + 1)`;
}

function copiedValue(copying: Copying, column: StoredColumn): string {
  const { resource, idTexts, isCopied, isLater } = copying;
  const value = `o.${quoted(column.column)}`;
  const overlap = overlapOf(copying, column);
  if (overlap !== undefined) return ownPlace(resource, column, overlap);
  if (idTexts.has(column.name)) return `CASE WHEN ${value} ~ '^[0-9]{1,19}$' THEN ${copyOf(`${value}::bigint`)}::text ELSE ${value} END`;
  if (column.name === "id") return `${firstId} + (copy.k::bigint << ${originalsBits}) + o.tm_n`;
  if (pointsAtCopies(column.field, isCopied)) {
    if (column.isArray)
      return `(SELECT array_agg(${copyOf("one")} ORDER BY place) FROM unnest(${value}) WITH ORDINALITY AS each (one, place))`;
    return isLater(column.field.reference.resource) ? "NULL" : copyOf(value);
  }
  if (column.columnType === "datetime") return `${value} - moment.shift`;
  if (column.columnType === "date") return `(${value} - moment.shift)::date`;
  if (column.columnType === "text" && !column.isArray && mustDiffer(resource, column, isCopied)) return otherText(resource, column);
  return value;
}

/** References that were left empty because their rows were not there yet. */
function lateReferences({ resource, isCopied, isLater }: Copying): readonly string[] {
  return [...columnsOf(resource).values()].flatMap(({ field, isArray, column }) =>
    !isArray && pointsAtCopies(field, isCopied) && isLater(field.reference.resource) ? [quoted(column)] : [],
  );
}

async function countOriginals(tx: Transaction, resources: readonly ResourceModel[], tenantId: string): Promise<number> {
  await tx.query({ sql: `CREATE TEMPORARY TABLE ${originals} (id bigint PRIMARY KEY, n bigint NOT NULL) ON COMMIT DROP`, parameters: [] });
  let count = 0;
  for (const { table } of resources) {
    const { rowCount } = await tx.query({
      sql: `INSERT INTO ${originals} (id, n) SELECT id, $2::bigint + row_number() OVER (ORDER BY id) FROM ${quoted(table)} WHERE tenant_id = $1 AND is_deleted = 0`,
      parameters: [tenantId, count],
    });
    count += rowCount;
  }
  if (BigInt(count) >= 2n ** originalsBits) throw new EnlargeError(`tenant ${tenantId} has ${count} rows already: it is large`);
  await tx.query({ sql: `ANALYZE ${originals}`, parameters: [] });
  return count;
}

/**
 * Copies the daily rows of a tenant until there are `scale` for each, in one transaction: all of it is there afterwards, or nothing. A
 * tenant is enlarged once.
 *
 * @returns rows written, all tables together
 */
export async function enlargeTenant({ model, database, tenantId, scale, seed, onTable }: EnlargeOptions): Promise<number> {
  if (!Number.isInteger(scale) || scale < 1 || scale > maxScale)
    throw new EnlargeError(`the scale is a whole number from 1 to ${maxScale}`);
  // Copies are numbered in a table of their own, which the nodes of a cluster do not have.
  if (database.isDistributed)
    throw new EnlargeError("the tables are distributed over the nodes of a cluster; enlarge before npm run distribute");
  const resources = copiedResources(model);
  const places = new Map(resources.map(({ name }, place) => [name, place]));
  const isCopied = (name: string): boolean => places.has(name);
  // For the owner: the installation is filled outside of any request.
  return database.owner.transaction(async (tx) => {
    await tx.query({ sql: "SET LOCAL statement_timeout = 0", parameters: [] });
    const count = await countOriginals(tx, resources, tenantId);
    if (count === 0) throw new EnlargeError(`tenant ${tenantId} has no rows to make more of`);
    const enlarged = await tx.first({
      sql: `SELECT count(*)::int AS rows FROM ${originals} WHERE id BETWEEN $1 AND $2`,
      parameters: [String(firstId), String(firstId + (BigInt(maxScale + 1) << originalsBits))],
    });
    if (enlarged?.["rows"] !== 0)
      throw new EnlargeError(`tenant ${tenantId} was enlarged before; begin with an empty data directory or another database`);
    let written = 0;
    const all = resources.map((resource, place): Copying => ({
      resource,
      idTexts: idTextsOf(resource),
      isCopied,
      isLater: (name) => (places.get(name) ?? -1) > place,
    }));
    for (const copying of all) {
      const { table, name } = copying.resource;
      const columns = [...columnsOf(copying.resource).values()];
      const { rowCount } = await tx.query({
        sql: `INSERT INTO ${quoted(table)} (${columns.map(({ column }) => quoted(column)).join(", ")})
          SELECT ${columns.map((column) => copiedValue(copying, column)).join(", ")}
          FROM generate_series(1, $2::int - 1) AS copy (k)
          CROSS JOIN LATERAL (SELECT make_interval(days => 1 + abs(hashint8extended(copy.k, $3::bigint) % ${spreadDays})::int, secs => abs(hashint8extended(copy.k, $3::bigint + 1) % 86400)::int) AS shift) AS moment
          CROSS JOIN (SELECT t.*, s.n AS tm_n, row_number() OVER (ORDER BY s.n) AS tm_place, count(*) OVER () AS tm_total FROM ${quoted(table)} t JOIN ${originals} s ON s.id = t.id WHERE t.tenant_id = $1) AS o`,
        parameters: [tenantId, scale, seed],
      });
      written += rowCount;
      onTable?.({ resource: name, rows: rowCount });
    }
    for (const copying of all) {
      const { table } = copying.resource;
      for (const column of lateReferences(copying)) {
        // k of a copy is in its id.
        await tx.query({
          sql: `UPDATE ${quoted(table)} c SET ${column} = (SELECT ${firstId} + ((c.id - ${firstId}) >> ${originalsBits} << ${originalsBits}) + s.n FROM ${originals} s WHERE s.id = o.${column})
            FROM ${quoted(table)} o JOIN ${originals} mine ON mine.id = o.id
            WHERE c.tenant_id = $1 AND o.tenant_id = $1 AND o.${column} IS NOT NULL AND c.id > ${firstId} AND (c.id - ${firstId}) >> ${originalsBits} BETWEEN 1 AND ${maxScale} AND (c.id - ${firstId}) & ${(1n << originalsBits) - 1n} = mine.n`,
          parameters: [tenantId],
        });
      }
    }
    for (const { table } of resources) await tx.query({ sql: `ANALYZE ${quoted(table)}`, parameters: [] });
    return written;
  });
}
