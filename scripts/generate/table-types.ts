// tables.ts: the columns of every table as types, by the names that definitions give to resources and fields.
import { snakeCase, type Model, type ResourceModel } from "../../src/schema/model.ts";
import { columnsOf, type StoredColumn } from "../../src/server/store/columns.ts";
import { camelCaseOf } from "../../src/server/store/names.ts";

const heading = `// Written by \`npm run generate\`; do not edit.
import type { ColumnType, Generated } from "kysely";

/** A whole number beyond 32 bits: the driver reads it as text. */
export type WideInteger = ColumnType<string, string | number, string | number>;
/** Structured data: read parsed, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;
`;

/** The TypeScript type of a column, as the driver reads it (src/server/store/pool-session.ts). */
function rowTypeOf({ type, columnType, isArray }: StoredColumn): string {
  if (isArray) return "string[]";
  if (type === "jsonb") return "Json";
  if (columnType === "integer") return type === "bigint" ? "WideInteger" : "number";
  return "string";
}

function columnType(column: StoredColumn, isKey: boolean): string {
  const rowType = rowTypeOf(column);
  if (column.defaultSql !== undefined) return `Generated<${rowType}>`;
  return column.notNull || isKey ? rowType : `${rowType} | null`;
}

function tableType(resource: ResourceModel): string {
  const columns = [...columnsOf(resource).values()].map((column) => {
    // Statements are written with the names of fields and read back by them, so each name must lead to its column and back.
    if (snakeCase(column.name) !== column.column || camelCaseOf(column.column) !== column.name)
      throw new Error(`the field "${column.name}" of ${resource.name} has a name that its column "${column.column}" does not lead back to`);
    return `${column.name}: ${columnType(column, column.name === resource.key)}`;
  });
  return `  ${JSON.stringify(resource.name)}: { ${columns.join("; ")} };`;
}

/** tables.ts for the resources that have a table. */
export function tableTypesSource(model: Model): string {
  const tables = model.resources.filter((resource) => resource.hasTable).map(tableType);
  return `${heading}\n/** Resource → field → what its column holds. */\nexport interface Tables {\n${tables.join("\n")}\n}\n`;
}
