// Which rows of a resource a caller sees at all, by the data scopes of their roles: part of every read, and of every look-up of a row that
// is to be written.
import type { Model, ResourceModel } from "#schema/model";
import type { Caller } from "../../caller/caller.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { mastersOf, type Master } from "./masters.ts";
import { allOf, ofSameTenant, tableOf } from "./scoped.ts";

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
  const isMaster = allOf(`master.${quoted(key.column)} = ${id}`, ofSameTenant(master, "master", resource, alias));
  return {
    shape: `line of ${master.name}: ${limit.shape}`,
    parameters: limit.parameters,
    sql: (places) => `NOT EXISTS (SELECT FROM ${tableOf(master, "master")} WHERE ${isMaster} AND (${limit.sql(places)}) IS NOT TRUE)`,
  };
}

/** The pieces of a WHERE clause that leave the rows a caller sees; the statement calls these by the alias. None where they see all. */
export function limitFragments(caller: Caller, model: Model, resource: ResourceModel, alias = "t"): readonly SqlFragment[] {
  const roles = rolesFragments(caller, resource, alias);
  if (caller.rowLimits.size === 0) return roles;
  const own = caller.rowLimits.get(resource.name)?.(alias);
  const lines = mastersOf(resource, model).flatMap((master) => linesFragment(caller, resource, master, alias) ?? []);
  return own === undefined ? [...roles, ...lines] : [own, ...roles, ...lines];
}

/** Rows that name roles are for these, and for whoever made them (`visibleToRoles` of a definition). */
function rolesFragments(caller: Caller, resource: ResourceModel, alias: string): readonly SqlFragment[] {
  const { visibleToRoles } = resource.data;
  if (visibleToRoles === undefined || caller.isAdministrator || caller.isTenantAdmin) return [];
  const roles = `${alias}.${quoted(columnOf(resource, visibleToRoles).column)}`;
  return [
    {
      shape: "visible to roles",
      parameters: [caller.roleIds, caller.userId],
      sql: ([roleIds, user]) =>
        `(coalesce(cardinality(${roles}), 0) = 0 OR ${roles} && ${roleIds}::bigint[] OR ${alias}.create_user = nullif(${user}::text, '')::bigint)`,
    },
  ];
}
