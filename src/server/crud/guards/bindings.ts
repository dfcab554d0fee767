// What keeps a removed row from being deleted for good: rows, removed ones as well, that its table's foreign keys bind to it.
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { foreignKeys } from "../../store/tables.ts";
import { allOf, ofSameTenant, tableOf, tenantOf } from "../sql/scoped.ts";
import { ownedDetails } from "./child-lists.ts";

/** A field whose foreign key binds rows to those of a resource. */
export interface Binding {
  readonly resource: ResourceModel;
  readonly field: FieldModel;
}

/** The fields of all resources whose foreign keys bind rows to those of a resource, but for that of its own lines, which go first. */
export function bindingsOf(resource: ResourceModel, model: Model): readonly Binding[] {
  const owned = ownedDetails(resource, model);
  return (model.referrers.get(resource.name) ?? []).filter(
    ({ resource: holder, field }) =>
      holder.hasTable &&
      !(owned?.resource === holder && owned.by === field.name) &&
      foreignKeys(holder, model).some((key) => key.field === field.name),
  );
}

interface Bound {
  /** The place of the tenant of the row. */
  readonly tenant: string | undefined;
  /** The place of keys of rows of the same table that do not count: they go in the same statement. */
  readonly going?: string | undefined;
}

/** The condition that a row under an alias is bound by rows of a holder. */
export function boundSql(target: ResourceModel, alias: string, { resource, field }: Binding, { tenant, going }: Bound): string {
  const valueField = field.reference?.valueField ?? target.key;
  const same = `h.${quoted(columnOf(resource, field.name).column)} = ${alias}.${quoted(columnOf(target, valueField).column)}`;
  // Rows of the platform are bound by those of any tenant.
  const ofTenant = isTenantTable(target) ? ofSameTenant(resource, "h", target, tenant ?? tenantOf(alias)) : undefined;
  const others =
    going === undefined || resource !== target ? undefined : `h.${quoted(columnOf(target, target.key).column)} <> ALL(${going})`;
  return `EXISTS (SELECT 1 FROM ${tableOf(resource, "h")} WHERE ${allOf(ofTenant, same, others)})`;
}
