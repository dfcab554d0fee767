// Tables as the common pattern reads and writes them: never without the scope of their rows, which are those of one tenant, and living ones unless a
// statement asks for removed ones too. No other file of `crud/` writes these conditions, or names a table (`npm run boundaries`).
import type { ResourceModel } from "#schema/model";
import { isTenantTable } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";

/** A table as statements name it that bring their scope along in another way (prepared lists, inserts). */
export const tableOf = ({ table }: ResourceModel, alias?: string): string =>
  alias === undefined ? quoted(table) : `${quoted(table)} ${alias}`;

/** The condition that rows are of a tenant; undefined for tables that have none, and without one. */
export const ofTenant = (resource: ResourceModel, alias: string, place: string | undefined): string | undefined =>
  isTenantTable(resource) && place !== undefined ? `${tenantOf(alias)} = ${place}` : undefined;

/** The tenant of a row. */
export const tenantOf = (alias: string): string => `${alias}.tenant_id`;

/** The condition that rows are not removed; undefined for tables whose rows are deleted. */
export const isLiving = ({ hasBaseColumns }: ResourceModel, alias: string): string | undefined =>
  hasBaseColumns ? `${alias}.is_deleted = 0` : undefined;

/**
 * The condition that the rows of two tables are of one tenant; undefined where one of them has none. `tenant` is that of the other row: where
 * the statement is about one tenant its place, which a distributed database needs beside every table.
 */
export const ofSameTenant = (one: ResourceModel, alias: string, other: ResourceModel, tenant: string): string | undefined =>
  isTenantTable(one) && isTenantTable(other) ? `${tenantOf(alias)} = ${tenant}` : undefined;

/** A column of the tenant for rows that a statement makes up. */
export const asTenantColumn = (tenant: string): string => `${tenant} AS tenant_id`;

/** The columns that tell a row of a table from others: its key, with the tenant that an index begins with. */
export const keyColumnsOf = (resource: ResourceModel, key: string): readonly string[] =>
  isTenantTable(resource) ? [quoted("tenant_id"), key] : [key];

/** Living rows before removed ones. */
export const livingFirst = ({ hasBaseColumns }: ResourceModel, alias: string): string =>
  hasBaseColumns ? ` ORDER BY ${alias}.is_deleted` : "";

/** Conditions together; those that do not apply are undefined. */
export const allOf = (...conditions: readonly (string | undefined)[]): string =>
  conditions.filter((one) => one !== undefined).join(" AND ");

/** The condition that rows of a table with base columns are removed. */
export const isGone = (alias: string): string => `${alias}.is_deleted = 1`;

/** What sets a row to removed. */
export const setRemoved = "is_deleted = 1";

/** What sets a removed row to living. */
export const setLiving = "is_deleted = 0";

interface Rows {
  readonly resource: ResourceModel;
  /** What the statement calls them. */
  readonly as: string;
  /** Whether removed rows count as well. */
  readonly withRemoved?: boolean;
  /** Whether rows of all tenants count that the transaction sees: its own under row-level security, all of them as the owner. */
  readonly acrossTenants?: boolean;
  readonly where?: readonly (string | undefined)[];
}

interface Selected extends Rows {
  readonly columns: string;
  /** Further tables and functions, from JOIN on. */
  readonly join?: string;
  /** What follows the conditions: order, limit, lock. */
  readonly rest?: string;
}

interface Updated extends Rows {
  readonly set: string;
  /** Other rows that conditions and values look at. */
  readonly from?: string;
  readonly returning?: string;
}

/** A statement over rows of one tenant. Parameters get their places in the order in which they are named. */
export class ScopedStatement {
  readonly #tenantId: string;
  readonly #parameters: unknown[] = [];
  #tenantPlace: string | undefined;

  constructor(tenantId: string) {
    this.#tenantId = tenantId;
  }

  /** The place of a value. */
  value(value: unknown): string {
    return `$${this.#parameters.push(value)}`;
  }

  /** The text of a query of rows, alone or within another one. */
  select({ columns, join, rest, ...rows }: Selected): string {
    return [`SELECT ${columns} FROM ${tableOf(rows.resource, rows.as)}`, join, this.#where(rows), rest]
      .filter((part) => part !== undefined)
      .join(" ");
  }

  /** The place of the tenant for pieces over rows of a resource; undefined for tables that have none. */
  tenantFor(resource: ResourceModel): string | undefined {
    return isTenantTable(resource) ? this.#tenant() : undefined;
  }

  update({ set, from, returning, ...rows }: Updated): string {
    const parts = [
      `UPDATE ${tableOf(rows.resource, rows.as)} SET ${set}`,
      from === undefined ? undefined : `FROM ${from}`,
      this.#where(rows),
      returning === undefined ? undefined : `RETURNING ${returning}`,
    ];
    return parts.filter((part) => part !== undefined).join(" ");
  }

  delete(rows: Rows): string {
    return `DELETE FROM ${tableOf(rows.resource, rows.as)} ${this.#where(rows)}`;
  }

  /** The statement with this text. */
  of(sql: string): Statement {
    return { sql, parameters: this.#parameters };
  }

  #where({ resource, as, withRemoved = false, acrossTenants = false, where = [] }: Rows): string {
    const tenant = !acrossTenants && isTenantTable(resource) ? ofTenant(resource, as, this.#tenant()) : undefined;
    const conditions = [tenant, withRemoved ? undefined : isLiving(resource, as), ...where].filter((one) => one !== undefined);
    return conditions.length === 0 ? "WHERE true" : `WHERE ${conditions.join(" AND ")}`;
  }

  #tenant(): string {
    this.#tenantPlace ??= `${this.value(this.#tenantId)}::text`;
    return this.#tenantPlace;
  }
}

/** The type that keys of a resource are compared in. */
export const keyTypeOf = (columnType: string): "bigint" | "text" => (columnType === "id" ? "bigint" : "text");
