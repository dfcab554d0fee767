// What PostgreSQL knows of its tables, from pg_catalog: comments, enumerations and conditions are not in information_schema.
import type { ColumnDescription, ColumnType, TableDescription } from "../../proposal/description.ts";
import type { Connection } from "./connection.ts";
import { columnOf, listIn, maxColumns, maxTables, catalogNumber, catalogText, type CatalogRow, type TableName } from "./catalog-row.ts";

const tablesSql = `
select c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and ($2 = '' or strpos(lower(c.relname), lower($2)) > 0 or strpos(lower(coalesce(obj_description(c.oid, 'pg_class'), '')), lower($2)) > 0)
order by c.relname limit ${maxTables}`;

export async function postgresqlTables(connection: Connection, schema: string, search: string): Promise<readonly TableName[]> {
  const rows = await connection.rows(tablesSql, [schema, search]);
  return rows.map((row) => ({ name: catalogText(row, "name"), comment: catalogText(row, "comment") }));
}

const named = `c.relname = $2 and n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
const of = `pg_class c join pg_namespace n on n.oid = c.relnamespace`;

const tableSql = `select c.oid::text as oid, coalesce(obj_description(c.oid, 'pg_class'), '') as comment from ${of} where ${named}`;

const columnsSql = `
select a.attname as name, coalesce(b.typname, t.typname) as type, coalesce(b.typcategory, t.typcategory) as category,
  case when a.atttypmod > 0 then a.atttypmod when t.typtypmod > 0 then t.typtypmod end as modifier,
  (a.attnotnull or t.typnotnull) as required, coalesce(col_description(a.attrelid, a.attnum), '') as comment,
  pg_get_expr(d.adbin, d.adrelid) as default_value, (a.attidentity <> '' or a.attgenerated <> '') as generated,
  (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = coalesce(b.oid, t.oid)) as labels,
  (select string_agg(pg_get_constraintdef(k.oid), ' AND ') from pg_constraint k where k.contypid = t.oid and k.contype = 'c') as domain_check
from ${of} join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
left join pg_type b on b.oid = t.typbasetype and t.typtype = 'd'
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where ${named} and a.attnum > 0 and not a.attisdropped order by a.attnum limit ${maxColumns}`;

const keysSql = `
select k.contype as kind, pg_get_constraintdef(k.oid) as definition, r.relname as target,
  (select json_agg(a.attname order by u.place) from unnest(k.conkey) with ordinality u(num, place) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num) as columns,
  (select json_agg(a.attname order by u.place) from unnest(k.confkey) with ordinality u(num, place) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) as targets
from ${of} join pg_constraint k on k.conrelid = c.oid left join pg_class r on r.oid = k.confrelid
where ${named} and k.contype in ('p', 'u', 'f', 'c') order by k.conname limit ${maxColumns}`;

/** Unique indexes that are no constraint; those of some rows or of expressions say nothing about a field. */
const indexesSql = `
select (select json_agg(a.attname order by u.place) from unnest(i.indkey::int2[]) with ordinality u(num, place) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.num where u.place <= i.indnkeyatts) as columns
from ${of} join pg_index i on i.indrelid = c.oid
where ${named} and i.indisunique and not i.indisprimary and i.indpred is null and i.indexprs is null limit ${maxColumns}`;

const types: Readonly<Record<string, ColumnType>> = {
  varchar: "text",
  bpchar: "text",
  name: "text",
  citext: "text",
  uuid: "text",
  inet: "text",
  cidr: "text",
  macaddr: "text",
  text: "long-text",
  xml: "long-text",
  int2: "integer",
  int4: "integer",
  int8: "integer",
  numeric: "decimal",
  money: "decimal",
  float4: "decimal",
  float8: "decimal",
  bool: "boolean",
  date: "date",
  timestamp: "datetime",
  timestamptz: "datetime",
  time: "time",
  timetz: "time",
  json: "json",
  jsonb: "json",
  bytea: "binary",
};

/** Of a length the type modifier is 4 more; of a number it holds digits and places. */
const header = 4;

function sizesOf(type: string, modifier: number | undefined): Pick<ColumnDescription, "length" | "precision" | "scale"> {
  if (modifier === undefined || modifier <= header) return type === "uuid" ? { length: 36 } : {};
  if (type === "varchar" || type === "bpchar") return { length: modifier - header };
  if (type !== "numeric") return {};
  return { precision: (modifier - header) >> 16, scale: (modifier - header) & 0x7ff };
}

/** The constant of a default such as 'draft'::character varying; undefined for what is computed. */
function constantOf(expression: string): string | number | boolean | undefined {
  if (expression === "true" || expression === "false") return expression === "true";
  const [, quoted] = /^'((?:[^']|'')*)'(?:::[\w ."()]+)?$/.exec(expression) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  const [, number] = /^\(?(-?\d+(?:\.\d+)?)\)?(?:::[\w ()]+)?$/.exec(expression) ?? [];
  return number === undefined ? undefined : Number(number);
}

function columnIn(row: CatalogRow): ColumnDescription {
  const type = catalogText(row, "type");
  const labels = listIn(row, "labels");
  const expression = catalogText(row, "default_value");
  const kind = labels.length > 0 ? "text" : (types[type] ?? (catalogText(row, "category") === "A" ? "json" : "other"));
  return columnOf(catalogText(row, "name"), kind, row["required"] !== true, {
    ...sizesOf(type, catalogNumber(row, "modifier")),
    comment: catalogText(row, "comment"),
    default: constantOf(expression),
    values: labels.length > 0 ? labels : undefined,
    format: type === "uuid" ? "uuid" : undefined,
    isGenerated: row["generated"] === true || expression.startsWith("nextval("),
  });
}

const different = (keys: readonly (readonly string[])[]) => [...new Map(keys.map((key) => [key.join("\0"), key])).values()];

export async function postgresqlTable(connection: Connection, schema: string, name: string): Promise<TableDescription | undefined> {
  const [table] = await connection.rows(tableSql, [schema, name]);
  if (table === undefined) return undefined;
  const columns = await connection.rows(columnsSql, [schema, name]);
  const keys = await connection.rows(keysSql, [schema, name]);
  const indexes = await connection.rows(indexesSql, [schema, name]);
  const ofKind = (kind: string) => keys.filter((row) => row["kind"] === kind);
  // VALUE is what a domain calls the column that has it.
  const ofDomains = columns.flatMap((row) => {
    const check = catalogText(row, "domain_check");
    return check === "" ? [] : [check.replaceAll(/\bVALUE\b/g, catalogText(row, "name"))];
  });
  return {
    name,
    ...(catalogText(table, "comment") === "" ? {} : { comment: catalogText(table, "comment") }),
    columns: columns.map(columnIn),
    primaryKey: ofKind("p").flatMap((row) => listIn(row, "columns")),
    foreignKeys: ofKind("f").map((row) => ({
      columns: listIn(row, "columns"),
      table: catalogText(row, "target"),
      targetColumns: listIn(row, "targets"),
    })),
    uniques: different([...ofKind("u"), ...indexes].map((row) => listIn(row, "columns"))),
    checks: [...ofKind("c").map((row) => catalogText(row, "definition")), ...ofDomains],
  };
}
