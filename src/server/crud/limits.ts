// Which rows of a resource a caller sees at all, by the data scopes of their roles: part of every read, and of every look-up of a row that is to be written.
import type { Model, ResourceModel } from "#schema/model";
import type { Caller } from "../access/caller.ts";
import type { RequestContext } from "../contract.ts";
import { columnOf, isTenantTable } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import type { Piece } from "./conditions.ts";
import { mastersOf, type Master } from "./masters.ts";

/** Lines of a document that is not seen are not seen either. */
function linesPiece(caller: Caller, resource: ResourceModel, { resource: master, details }: Master, alias: string): Piece | undefined {
  const limit = caller.rowLimits.get(master.name)?.("m");
  if (limit === undefined) return undefined;
  const [key, by] = [columnOf(master, master.key), columnOf(resource, details.by)];
  const held = `${alias}.${quoted(by.column)}`;
  // Lines of several kinds of document hold its id as a text.
  const id = by.family === key.family ? held : `CASE WHEN ${held} ~ '^[0-9]{1,18}$' THEN ${held}::bigint END`;
  const tenant = isTenantTable(resource) && isTenantTable(master) ? ` AND m.tenant_id = ${alias}.tenant_id` : "";
  return {
    shape: `line of ${master.name}: ${limit.shape}`,
    parameters: limit.parameters,
    sql: (places) => `NOT EXISTS (SELECT FROM ${quoted(master.table)} m WHERE m.${quoted(key.column)} = ${id}${tenant} AND (${limit.sql(places)}) IS NOT TRUE)`,
  };
}

/** The pieces of a WHERE clause that leave the rows a caller sees; the statement calls these by the alias. None where they see all. */
export function limitPieces(caller: Caller, model: Model, resource: ResourceModel, alias = "t"): readonly Piece[] {
  if (caller.rowLimits.size === 0) return [];
  const own = caller.rowLimits.get(resource.name)?.(alias);
  const lines = mastersOf(resource, model).flatMap((master) => linesPiece(caller, resource, master, alias) ?? []);
  return own === undefined ? lines : [own, ...lines];
}

/**
 * The same for a statement written by hand: " AND …" over an alias, with its values added to the statement's parameters; "" where all is seen. A
 * statement that got one must not bear the name of the one without.
 */
export function andSeen({ caller, model }: RequestContext, name: string, alias: string, parameters: unknown[]): string {
  const resource = model.resource.get(name);
  if (resource === undefined) throw new Error(`there is no resource "${name}"`);
  return limitPieces(caller, model, resource, alias)
    .map((piece) => ` AND ${piece.sql(piece.parameters.map((value) => `$${parameters.push(value)}`))}`)
    .join("");
}
