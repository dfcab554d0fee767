// A text that stands in every row of one tenant and nowhere else: wherever it appears, something has leaked.
import type { Model, ResourceModel } from "#schema/model";
import type { Database, Statement } from "../../../src/server/store/database.ts";
import { columnsOf, isTenantTable, type StoredColumn } from "../../../src/server/store/columns.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { foreignKeys } from "../../../src/server/store/tables.ts";

/** One character, so that it fits every column; a word of Chinese that nobody uses. */
export const canary = "龘";

export type StoredRow = Readonly<Record<string, unknown>>;

/** The resources whose rows belong to tenants. */
export function tenantResources(model: Model): readonly ResourceModel[] {
  return model.resources.filter((resource) => resource.hasTable && isTenantTable(resource));
}

/** The new value of a column: what it held with the canary before it, whole where that is too long. */
function planted({ column, type }: StoredColumn): string | undefined {
  const name = quoted(column);
  const limit = /^character varying\((\d+)\)$/.exec(type)?.[1];
  if (limit !== undefined) return `left('${canary}' || coalesce(${name}, ''), ${limit})`;
  if (type === "text") return `'${canary}' || coalesce(${name}, '')`;
  if (/^(?:character varying(?:\(\d+\))?|text)\[\]$/.test(type)) return `array['${canary}']::${type} || ${name}`;
  // Every text of an object.
  return type === "jsonb" ? `replace(${name}::text, '": "', '": "${canary}')::jsonb` : undefined;
}

/** Columns of a resource that take the canary: all texts but those that name other rows. */
export function plantedColumns(resource: ResourceModel, model: Model): readonly StoredColumn[] {
  const keys = new Set(foreignKeys(resource, model).map(({ field }) => field));
  return [...columnsOf(resource).values()].filter((column) => column.base !== "tenantId" && column.name !== resource.key && !keys.has(column.name) && planted(column) !== undefined);
}

/** Plants the canary in all rows of a tenant; answers how many columns hold it. */
export async function plant(database: Database, model: Model, tenantId: string): Promise<number> {
  let count = 0;
  const statements = tenantResources(model).flatMap((resource): Statement[] => {
    const columns = plantedColumns(resource, model);
    if (columns.length === 0) return [];
    count += columns.length;
    const sets = columns.map((column) => `${quoted(column.column)} = ${planted(column) ?? ""}`);
    return [{ sql: `update ${quoted(resource.table)} set ${sets.join(", ")} where tenant_id = $1`, parameters: [tenantId] }];
  });
  await database.owner.transaction((tx) => tx.batch(statements));
  return count;
}

/** The living rows of a tenant, by resource. */
export async function rowsOf(database: Database, model: Model, tenantId: string): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  const resources = tenantResources(model);
  const found = await database.owner.read(resources.map(({ table }) => ({ sql: `select * from ${quoted(table)} where tenant_id = $1 and is_deleted = 0 order by id`, parameters: [tenantId] })));
  return new Map(resources.map((resource, index) => [resource.name, found[index]?.rows ?? []]));
}
