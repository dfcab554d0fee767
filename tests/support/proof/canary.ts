// A text that stands in every row of one tenant and nowhere else: wherever it appears, something has leaked.
import type { Model, ResourceModel } from "#schema/model";
import type { Database, Statement } from "../../../src/server/store/database.ts";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "../../../src/server/store/columns.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { foreignKeys } from "../../../src/server/store/tables.ts";

/** One character, so that it fits every column; a word of Chinese that nobody uses. */
export const canary = "龘";

export type StoredRow = Readonly<Record<string, unknown>>;

/** The resources whose rows belong to tenants. */
export function tenantResources(model: Model): readonly ResourceModel[] {
  return model.resources.filter((resource) => resource.hasTable && isTenantTable(resource));
}

/** Those and the tables of the platform of which tenants see their own rows, with the column that says whose a row is. */
function ownedResources(model: Model): readonly (readonly [resource: ResourceModel, owner: string])[] {
  return model.resources.flatMap((resource): (readonly [ResourceModel, string])[] => {
    if (!resource.hasTable) return [];
    if (isTenantTable(resource)) return [[resource, "tenant_id"]];
    return resource.data.ownRows === undefined ? [] : [[resource, columnOf(resource, resource.data.ownRows).column]];
  });
}

/** The new value of a column: what it held with the canary before it, whole where that is too long. */
function planted({ column, type }: StoredColumn, key: string): string | undefined {
  const name = quoted(column);
  const limit = /^character varying\((\d+)\)$/.exec(type)?.[1];
  // What holds nothing gets a text of its own: some must be unique.
  if (limit !== undefined) return `left('${canary}' || coalesce(nullif(${name}, ''), right(${quoted(key)}::text, ${limit} - 1)), ${limit})`;
  if (type === "text") return `'${canary}' || coalesce(${name}, ${quoted(key)}::text)`;
  if (/^(?:character varying(?:\(\d+\))?|text)\[\]$/.test(type)) return `array['${canary}']::${type} || ${name}`;
  // Every text of an object.
  return type === "jsonb" ? `replace(${name}::text, '": "', '": "${canary}')::jsonb` : undefined;
}

/** Columns of a resource that take the canary: all texts but those that name other rows. */
export function plantedColumns(resource: ResourceModel, model: Model): readonly StoredColumn[] {
  const keys = new Set(foreignKeys(resource, model).map(({ field }) => field));
  return [...columnsOf(resource).values()].filter(
    (column) =>
      column.base !== "tenantId" &&
      column.name !== resource.key &&
      column.name !== resource.data.ownRows &&
      !keys.has(column.name) &&
      planted(column, resource.key) !== undefined,
  );
}

/** Plants the canary in all rows of a tenant; answers how many columns hold it. */
export async function plant(database: Database, model: Model, tenantId: string): Promise<number> {
  let count = 0;
  const statements = ownedResources(model).flatMap(([resource, owner]): Statement[] => {
    const columns = plantedColumns(resource, model);
    if (columns.length === 0) return [];
    count += columns.length;
    const sets = columns.map((column) => `${quoted(column.column)} = ${planted(column, columnOf(resource, resource.key).column) ?? ""}`);
    return [{ sql: `update ${quoted(resource.table)} set ${sets.join(", ")} where ${quoted(owner)} = $1`, parameters: [tenantId] }];
  });
  await database.owner.transaction((tx) => tx.batch(statements));
  return count;
}

/** The living rows of a tenant, by resource. */
export async function rowsOf(database: Database, model: Model, tenantId: string): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  const resources = ownedResources(model);
  const found = await database.owner.read(
    resources.map(([{ table, hasBaseColumns }, owner]) => ({
      sql: `select * from ${quoted(table)} where ${quoted(owner)} = $1${hasBaseColumns ? " and is_deleted = 0" : ""} order by 1, 2`,
      parameters: [tenantId],
    })),
  );
  return new Map(resources.map(([resource], index) => [resource.name, found[index]?.rows ?? []]));
}
