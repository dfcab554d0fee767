// Seed rows as a flat list: children after their parent, lines after their document, each with its tenant and an id.
import type { Model, ResourceModel } from "#schema/model";
import type { SeedRow } from "#schema/seed";
import { withDays } from "#schema/seed-days";
import { isTenantTable } from "../store/columns.ts";
import { platformTenant } from "../caller/caller.ts";
import type { Values } from "../contract.ts";
import { seedOf } from "./grants.ts";

/** The tenant that new installations demonstrate with. */
export const demonstrationTenant = "100001";

export interface SeedEntry {
  readonly resource: ResourceModel;
  readonly id: string;
  /** Empty for rows of the whole platform. */
  readonly tenantId: string;
  /** As in the seed file, references still by name; parent and `details` values filled in. */
  readonly values: Values;
  readonly parent: SeedEntry | undefined;
}

interface FlattenOptions {
  readonly model: Model;
  readonly nextId: () => string;
  /** When the installation was made, "yyyy-MM-dd HH:mm:ss": days of the rows count back from it. */
  readonly installed: string;
  /** Whether a tenant's rows are written: it exists, or will. */
  readonly hasTenant: (tenantId: string) => boolean;
}

function isRows(value: unknown): value is readonly SeedRow[] {
  return Array.isArray(value);
}

/** How many rows seed rows make at most, with everything below them. */
export function countRows(rows: readonly SeedRow[]): number {
  return rows.reduce(
    (sum, { children, below }) => sum + 1 + (isRows(children) ? countRows(children) : 0) + (isRows(below) ? countRows(below) : 0),
    0,
  );
}

/** The values of a row taken from its parent row. */
interface Above {
  readonly more?: Values;
  readonly parent?: SeedEntry;
  readonly tenant?: string;
}

/** Flattens the seed of a resource. */
export function flattened(resource: ResourceModel, options: FlattenOptions): readonly SeedEntry[] {
  const entries: SeedEntry[] = [];
  const add = (target: ResourceModel, row: SeedRow, { more, parent, tenant }: Above = {}): void => {
    const { children, below, id, ...values } = row;
    // In a tenant table the tenant of the row; in the tenants table the row is the tenant.
    const named = typeof values["tenantId"] === "string" ? values["tenantId"] : undefined;
    const tenantId = isTenantTable(target) ? (named ?? tenant ?? demonstrationTenant) : "";
    if (!options.hasTenant(isTenantTable(target) ? tenantId : (named ?? platformTenant))) return;
    const entry: SeedEntry = {
      resource: target,
      id: id === undefined ? options.nextId() : String(id),
      tenantId,
      values: { ...values, ...more },
      parent,
    };
    entries.push(entry);
    if (isRows(children) && target.tree !== undefined)
      for (const child of children)
        add(target, child, { more: { [target.tree.parent]: { id: entry.id } }, parent: entry, tenant: tenantId });
    const { details } = target;
    const lines = details === undefined ? undefined : options.model.resource.get(details.resource);
    if (isRows(below) && details !== undefined && lines !== undefined) {
      const besides = Object.fromEntries(
        Object.entries(details.with ?? {}).map(([name, value]) => [name, typeof value === "object" ? (row[value.field] ?? null) : value]),
      );
      for (const line of below) add(lines, line, { more: { ...besides, [details.by]: { id: entry.id } }, tenant: tenantId });
    }
  };
  for (const row of seedOf(resource, options.model)) add(resource, withDays(row, options.installed));
  return entries;
}
