// Finds the rows that seed rows refer to by name: their title, what one of their unique fields holds, or their id where a seed gives it.
import type { Model, ResourceModel } from "#schema/model";
import type { Transaction } from "../store/database.ts";
import { columnOf, isTenantTable } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import type { SeedEntry } from "./flatten.ts";

/** Fields by which a row is known: unique ones first, then its title. */
function namingFields(resource: ResourceModel): readonly string[] {
  const unique = resource.uniques.flatMap(({ fields }) => (fields.length === 1 ? fields : []));
  return [...new Set([...unique, resource.title])].filter((name) => resource.field.has(name));
}

type Names = ReadonlyMap<string, string>;

export class SeedNames {
  readonly #tx: Transaction;
  readonly #model: Model;
  /** resource and tenant → name → id */
  readonly #known = new Map<string, Map<string, string>>();
  /** Resources whose rows are in the database and not among the entries. */
  readonly #stored = new Map<string, Promise<void>>();

  constructor(tx: Transaction, model: Model, entries: readonly SeedEntry[]) {
    this.#tx = tx;
    this.#model = model;
    for (const { resource, tenantId, values, id } of entries) {
      for (const field of namingFields(resource)) this.#note(resource.name, tenantId, values[field], id);
      this.#note(resource.name, tenantId, id, id);
    }
    for (const resource of new Set(entries.map((entry) => entry.resource.name))) this.#stored.set(resource, Promise.resolve());
  }

  #note(resource: string, tenantId: string, name: unknown, id: string): void {
    if (typeof name !== "string" && typeof name !== "number") return;
    const key = `${resource} ${tenantId}`;
    let names = this.#known.get(key);
    if (names === undefined) this.#known.set(key, (names = new Map()));
    // Of repeated names the first row has it; the others are named by their unique fields.
    if (!names.has(String(name))) names.set(String(name), id);
  }

  async #load(resource: ResourceModel): Promise<void> {
    const tenant = isTenantTable(resource) ? "tenant_id" : "''";
    for (const field of [...namingFields(resource), resource.key]) {
      const { rows } = await this.#tx.query({
        sql: `SELECT ${quoted(columnOf(resource, resource.key).column)}::text AS id, ${tenant} AS tenant, ${quoted(columnOf(resource, field).column)}::text AS name FROM ${quoted(resource.table)} WHERE is_deleted = 0 ORDER BY id`,
        parameters: [],
      });
      for (const row of rows) this.#note(resource.name, String(row["tenant"]), row["name"], String(row["id"]));
    }
  }

  /** The id of a row by its name, among those of the tenant and of the platform. */
  async idOf(resourceName: string, tenantId: string, name: string): Promise<string | undefined> {
    const resource = this.#model.resource.get(resourceName);
    if (resource === undefined) return undefined;
    if (!this.#stored.has(resourceName)) this.#stored.set(resourceName, resource.hasBaseColumns ? this.#load(resource) : Promise.resolve());
    await this.#stored.get(resourceName);
    const names: Names | undefined = this.#known.get(`${resourceName} ${isTenantTable(resource) ? tenantId : ""}`);
    return names?.get(name);
  }
}
