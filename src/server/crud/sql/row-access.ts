// Which rows of a resource a caller may access, by the data scopes of their roles and by hooks of the resource: part of every read, and of
// every look-up of a row that is to be written.
import type { Model, ResourceModel } from "#schema/model";
import type { Caller } from "../../caller/caller.ts";
import { rowAccessOf } from "../../caller/row-access.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { mastersOf, type Master } from "./masters.ts";
import { allOf, ofSameTenant, tableOf, tenantOf } from "./scoped.ts";

/** Lines of a document that is not seen are not seen either. */
function linesFragment(
  caller: Caller,
  resource: ResourceModel,
  { resource: master, details }: Master,
  alias: string,
): SqlFragment | undefined {
  const limit = caller.rowLimits.get(master.name)?.("master");
  if (limit === undefined) return undefined;
  const [key, by] = [columnOf(master, master.key), columnOf(resource, details.by)];
  const columnSql = `${alias}.${quoted(by.column)}`;
  // Lines of several kinds of document hold its id as a text.
  const id = by.columnType === key.columnType ? columnSql : `CASE WHEN ${columnSql} ~ '^[0-9]{1,18}$' THEN ${columnSql}::bigint END`;
  const isMaster = (tenant = tenantOf(alias)) =>
    allOf(`master.${quoted(key.column)} = ${id}`, ofSameTenant(master, "master", resource, tenant));
  return {
    shape: `line of ${master.name}: ${limit.shape}`,
    parameters: limit.parameters,
    sql: (places, tenant) =>
      `NOT EXISTS (SELECT 1 FROM ${tableOf(master, "master")} WHERE ${isMaster(tenant)} AND (${limit.sql(places, tenant)}) IS NOT TRUE)`,
  };
}

/** The pieces of a WHERE clause that leave the rows a caller sees; the statement calls these by the alias. None where they see all. */
export function limitFragments(caller: Caller, model: Model, resource: ResourceModel, alias = "t"): readonly SqlFragment[] {
  const filter = rowAccessOf(model)[resource.name]?.filter?.(caller, { model, alias });
  const filters = filter === undefined ? [] : [filter];
  if (caller.rowLimits.size === 0) return filters;
  const own = caller.rowLimits.get(resource.name)?.(alias);
  const lines = mastersOf(resource, model).flatMap((master) => linesFragment(caller, resource, master, alias) ?? []);
  return own === undefined ? [...filters, ...lines] : [own, ...filters, ...lines];
}

/** Whether a caller sees all lines of a document that they see: limits of their own, not those of their document, may leave some out. */
export function mayReadAllLines(caller: Caller, model: Model, lines: ResourceModel): boolean {
  const filter = rowAccessOf(model)[lines.name]?.filter?.(caller, { model, alias: "t" });
  return filter === undefined && caller.rowLimits.get(lines.name)?.("t") === undefined;
}
