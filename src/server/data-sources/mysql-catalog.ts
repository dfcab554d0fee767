// What MySQL or MariaDB knows of its tables, from information_schema.
import type { ColumnDescription, ColumnType, TableDescription } from "../../proposal/description.ts";
import type { Connection } from "./connection.ts";
import { columnOf, maxColumns, maxTables, catalogNumber, catalogText, type CatalogRow, type TableName } from "./catalog-row.ts";

const tablesSql = `
select table_name as name, case when table_type = 'VIEW' then '' else table_comment end as comment from information_schema.tables
where table_schema = ? and (? = '' or locate(lower(?), lower(table_name)) > 0 or locate(lower(?), lower(table_comment)) > 0)
order by table_name limit ${maxTables}`;

export async function mysqlTables(connection: Connection, schema: string, search: string): Promise<readonly TableName[]> {
  const rows = await connection.rows(tablesSql, [schema, search, search, search]);
  return rows.map((row) => ({ name: catalogText(row, "name"), comment: catalogText(row, "comment") }));
}

const columnsSql = `
select column_name as name, data_type as type, column_type as full_type, character_maximum_length as length, numeric_precision as digits,
  numeric_scale as scale, is_nullable as nullable, column_default as default_value, column_comment as comment, extra as extra
from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position limit ${maxColumns}`;

/** Not from table_constraints, which shows nothing to a user who may only read. */
const keysSql = `
select index_name as name, case when index_name = 'PRIMARY' then 'PRIMARY KEY' else 'UNIQUE' end as kind, column_name as col, '' as target, '' as target_column
from information_schema.statistics where table_schema = ? and table_name = ? and non_unique = 0 and column_name is not null
order by index_name, seq_in_index limit ${maxColumns}`;

const foreignKeysSql = `
select constraint_name as name, 'FOREIGN KEY' as kind, column_name as col, referenced_table_name as target, referenced_column_name as target_column
from information_schema.key_column_usage where table_schema = ? and table_name = ? and referenced_table_name is not null
order by constraint_name, ordinal_position limit ${maxColumns}`;

/** MariaDB names the table of a check, MySQL does not; before 8.0.16 MySQL has none. */
const checksOf = {
  MariaDB: `select check_clause as definition from information_schema.check_constraints where constraint_schema = ? and table_name = ? limit ${maxColumns}`,
  MySQL: `select k.check_clause as definition from information_schema.check_constraints k join information_schema.table_constraints c
    on c.constraint_schema = k.constraint_schema and c.constraint_name = k.constraint_name where c.table_schema = ? and c.table_name = ? limit ${maxColumns}`,
} as const;

const types: Readonly<Record<string, ColumnType>> = {
  char: "text",
  varchar: "text",
  enum: "text",
  set: "text",
  uuid: "text",
  tinytext: "long-text",
  text: "long-text",
  mediumtext: "long-text",
  longtext: "long-text",
  tinyint: "integer",
  smallint: "integer",
  mediumint: "integer",
  int: "integer",
  bigint: "integer",
  year: "integer",
  bit: "boolean",
  decimal: "decimal",
  float: "decimal",
  double: "decimal",
  date: "date",
  datetime: "datetime",
  timestamp: "datetime",
  time: "time",
  json: "json",
  binary: "binary",
  varbinary: "binary",
  tinyblob: "binary",
  blob: "binary",
  mediumblob: "binary",
  longblob: "binary",
};

/** The values of enum('a','b'). */
function valuesIn(fullType: string): readonly string[] {
  return [...fullType.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = ""]) => value.replaceAll("''", "'"));
}

/** MySQL writes a constant as it is, MariaDB as SQL. */
function constantOf(text: string, type: ColumnType): string | number | boolean | undefined {
  const plain = /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
  if (text === "" || text.toLowerCase() === "null" || /\(|^current_/i.test(text)) return undefined;
  if (type === "boolean") return /1/.test(plain);
  if (type === "integer" || type === "decimal") return Number.isFinite(Number(plain)) ? Number(plain) : undefined;
  return plain;
}

function columnIn(row: CatalogRow): ColumnDescription {
  const type = catalogText(row, "type").toLowerCase();
  const fullType = catalogText(row, "full_type").toLowerCase();
  const isFlag = fullType.startsWith("tinyint(1)");
  const held = isFlag ? "boolean" : (types[type] ?? "other");
  const isText = types[type] === "text";
  const extra = catalogText(row, "extra").toLowerCase();
  const length = isText ? catalogNumber(row, "length") : undefined;
  return columnOf(catalogText(row, "name"), held, catalogText(row, "nullable") === "YES", {
    comment: catalogText(row, "comment"),
    length: type === "uuid" ? 36 : length,
    precision: type === "decimal" ? catalogNumber(row, "digits") : undefined,
    scale: type === "decimal" ? catalogNumber(row, "scale") : undefined,
    default: constantOf(catalogText(row, "default_value"), held),
    values: type === "enum" ? valuesIn(catalogText(row, "full_type")) : undefined,
    min: fullType.includes("unsigned") ? 0 : undefined,
    format: type === "uuid" ? "uuid" : undefined,
    isGenerated: extra.includes("auto_increment") || /(?:virtual|stored|persistent) generated|generated always/.test(extra),
  });
}

interface Key {
  readonly kind: string;
  readonly target: string;
  readonly columns: string[];
  readonly targetColumns: string[];
}

function keysIn(rows: readonly CatalogRow[]): readonly Key[] {
  const keys = new Map<string, Key>();
  for (const row of rows) {
    const name = `${catalogText(row, "kind")} ${catalogText(row, "name")}`;
    const key = keys.get(name) ?? { kind: catalogText(row, "kind"), target: catalogText(row, "target"), columns: [], targetColumns: [] };
    key.columns.push(catalogText(row, "col"));
    key.targetColumns.push(catalogText(row, "target_column"));
    keys.set(name, key);
  }
  return [...keys.values()];
}

const unknownTable = new Set(["ER_UNKNOWN_TABLE", "ER_NO_SUCH_TABLE"]);

async function checksIn(connection: Connection, schema: string, name: string): Promise<readonly string[]> {
  const statement = connection.server.startsWith("MariaDB") ? checksOf.MariaDB : checksOf.MySQL;
  try {
    return (await connection.rows(statement, [schema, name])).map((row) => catalogText(row, "definition"));
  } catch (error) {
    if (error instanceof Error && "code" in error && unknownTable.has(String(error.code))) return [];
    throw error;
  }
}

export async function mysqlTable(connection: Connection, schema: string, name: string): Promise<TableDescription | undefined> {
  const columns = await connection.rows(columnsSql, [schema, name]);
  if (columns.length === 0) return undefined;
  const rows = [...(await connection.rows(keysSql, [schema, name])), ...(await connection.rows(foreignKeysSql, [schema, name]))];
  const keys = keysIn(rows);
  const [table] = await connection.rows(
    "select case when table_type = 'VIEW' then '' else table_comment end as comment from information_schema.tables where table_schema = ? and table_name = ?",
    [schema, name],
  );
  const comment = table === undefined ? "" : catalogText(table, "comment");
  return {
    name,
    ...(comment === "" ? {} : { comment }),
    columns: columns.map(columnIn),
    primaryKey: keys.filter(({ kind }) => kind === "PRIMARY KEY").flatMap((key) => key.columns),
    foreignKeys: keys
      .filter(({ kind }) => kind === "FOREIGN KEY")
      .map(({ columns: own, target, targetColumns }) => ({ columns: own, table: target, targetColumns })),
    uniques: keys.filter(({ kind }) => kind === "UNIQUE").map((key) => key.columns),
    checks: await checksIn(connection, schema, name),
  };
}
